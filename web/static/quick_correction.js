// Corrects a move on the live page: its likeliest alternatives, as small boards, of which one tap takes one.

import { find, getJson, make, sendJson, tell, text } from "./api_client.js";
import { drawBoard } from "./board.js";
import { correctionDialog } from "./correction.js";
import { styled } from "./late_styles.js";
import { shape } from "./shapes.js";

const corrections = correctionDialog({ parts: ["mending", "weighing"], known: () => known, made });
let move = null;
let known = 0; // the last entry when the move was opened
let likely = null; // its alternatives, with what follows from each
let currentState = () => null;

// Opens a move of a state, which `current` gives.
export async function openMove(chosen, current) {
  move = chosen;
  currentState = current;
  known = currentState().known;
  corrections.show("mending");
  find("move-said").textContent = move.sentence;
  find("move-without").hidden = move.picture !== null;
  find("move-picture").hidden = move.picture === null;
  if (move.picture !== null) find("move-picture").src = `/api/moves/pictures/${encodeURIComponent(move.picture)}/read`;
  // A pass that the rules forced was nobody's choice, and cannot be corrected.
  const wasChosen = move.entry !== 0;
  for (const id of ["strike", "other-move", "really", "likely"]) find(id).hidden = !wasChosen;
  find("forced").hidden = wasChosen;
  find("other-move").href = `/moves#${move.entry}-change`;
  find("likely").replaceChildren();
  likely = null;
  if (wasChosen) await corrections.run(find("other-move"), showLikely); // first, so that nothing moves under a finger
  await styled;
  corrections.open();
}

async function showLikely() {
  likely = await getJson(`/api/moves/${move.entry}/likely`);
  find("really").textContent = text(likely.choices.length ? "which_change" : "no_choice");
  find("likely").replaceChildren(...likely.choices.map(likelyButton));
  find("other-move").hidden = likely.others === 0;
}

// A hand can be any of thousands: its tiles are typed where moves are corrected.
function likelyButton(choice) {
  if (choice.hand) return make("a", { className: "button", href: `/moves#${move.entry}-change` }, text("type_tiles"));
  const board = shape("svg", { class: "board", "aria-hidden": "true" });
  drawBoard(board, choice.board);
  const button = make("button", { type: "button", className: "button" }, board, make("span", {}, choice.sentence));
  button.addEventListener("click", () => propose(button, { way: "change", move: choice.move, sentence: choice.sentence }, choice.preview));
  return button;
}

// What follows has come with the alternatives; where the game has gone on since, the box is asked again.
function propose(button, correction, preview) {
  const isCurrent = likely?.known === currentState().known;
  return corrections.propose(button, { ...correction, entry: move.entry }, { preview: isCurrent ? preview : null });
}

function made({ way, entry, without }) {
  if (way === "strike") return tell(text("struck"));
  const before = likely.recorded;
  const corrected = known + 1; // the entry of this correction, of which the page may not have heard yet
  const putBack = async () => {
    const last = Math.max(currentState().known, corrected);
    await sendJson("/api/corrections", { way: "change", entry, move: before, without: [], known: last });
    tell(text("put_back_done"));
  };
  tell(text("corrected"), false, without.length ? null : { said: text("put_back"), work: putBack });
}

find("move-picture").addEventListener("error", () => {
  find("move-picture").hidden = true;
  find("move-without").hidden = false;
});
find("strike").addEventListener("click", () => propose(find("strike"), { way: "strike", sentence: move.sentence }, likely?.strike));
find("keep").addEventListener("click", () => corrections.dialog.close());
