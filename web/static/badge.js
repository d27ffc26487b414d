// A player's badge: a small tile of his colour with a number or the star on it.

import { shape } from "./shapes.js";

const STAR = "M0-3.1 .9-1 3.1-.8 1.45 .7 1.95 2.9 0 1.75-1.95 2.9-1.45 .7-3.1-.8-.9-1Z";

export function badgePicture({ colour, tile }) {
  const body = shape("rect", { x: -4, y: -5, width: 8, height: 10, rx: 1.6, class: "body" });
  const mark = tile === "wild" ? shape("path", { d: STAR, class: "mark" }) : shape("text", { y: 2.5, "font-size": 7, class: "mark" }, tile);
  return shape("svg", { viewBox: "-4.5 -5.5 9 11", class: `badge ${colour}`, "aria-hidden": "true" }, body, mark);
}
