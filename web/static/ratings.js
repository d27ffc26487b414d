// Ratings: asked for by opening them, which this phone remembers; of all players, or on a player's page of that one.

import { act, find, getJson, make, text } from "./api_client.js";
import { shape } from "./shapes.js";
import { onPhone } from "./storage.js";

const KEPT = "ratings";
const ratings = find("ratings");
const { name } = ratings.dataset;

function show({ average, games }) {
  const tables = games.map(({ title, players }) => ({ title, players: players.filter((player) => !name || player.name === name) })).filter(({ players }) => players.length > 0);
  const shown = tables.map(({ title, players }) => make("section", {}, make("h3", {}, title), make("ul", { className: "shares" }, ...players.map((player) => line(player, average)))));
  const lead = text("ratings_lead", { average });
  find("rating-tables").replaceChildren(make("p", {}, lead), ...(shown.length ? shown : [make("p", {}, text("no_ratings"))]));
}

function line({ name: who, strength, margin, vague }, average) {
  const said = text("strength", { strength: Math.round(strength), margin: Math.round(margin) });
  const note = vague ? [make("small", { className: "quiet" }, text("vague"))] : [];
  return make("li", {}, make("span", {}, who), make("b", {}, said), range(strength, margin, average), ...note);
}

// Where the strength most likely lies, between none and twice that of the beginning.
function range(strength, margin, average) {
  const at = (value) => Math.min(100, Math.max(0, (50 * value) / average));
  const [left, right] = [at(strength - margin), at(strength + margin)];
  const span = shape("rect", { class: "equal", x: left, y: 3, width: right - left, height: 4 });
  const middle = shape("line", { class: "middle", x1: 50, x2: 50, y1: 0, y2: 10 });
  const mark = shape("rect", { class: "won", x: at(strength) - 1, y: 0, width: 2, height: 10 });
  return shape("svg", { class: "share", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, span, middle, mark);
}

export function offerRatings() {
  ratings.addEventListener("toggle", () => {
    onPhone.set(KEPT, ratings.open ? "on" : "off");
    if (ratings.open) act(ratings, async () => show(await getJson("/api/players/ratings")));
  });
  ratings.open = onPhone.get(KEPT) === "on";
}
