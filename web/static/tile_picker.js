// Tiles that people tap: a row of slots, and a key for every face. The same where a hand is checked and where one is
// put right; its elements are those of web/templates/tile_picker.html.

import { find, make, text } from "./api_client.js";
import { tilePicture } from "./board.js";

export const UNSURE = "?";
const nameOf = (face) => (face === "wild" ? text("wild") : face);

// `changed` is called with the tiles whenever they are others.
export function tilePicker(changed) {
  let size = 9;
  let tiles = [];
  let chosen = null; // the slot that the next key replaces

  function key(face) {
    const button = make("button", { type: "button", className: "key" }, tilePicture(face));
    button.setAttribute("aria-label", nameOf(face));
    button.addEventListener("click", () => put(face));
    return button;
  }

  function put(face) {
    if (chosen !== null) tiles[chosen] = face;
    else if (tiles.length < size) tiles.push(face);
    chosen = null;
    show();
  }

  function slot(face, i) {
    const button = make("button", { type: "button" }, tilePicture(face));
    button.setAttribute("aria-label", `${i + 1}: ${nameOf(face)}`);
    button.setAttribute("aria-pressed", String(i === chosen));
    button.addEventListener("click", () => {
      chosen = i === chosen ? null : i;
      showSlots();
    });
    return make("li", { className: face === UNSURE ? "unsure" : "" }, button);
  }

  function showSlots() {
    const empty = Array.from({ length: Math.max(0, size - tiles.length) }, () => make("li", { className: "empty" }));
    find("slots").replaceChildren(...tiles.map(slot), ...empty);
    find("back").disabled = find("clear").disabled = tiles.length === 0;
  }

  function show() {
    const unsure = tiles.indexOf(UNSURE);
    if (chosen === null && unsure >= 0) chosen = unsure;
    showSlots();
    changed([...tiles]);
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
    show();
  });

  return {
    // Other tiles, in a row of so many slots.
    set(now, slots = size) {
      [tiles, size, chosen] = [[...now], slots, null];
      show();
    },
    show,
  };
}
