// What a correction would come to, as the box has previewed it; the page has the elements of weighing.html.

import { tilePicture } from "./board.js";
import { Trouble, make, text } from "./talk.js";

const find = (id) => document.getElementById(id);

// `wanted` is the correction: {way, sentence}, and a hand where one is shown.
export function showConsequences({ breaks, without, later, came_to: cameTo, scores }, wanted) {
  const tiles = wanted.hand ? [make("span", { className: "laid" }, ...wanted.hand.tiles.map(tilePicture))] : [];
  find("wanted").replaceChildren(text(`${wanted.way}_this`, { move: wanted.sentence }), ...tiles);
  find("hand-worth").hidden = cameTo.length === 0;
  find("came-to").replaceChildren(...cameTo.map((said) => make("li", {}, said)));
  find("breaks").hidden = breaks === null;
  find("harmless").hidden = breaks !== null || later === 0;
  find("consequences").hidden = breaks === null && later === 0;
  if (breaks) find("breaks-said").textContent = text("breaks", { number: breaks.ply, move: breaks.sentence });
  find("breaks-more").textContent = text("breaks_more", { count: without.length });
  find("do").textContent = breaks ? text("do_strike", { count: without.length }) : text("do");
  find("do").classList.toggle("danger", breaks !== null);
  find("do").classList.toggle("main", breaks === null);
  find("new-scores").replaceChildren(...scores.map((one) => scoreLine(one.name, one.before, one.after)));
  if (scores.every((one) => one.before === one.after)) find("new-scores").replaceChildren(make("li", {}, text("same_score")));
}

// Whether later moves change, so that people are asked once more.
export function hasConsequences({ breaks, later }) {
  return breaks !== null || later > 0;
}

export function scoreLine(name, before, after, ...more) {
  const way = before === after ? String(after) : `${before} → ${after}`;
  const change = before === after ? "" : ` (${after > before ? "+" : "−"}${Math.abs(after - before)})`;
  return make("li", {}, make("span", {}, name), make("b", { className: "way" }, way + change), ...more);
}

// Does what a tap in a dialog asks for; trouble is told there, since a dialog lies over everything else.
export async function doing(button, work, trouble) {
  button.disabled = true;
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    trouble.textContent = error.message;
    trouble.hidden = false;
    trouble.closest("dialog").scrollTop = 0;
    document.dispatchEvent(new Event("corrected")); // a list beside it may be out of date
  } finally {
    button.disabled = false;
  }
}
