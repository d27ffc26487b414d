// What several games have come to: the evenings of the same players, and every player over all evenings.

import { find, getJson, make, text } from "./api_client.js";
import { timeFormat } from "./times.js";

const MAX_EVENINGS = 5; // that are listed; all of them are in the file
const date = timeFormat({ dateStyle: "full" });

export async function showEvenings() {
  const { evenings, players, more } = await getJson("/api/evenings");
  const several = evenings.filter((evening) => evening.games.length > 1);
  find("evenings").hidden = several.length === 0;
  find("evening-list").replaceChildren(...several.slice(0, MAX_EVENINGS).map(evening));
  find("players").hidden = players.length === 0;
  find("player-table").replaceChildren(table([text("player"), text("played"), text("won")], players.map(({ name, games, wins }) => [playerLink(name), games, wins])));
  find("only-latest").hidden = !more;
}

// Points are those of one game: what two games count has nothing in common.
function evening({ day, players, named, wins, points, games }) {
  const rows = players.map((name, seat) => {
    const scored = points.map((game) => make("small", {}, text("points_of", { game: game.title, points: game.points[seat] })));
    return [make("span", {}, named[seat] ? playerLink(name) : name, ...scored), wins[seat]];
  });
  const said = `${date(`${day}T00:00:00`)} · ${text("games", { games: games.length })}`;
  return make("li", {}, make("h3", {}, said), table([text("player"), text("won")], rows));
}

function playerLink(name) {
  return make("a", { href: `/player?name=${encodeURIComponent(name)}` }, name);
}

function table(heads, rows) {
  const head = make("tr", {}, ...heads.map((name) => make("th", { scope: "col" }, name)));
  const body = rows.map(([first, ...rest]) => make("tr", {}, make("th", { scope: "row" }, first), ...rest.map((cell) => make("td", {}, String(cell)))));
  return make("table", {}, make("thead", {}, head), make("tbody", {}, ...body));
}
