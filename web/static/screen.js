// The table on a television: whose turn it is, the board, the score and the last move, and how phones come in.

import { find, getJson, make, onTrouble } from "./api_client.js";
import { badgePicture } from "./badge.js";
import { drawBoard, tilePicture } from "./board.js";
import { asked } from "./choices.js";
import { livePictures, showCloseUps } from "./pictures.js";
import { drawScores, sample } from "./score_line.js";
import { watch } from "./stream.js";
import { heard } from "./this_phone.js";

const LONG = 36; // letters; those of Japanese are twice as wide
const MANY = 4;
const SMALLER = 0.93; // letters become so much smaller, step by step, until all of it has room
const LEAST = 0.4;
const BOARD = 0.36; // of the height of a screen that stands upright
const closeUp = document.querySelector(".close-up img");
const happened = livePictures([closeUp]);

function show(state) {
  heard(state);
  document.body.dataset.serial = state.serial;
  const due = asked(state) || (state.prompts.at(-1)?.sentence ?? "");
  find("prompt").textContent = due;
  find("prompt").classList.toggle("long", [...due].reduce((wide, letter) => wide + (letter < "\u2000" ? 1 : 2), 0) > LONG);
  find("march").hidden = state.march === null;
  find("march").textContent = state.march?.sentence ?? "";
  find("problem").hidden = state.problem === null;
  find("problem").textContent = state.problem?.sentence ?? "";
  drawBoard(find("board"), state.board);
  find("board").toggleAttribute("hidden", state.board.cells.length === 0);
  find("scores").classList.toggle("many", state.standings.length >= MANY);
  find("scores").replaceChildren(...state.standings.map((standing) => scoreLine(standing, state)));
  showLast(state);
  drawScores(document.querySelector(".score-line"), { players: state.players, scores: state.scores, moves: state.move_count });
  showCloseUps(state);
  fit();
  happened();
}

// The last move; while people are asked how a piece has dropped, what that is about and what it may have been.
function showLast(state) {
  const isAsked = state.board.kind === "frame" && state.question.length > 0;
  const told = (isAsked ? state.notices : state.moves.slice(-1)).map((one) => one.sentence);
  if (isAsked) told.push(...state.question.map((choice) => `• ${choice.sentence}`));
  find("last-move").hidden = told.length === 0;
  find("last-move").classList.toggle("asked", isAsked);
  find("last").textContent = told.join("\n");
}

// Long names and many players need more room: nothing is pushed off the screen for them.
function fit() {
  const main = document.querySelector("main");
  for (let size = 1; size > LEAST; size *= SMALLER) {
    main.style.setProperty("--fit", size);
    const board = find("board").getBoundingClientRect();
    const isUpright = innerHeight >= innerWidth && !find("board").hasAttribute("hidden");
    if (main.scrollHeight <= main.clientHeight + 1 && !(isUpright && board.height < BOARD * innerHeight)) return;
  }
}

function scoreLine(standing, state) {
  const name = make("span", { className: "name" }, make("span", { className: "called" }, standing.name));
  if (standing.side) name.prepend(tilePicture(standing.side));
  if (state.badges[standing.player]) name.prepend(badgePicture(state.badges[standing.player]));
  if (state.over && standing.rank === 1) name.prepend("★ ");
  if (state.scores.length > 1) name.append(sample(standing.player));
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
showJoin();
watch(show);
