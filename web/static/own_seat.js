// A seat in a game that the box deals: the own hand, and the moves as buttons; nobody else's phone is shown them.

import { drawBoard, piecePicture } from "./board.js";
import { Trouble, act, getJson, make, sendJson, tell, text } from "./talk.js";

const find = (id) => document.getElementById(id);
let shown = ""; // of which state, seat and language the hand is shown
let own = null;
let held = null; // the seat that this phone has taken, in which game

// Shows the hand of a seat as it is in this state of the table; where the box does not deal, nothing.
export async function showOwn(state, seat) {
  const isOwn = state.computers.length > 0 && seat >= 0 && !state.computers[seat];
  find("own").hidden = !isOwn;
  const now = `${state.known} ${state.serial} ${seat}`;
  if (!isOwn || shown === now) return;
  shown = now;
  drawBoard(find("own-board"), state.board);
  find("own-told").replaceChildren(...state.prompts.slice(0, -1).map((prompt) => make("p", {}, prompt.sentence)));
  await act(find("own-undo"), async () => {
    await takeSeat(state, seat);
    const found = await getJson(`/api/seats/${seat}`);
    if (shown === now) show(found, state, seat);
  });
}

async function takeSeat(state, seat) {
  const game = `${state.game} ${state.players.join()} ${seat}`;
  if (held === game && state.move_count > 0) return;
  await sendJson("/api/seats", { seat });
  held = game;
}

export async function leaveSeat(state) {
  shown = "";
  held = null;
  find("own").hidden = true;
  if (state.computers.length === 0) return;
  try {
    await sendJson("/api/seats/leave", {});
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    tell(error.message, true);
  }
}

function show(found, state, seat) {
  own = found;
  const picture = (look) => piecePicture({ look, piece: own.piece });
  find("own-hand").replaceChildren(...own.pieces.map(picture));
  find("own-due").textContent = state.over ? "" : text(own.moves.length ? "own_moves" : "wait");
  find("own-moves").replaceChildren(
    ...own.moves.map((move, number) => {
      const button = make("button", { type: "button", className: "button" }, ...move.pieces.map(picture), make("span", {}, move.sentence));
      button.addEventListener("click", () => play(button, seat, number));
      return button;
    }),
  );
  find("own-pass").hidden = !own.may_pass;
  find("own-pass").onclick = () => play(find("own-pass"), seat, null);
}

// One move at a time; where somebody was quicker the new state is on its way, and shows what may be done then.
function play(button, seat, number) {
  return act(button, async () => {
    for (const other of find("own-moves").children) other.disabled = true;
    try {
      await sendJson(`/api/seats/${seat}/moves`, { number, known: own.known });
    } catch (error) {
      for (const other of find("own-moves").children) other.disabled = false;
      if (error.code !== "keeping.moved_meanwhile") throw error;
    }
  });
}

find("own-undo").addEventListener("click", () => act(find("own-undo"), () => sendJson("/api/undo", { known: own?.known })));
