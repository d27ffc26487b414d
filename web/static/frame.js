// The frame of Drop It, made on one picture of it: what the box proposes is dragged, tapped, measured, checked and saved.

import { Trouble, act, find, getBlob, onTap, sendJson, tell, text } from "./api_client.js";
import { partAround } from "./camera_picture.js";
import { movable } from "./dragging.js";
import { Magnifier, along, handle, resultShapes, segment, sketchShapes, wallsOf } from "./frame_marks.js";
import { shape } from "./shapes.js";

const MARGIN = 0.12; // of the frame, round it
const DEFAULT_SEGMENTS = [6, 4, 6]; // segments along the left side, the base and the right side, until people say how many
const MIN_CORNERS = 4;
const MEASURES = ["width", "height", "depth", "back", "front"];
const view = find("view");
const image = shape("image", {});
const marks = shape("g", { id: "marks" });
const handles = shape("g", {});
const magnifier = new Magnifier(find("magnifier"), view, image, marks);
const form = find("measures");
let number = null; // of the picture
let size = [0, 0];
let state = null; // {outline, lines, circles, walls}: px of the picture
let before = []; // earlier states, for undo
let mode = "corners";
let chosen = null; // the mark that buttons are about: [its number, …]
let found = null; // what the box made of it

const unit = () => Number(view.getAttribute("viewBox").split(" ")[2]) / 100;
const copy = (value) => JSON.parse(JSON.stringify(value));
const rounded = (value) => Math.round(value * 10) / 10;
const within = ([x, y]) => [rounded(Math.min(size[0], Math.max(0, x))), rounded(Math.min(size[1], Math.max(0, y)))];

// Call before something is changed.
function remember() {
  before.push(copy(state));
  find("undo").disabled = false;
}

function changed() {
  found = null;
  find("save").disabled = true;
  find("checked").textContent = "";
  draw();
}

function draw() {
  marks.replaceChildren(...sketchShapes(state, unit()), ...(found ? resultShapes(found, unit()) : []));
}

function place(point, set) {
  set(within(point));
  changed();
}

function movableHandle(label, at, set, choice) {
  const group = handle(label);
  const show = () => {
    const [x, y] = at();
    group.setAttribute("transform", `translate(${x} ${y}) scale(${unit() * 2})`);
    group.setAttribute("aria-valuetext", `${Math.round(x)}, ${Math.round(y)}`);
  };
  let isHeld = false; // from the first movement on
  const end = () => {
    if (isHeld) part();
    isHeld = false;
    magnifier.hide();
  };
  group.addEventListener("focus", () => choose(choice, group));
  group.addEventListener("pointerdown", () => magnifier.show(at()));
  for (const name of ["pointerup", "pointercancel", "blur", "keyup"]) group.addEventListener(name, end);
  movable(view, group, {
    at,
    place: (x, y) => {
      if (!isHeld) remember();
      isHeld = true;
      place([x, y], set);
      show();
      magnifier.show(at());
    },
    step: () => Math.max(0.5, size[0] / 1280),
  });
  Object.assign(group, { at, choice });
  show();
  return group;
}

// A finger takes the nearest handle: none reaches farther than half of the way to the next one.
function part() {
  const points = [...handles.children].map((one) => one.at?.());
  [...handles.children].forEach((one, i) => {
    if (!one.at) return;
    const others = points.filter((_, j) => j !== i).map(([x, y]) => Math.hypot(x - points[i][0], y - points[i][1]));
    one.firstChild.setAttribute("r", Math.max(0.9, Math.min(2.3, Math.min(...others) / unit() / 4)));
  });
}

const HANDLES = {
  corners: () => state.outline.map((_, i) => movableHandle(text("corner", { number: i + 1 }), () => state.outline[i], (point) => (state.outline[i] = point), i)),
  lines: () => state.lines.flatMap((_, i) => [0, 1].map((end) =>
    movableHandle(text(end ? "right_end" : "left_end", { number: i + 1 }), () => state.lines[i][end], (point) => (state.lines[i][end] = point), i))),
  circles: () => state.circles.map((circle, i) => movableHandle(text("centre", { number: i + 1 }), () => [circle.x, circle.y], ([x, y]) => Object.assign(circle, { x, y }), i)),
  prints: () => state.walls.flatMap((wall, w) => wall.prints.map((_, i) => tappable(wall, w, i))),
};

function tappable(wall, w, i) {
  const group = segment(state, wall, i, unit());
  const count = state.walls.slice(0, w).reduce((sum, one) => sum + one.prints.length, 0) + i + 1;
  const { shape: printed, colour } = wall.prints[i];
  group.setAttribute("aria-label", text("segment", { number: count, shape: text(`print_${printed || "none"}`), colour: text(`print_${colour || "none"}`) }));
  group.choice = [w, i];
  group.addEventListener("focus", () => choose([w, i], group));
  group.addEventListener("click", () => group.focus());
  return group;
}

function choose(choice, group) {
  chosen = choice;
  for (const one of handles.children) one.classList.toggle("chosen", one === group);
  showChoice();
}

function showChoice() {
  for (const button of document.querySelectorAll("[data-of-chosen]")) button.disabled = chosen === null;
  const circle = mode === "circles" ? state.circles[chosen] : null;
  for (const input of form.querySelectorAll("[name=size]")) {
    input.disabled = !circle;
    input.checked = circle?.size === input.value;
  }
  const print = mode === "prints" && chosen ? state.walls[chosen[0]]?.prints[chosen[1]] : null;
  for (const kind of ["shape", "colour"]) {
    for (const input of form.querySelectorAll(`[name=${kind}]`)) {
      input.disabled = !print;
      input.checked = print?.[kind] === input.value;
    }
  }
}

// Draws the handles of what is being marked anew; the one that had the focus keeps it.
function redrawHandles() {
  const focused = [...handles.children].indexOf(document.activeElement);
  handles.replaceChildren(...HANDLES[mode]());
  const isChosen = (one) => chosen !== null && String(one.choice) === String(chosen);
  for (const one of handles.children) one.classList.toggle("chosen", isChosen(one));
  part();
  changedCount();
  showChoice();
  draw();
  if (focused >= 0) handles.children[Math.min(focused, handles.children.length - 1)]?.focus();
}

function changedCount() {
  state.walls.forEach((wall, w) => (form.elements[`parts_${w}`].value = wall.prints.length));
}

function setMode(next) {
  mode = next;
  chosen = null;
  for (const part of document.querySelectorAll("[data-mode]")) part.hidden = part.dataset.mode !== mode;
  redrawHandles();
}

// The part of the picture in which the frame is.
function fit() {
  const xs = state.outline.map(([x]) => x), ys = state.outline.map(([, y]) => y);
  const margin = MARGIN * Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  const part = find("whole").checked ? [0, 0, ...size] : partAround(state.outline, size, [margin, margin]);
  view.setAttribute("viewBox", part.map(rounded).join(" "));
}

const printsOf = (shapes, parts) => Array.from({ length: shapes.length || parts }, (_, i) => ({ shape: shapes[i] ?? "", colour: "" }));

async function takePicture() {
  const seen = await sendJson("/api/frame/look", {});
  number = seen.number;
  size = seen.size;
  image.setAttribute("width", size[0]);
  image.setAttribute("height", size[1]);
  image.setAttribute("href", seen.picture);
  magnifier.renew();
  // What somebody has marked stays on a new picture.
  if (before.length === 0) {
    const walls = wallsOf(seen.outline).map((start, w) => ({ start, prints: printsOf(seen.printed[w], DEFAULT_SEGMENTS[w]) }));
    state = { outline: seen.outline, lines: seen.lines, circles: seen.circles, walls };
  }
  find("said").textContent = seen.sentence;
  find("in-use").textContent = seen.in_use;
  view.replaceChildren(image, marks, handles);
  find("pictured").hidden = false;
  find("check").disabled = false;
  fit();
  changed();
  setMode(mode);
}

function undo() {
  state = before.pop();
  find("undo").disabled = before.length === 0;
  chosen = null;
  changed();
  redrawHandles();
}

// Where something is changed by a button: what there was can be had back, and everything is drawn anew.
function change(work) {
  remember();
  work();
  changed();
  redrawHandles();
}

function focusOn(at) {
  handles.children[at]?.focus();
}

const EDITS = {
  add_corner() {
    const i = Math.min(chosen ?? 0, state.outline.length - 2);
    state.outline.splice(i + 1, 0, within(along(state.outline[i], state.outline[i + 1], 0.5)));
    for (const wall of state.walls) if (wall.start > i) wall.start += 1;
    chosen = i + 1;
  },
  drop_corner() {
    if (state.outline.length <= MIN_CORNERS) return;
    state.outline.splice(chosen, 1);
    for (const wall of state.walls) wall.start = Math.max(0, Math.min(wall.start - (wall.start >= chosen), state.outline.length - 2));
    chosen = null;
  },
  add_line() {
    const [first, last] = [state.lines[0], state.lines.at(-1)];
    const [x, y, wide, high] = view.getAttribute("viewBox").split(" ").map(Number);
    const lift = first && last && first !== last ? (last[0][1] - first[0][1]) / (state.lines.length - 1) : -high / 10;
    const line = last ? last.map(([u, v]) => within([u, v + lift])) : [[x + wide / 4, y + high / 2], [x + (3 * wide) / 4, y + high / 2]].map(within);
    state.lines.push(line);
    chosen = state.lines.length - 1;
  },
  drop_line() {
    state.lines.splice(chosen, 1);
    chosen = null;
  },
  add_circle() {
    const [x, y, wide, high] = view.getAttribute("viewBox").split(" ").map(Number);
    const radius = rounded(state.circles.at(-1)?.radius ?? wide / 30);
    const [u, v] = within([x + wide / 2, y + high / 2]);
    state.circles.push({ x: u, y: v, radius, size: "medium" });
    chosen = state.circles.length - 1;
  },
  larger: () => resize(1),
  smaller: () => resize(-1),
  drop_circle() {
    state.circles.splice(chosen, 1);
    chosen = null;
  },
};

function resize(by) {
  const circle = state.circles[chosen];
  circle.radius = Math.max(3, rounded(circle.radius + (by * size[0]) / 2560));
}

function sketch() {
  const [name, ...measures] = ["name", ...MEASURES].map((one) => form.elements[one].value.trim());
  const empty = MEASURES.find((_, i) => measures[i] === "");
  if (empty) {
    form.elements[empty].focus();
    throw new Trouble(text(`${empty}_missing`));
  }
  return { number, name, ...state, ...Object.fromEntries(MEASURES.map((one, i) => [one, Number(measures[i])])) };
}

for (const [name, work] of Object.entries(EDITS)) {
  const kind = name.startsWith("add");
  find(name).addEventListener("click", () => {
    change(work);
    if (kind) focusOn(chosen * (mode === "lines" ? 2 : 1));
  });
}
for (const input of document.querySelectorAll("[name=mode]")) input.addEventListener("change", () => setMode(input.value));
find("whole").addEventListener("change", () => {
  fit();
  redrawHandles();
});
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("change", ({ target }) => {
  if (target.name === "size") change(() => (state.circles[chosen].size = target.value));
  else if (target.name === "shape" || target.name === "colour") {
    const [w, i] = chosen;
    change(() => (state.walls[w].prints[i][target.name] = target.value));
  } else if (target.name?.startsWith("parts_")) setParts(Number(target.name.at(-1)), Number(target.value));
  else if (state && [...MEASURES, "name"].includes(target.name)) changed();
});

function setParts(w, count) {
  change(() => {
    const { prints } = state.walls[w];
    state.walls[w].prints = Array.from({ length: count }, (_, i) => prints[i] ?? { shape: "", colour: "" });
    chosen = null;
  });
}

// The next segment, for whoever goes round.
find("next").addEventListener("click", () => {
  const all = [...handles.children];
  const at = all.findIndex((one) => one.classList.contains("chosen"));
  all[(at + 1) % all.length]?.focus();
});
find("undo").addEventListener("click", undo);
addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key !== "z" || before.length === 0 || event.target.matches("input")) return;
  event.preventDefault();
  undo();
});
onTap(find("retake"), takePicture);
onTap(find("check"), async () => {
  changed();
  const sent = sketch();
  const answer = await sendJson("/api/frame/check", sent);
  if (JSON.stringify(sketch()) !== JSON.stringify(sent)) return; // changed meanwhile: that is not checked
  found = answer;
  find("checked").textContent = answer.sentence;
  find("save").disabled = false;
  draw();
  find("checked").scrollIntoView({ block: "center" });
});
onTap(find("save"), async () => {
  const saved = await sendJson("/api/frame", sketch());
  find("in-use").textContent = saved.sentence;
  tell(saved.sentence);
  await showKept();
});

// The list of frames as the box has it now; what is marked on the picture stays.
async function showKept() {
  const page = new DOMParser().parseFromString(await (await getBlob("/frame")).text(), "text/html");
  find("kept").replaceChildren(...page.getElementById("kept").children);
}

find("kept").addEventListener("submit", (event) => {
  event.preventDefault();
  const { frame, earlier } = event.target.dataset;
  const name = event.target.elements.name?.value;
  const sent = { rename: { frame, name }, put_away: { frame }, bring_back: { key: earlier } };
  const does = event.submitter.value;
  act(event.submitter, async () => {
    tell((await sendJson(`/api/frame/${does}`, sent[does])).sentence);
    await showKept();
  });
});
act(find("retake"), takePicture).then(() => {
  if (!state) find("said").textContent = text("no_picture");
});
