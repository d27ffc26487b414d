// Corrects a move step by step: its details, then what it was instead, then what follows from that.

import { find, getJson, make, tell, text } from "./api_client.js";
import { drawBoard, tilePicture } from "./board.js";
import { correctionDialog, scoreLine } from "./correction.js";
import { facesLoaded } from "./faces.js";
import { movePicture } from "./move_picture.js";
import { formFields } from "./move_form.js";
import { MAX_SHOWN, makeTappable, matchWords } from "./move_search.js";
import { tilePicker } from "./tile_picker.js";

const MAX_OPEN_REASONS = 2;
const corrections = correctionDialog({ parts: ["looking", "typing", "choosing", "weighing"], known: () => game.known, made });
let game = null;
let move = null; // null: before all others
let draft = null; // {way, entry} of the correction that is being chosen, and the sentence of a hand that is typed
let choices = [];
let hand = null; // that is being typed
let typed = []; // its tiles
const showPicture = movePicture(find("picture"), { without: find("no-picture") });
const showHandPicture = movePicture(find("hand-picture"), { near: "hand/" });
const picker = tilePicker(showTyped);
const tapped = new Set();
facesLoaded();

// A move of `/api/moves`, or null to put one in before all others.
// `what` is done at once: "strike" it, "change" it, or put in behind it the hand of the player with that number.
export function openMove(now, chosen, what = null) {
  [game, move] = [now, chosen];
  find("said").textContent = move ? [move.ply ? text("number", { number: move.ply }) : "", move.sentence].filter(Boolean).join(" · ") : text("insert_first");
  corrections.show("looking");
  corrections.open();
  if (move) showMove();
  if (what === "strike" || what === "change") find(what).click();
  else if (what !== null) choose("insert", what);
  else if (!move) choose("insert");
}

// The game has gone on: the open move stays, and a correction is previewed with the game as it is now.
export function showCorrected(now) {
  if (corrections.dialog.open) game = { ...now, known: game.known };
}

function showMove() {
  const isOpen = move.entry !== 0 && !move.ended;
  find("told").textContent = [move.name, move.by && text("recorded_by", { by: move.by })].filter(Boolean).join(" · ");
  find("ways").hidden = !isOpen;
  find("fixed").hidden = isOpen;
  find("fixed").textContent = text(move.ended ? "was_corrected" : "was_forced");
  showPicture(move.picture);
  for (const part of ["scored", "after"]) find(part).previousElementSibling.hidden = find(part).hidden = !move.ply;
  find("after").toggleAttribute("hidden", !move.ply);
  if (move.ply) corrections.run(find("close"), showStep);
}

async function showStep() {
  const { ply } = move;
  const table = await getJson(`/api/games/${game.number}/steps/${ply}`);
  if (move?.ply !== ply) return;
  drawBoard(find("after"), table.board);
  find("scored").replaceChildren(...table.standings.map((standing) => {
    const change = table.changes[standing.player];
    return scoreLine(standing.name, standing.score - change, standing.score, reasonsOf(standing));
  }));
}

// Where a score comes from; a long account is opened by whoever wants to read it.
function reasonsOf({ reasons }) {
  const lines = make("ul", {}, ...reasons.map((reason) => make("li", {}, reason.sentence)));
  return reasons.length > MAX_OPEN_REASONS ? make("details", {}, make("summary", {}, text("account")), lines) : lines;
}

// Offers the legal moves there. A hand that was misread is typed at once, and so is the hand of the player `showing`.
function choose(way, showing = null) {
  draft = { way, entry: move?.entry ?? 0 };
  corrections.run(find(way), async () => {
    const found = await getJson(`/api/moves/${draft.entry}/choices?way=${way}`);
    choices = found.choices;
    find("searching").hidden = found.forms.length > 0;
    find("which").textContent = choices.length + found.forms.length ? text(`which_${way}`) : text("no_choice");
    const cells = found.table.board.cells.map((cell) => ({ ...cell, last: false })); // marks are those of the fingers here
    drawBoard(find("there"), { ...found.table.board, cells });
    for (const place of find("there").querySelectorAll("[data-place]")) makeTappable(place, () => tap(place));
    clear();
    find("result").replaceChildren();
    const [likely, ...others] = found.forms;
    if (likely) showForms(likely, others);
    const shown = choices.find((choice) => choice.hand && (choice.hand.tiles.length || choice.player === showing));
    if (shown) typeHand(shown);
    else corrections.show("choosing");
  });
}

// How a hand ended is entered part by part; what the move was is chosen already.
function showForms(open, others) {
  const enter = (button, moved) => propose(button, { ...draft, move: moved, sentence: open.said });
  const buttons = others.map((form) => {
    const button = make("button", { type: "button", className: "button" }, form.said);
    button.addEventListener("click", () => showForms(form, [open, ...others.filter((one) => one !== form)]));
    return button;
  });
  find("result").replaceChildren(...formFields(open, enter), ...buttons);
}

function typeHand(choice) {
  const name = game.players[choice.player];
  draft = { ...draft, sentence: text("shows", { player: name }) };
  find("not-a-hand").hidden = choices.length < 2;
  const isLast = move === game.lines.filter((line) => !line.ended).at(-1);
  if (draft.way === "change") showHandPicture(move.picture);
  else showHandPicture(null, isLast);
  corrections.show("typing");
  hand = choice.hand;
  find("whose").textContent = `${text("whose", { player: name })} ${text(hand.tiles.length ? "hand_lead" : "hand_unread")}`;
  const also = [...hand.sets, ...(hand.taken ? [[hand.taken]] : [])];
  find("hand-also").hidden = also.length === 0;
  find("also-tiles").replaceChildren(...also.map((tiles) => make("span", { className: "laid" }, ...tiles.map(tilePicture))));
  picker.set(hand.tiles, hand.count);
}

const sorted = (tiles) => JSON.stringify([...tiles].sort());

function showTyped(tiles) {
  typed = tiles;
  const missing = hand.count - tiles.length;
  const isSame = sorted(tiles) === sorted(hand.tiles);
  find("weigh-hand").disabled = missing !== 0 || isSame;
  find("guide").textContent = tiles.length === 0 ? text("hand_empty", { count: missing }) : missing ? text("hand_missing", { count: missing }) : text(isSame ? "hand_same" : "hand_full");
}

function tap(place) {
  const name = place.dataset.place;
  if (!tapped.delete(name)) tapped.add(name);
  showChoices();
}

function clear() {
  tapped.clear();
  find("filter").value = "";
  showChoices();
}

function showChoices() {
  for (const place of find("there").querySelectorAll("[data-place]")) {
    const isTapped = tapped.has(place.dataset.place);
    place.classList.toggle("tapped", isTapped);
    place.setAttribute("aria-pressed", isTapped);
  }
  const touches = (choice, name) => choice.places.some((place) => place === name || place.startsWith(`${name}/`));
  const fitting = matchWords(choices, find("filter").value).filter((choice) => [...tapped].every((name) => touches(choice, name)));
  find("found").textContent = choices.length && !fitting.length ? text("no_fit") : text("found", { count: fitting.length });
  find("more").hidden = fitting.length <= MAX_SHOWN;
  find("choices").replaceChildren(...fitting.slice(0, MAX_SHOWN).map(choiceButton));
  if (tapped.size && fitting.length) find("choices").firstElementChild.scrollIntoView({ block: "nearest" });
}

function choiceButton(choice) {
  const button = make("button", { type: "button", className: "button" }, choice.sentence);
  button.addEventListener("click", () => (choice.hand ? typeHand(choice) : propose(button, { ...draft, move: choice.move, sentence: choice.sentence })));
  return button;
}

// Nothing follows from striking the last move, so that alone need not be confirmed.
function propose(button, correction) {
  return corrections.propose(button, correction, { mustConfirm: correction.way !== "strike" });
}

function made() {
  tell(text("done"));
  document.dispatchEvent(new Event("corrected"));
}

find("change").addEventListener("click", () => choose("change"));
find("insert").addEventListener("click", () => choose("insert"));
find("strike").addEventListener("click", () => propose(find("strike"), { way: "strike", entry: move.entry, sentence: move.sentence }));
find("weigh-hand").addEventListener("click", () => propose(find("weigh-hand"), { ...draft, hand: { player: hand.player, tiles: typed } }));
find("not-a-hand").addEventListener("click", () => corrections.show("choosing"));
find("filter").addEventListener("input", showChoices);
find("clear-search").addEventListener("click", clear);
find("close").addEventListener("click", () => corrections.dialog.close());
