// A game looked at again, move by move.

import { act, find, getJson, make, onTap, sendJson, text } from "./api_client.js";
import { drawBoard } from "./board.js";
import { facesLoaded } from "./faces.js";
import { drawScores, showMarch } from "./score_line.js";
import { showStatus } from "./status_line.js";
import { timeFormat } from "./times.js";

const number = find("title").dataset.number;
const date = timeFormat({ dateStyle: "medium", timeStyle: "short" });
const PAUSE_MS = 1800; // on each move while the game plays by itself
const steps = new Map();
let game = null;
let lines = [];
let at = 0;
let playing = null; // until the next move

// Asked for once each, and kept; whoever turns pages quickly waits for one only.
function step(wanted) {
  if (!steps.has(wanted)) steps.set(wanted, getJson(`/api/games/${number}/steps/${wanted}`));
  return steps.get(wanted);
}

async function show(wanted) {
  const here = Math.min(Math.max(wanted, 0), game.moves);
  at = here;
  find("at").value = at;
  find("first").disabled = find("back").disabled = at === 0;
  find("last").disabled = find("next").disabled = at === game.moves;
  let table;
  try {
    [table] = await Promise.all([step(here), facesLoaded()]);
  } catch (error) {
    steps.delete(here);
    throw error;
  }
  if (here !== at) return; // a later tap has been quicker
  document.body.dataset.at = at;
  history.replaceState(null, "", `#move=${at}`);
  showPhoto(lines[at]?.picture);
  drawBoard(find("board"), table.board);
  const count = text("of", { at, all: game.moves });
  find("said").replaceChildren(lines[at]?.sentence ?? text("start"), make("small", {}, [count, lines[at]?.by].filter(Boolean).join(" · ")));
  showMarch(find("march"), table.march);
  showStatus(find("status"), table.status);
  find("standings").replaceChildren(...table.standings.map((standing) => scoreLine(standing, table.changes[standing.player] ?? 0)));
  const settled = at < game.moves ? table.settled : []; // at the end the prompts say it
  find("settled").hidden = settled.length === 0;
  find("settled").replaceChildren(...settled.flatMap((one) => [make("p", {}, one.sentence), " "]));
  find("prompts").hidden = at < game.moves;
  find("prompts").replaceChildren(...(at === game.moves ? table.prompts.map((prompt) => make("p", {}, prompt.sentence)) : []));
  drawScores(document.querySelector(".score-line"), { players: game.players, scores: game.scores, moves: game.moves, at });
  if (at < game.moves) step(at + 1).catch(() => steps.delete(at + 1));
  await showComments(here);
}

// What the box thinks of the move; worked out only for whoever wants it.
async function showComments(here) {
  const isWanted = find("comment").getAttribute("aria-pressed") === "true" && here > 0;
  find("comments").hidden = true;
  if (!isWanted) return;
  const { comments } = await getJson(`/api/games/${number}/steps/${here}/comments`);
  if (here !== at) return;
  const said = comments.length ? comments.map(({ sentence }) => sentence) : [text("no_comment")];
  find("comments").replaceChildren(...said.map((sentence) => make("p", {}, sentence)));
  find("comments").hidden = false;
}

function scoreLine(standing, change) {
  const changed = change === 0 ? [] : [make("span", { className: "change" }, change > 0 ? `+${change}` : `−${-change}`)];
  const points = make("span", { className: "points-now" }, make("b", {}, String(standing.score)), ...changed);
  return make("li", {}, make("span", { className: "name" }, standing.name), points);
}

// What the camera saw when the move was read; not every move has a picture, and old ones are cleared away.
function showPhoto(picture) {
  find("photo").hidden = !picture;
  if (picture) find("photo").querySelector("img").src = `/api/moves/pictures/${encodeURIComponent(picture)}/read`;
}

function turn(wanted) {
  play(false);
  if (game !== null) act(find("said"), () => show(wanted));
}

// The game plays by itself, to its end or until somebody turns the pages.
function play(on) {
  clearTimeout(playing);
  playing = on ? setTimeout(goOn, PAUSE_MS) : null;
  find("play").classList.toggle("playing", on);
  find("play").setAttribute("aria-label", text(on ? "pause" : "play"));
}

async function goOn() {
  await act(find("said"), () => show(at + 1));
  if (playing !== null) play(at < game.moves);
}

// A link to a move, as `show` writes it into the address.
function linked() {
  const found = /^#move=(\d+)$/.exec(location.hash);
  return found ? Number(found[1]) : null;
}

async function open() {
  game = await getJson(`/api/games/${number}`);
  lines = [];
  for (const line of game.lines) if (line.ply) lines[line.ply] = line;
  find("title").textContent = `${game.title} · ${date(game.begun)}`;
  find("trouble").hidden = game.trouble === null;
  find("trouble").textContent = game.trouble ?? "";
  find("resumes").hidden = !game.can_go_on;
  find("corrects").hidden = !game.current;
  find("comment").hidden = !game.commented;
  find("at").max = game.moves;
  if (game.standings.length) await show(linked() ?? (game.over ? 0 : game.moves));
}

find("photo").querySelector("img").addEventListener("error", () => (find("photo").hidden = true));
find("play").addEventListener("click", () => {
  if (game === null) return;
  const isPlaying = playing !== null;
  if (!isPlaying && at === game.moves) turn(0);
  play(!isPlaying);
});
addEventListener("hashchange", () => linked() !== null && turn(linked()));
find("first").addEventListener("click", () => turn(0));
find("back").addEventListener("click", () => turn(at - 1));
find("next").addEventListener("click", () => turn(at + 1));
find("last").addEventListener("click", () => turn(game.moves));
find("at").addEventListener("input", (event) => turn(Number(event.target.value)));
document.addEventListener("keydown", (event) => {
  const targets = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: game?.moves ?? 0 };
  if (!(event.key in targets) || event.altKey || event.ctrlKey || event.metaKey || event.target === find("at")) return;
  event.preventDefault();
  turn(Math.min(Math.max(targets[event.key], 0), game?.moves ?? 0));
});
onTap(find("comment"), async () => {
  find("comment").setAttribute("aria-pressed", String(find("comment").getAttribute("aria-pressed") !== "true"));
  await showComments(at);
});
onTap(find("resume"), async () => {
  await sendJson(`/api/games/${number}/resume`, { known: Number(find("resume").dataset.known) });
  location.assign("/");
});
act(find("said"), open);
