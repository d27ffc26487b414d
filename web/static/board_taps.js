// Places of a drawn board that can be tapped, and reached with the keyboard.

import { shape } from "./shapes.js";

// Also the empty middle of a place can be tapped. What `tap` was given last counts.
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
