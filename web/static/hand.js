// Checking a hand: tiles are tapped or come from a photograph; eight or nine of them are asked about at once.

import { answerParts } from "./answer.js";
import { tilePicture } from "./board.js";
import { onPhotos, shrunk } from "./photos.js";
import { act, make, sendForm, sendJson, text, Trouble } from "./talk.js";

const HAND = 9;
const UNSURE = "?";
const find = (id) => document.getElementById(id);
const nameOf = (face) => (face === "wild" ? text("wild") : face);
let tiles = [];
let chosen = null; // the slot that the next key replaces
let asked = 0; // only the newest question's answer is shown

function key(face) {
  const button = make("button", { type: "button", className: "key" }, tilePicture(face));
  button.setAttribute("aria-label", nameOf(face));
  button.addEventListener("click", () => put(face));
  return button;
}

function put(face) {
  if (chosen !== null) tiles[chosen] = face;
  else if (tiles.length < HAND) tiles.push(face);
  chosen = null;
  show();
}

function slot(face, i) {
  const button = make("button", { type: "button" }, tilePicture(face));
  button.setAttribute("aria-label", `${i + 1}: ${nameOf(face)}`);
  button.setAttribute("aria-pressed", String(i === chosen));
  button.addEventListener("click", () => {
    chosen = i === chosen ? null : i;
    show();
  });
  return make("li", { className: face === UNSURE ? "unsure" : "" }, button);
}

function show() {
  const unsure = tiles.indexOf(UNSURE);
  if (chosen === null && unsure >= 0) chosen = unsure;
  const empty = Array.from({ length: Math.max(0, HAND - tiles.length) }, () => make("li", { className: "empty" }));
  find("slots").replaceChildren(...tiles.map(slot), ...empty);
  find("guide").textContent = guide(unsure);
  find("back").disabled = find("clear").disabled = tiles.length === 0;
  check(unsure < 0 && tiles.length >= HAND - 1);
}

function guide(unsure) {
  if (unsure >= 0) return text("unsure");
  if (tiles.length === 0) return text("empty");
  if (tiles.length < HAND - 1) return text("more");
  return tiles.length === HAND ? text("full") : text("eight");
}

async function check(isComplete) {
  const mine = ++asked;
  if (!isComplete) {
    find("answer").hidden = true;
    return;
  }
  let parts;
  try {
    parts = answerParts(await sendJson("/api/hand", { tiles, ...options() }));
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    parts = [make("p", { className: "verdict" }, error.message)];
  }
  if (mine !== asked) return;
  find("answer").replaceChildren(...parts);
  find("answer").hidden = false;
}

function options() {
  const form = new FormData(find("how"));
  const numbers = (name) => form.getAll(name).filter(Boolean);
  return {
    ron: numbers("ron").length > 0,
    riichi: form.has("riichi"),
    dealer: form.has("dealer"),
    let_pass: form.has("let_pass"),
    players: Number(form.get("players")),
    chips: Number(form.get("chips")),
    dora: form.get("dora") || null,
    bonus: form.get("bonus") || null,
    winning: form.get("winning") || null,
    discards: numbers("discards").join(" "),
    pon: numbers("pon"),
  };
}

async function readPhoto(file) {
  find("guide").textContent = text("looking");
  const form = new FormData();
  form.append("photo", await shrunk(file), "photo.jpg");
  try {
    const read = await sendForm("/api/hand/photo", form);
    tiles = read.tiles.slice(0, HAND);
    chosen = null;
    find("overlay").src = read.overlay;
    find("read-said").replaceChildren(...[read, ...read.warnings].map((said) => make("p", {}, said.sentence)));
    find("read").hidden = false;
  } finally {
    show();
  }
}

find("keys").append(...find("keys").dataset.faces.split(" ").map(key));
find("back").addEventListener("click", () => {
  tiles.splice(chosen ?? tiles.length - 1, 1);
  chosen = null;
  show();
});
find("clear").addEventListener("click", () => {
  tiles = [];
  chosen = null;
  find("read").hidden = true;
  show();
});
find("how").addEventListener("change", show);
onPhotos(find("photo"), ([file]) => act(find("photo"), () => readPhoto(file)));
show();
