// Set-up: a new game, and the four corners of the board where the box cannot find it by itself.

import { act, sendJson, tell, text } from "./talk.js";

const find = (id) => document.getElementById(id);
const drawing = find("corners");
let corners = [];

for (const form of document.querySelectorAll(".new-game")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act(form.querySelector("button"), () => startGame(form));
  });
}

async function startGame(form) {
  const entered = new FormData(form);
  const players = entered.getAll("player").filter((name) => name.trim());
  entered.delete("player");
  await sendJson("/api/games", { game: form.dataset.game, players, options: Object.fromEntries(entered) });
  location.assign("/");
}

function svg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

async function showPhoto() {
  const image = new Image();
  image.src = `/api/photo.jpg?at=${Date.now()}`;
  try {
    await image.decode();
  } catch {
    return; // none yet: the page says so
  }
  const { naturalWidth: width, naturalHeight: height } = image;
  drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
  drawing.replaceChildren(svg("image", { href: image.src, width, height }), svg("g", { id: "marks" }));
  find("no-photo").hidden = true;
  drawing.removeAttribute("hidden");
  corners = [];
  showCorners();
}

// The corners in the order of a walk around the field, in whatever order they were tapped; the box does the same.
function around() {
  const middle = [0, 1].map((i) => corners.reduce((sum, corner) => sum + corner[i], 0) / corners.length);
  const angle = ([x, y]) => Math.atan2(y - middle[1], x - middle[0]);
  return [...corners].sort((a, b) => angle(a) - angle(b));
}

function showCorners() {
  const size = drawing.viewBox.baseVal.width / 60;
  const line = svg("polygon", { points: around().join(" "), class: "outline" });
  const dots = corners.map(([x, y], i) =>
    svg("g", { transform: `translate(${x} ${y}) scale(${size})` }, svg("circle", { r: 1 }), svg("text", { y: 0.45 }, String(i + 1))),
  );
  find("marks").replaceChildren(line, ...dots);
  find("taps").textContent = text(corners.length === 4 ? "corners_done" : `corner_${corners.length + 1}`);
  find("use").disabled = corners.length < 4;
}

drawing.addEventListener("click", (event) => {
  if (corners.length === 4) return;
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
  corners.push([Math.round(at.x * 10) / 10, Math.round(at.y * 10) / 10]);
  showCorners();
});
find("again").addEventListener("click", (event) => act(event.currentTarget, showPhoto));
find("use").addEventListener("click", (event) =>
  act(event.currentTarget, async () => {
    await sendJson("/api/field", { corners });
    tell(text("field_set"));
    await showPhoto();
  }),
);
showPhoto();
