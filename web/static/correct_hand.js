// A hand that was shown, typed tile by tile where the camera misread it or could not read it.

import { tilePicture } from "./board.js";
import { make, text } from "./talk.js";
import { tilePicker } from "./tile_picker.js";

const find = (id) => document.getElementById(id);
let hand = null;
let typed = [];

// Ask for the tiles of a hand of `/api/moves/<entry>/choices`; `name` is its player's.
export function askForHand(now, name) {
  hand = now;
  find("whose").textContent = `${text("whose", { player: name })} ${text(hand.tiles.length ? "hand_lead" : "hand_unread")}`;
  const also = [...hand.sets, ...(hand.taken ? [[hand.taken]] : [])];
  find("hand-also").hidden = also.length === 0;
  find("also-tiles").replaceChildren(...also.map((tiles) => make("span", { className: "laid" }, ...tiles.map(tilePicture))));
  picker.set(hand.tiles, hand.count);
}

// What was typed, as `/api/corrections` takes it.
export const typedHand = () => ({ player: hand.player, tiles: typed });

const sorted = (tiles) => JSON.stringify([...tiles].sort());

function show(tiles) {
  typed = tiles;
  if (hand === null) return;
  const missing = hand.count - tiles.length;
  const isSame = sorted(tiles) === sorted(hand.tiles);
  find("weigh-hand").disabled = missing !== 0 || isSame;
  find("guide").textContent = tiles.length === 0 ? text("hand_empty", { count: missing }) : missing ? text("hand_missing", { count: missing }) : text(isSame ? "hand_same" : "hand_full");
}

const picker = tilePicker(show);
