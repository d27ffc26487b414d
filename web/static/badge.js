// A player's badge: a small tile of his colour with a number or the star on it, which is no part of any text.

import { make } from "./api_client.js";

export function badgePicture({ colour, tile }) {
  const badge = make("span", { className: `badge ${colour}`, ariaHidden: "true" });
  badge.dataset.mark = tile === "wild" ? "★" : tile;
  return badge;
}
