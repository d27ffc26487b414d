// The marks on a picture of a frame: its outline, lines, circles and edge segments, as they are drawn and moved.

import { shape } from "./shapes.js";

const MAGNIFIED_SHARE = 0.14; // of the drawing's width: what is enlarged
const PRINTS = {
  circle: ["circle", { r: 1 }],
  square: ["rect", { x: -0.9, y: -0.9, width: 1.8, height: 1.8 }],
  diamond: ["path", { d: "M0-1.25L0.8 0L0 1.25L-0.8 0Z" }],
  triangle: ["path", { d: "M0-1.1L1.05 0.8H-1.05Z" }],
};

export const along = ([x, y], [u, v], share) => [x + (u - x) * share, y + (v - y) * share];
const joined = (points) => points.map((point) => point.join(",")).join(" ");

// What people can walk along: the left side, the base, and the right side, each by the number of its first corner.
export function wallsOf(outline) {
  const steps = outline.slice(1).map(([x, y], i) => ({ i, x: x - outline[i][0], y: y - outline[i][1], low: y + outline[i][1] }));
  const longest = (some) => some.reduce((one, other) => (Math.hypot(other.x, other.y) > Math.hypot(one.x, one.y) ? other : one)).i;
  const level = steps.slice(1, -1).filter(({ x, y }) => Math.abs(x) > Math.abs(y));
  if (level.length === 0) return [];
  const base = level.reduce((one, other) => (other.low > one.low ? other : one)).i;
  return [longest(steps.slice(0, base)), base, longest(steps.slice(base + 1))];
}

// Everything that is drawn and cannot be moved by itself.
export function sketchShapes(state, unit) {
  const [first, last] = [state.outline[0], state.outline.at(-1)];
  return [
    shape("polyline", { points: joined(state.outline), class: "bars", "stroke-width": unit * 0.5 }),
    shape("polyline", { points: joined([last, first]), class: "top-line", "stroke-width": unit * 0.4, "stroke-dasharray": `${unit} ${unit}` }),
    ...state.lines.map((ends) => shape("polyline", { points: joined(ends), class: "level", "stroke-width": unit * 0.35 })),
    ...state.circles.map(({ x, y, radius, size }) => shape("circle", { cx: x, cy: y, r: radius, class: `bonus ${size}`, "stroke-width": unit * 0.4 })),
  ];
}

// The frame as the box understood it.
export function resultShapes(found, unit) {
  const line = (points, name) => shape("polyline", { points: joined(points), class: `result ${name}`, "stroke-width": unit * 0.3 });
  return [
    line(found.outline, "bars"),
    ...found.lines.map((points) => line(points, "level")),
    ...found.circles.map((points) => line([...points, points[0]], "bonus")),
    ...found.edges.map((points) => line(points, "segment")),
  ];
}

// A segment of a wall with what is printed on both sides of it, to be tapped.
export function segment(state, wall, at, unit) {
  const parts = wall.prints.length;
  const [start, end] = [state.outline[wall.start], state.outline[wall.start + 1]];
  const ends = [along(start, end, at / parts), along(start, end, (at + 1) / parts)];
  const [x, y] = along(...ends, 0.5);
  const { shape: printed, colour } = wall.prints[at];
  const [tag, form] = PRINTS[printed] ?? ["text", { "text-anchor": "middle", y: 0.7, "font-size": 2 }];
  const size = unit * 1.6;
  const mark = shape(tag, form, ...(printed in PRINTS ? [] : ["?"]));
  return shape("g", { class: `segment ${colour ? `print-${colour}` : "no-colour"}`, tabindex: 0, role: "button" },
    shape("polyline", { points: joined(ends), class: "reach", "stroke-width": unit * 5 }),
    shape("polyline", { points: joined([along(...ends, 0.04), along(...ends, 0.96)]), class: "part", "stroke-width": unit * 1.2 }),
    shape("circle", { cx: x, cy: y, r: unit * 2.2, class: "plate", "stroke-width": unit * 0.3 }),
    shape("g", { transform: `translate(${x} ${y}) scale(${size * 0.8})`, class: "mark" }, mark),
  );
}

// A ring that leaves the point itself to be seen.
export function handle(label) {
  return shape("g", { class: "handle", tabindex: 0, role: "slider", "aria-label": label, "aria-valuenow": 0 },
    shape("circle", { r: 2.3, class: "grip" }), shape("circle", { r: 0.9, class: "ring" }), shape("path", { d: "M-0.7 0H0.7M0-0.7V0.7", class: "cross" }));
}

// A part of the drawing, enlarged in its upper corner, on the side away from the finger. `element` is an <svg> that lies over `view`; `image` and `marks` are what is enlarged.
export class Magnifier {
  constructor(element, view, image, marks) {
    Object.assign(this, { element, view, image });
    this.copy = shape("image", {});
    this.use = shape("use", { href: `#${marks.id}` });
    this.cross = shape("path", { class: "aim" });
    element.replaceChildren(this.copy, this.use, this.cross);
  }

  // After another picture came.
  renew() {
    for (const name of ["href", "width", "height"]) this.copy.setAttribute(name, this.image.getAttribute(name));
  }

  show([x, y]) {
    const [left, , width] = this.view.getAttribute("viewBox").split(" ").map(Number);
    const half = (width * MAGNIFIED_SHARE) / 2;
    this.element.setAttribute("viewBox", `${x - half} ${y - half} ${2 * half} ${2 * half}`);
    this.cross.setAttribute("d", `M${x - half} ${y}h${0.8 * half}m${0.4 * half} 0h${0.8 * half}M${x} ${y - half}v${0.8 * half}m0 ${0.4 * half}v${0.8 * half}`);
    this.cross.setAttribute("stroke-width", half / 40);
    this.element.classList.toggle("at-left", x > left + width / 2);
    this.element.removeAttribute("hidden");
  }

  hide() {
    this.element.setAttribute("hidden", "");
  }
}
