// A seat in a game that the box deals: the own hand, and the moves as buttons; nobody else's phone is shown them.

import { act, find, getJson, make, onTap, onTrouble, sendJson, tellTrouble, text } from "./api_client.js";
import { drawBoard, piecePicture } from "./board.js";
import { facesLoaded } from "./faces.js";

const RETRY_MS = 2000;
let shown = ""; // of which state, seat and language the hand is shown
let own = null;
let held = null; // the seat that this phone has taken, in which game
facesLoaded();

// Shows the hand of a seat as it is in this state of the table; where the box does not deal, nothing. Calls `freed` where
// somebody at the box has given the seat to whoever takes it next.
export async function showOwn(state, seat, freed) {
  const isOwn = state.computers.length > 0 && seat >= 0 && !state.computers[seat];
  find("own").hidden = !isOwn;
  const now = `${state.known} ${state.serial} ${seat}`;
  if (!isOwn || shown === now) return;
  shown = now;
  drawBoard(find("own-board"), state.board);
  find("own-told").replaceChildren(...state.prompts.slice(0, -1).map((prompt) => make("p", {}, prompt.sentence)));
  await act(find("own-undo"), async () => {
    try {
      const found = await fromSeat(state, seat, () => getJson(`/api/seats/${seat}`));
      if (shown === now) show(found, state, seat);
    } catch (error) {
      if (error.code === "computers.freed") {
        held = null;
        shown = "";
        freed();
      }
      if (shown === now && !error.code?.startsWith("computers.")) askAgain(state, seat, freed);
      throw error;
    }
  });
}

// Asks something that only the phone may that holds the seat, which is taken before: in another game it is not held yet.
async function fromSeat(state, seat, ask) {
  await takeSeat(state, seat);
  try {
    return await ask();
  } catch (error) {
    if (error.code !== "computers.not_yours") throw error;
    held = null;
    await takeSeat(state, seat);
    return ask();
  }
}

// A box that was too busy to answer, or out of reach, is asked once more.
function askAgain(state, seat, freed) {
  shown = "";
  setTimeout(() => shown === "" && showOwn(state, seat, freed), RETRY_MS);
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
  await onTrouble(() => sendJson("/api/seats/leave", {}), tellTrouble);
}

function show(found, state, seat) {
  own = found;
  import("./seat_keys.js");
  const picture = (look) => piecePicture({ look, piece: own.piece });
  find("own-hand").replaceChildren(...own.pieces.map((look) => ownPiece(look, picture)));
  find("own-notes").replaceChildren(...own.notes.map((note) => make("p", {}, note)));
  find("own-title").hidden = own.board !== null && own.pieces.length === 0;
  if (own.board) drawBoard(find("own-board"), own.board);
  find("own-due").textContent = state.over ? "" : text(own.moves.length ? "own_moves" : "wait");
  find("own-moves").replaceChildren(
    ...own.moves.map((move, number) => {
      const button = make("button", { type: "button", className: "button" }, ...move.pieces.map(picture), make("span", {}, move.sentence));
      button.dataset.key = move.key;
      button.addEventListener("click", () => play(button, state, seat, number));
      return button;
    }),
  );
  find("own-pass").hidden = !own.may_pass;
  find("own-pass").disabled = false;
  find("own-pass").onclick = () => play(find("own-pass"), state, seat, null);
}

// A card or tile of the own hand: a tap plays it where only one move does; else it leaves the moves with it, and a second
// tap brings the others back.
function ownPiece(look, picture) {
  const numbers = own.moves.flatMap((move, number) => (move.pieces.includes(look) ? [number] : []));
  if (numbers.length === 0) return picture(look);
  const button = make("button", { type: "button", className: "plain", ariaLabel: numbers.map((number) => own.moves[number].sentence).join(" / ") }, picture(look));
  button.dataset.moves = numbers.join(" ");
  const moves = find("own-moves").children;
  button.addEventListener("click", () => {
    if (numbers.length === 1) return moves[numbers[0]].click();
    const isChosen = button.getAttribute("aria-pressed") !== "true";
    for (const other of find("own-hand").querySelectorAll("button")) other.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-pressed", isChosen);
    [...moves].forEach((move, number) => (move.hidden = isChosen && !numbers.includes(number)));
  });
  return button;
}

// One move at a time. When it is made, or somebody was quicker, what was shown is gone: the new state brings the rest.
function play(button, state, seat, number) {
  const then = own;
  const buttons = [...find("own-moves").children, find("own-pass")];
  return act(button, async () => {
    for (const other of buttons) other.disabled = true;
    try {
      await fromSeat(state, seat, () => sendJson(`/api/seats/${seat}/moves`, { number, known: then.known }));
    } catch (error) {
      for (const other of buttons) other.disabled = false;
      if (error.code !== "keeping.moved_meanwhile") throw error;
    }
    if (own !== then) return;
    find("own-moves").replaceChildren();
    find("own-pass").hidden = true;
  });
}

onTap(find("own-undo"), () => sendJson("/api/undo", { known: own?.known }));
