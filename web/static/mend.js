// A move of the live page, mended there: its likeliest alternatives, as small boards, of which one tap takes one.

import { drawBoard } from "./board.js";
import { doing, hasConsequences, showConsequences } from "./consequences.js";
import { styled } from "./late_styles.js";
import { shape } from "./shapes.js";
import { getJson, make, sendJson, tell, text } from "./talk.js";

const find = (id) => document.getElementById(id);
const trouble = find("move-trouble");
const dialog = find("move");
let move = null;
let known = 0; // the last entry when the move was opened
let recorded = null; // the move as the record has it, to put it back
let wanted = null; // the correction that is being weighed
let now = () => null;

// A move of a state, which `current` gives.
export async function openMove(chosen, current) {
  move = chosen;
  now = current;
  known = now().known;
  part("mending");
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
  if (wasChosen) await doing(find("other-move"), showLikely, trouble); // first, so that nothing moves under a finger
  await styled;
  dialog.showModal();
  dialog.scrollTop = 0;
}

async function showLikely() {
  const { choices, others, recorded: stands } = await getJson(`/api/moves/${move.entry}/likely`);
  recorded = stands;
  find("really").textContent = text(choices.length ? "which_change" : "no_choice");
  find("likely").replaceChildren(...choices.map(likelyButton));
  find("other-move").hidden = others === 0;
}

// A hand can be any of thousands: its tiles are typed where moves are corrected.
function likelyButton(choice) {
  if (choice.hand) return make("a", { className: "button", href: `/moves#${move.entry}-change` }, text("type_tiles"));
  const board = shape("svg", { class: "board", "aria-hidden": "true" });
  drawBoard(board, choice.board);
  const button = make("button", { type: "button", className: "button" }, board, make("span", {}, choice.sentence));
  button.addEventListener("click", () => weigh(button, { way: "change", entry: move.entry, move: choice.move, sentence: choice.sentence }));
  return button;
}

function part(name) {
  for (const one of ["mending", "weighing"]) find(one).hidden = one !== name;
  trouble.hidden = true;
}

// What follows is shown before anything is changed; where nothing follows, one tap is enough.
function weigh(button, correction) {
  return doing(button, async () => {
    const seen = await sendJson("/api/corrections/preview", asked(correction));
    wanted = { ...correction, without: seen.without };
    if (!hasConsequences(seen)) return correct();
    part("weighing");
    showConsequences(seen, wanted);
    dialog.scrollTop = 0;
  }, trouble);
}

async function correct() {
  const { way, entry, without } = wanted;
  await sendJson("/api/corrections", { ...asked(wanted), without, known });
  dialog.close();
  const back = recorded;
  if (way === "strike") tell(text("struck"));
  else tell(text("corrected"), false, without.length ? null : { said: text("put_back"), work: () => putBack(entry, back) });
}

async function putBack(entry, before) {
  await sendJson("/api/corrections", { way: "change", entry, move: before, without: [], known: now().known });
  tell(text("put_back_done"));
}

function asked({ way, entry, move: chosen }) {
  return way === "strike" ? { way, entry } : { way, entry, move: chosen };
}

find("move-picture").addEventListener("error", () => {
  find("move-picture").hidden = true;
  find("move-without").hidden = false;
});
find("strike").addEventListener("click", () => weigh(find("strike"), { way: "strike", entry: move.entry, sentence: move.sentence }));
find("do").addEventListener("click", () => doing(find("do"), correct, trouble));
for (const id of ["keep", "give-up"]) find(id).addEventListener("click", () => dialog.close());
