// The list of all games, and games that come from files.

import { act, find, getJson, language, make, onTap, sendForm, sendJson, tell, text } from "./api_client.js";
import { showEvenings } from "./evenings.js";
import { offerRatings } from "./ratings.js";
import { timeFormat } from "./times.js";

const MOST_BYTES = Number(document.querySelector("#file").dataset.megabytes) * 2 ** 20;
const date = timeFormat({ dateStyle: "medium", timeStyle: "short" });
let last = null;

async function showMore() {
  const { games, more } = await getJson(last === null ? "/api/games" : `/api/games?before=${last}`);
  find("games").append(...games.map(line));
  last = games.at(-1)?.number ?? last;
  find("more").hidden = !more;
  find("none").hidden = find("games").childElementCount > 0;
}

async function showAnew() {
  last = null;
  find("games").replaceChildren();
  await showMore();
}

function line(game) {
  const state = make("span", { className: `state ${game.current ? "on" : ""}` }, text(game.current ? "on" : game.over ? "over" : "unfinished"));
  const facts = [date(game.begun), text("moves", { moves: game.moves }), ...(game.imported ? [text("from_file")] : []), ...(game.occasion ? [game.occasion] : [])];
  const link = make(
    "a",
    { href: `/games/${game.number}`, className: "card kept" },
    make("span", { className: "head" }, make("b", {}, game.title), state),
    make("span", { className: "quiet" }, facts.join(" · ")),
    make("span", { className: "players" }, ...players(game)),
    ...(game.trouble ? [make("span", { className: "problem" }, game.trouble)] : []),
  );
  return make("li", {}, link);
}

// Who played, with the score; a winner has a star before his name.
function players(game) {
  if (game.standings.length === 0) return game.players.map((name) => make("span", {}, name));
  return game.standings.map(({ name, score, rank }) => make("span", {}, game.over && rank === 1 ? "★ " : "", name, " ", make("b", {}, String(score))));
}

onTap(find("more"), showMore);
find("file").addEventListener("change", (event) => {
  const [file] = event.target.files;
  if (!file) return;
  const form = new FormData();
  form.append("file", file);
  form.append("game", find("game").value);
  event.target.value = "";
  if (file.size > MOST_BYTES) return tell(text("file_too_big"), true);
  act(find("more"), async () => {
    tell(text("importing")); // an archive with many pictures takes a while
    const { sentence } = await sendForm("/api/games/import", form);
    await showAnew();
    tell(sentence);
  });
});

const BACKUP_POLL_MS = 1500;

async function showBackup() {
  const { last, running, trouble, now } = await getJson("/api/backups");
  find("backup").textContent = running ? text("backup_running") : last === null ? text("backup_none") : describeBackup(last, now);
  find("backup-trouble").textContent = trouble ?? "";
  find("backup-trouble").hidden = trouble === null;
  if (running) setTimeout(() => act(find("back-up"), showBackup), BACKUP_POLL_MS);
}

function describeBackup({ at, where }, now) {
  const hours = (new Date(at) - new Date(now)) / 3600e3;
  const words = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const age = hours > -1 ? words.format(Math.round(hours * 60), "minute") : hours > -48 ? words.format(Math.round(hours), "hour") : words.format(Math.round(hours / 24), "day");
  return text("backup_last", { at: date(at), age, where });
}

onTap(find("back-up"), async () => {
  const { sentence } = await sendJson("/api/backups", {});
  tell(sentence);
  await showBackup();
});
offerRatings();
act(find("back-up"), showBackup);
act(find("more"), async () => {
  await showMore();
  await showEvenings();
});
