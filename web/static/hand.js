// Checking a hand: tiles are tapped or come from a photograph; exactly eight or nine of them are asked about at once.

import { answerParts } from "./answer.js";
import { act, find, make, onTrouble, sendForm, sendJson, text } from "./api_client.js";
import { formFields } from "./move_form.js";
import { onPhotos, shrink } from "./photos.js";
import { SEAT, inTab, onPhone } from "./storage.js";
import { UNSURE, tilePicker } from "./tile_picker.js";

const HAND = 9;
const STORAGE_KEY = "hand"; // over a reload
const known = JSON.parse(document.getElementById("known").textContent); // what the game on the table says of each seat
let asked = 0; // only the newest question's answer is shown
let others = 0; // tiles that a photograph shows outside the row, as long as nobody has said that they are not of the hand

function show(tiles) {
  askPayers();
  if (tiles.length === 0) others = 0;
  inTab.set(STORAGE_KEY, JSON.stringify({ tiles, others }));
  const isUnsure = tiles.includes(UNSURE);
  const isComplete = !isUnsure && (tiles.length === HAND || tiles.length === HAND - 1);
  find("guide").textContent = guide(tiles, isUnsure);
  find("is-whole").hidden = others === 0 || !isComplete;
  if (tiles.length === 0) find("read").hidden = true;
  check(tiles, isComplete && others === 0);
}

function guide(tiles, isUnsure) {
  if (tiles.length > HAND) return text("too_many", { count: tiles.length });
  if (isUnsure) return text("unsure");
  if (others) return text("beside", { others });
  if (tiles.length === 0) return text("empty");
  if (tiles.length < HAND - 1) return text("more");
  return tiles.length === HAND ? text("full") : text("eight");
}

async function check(tiles, isComplete) {
  const question = ++asked;
  if (!isComplete) {
    find("answer").hidden = true;
    return;
  }
  const parts = await onTrouble(
    async () => {
      const found = await sendJson("/api/hand", { tiles, ...options() });
      return [...answerParts(found), ...(found.valid && known.common ? [bookButton(tiles)] : [])];
    },
    ({ message }) => [make("p", { className: "verdict" }, message)],
  );
  if (question !== asked) return;
  find("answer").replaceChildren(...parts);
  find("booking").replaceChildren();
  find("answer").hidden = false;
}

// A hand that won is entered in the match on the table: who, and on whose discard, is still to be said.
function bookButton(tiles) {
  const button = make("button", { type: "button", className: "button" }, text("book"));
  button.addEventListener("click", () =>
    act(button, async () => {
      const { form, known: last } = await sendJson("/api/hand/book", { tiles, ...options() });
      const enter = (done, move) => act(done, () => enterResult(move, last));
      find("booking").replaceChildren(...formFields(form, enter));
      button.hidden = true;
    }),
  );
  return button;
}

async function enterResult(move, last) {
  await sendJson("/api/moves", { move, is_result: true, known: last });
  inTab.set(STORAGE_KEY, JSON.stringify({ tiles: [], others: 0 }));
  location.assign("/");
}

// What the game on the table knows of a player's hand; of nobody's, what it knows of all.
function fillIn(seat) {
  const found = known.seats[seat] ?? known.common;
  for (const field of find("how").elements) if (field.name) fill(field, found);
  picker.show();
}

function fill(field, found) {
  const also = document.getElementsByName(field.name);
  const at = [...also].indexOf(field);
  if (field.name === "no_wild_ron") field.checked = !found.wild_ron;
  else if (field.name === "discards") field.checked = found.discards.split(" ").includes(field.value);
  else if (field.type === "radio") field.checked = found[field.name] === Boolean(field.value);
  else if (field.type === "checkbox") field.checked = found[field.name];
  else field.value = (also.length > 1 ? found[field.name][at] : found[field.name]) ?? "";
}

// As many payers are asked for as there are: all other players, or whoever discarded the winning tile.
function askPayers() {
  const form = new FormData(find("how"));
  const payers = form.get("ron") ? 1 : Number(form.get("players")) - 1;
  for (const [at, purse] of document.getElementsByName("others").entries()) {
    purse.disabled = purse.parentElement.hidden = at >= payers;
  }
}

function options() {
  const form = new FormData(find("how"));
  const numbers = (name) => form.getAll(name).filter(Boolean);
  return {
    ron: numbers("ron").length > 0,
    riichi: form.has("riichi"),
    dealer: form.has("dealer"),
    let_pass: form.has("let_pass"),
    wild_ron: !form.has("no_wild_ron"),
    wild_dora: form.has("wild_dora"),
    next_dealer: form.has("next_dealer"),
    players: Number(form.get("players")),
    chips: Number(form.get("chips")),
    dora: form.get("dora") || null,
    bonus: form.get("bonus") || null,
    winning: form.get("winning") || null,
    discards: numbers("discards").join(" "),
    seen: form.get("seen"),
    pon: numbers("pon"),
    others: numbers("others").map(Number),
  };
}

async function readPhoto(file) {
  find("guide").textContent = text("looking");
  const form = new FormData();
  form.append("photo", await shrink(file), "photo.jpg");
  try {
    const read = await sendForm("/api/hand/photo", form);
    others = read.others;
    picker.set(read.tiles.map((face) => (face === "back" ? UNSURE : face)));
    find("overlay").src = read.overlay;
    find("read-said").replaceChildren(...[read, ...read.warnings].map((said) => make("p", {}, said.sentence)));
    find("read").hidden = false;
  } catch (error) {
    picker.show();
    throw error;
  }
}

const picker = tilePicker(show);
find("how").addEventListener("change", picker.show);
find("is-whole").addEventListener("click", () => {
  others = 0;
  picker.show();
});
if (find("photo")) onPhotos(find("photo"), ([file]) => act(find("photo"), () => readPhoto(file)));

const before = JSON.parse(inTab.get(STORAGE_KEY) ?? '{"tiles": [], "others": 0}');
others = before.others;
picker.set(before.tiles);
if (known.common) {
  const seat = known.players.indexOf(onPhone.get(SEAT));
  find("whose").value = String(seat);
  find("whose").addEventListener("change", (event) => {
    event.stopPropagation();
    fillIn(Number(find("whose").value));
  });
  fillIn(seat);
}
