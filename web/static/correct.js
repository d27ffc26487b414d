// Correcting a move: looked at, then what it was is chosen, then what would follow is weighed; only then it is done.

import { drawBoard } from "./board.js";
import { makeTappable } from "./board_taps.js";
import { doing, hasConsequences, scoreLine, showConsequences } from "./consequences.js";
import { askForHand, typedHand } from "./correct_hand.js";
import { movePicture } from "./move_picture.js";
import { getJson, make, sendJson, tell, text } from "./talk.js";

const FEW_REASONS = 2;
const MOST = 40; // choices that are shown at once
const find = (id) => document.getElementById(id);
const trouble = find("trouble");
const dialog = find("move");
let game = null;
let move = null; // null: before all others
let wanted = null; // {way, entry, move or hand, sentence}
let offered = [];
const showPicture = movePicture(find("picture"), { without: find("no-picture") });
const showHandPicture = movePicture(find("hand-picture"), { near: "hand/" });
const tapped = new Set();

// A move of `/api/moves`, or null to put one in before all others.
// `what` is done at once: "strike" it, "change" it, or put in behind it the hand of the player with that number.
export function openMove(now, chosen, what = null) {
  [game, move] = [now, chosen];
  find("said").textContent = move ? [move.ply ? text("number", { number: move.ply }) : "", move.sentence].filter(Boolean).join(" · ") : text("insert_first");
  part("looking");
  dialog.showModal();
  dialog.scrollTop = 0;
  if (move) look();
  if (what === "strike" || what === "change") find(what).click();
  else if (what !== null) choose("insert", what);
  else if (!move) choose("insert");
}

// The game has gone on: what is being looked at stays, and a correction is weighed against the game as it is now.
export function showCorrected(now) {
  if (dialog.open) game = { ...now, known: game.known };
}

function part(name) {
  for (const one of ["looking", "typing", "choosing", "weighing"]) find(one).hidden = one !== name;
  trouble.hidden = true;
  dialog.scrollTop = 0;
}

function look() {
  const isOpen = move.entry !== 0 && !move.ended;
  find("told").textContent = [move.name, move.by && text("recorded_by", { by: move.by })].filter(Boolean).join(" · ");
  find("ways").hidden = !isOpen;
  find("fixed").hidden = isOpen;
  find("fixed").textContent = text(move.ended ? "was_corrected" : "was_forced");
  showPicture(move.picture);
  for (const part of ["scored", "after"]) find(part).previousElementSibling.hidden = find(part).hidden = !move.ply;
  find("after").toggleAttribute("hidden", !move.ply);
  if (move.ply) doing(find("close"), showStep, trouble);
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
  return reasons.length > FEW_REASONS ? make("details", {}, make("summary", {}, text("account")), lines) : lines;
}

// What may stand there. A hand that was read wrongly is typed at once, and so is the hand of the `typed` player.
function choose(way, typed = null) {
  wanted = { way, entry: move?.entry ?? 0 };
  doing(find(way), async () => {
    const { choices, table } = await getJson(`/api/moves/${wanted.entry}/choices?way=${way}`);
    offered = choices;
    find("which").textContent = choices.length ? text(`which_${way}`) : text("no_choice");
    const cells = table.board.cells.map((cell) => ({ ...cell, last: false })); // marks are those of the fingers here
    drawBoard(find("there"), { ...table.board, cells });
    for (const place of find("there").querySelectorAll("[data-place]")) makeTappable(place, () => tap(place));
    clear();
    const hand = choices.find((choice) => choice.hand && (choice.hand.tiles.length || choice.player === typed));
    if (hand) typeHand(hand);
    else part("choosing");
  }, trouble);
}

function typeHand(choice) {
  const name = game.players[choice.player];
  wanted = { ...wanted, sentence: text("shows", { player: name }), hand: {} };
  find("not-a-hand").hidden = offered.length < 2;
  const isLast = move === game.lines.filter((line) => !line.ended).at(-1);
  if (wanted.way === "change") showHandPicture(move.picture);
  else showHandPicture(null, isLast);
  part("typing");
  askForHand(choice.hand, name);
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

const folded = (words) => words.normalize("NFKC").toLowerCase();

function showChoices() {
  for (const place of find("there").querySelectorAll("[data-place]")) {
    const isTapped = tapped.has(place.dataset.place);
    place.classList.toggle("tapped", isTapped);
    place.setAttribute("aria-pressed", isTapped);
  }
  const words = folded(find("filter").value).split(/\s+/).filter(Boolean);
  const touches = (choice, name) => choice.places.some((place) => place === name || place.startsWith(`${name}/`));
  const fitting = offered.filter((choice) => [...tapped].every((name) => touches(choice, name)) && words.every((word) => folded(choice.sentence).includes(word)));
  find("found").textContent = offered.length && !fitting.length ? text("no_fit") : text("found", { count: fitting.length });
  find("more").hidden = fitting.length <= MOST;
  find("choices").replaceChildren(...fitting.slice(0, MOST).map(choiceButton));
  if (tapped.size && fitting.length) find("choices").firstElementChild.scrollIntoView({ block: "nearest" });
}

function choiceButton(choice) {
  const button = make("button", { type: "button", className: "button" }, choice.sentence);
  const chosen = () => weigh(button, { way: wanted.way, entry: wanted.entry, move: choice.move, sentence: choice.sentence });
  button.addEventListener("click", () => (choice.hand ? typeHand(choice) : chosen()));
  return button;
}

function weigh(button, correction) {
  doing(button, async () => {
    const seen = await sendJson("/api/corrections/preview", asked(correction));
    wanted = { ...correction, without: seen.without };
    // Nothing follows from striking the last move, so nobody is asked once more.
    if (wanted.way === "strike" && !hasConsequences(seen)) return correct();
    part("weighing");
    showConsequences(seen, wanted);
  }, trouble);
}

async function correct() {
  await sendJson("/api/corrections", { ...asked(wanted), without: wanted.without, known: game.known });
  dialog.close();
  tell(text("done"));
  document.dispatchEvent(new Event("corrected"));
}

function asked({ way, entry, hand, move: chosen }) {
  if (way === "strike") return { way, entry };
  return hand ? { way, entry, hand } : { way, entry, move: chosen };
}

find("change").addEventListener("click", () => choose("change"));
find("insert").addEventListener("click", () => choose("insert"));
find("strike").addEventListener("click", () => weigh(find("strike"), { way: "strike", entry: move.entry, sentence: move.sentence }));
find("weigh-hand").addEventListener("click", () => weigh(find("weigh-hand"), { ...wanted, hand: typedHand() }));
find("not-a-hand").addEventListener("click", () => part("choosing"));
find("do").addEventListener("click", () => doing(find("do"), correct, trouble));
find("filter").addEventListener("input", showChoices);
find("clear-search").addEventListener("click", clear);
find("close").addEventListener("click", () => dialog.close());
find("give-up").addEventListener("click", () => dialog.close());
