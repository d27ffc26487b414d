// The keys of the original Stop, in every game that the box deals: F8 draws, F9 takes, F6 goes to the calls, arrows
// choose a card of the own hand, and ↑, space or Enter discards it. Loaded with the first hand.

import { find } from "./api_client.js";

// Kinds of moves, by the keys of their sentences.
const DRAW = /\.(drew|draw)$/;
const TAKE = /\.took$/;
const DISCARD = /\.(discarded|discard)$/;
const CALL = /\.(called_\w+|call_\w+|made_pon|made_kan|challenged)$/;
const KEYS = {
  F6: toNextCall,
  F8: () => make(DRAW),
  F9: () => make(TAKE),
  ArrowLeft: () => choose(-1),
  ArrowRight: () => choose(1),
  ArrowUp: () => discard(cards().includes(document.activeElement)),
  Enter: () => discard(document.activeElement === chosen),
  " ": () => discard(document.activeElement === chosen),
  "?": showHelp,
};
let chosen = null; // the card that arrows have chosen: Enter on one that Tab has reached does what a tap does

const moves = () => [...find("own-moves").children];
const cards = () => [...find("own-hand").querySelectorAll("button")];

document.addEventListener("keydown", (event) => {
  const isElsewhere = event.target.closest("input, select, textarea, dialog") || find("own").hidden || find("sitting").hidden;
  if (isElsewhere || event.ctrlKey || event.altKey || event.metaKey) return;
  if (KEYS[event.key]?.()) event.preventDefault();
});
find("own-keys").addEventListener("click", showHelp);

// The keys give whether they have done anything.
function make(kind) {
  const move = moves().find((button) => kind.test(button.dataset.key));
  move?.click();
  return move !== undefined;
}

function toNextCall() {
  const calls = moves().filter((button) => CALL.test(button.dataset.key) && !button.hidden);
  calls[(calls.indexOf(document.activeElement) + 1) % calls.length]?.focus();
  return calls.length > 0;
}

function choose(step) {
  const all = cards();
  const at = all.indexOf(document.activeElement);
  chosen = all.at(at < 0 ? Math.min(step, 0) : (at + step) % all.length) ?? null;
  chosen?.focus();
  return chosen !== null;
}

// Where there is more than one place to discard a card, its moves are shown.
function discard(isChosen) {
  if (!isChosen) return false;
  const card = document.activeElement;
  const all = moves();
  const discards = card.dataset.moves.split(" ").map((number) => all[number]).filter((button) => DISCARD.test(button.dataset.key));
  (discards.length === 1 ? discards[0] : card).click();
  return true;
}

function showHelp() {
  const dialog = find("keys").content.firstElementChild.cloneNode(true);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return true;
}
