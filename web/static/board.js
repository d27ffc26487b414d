// Draws what lies on the table: an 8×8 board as the camera sees it, and single tiles.

const SVG = "http://www.w3.org/2000/svg";
const SQUARE = 12;
const EDGE = 5;
const STAR = "M0-3.1 .9-1 3.1-.8 1.45 .7 1.95 2.9 0 1.75-1.95 2.9-1.45 .7-3.1-.8-.9-1Z";

function shape(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// A tile around (0, 0), 8 × 10: its back has a lattice, its face a star or its number, so that no colour is needed.
function tile(look) {
  const body = shape("rect", { x: -4, y: -5, width: 8, height: 10, rx: 1.2, class: "body" });
  if (look === "back") {
    const lattice = "M0-3.2 2.3 0 0 3.2-2.3 0ZM0-1.2 .9 0 0 1.2-.9 0Z";
    const frame = shape("rect", { x: -3, y: -4, width: 6, height: 8, rx: 0.6, class: "lattice" });
    return shape("g", { class: "tile back" }, body, frame, shape("path", { d: lattice, class: "lattice" }));
  }
  const isNumber = /^\d+$/.test(look);
  const mark = isNumber
    ? shape("text", { y: 2.6, class: "number" }, look)
    : look === "?"
      ? shape("text", { y: 2.6, class: "number" }, "?")
      : shape("path", { d: STAR, class: "star" });
  return shape("g", { class: look === "wild" ? "tile wild" : "tile" }, body, mark);
}

// One tile as a picture of its own, for rows, keys and legends.
export function tilePicture(look) {
  return shape("svg", { viewBox: "-4.5 -5.5 9 11", class: "one-tile", "aria-hidden": "true" }, tile(look));
}

function label(value, x, y) {
  return shape("text", { x, y, class: "label" }, value);
}

function square(cell, x, y, lookText) {
  const middle = shape("g", { transform: `translate(${x + SQUARE / 2} ${y + SQUARE / 2})` });
  const group = shape("g", { "data-place": cell.place, "data-look": cell.look }, shape("title", {}, `${cell.place}: ${lookText(cell.look)}`));
  group.append(shape("rect", { x, y, width: SQUARE, height: SQUARE, class: "square" }), middle);
  if (cell.look !== "empty") middle.append(tile(cell.look));
  if (cell.last) middle.append(shape("rect", { x: -5.3, y: -5.7, width: 10.6, height: 11.4, rx: 1.8, class: "last" }));
  if (cell.wrong) {
    middle.append(shape("rect", { x: -5.5, y: -5.5, width: 11, height: 11, class: "wrong" }));
    middle.append(shape("circle", { cx: 3.9, cy: -3.9, r: 2.3, class: "wrong-mark" }), shape("text", { x: 3.9, y: -2.6, class: "wrong-text" }, "!"));
  }
  return group;
}

export function drawBoard(svg, board, lookText) {
  const size = SQUARE * 8;
  svg.setAttribute("viewBox", `${-EDGE} ${-EDGE} ${size + EDGE + 1} ${size + EDGE + 1}`);
  const across = board.across.map((value, i) => label(value, (i + 0.5) * SQUARE, -1.5));
  const down = board.down.map((value, i) => label(value, -2.6, (i + 0.5) * SQUARE + 1.3));
  const squares = board.cells.map((cell, i) => square(cell, (i % 8) * SQUARE, Math.floor(i / 8) * SQUARE, lookText));
  // A marked square's outline must not lie under its neighbour.
  squares.sort((a, b) => marks(a) - marks(b));
  svg.replaceChildren(...across, ...down, ...squares);
}

function marks(group) {
  return group.querySelector(".wrong") ? 2 : group.querySelector(".last") ? 1 : 0;
}
