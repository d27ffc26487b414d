// Draws what lies on the table, as the box plans it (web/diagrams/plan.py), and single tiles.

import { taughtFace } from "./faces.js";
import { STAR, countOf, piece } from "./pieces.js";
import { shape, textWidth } from "./shapes.js";

const SQUARE = 12;
const NARROW = 8; // a tile; one with a name on it is wider
const WIDE = 10.4;
const NUMBER = /^\d$/;
const shownBy = new WeakMap(); // the cells that each picture shows

function body(width, height) {
  return shape("rect", { x: -width / 2, y: -height / 2, width, height, rx: 1.2, class: "body" });
}

// A tile around (0, 0), 8 × 10: as it was taught, with its number in a corner; else its back has a lattice, its face a
// star or its number, so that no colour is needed.
// Numbers stay upright on a tile that lies on its side.
// Where its owner counts, the player's sign replaces the star.
function tile(look, mark = look, turned = false, owner = null) {
  if (look === "upright") return standing(owner);
  const taught = owner === null ? taughtFace(look, turned) : null;
  if (taught) return shape("g", { class: "tile" }, body(...size("", turned)), taught, ...(NUMBER.test(look) ? cornerOf(look, turned) : []));
  const [width, height] = size(mark, turned);
  if (look === "back") {
    const lattice = "M0-3.2 2.3 0 0 3.2-2.3 0ZM0-1.2 .9 0 0 1.2-.9 0Z";
    const frame = shape("rect", { x: 1 - width / 2, y: 1 - height / 2, width: width - 2, height: height - 2, rx: 0.6, class: "lattice" });
    return shape("g", { class: "tile back" }, body(width, height), frame, shape("path", { d: lattice, class: "lattice" }));
  }
  const isStar = look === "wild" || (look === "up" && (mark === "" || mark === look));
  const written = owner !== null ? sign(owner, 1) : isStar ? shape("path", { d: STAR, class: "star" }) : letters(mark, width - 1);
  return shape("g", { class: look === "wild" ? "tile wild" : "tile" }, body(width, height), written);
}

// In a corner, so that it is read where the picture is small.
function cornerOf(number, turned) {
  const [x, y] = turned ? [-3, -2.2] : [-2, -3.2];
  return [shape("circle", { cx: x, cy: y, r: 1.9, class: "corner" }), shape("text", { x, y: y + 1.15, "font-size": 3.2, class: "number" }, number)];
}

// From above, a tile on its edge is narrow and casts a shadow; what is on it is not seen.
function standing(owner) {
  const shadow = shape("path", { d: "M-4 2.2H4L5.4 5.2H-2.6Z", class: "shadow" });
  const front = shape("rect", { x: -4, y: -4.6, width: 8, height: 7.2, rx: 0.6, class: "body" });
  const edge = shape("rect", { x: -4, y: -4.6, width: 8, height: 2.4, rx: 0.6, class: "edge" });
  const signs = owner === null ? [] : [shape("g", { transform: "translate(0 0.3)" }, sign(owner, 0.72))];
  return shape("g", { class: "tile standing" }, shadow, front, edge, ...signs);
}

// The players' signs differ by their shape: a ring with a dot for the first, a filled triangle for the second.
function sign(owner, scale) {
  const disc = [shape("circle", { r: 2.6, class: "ring" }), shape("circle", { r: 0.9, class: "dot" })];
  const parts = owner === 0 ? disc : [shape("path", { d: "M0-3.2 3.3 2.6H-3.3Z" })];
  return shape("g", { class: `sign of-${owner}`, transform: `scale(${scale})` }, ...parts);
}

// Letters as high as there is room for side by side; those of Japanese are as wide as they are high.
function letters(mark, room) {
  const height = Math.min(7, room / textWidth(mark, 0.74));
  return shape("text", { y: height * 0.36, "font-size": height, class: "number" }, mark);
}

function size(mark, turned) {
  const [width, height] = [mark.length > 2 && mark !== "wild" && mark !== "back" ? WIDE : NARROW, 10];
  return turned ? [height, width] : [width, height];
}

function sizeOf({ look, piece, mark = "", turned = false }) {
  return piece === "shape" ? [9, 9] : size(piece || taughtFace(look) ? "" : mark, turned);
}

// Pictures of their own, for rows, keys and legends.
export function tilePicture(look) {
  return shape("svg", { viewBox: "-4.5 -5.5 9 11", class: "one-tile", "aria-hidden": "true" }, tile(look));
}

export function piecePicture({ look, piece: kind }) {
  return shape("svg", { viewBox: "-5 -5.5 10 11", class: "one-tile", "aria-hidden": "true" }, piece({ look, piece: kind }));
}

function label({ text, x, y, from, turned, owner = null }) {
  const at = `translate(${x} ${y}) rotate(${turned * 90})`;
  const words = shape("text", { transform: at, class: `label ${from}` }, text);
  if (owner === null) return words;
  const plate = shape("rect", { x: -2.6, y: -2.6, width: 5.2, height: 5.2, rx: 0.8, class: "body" });
  return shape("g", {}, shape("g", { transform: `translate(${x - 3.8} ${y - 1.4})`, class: "tile" }, plate, sign(owner, 0.72)), words);
}

function ground(cell) {
  const square = { x: -SQUARE / 2, y: -SQUARE / 2, width: SQUARE, height: SQUARE };
  const slot = { x: -3.9, y: -4.9, width: 7.8, height: 9.8, rx: 1.2 };
  return shape("rect", { ...(cell.ground === "slot" ? slot : square), class: `ground ${cell.ground}` });
}

// Which place it is: over an empty slot or a back, and in the corner of a face.
function hint(cell) {
  if (cell.look === "empty") return [shape("text", { y: 2, class: "hint ghost" }, cell.hint)];
  if (cell.look !== "back") return [shape("text", { x: -1.9, y: -2.9, class: "hint corner" }, cell.hint)];
  return plate(cell.hint);
}

function plate(said) {
  const rect = shape("rect", { x: -3, y: -2.2, width: 6, height: 4.4, rx: 1, class: "plate" });
  return [rect, shape("text", { y: 1.35, class: "hint" }, said)];
}

const scaleOf = (cell) => (cell.small ? 0.5 : 1);

// What lies at a place, where it lies.
function pieceAt(cell, ...around) {
  const middle = shape("g", { transform: `translate(${cell.x} ${cell.y}) scale(${scaleOf(cell)})` }, ...around);
  if (cell.look !== "empty") middle.append(cell.piece ? piece(cell) : tile(cell.look, cell.mark ?? "", cell.turned ?? false, cell.owner ?? null));
  return middle;
}

function place(cell) {
  const middle = pieceAt(cell, ...(cell.ground ? [ground(cell)] : []));
  if (cell.look === "back" && cell.mark) middle.append(...plate(cell.mark));
  if (cell.hint) middle.append(...hint(cell));
  const marks = shape("g", { transform: `translate(${cell.x} ${cell.y})` }, ...marksOf(cell, sizeOf(cell).map((one) => one * scaleOf(cell))));
  if (cell.count) marks.append(countOf(cell.count));
  return shape("g", { role: "img", "data-place": cell.place, "data-look": cell.look }, shape("title", {}, cell.said), middle, marks);
}

// However small a tile is, its marks are not.
function marksOf(cell, [width, height]) {
  const marks = [];
  if (cell.last) marks.push(outlineOf(width + 1.2, height + 1.2, "last"));
  if (cell.wrong) {
    const [cx, cy] = [width / 2 - 0.1, 1.1 - height / 2];
    marks.push(outlineOf(width + 1.4, height + 1.4, "wrong"), shape("circle", { cx, cy, r: 2.3, class: "wrong-mark" }));
    marks.push(shape("text", { x: cx, y: cy + 1.3, class: "wrong-text" }, "!"));
  }
  return marks;
}

function outlineOf(width, height, kind) {
  return shape("rect", { x: -width / 2, y: -height / 2, width, height, rx: 1.7, class: kind });
}

export function drawBoard(svg, board) {
  const [width, height] = board.size;
  const before = svg.dataset.kind === board.kind ? (shownBy.get(svg) ?? []) : [];
  const taken = takenFrom(before, board.cells);
  shownBy.set(svg, board.cells);
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.dataset.kind = board.kind;
  const were = new Map(before.map((cell) => [cell.place, cell]));
  const places = board.cells.map((cell) => {
    const drawn = place(cell);
    if (before.length) showChange(drawn, cell, were.get(cell.place), taken);
    return drawn;
  });
  // A marked place's outline must not lie under its neighbour.
  places.sort((a, b) => drawOrder(a) - drawOrder(b));
  const lines = (board.lines ?? []).map(({ kind, points, last }) => shape("polyline", { points: points.join(" "), class: `line ${kind} ${last ? "last" : ""}` }));
  const gone = taken.map((cell) => shape("g", { class: "just-taken", "aria-hidden": "true" }, pieceAt(cell)));
  svg.replaceChildren(...lines, ...board.labels.map(label), ...places, ...gone);
}

const same = (one, other) => one.look === other.look && one.owner === other.owner;

// The pieces that have left their places.
function takenFrom(before, cells) {
  const now = new Map(cells.map((cell) => [cell.place, cell.look]));
  return before.filter((cell) => cell.look !== "empty" && (now.get(cell.place) ?? "empty") === "empty");
}

// How a piece came to lie there since the board was drawn last, for its animation. One that has come from another place
// is no longer among those `taken`.
function showChange(drawn, cell, was, taken) {
  if (cell.look === "empty" || (was && same(was, cell))) return;
  const from = taken.findIndex((gone) => same(gone, cell));
  if (from < 0) return drawn.classList.add(!was || was.look === "empty" ? "just-laid" : "just-flipped");
  const [start] = taken.splice(from, 1);
  drawn.classList.add("just-moved");
  drawn.style.setProperty("--dx", `${(start.x - cell.x) / scaleOf(cell)}px`);
  drawn.style.setProperty("--dy", `${(start.y - cell.y) / scaleOf(cell)}px`);
}

function drawOrder(group) {
  return group.querySelector(".wrong") ? 2 : group.querySelector(".last") ? 1 : 0;
}
