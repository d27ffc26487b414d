// Where the board lies: the camera's newest picture with four corners to drag, and how the board would be read with them.

import { find, getJson, onTap, onTrouble, sendJson, tell, text } from "./api_client.js";
import { pollCamera, showNewest } from "./camera_picture.js";
import { movable } from "./dragging.js";
import { shape } from "./shapes.js";

const POLL_MS = 1500; // the picture is asked for anew
const MARGIN = 0.2; // of the picture: where corners begin when the box finds no board
const view = find("view");
const image = shape("image", {});
const outline = shape("polygon", { class: "outline" });
const handles = [0, 1, 2, 3].map(handle);
let corners = []; // px of the picture, clockwise from the top left one
let size = [0, 0];

// A ring that leaves the corner itself to be seen, with its number outside of the board.
function handle(i) {
  const away = [[-1, -1], [1, -1], [1, 1], [-1, 1]][i];
  const number = shape("text", { x: away[0] * 2.3, y: away[1] * 2.3 + 0.5 }, String(i + 1));
  const plate = shape("circle", { r: 1, cx: away[0] * 2.3, cy: away[1] * 2.3, class: "plate" });
  const cross = shape("path", { d: "M-1 0H1M0-1V1", class: "cross" });
  const label = text(`corner_${i + 1}`);
  const group = shape("g", { class: "handle", tabindex: 0, role: "slider", "aria-label": label, "aria-valuenow": 0 },
    shape("circle", { r: 4.2, class: "grip" }), shape("circle", { r: 1.3, class: "ring" }), cross, plate, number);
  movable(view, group, { at: () => corners[i], place: (x, y) => place(i, x, y), step: () => Math.max(1, size[0] / 640) });
  return group;
}

function draw() {
  const scale = size[0] / 55;
  outline.setAttribute("points", corners.map((corner) => corner.join(",")).join(" "));
  corners.forEach(([x, y], i) => {
    handles[i].setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
    handles[i].setAttribute("aria-valuetext", `${Math.round(x)}, ${Math.round(y)}`);
  });
}

function place(i, x, y) {
  const within = (value, most) => Math.round(Math.min(most, Math.max(0, value)) * 10) / 10;
  corners[i] = [within(x, size[0]), within(y, size[1])];
  find("fits").hidden = true; // what was seen is no longer what would be used
  draw();
}

async function begin() {
  const found = await getJson("/api/calibrate");
  size = found.size;
  const [x, y] = size.map((side) => side * MARGIN);
  corners = found.corners ?? [[x, y], [size[0] - x, y], [size[0] - x, size[1] - y], [x, size[1] - y]];
  find("said").textContent = found.sentence;
  view.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
  image.setAttribute("width", size[0]);
  image.setAttribute("height", size[1]);
  await showNewest(image);
  view.replaceChildren(image, outline, ...handles);
  view.removeAttribute("hidden");
  find("try").disabled = false;
  find("fits").hidden = true;
  draw();
}

async function showReading() {
  const answer = await sendJson("/api/calibrate/read", { corners, size });
  find("read").textContent = answer.sentence;
  find("flat").src = answer.picture;
  for (const part of ["read", "flat", "accept"]) find(part).hidden = false;
}

async function read() {
  for (const part of ["wrong", "read", "flat", "accept"]) find(part).hidden = true;
  find("fits").hidden = false;
  await onTrouble(showReading, ({ message }) => {
    find("wrong").textContent = message;
    find("wrong").hidden = false;
  });
  find("fits").scrollIntoView({ block: "nearest" });
}

onTap(find("try"), read);
onTap(find("accept"), async () => {
  await sendJson("/api/field", { corners, width: size[0] });
  await begin();
  tell(text("set"));
});
onTap(find("discard"), async () => {
  await begin();
  tell(text("discarded"));
});
onTap(find("alone"), async () => {
  await sendJson("/api/field/forget", {});
  await begin();
  tell(text("alone_done"));
});
pollCamera(
  () => (size[0] ? showNewest(image) : begin()),
  POLL_MS,
  (said) => (find("said").textContent = said),
);
