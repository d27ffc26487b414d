// What the camera sees of a lesson while it is being laid: each tile or card with the face that it is taken for.

import { find, getJson, make, text } from "./api_client.js";
import { partAround, pollCamera } from "./camera_picture.js";
import { shape } from "./shapes.js";

const PAUSE_MS = 1500; // between two looks: each costs the box a second of its own
const MARGIN = 0.09; // of the picture, round the tiles

function tileShape(tile) {
  const [first, second] = tile.corners;
  const wide = Math.hypot(second[0] - first[0], second[1] - first[1]);
  const middle = tile.corners.reduce((sum, [x]) => sum + x, 0) / tile.corners.length;
  const lowest = Math.max(...tile.corners.map(([, y]) => y));
  const title = shape("title", {}, [`${tile.name}: ${text(tile.sure ? "sure" : "doubtful")}`, ...tile.why].join(". "));
  const outline = shape("polygon", { points: tile.corners.join(" "), "stroke-width": 0.08 * wide });
  const under = { x: middle, y: lowest + 0.6 * wide, "font-size": 0.58 * wide, "stroke-width": 0.14 * wide };
  const mark = shape("text", under, `${tile.mark} ${tile.sure ? "✓" : "?"}`);
  return shape("g", { class: tile.sure ? "seen-tile" : "seen-tile doubtful", role: "img" }, title, outline, mark);
}

function show(seen) {
  const [width, height] = seen.size;
  const view = find("view");
  const corners = seen.tiles.flatMap((tile) => tile.corners);
  const part = partAround(corners, seen.size, [width * MARGIN, height * MARGIN]); // so that a phone shows them large enough
  view.setAttribute("viewBox", part.join(" "));
  view.replaceChildren(shape("image", { href: seen.picture, width, height }), ...seen.tiles.map(tileShape));
  view.removeAttribute("hidden");
  find("said").replaceChildren(...seen.said.map((said) => make("li", {}, said)));
}

// Looks again and again, as long as somebody looks at this part of the page.
export function watchLesson(path) {
  let isSeen = true;
  new IntersectionObserver((entries) => (isSeen = entries.at(-1).isIntersecting)).observe(find("view").parentElement);
  async function refresh() {
    if (isSeen) show(await getJson(path));
  }
  pollCamera(refresh, PAUSE_MS, (said) => find("said").replaceChildren(make("li", {}, said)));
}
