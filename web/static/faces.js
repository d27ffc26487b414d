// The family's own tiles: the crops with which faces were taught, which boards show instead of invented faces.

import { getJson, onTrouble } from "./api_client.js";
import { shape } from "./shapes.js";

const [WIDTH, HEIGHT, ROUND] = [7.6, 9.6, 1];

let loading = null;

// Whether there are taught faces, once they are in the page; what is drawn before has invented ones. Pages with a board
// ask for it, once.
export function facesLoaded() {
  return (loading ??= onTrouble(loadFaces, () => false));
}

async function loadFaces() {
  const { faces } = await getJson("/api/lessons/taught?of=tiles");
  const corner = shape("clipPath", { id: "face-corners" }, shape("rect", { x: -WIDTH / 2, y: -HEIGHT / 2, width: WIDTH, height: HEIGHT, rx: ROUND }));
  const pictures = faces.map(({ face, crop }) => shape("image", { id: `face-${face}`, href: crop, x: -WIDTH / 2, y: -HEIGHT / 2, width: WIDTH, height: HEIGHT, preserveAspectRatio: "xMidYMid slice", "clip-path": "url(#face-corners)" }));
  document.body.append(shape("svg", { width: 0, height: 0, class: "unseen", "aria-hidden": "true" }, shape("defs", {}, corner, ...pictures)));
  return faces.length > 0;
}

// The taught picture of a face around (0, 0), null where there is none.
export function taughtFace(face, turned) {
  return document.getElementById(`face-${face}`) && shape("use", { href: `#face-${face}`, transform: `rotate(${turned ? 90 : 0})` });
}
