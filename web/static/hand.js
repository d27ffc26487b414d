// Checking a hand: tiles are tapped or come from a photograph; eight or nine of them are asked about at once.

import { answerParts } from "./answer.js";
import { onPhotos, shrunk } from "./photos.js";
import { act, make, sendForm, sendJson, text, Trouble } from "./talk.js";
import { UNSURE, tilePicker } from "./tile_picker.js";

const HAND = 9;
const find = (id) => document.getElementById(id);
let asked = 0; // only the newest question's answer is shown

function show(tiles) {
  askPayers();
  const isUnsure = tiles.includes(UNSURE);
  find("guide").textContent = guide(tiles, isUnsure);
  if (tiles.length === 0) find("read").hidden = true;
  check(tiles, !isUnsure && tiles.length >= HAND - 1);
}

function guide(tiles, isUnsure) {
  if (isUnsure) return text("unsure");
  if (tiles.length === 0) return text("empty");
  if (tiles.length < HAND - 1) return text("more");
  return tiles.length === HAND ? text("full") : text("eight");
}

async function check(tiles, isComplete) {
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
    players: Number(form.get("players")),
    chips: Number(form.get("chips")),
    dora: form.get("dora") || null,
    bonus: form.get("bonus") || null,
    winning: form.get("winning") || null,
    discards: numbers("discards").join(" "),
    pon: numbers("pon"),
    others: numbers("others").map(Number),
  };
}

async function readPhoto(file) {
  find("guide").textContent = text("looking");
  const form = new FormData();
  form.append("photo", await shrunk(file), "photo.jpg");
  try {
    const read = await sendForm("/api/hand/photo", form);
    picker.set(read.tiles);
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
onPhotos(find("photo"), ([file]) => act(find("photo"), () => readPhoto(file)));
picker.show();
