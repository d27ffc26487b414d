// Reversi: how good the free squares are, as the manual marks them, on the board; asked for by a button, and remembered.

import { find } from "./api_client.js";
import { shape } from "./shapes.js";
import { onPhone } from "./storage.js";

const KEPT = "square_hints";
// A square by its steps from the nearest corner, along and up, the fewer first.
const SIGNS = new Map([["00", "◎"], ["02", "○"], ["22", "●"], ["11", "×"], ["01", "△"]]);
const button = find("square-hints");
let last = null;

function signOf(square) {
  const steps = [square.charCodeAt(0) - 97, square.charCodeAt(1) - 49].map((at) => Math.min(at, 7 - at));
  return SIGNS.get(steps.sort().join(""));
}

// Draws the hints on the board just drawn, if this phone wants them.
export function showHints(svg, board) {
  last = { svg, board };
  const isWanted = onPhone.get(KEPT) === "on";
  button.setAttribute("aria-pressed", isWanted);
  find("square-legend").hidden = !isWanted;
  for (const old of svg.querySelectorAll(".square-hint")) old.remove();
  if (!isWanted) return;
  const marks = board.cells.filter(({ look, place }) => look === "empty" && signOf(place)).map(({ place, x, y }) => shape("text", { x, y: y + 2.3, class: "square-hint", "aria-hidden": "true" }, signOf(place)));
  svg.append(...marks);
}

button.addEventListener("click", () => {
  onPhone.set(KEPT, onPhone.get(KEPT) === "on" ? "off" : "on");
  showHints(last.svg, last.board);
});
