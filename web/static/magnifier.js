// A part of a drawing, enlarged in its upper corner, on the side away from the finger.

import { shape } from "./shapes.js";

const ACROSS = 0.14; // of the drawing's width: what is enlarged

// `element` is an <svg> that lies over `view`; `image` and `marks` are what is enlarged.
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
    const half = (width * ACROSS) / 2;
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
