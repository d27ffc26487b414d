// Draws what is no tile: playing cards, cards of Skip-Bo, and the pieces of Drop It.

import { shape } from "./shapes.js";

// The suits around (0, 0), as high and as wide as a letter of 2 units.
const SUITS = {
  H: "M0 1C-1.2 .1-1.1-.9-.5-.9-.2-.9 0-.7 0-.4 0-.7 .2-.9 .5-.9 1.1-.9 1.2 .1 0 1Z",
  D: "M0-1.1 .8 0 0 1.1-.8 0Z",
  S: "M0-1.05C1.2-.15 1.15 .55 .6 .55 .35 .55 .15 .4 .1 .2L.4 1H-.4L-.1 .2C-.15 .4-.35 .55-.6 .55-1.15 .55-1.2-.15 0-1.05Z",
  C: "M0-1.05A.48 .48 0 0 1 .38-.28 .48 .48 0 1 1 .14 .3L.4 1H-.4L-.14 .3A.48 .48 0 1 1-.38-.28 .48 .48 0 0 1 0-1.05Z",
};
export const STAR = "M0-3.1 .9-1 3.1-.8 1.45 .7 1.95 2.9 0 1.75-1.95 2.9-1.45 .7-3.1-.8-.9-1Z";
const FACES = {
  circle: { cx: 0, cy: 0, r: 4.3 },
  square: { x: -3.8, y: -3.8, width: 7.6, height: 7.6, rx: 0.5 },
  diamond: { d: "M0-4.6 4.4 0 0 4.6-4.4 0Z" },
  triangle: { d: "M0-4.4 4.7 4H-4.7Z" },
};
const DRAWN = { circle: "circle", square: "rect", diamond: "path", triangle: "path" };

const words = (said, x, y, height, kind = "number") => shape("text", { x, y, "font-size": height, class: kind }, said);
const suit = (name, x, y, scale) => shape("path", { d: SUITS[name], transform: `translate(${x} ${y}) scale(${scale})`, class: "suit" });
const star = (x, y, scale) => shape("path", { d: STAR, transform: `translate(${x} ${y}) scale(${scale})`, class: "star" });

function paper() {
  return shape("rect", { x: -4, y: -5, width: 8, height: 10, rx: 0.9, class: "body" });
}

function back() {
  const frame = shape("rect", { x: -3, y: -4, width: 6, height: 8, rx: 0.5, class: "lattice" });
  const lattice = shape("path", { d: "M-3-1 0-4 3-1-1 4-3 2 3-4M3 2 1 4-3 0 1-4", class: "lattice" });
  return shape("g", { class: "tile back" }, paper(), lattice, frame);
}

// Of a card that another covers, rank and suit stand at the edge that is seen.
function card({ look, covered }) {
  if (look === "back") return back();
  if (look === "up") return shape("g", { class: "tile" }, paper(), words("?", 0, 2, 6));
  if (look === "joker") {
    const inside = covered ? [star(-1.9, -2.6, 0.5), words("J", -1.9, 3.4, 3.4)] : [star(0, -0.9, 0.9), words("JOKER", 0, 4, 2)];
    return shape("g", { class: "tile wild" }, paper(), ...inside);
  }
  const [rank, name] = [look.slice(0, -1), look.slice(-1)];
  const isRed = name === "H" || name === "D";
  const inside = covered
    ? [words(rank, -1.8, -1.2, rank.length > 1 ? 3 : 4), suit(name, -1.8, 2.2, 1.6)]
    : [words(rank, 0, -0.2, 5.2), suit(name, 0, 2.7, 1.9)];
  return shape("g", { class: isRed ? "tile card red" : "tile card" }, paper(), ...inside);
}

// A card of Skip-Bo; on a building pile a wild one shows the number that it stands for.
function number({ look, covered, mark = look, count = 0 }) {
  if (look === "back") return back();
  const isWild = look === "wild";
  const raised = count ? -1.3 : 0;
  const group = shape("g", { class: isWild ? "tile wild" : `tile skip-bo of-${Math.ceil(Number(look) / 4)}` }, paper());
  if (covered === "edge") return group;
  if (covered) group.append(isWild ? star(0, -3.6, 0.38) : words(look, 0, -2.65, 2.9));
  else if (isWild && mark !== "wild") group.append(star(-2, -2.9, 0.45), words(mark, 0, 3.4, mark.length > 1 ? 5.2 : 6));
  else group.append(isWild ? star(0, raised, 1) : words(look, 0, raised + 2.1, look.length > 1 ? 5.2 : 6));
  return group;
}

// A piece of Drop It with its points on it. A line inside tells colours apart that look alike to some.
function dropped({ look, mark = "" }) {
  const [form, colour] = look.split("/");
  const outline = shape(DRAWN[form], { ...FACES[form], class: "outline" });
  const inside = shape(DRAWN[form], { ...FACES[form], transform: form === "triangle" ? "translate(0 0.4) scale(0.83)" : "scale(0.84)", class: "inside" });
  return shape("g", { class: `dropped ${colour}` }, outline, inside, words(mark, 0, form === "triangle" ? 2.9 : 1.6, form === "triangle" ? 4.1 : 4.6));
}

const PIECES = { card, number, shape: dropped };

// What lies at a place, around (0, 0), 8 × 10.
export function piece(cell) {
  return PIECES[cell.piece](cell);
}

// How many lie there, over the lower edge of a pile.
export function countOf(count) {
  const said = String(count);
  const width = 2.6 + 1.7 * said.length;
  const plate = shape("rect", { x: -width / 2, y: 3, width, height: 4.2, rx: 2.1, class: "count-plate" });
  return shape("g", {}, plate, words(said, 0, 6.3, 3.4, "count"));
}
