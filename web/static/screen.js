// The table on a television: whose turn it is, the board, the score and the last move, and how phones come in.

import { drawBoard, tilePicture } from "./board.js";
import { asked } from "./choices.js";
import { drawScores } from "./score_line.js";
import { watch } from "./stream.js";
import { Trouble, getJson, make, text } from "./talk.js";

const LONG = 36; // letters; those of Japanese are twice as wide
const MANY = 4;
const find = (id) => document.getElementById(id);

function show(state) {
  document.body.dataset.serial = state.serial;
  const due = asked(state) || (state.prompts.at(-1)?.sentence ?? "");
  find("prompt").textContent = due;
  find("prompt").classList.toggle("long", [...due].reduce((wide, letter) => wide + (letter < "\u2000" ? 1 : 2), 0) > LONG);
  find("problem").hidden = state.problem === null;
  find("problem").textContent = state.problem?.sentence ?? "";
  drawBoard(find("board"), state.board);
  find("board").toggleAttribute("hidden", state.board.cells.length === 0);
  find("scores").classList.toggle("many", state.standings.length >= MANY);
  find("scores").replaceChildren(...state.standings.map((standing) => scoreLine(standing, state)));
  const last = state.moves.at(-1);
  find("last-move").hidden = !last;
  find("last").textContent = last?.sentence ?? "";
  drawScores(document.querySelector(".score-line"), { players: state.players, scores: state.scores, moves: state.move_count });
}

function scoreLine(standing, state) {
  const name = make("span", { className: "name" }, standing.name);
  if (standing.side) name.prepend(tilePicture(standing.side));
  if (state.over && standing.rank === 1) name.prepend("★ ");
  const line = make("li", {}, name, make("span", { className: "points" }, String(standing.score)));
  line.classList.toggle("turn", !state.over && state.prompts.at(-1)?.player === standing.player);
  return line;
}

// Without a network of its own the box has no address to show.
async function showJoin() {
  try {
    const { address, name } = await getJson("/api/join");
    find("address").textContent = [address, name].filter(Boolean).join("  ");
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    return;
  }
  find("join").hidden = false;
}

find("qr").addEventListener("error", () => (find("qr").hidden = true));
showJoin();
watch(show, (isFresh) => {
  find("stale").hidden = isFresh;
  document.body.classList.toggle("out-of-date", !isFresh);
  if (!isFresh) find("stale").textContent = text("stale");
});
