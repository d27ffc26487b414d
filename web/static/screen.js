// The table on a television: whose turn it is, the board, the score and the last move, and how phones come in.

import { find, getJson, make, onTrouble } from "./api_client.js";
import { badgePicture } from "./badge.js";
import { drawBoard, tilePicture } from "./board.js";
import { questionOf } from "./choices.js";
import { facesLoaded } from "./faces.js";
import { livePictures, showCloseUps } from "./pictures.js";
import { textWidth } from "./shapes.js";
import { showStatus } from "./status_line.js";
import { watch } from "./stream.js";
import { announceNews } from "./this_phone.js";

const MAX_PROMPT_WIDTH = 18; // letters of Japanese; others are half as wide
const MIN_DENSE_PLAYERS = 4;
const SHRINK_FACTOR = 0.93; // letters become so much smaller, step by step, until all of it has room
const MIN_SCALE = 0.4;
const MIN_BOARD_SHARE = 0.36; // of the height of a screen that stands upright
const closeUp = document.querySelector(".close-up img");
const refreshPictures = livePictures(document.querySelectorAll("img[data-live]"));
let shown = null;

function show(state) {
  announceNews(state);
  document.body.dataset.serial = state.serial;
  const due = questionOf(state) || (state.prompts.at(-1)?.sentence ?? "");
  find("prompt").textContent = due;
  find("prompt").classList.toggle("long", textWidth(due, 0.5) > MAX_PROMPT_WIDTH);
  showStatus(find("status"), state.status);
  find("march").hidden = state.march === null;
  find("march").textContent = state.march?.sentence ?? "";
  find("problem").hidden = state.problem === null;
  find("problem").textContent = state.problem?.sentence ?? "";
  shown = state.board;
  drawBoard(find("board"), shown);
  find("board").toggleAttribute("hidden", state.board.cells.length === 0);
  find("scores").classList.toggle("many", state.standings.length >= MIN_DENSE_PLAYERS);
  find("scores").replaceChildren(...state.standings.map((standing) => scoreLine(standing, state)));
  showLast(state);
  find("seen").hidden = state.by_hand;
  showCloseUps(state);
  showEnd(state);
  fit();
  refreshPictures();
}

// The last move; while people are asked how a piece has dropped, what that is about and what it may have been.
function showLast(state) {
  const isAsked = state.board.kind === "frame" && state.question.length > 0;
  const lines = (isAsked ? state.notices : state.moves.slice(-1)).map((one) => one.sentence);
  if (isAsked) lines.push(...state.question.map((choice) => `• ${choice.sentence}`));
  find("last-move").hidden = lines.length === 0;
  find("last-move").classList.toggle("asked", isAsked);
  find("last").textContent = lines.join("\n");
}

async function showEnd(state) {
  find("podium").hidden = !state.over;
  if (!state.over) return;
  (await import("./moments.js")).showPodium(find("podium"), state);
  fit();
}

// Long names and many players need more room: nothing is pushed off the screen for them.
function fit() {
  const main = document.querySelector("main");
  for (let scale = 1; scale > MIN_SCALE; scale *= SHRINK_FACTOR) {
    main.style.setProperty("--fit", scale);
    const board = find("board").getBoundingClientRect();
    const isUpright = innerHeight >= innerWidth && !find("board").hasAttribute("hidden");
    if (main.scrollHeight <= main.clientHeight + 1 && !(isUpright && board.height < MIN_BOARD_SHARE * innerHeight)) return;
  }
}

function scoreLine(standing, state) {
  const name = make("span", { className: "name" }, make("span", { className: "called" }, `${state.over && standing.rank === 1 ? "★\u00a0" : ""}${standing.name}`));
  if (standing.side) name.prepend(tilePicture(standing.side));
  if (state.badges[standing.player]) name.prepend(badgePicture(state.badges[standing.player]));
  const points = make("span", { className: "points" }, String(standing.score));
  const line = make("li", {}, name, points, make("span", { className: "unit" }, standing.unit));
  line.classList.toggle("turn", !state.over && state.prompts.at(-1)?.player === standing.player);
  return line;
}

// Without a network of its own the box has no address to show.
async function showJoin() {
  const join = await onTrouble(() => getJson("/api/join"), () => null);
  if (join === null) return;
  find("address").textContent = [join.address, join.name].filter(Boolean).join("  ");
  find("join").hidden = false;
  fit();
}

addEventListener("resize", fit);
closeUp.addEventListener("load", fit);
find("qr").addEventListener("error", () => (find("qr").hidden = true));
facesLoaded().then((areLoaded) => areLoaded && shown && drawBoard(find("board"), shown));
showJoin();
watch(show);
