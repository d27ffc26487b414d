// Searches legal moves: by taps on the places of a drawn board, and by words.

import { shape } from "./shapes.js";

export const MAX_SHOWN = 40; // moves listed at once
const folded = (words) => words.normalize("NFKC").toLowerCase();

// The choices whose sentences have all of some words.
export function matchWords(choices, typed) {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  return choices.filter((choice) => words.every((word) => folded(choice.sentence).includes(word)));
}

// Makes a place tappable, its empty middle too, and focusable. The last `tap` that was given is called.
export function makeTappable(place, tap) {
  const isNew = !taps.has(place);
  taps.set(place, tap);
  if (!isNew) return;
  const at = place.querySelector("g[transform]").getAttribute("transform");
  place.append(shape("rect", { x: -5, y: -5.4, width: 10, height: 10.8, rx: 1.2, class: "tap", transform: at }));
  place.setAttribute("role", "button");
  place.setAttribute("tabindex", "0");
  place.addEventListener("click", () => taps.get(place)());
  place.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    taps.get(place)();
  });
}

const taps = new WeakMap();
