// Shapes on a picture that are moved with a finger, the mouse or the arrow keys.

const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function pointer(view, event) {
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(view.getScreenCTM().inverse());
}

// `at` says where a handle in `view` is now, `place` takes it elsewhere; an arrow key moves it by `step`.
export function movable(view, handle, { at, place, step }) {
  let off = null; // from the finger to the handle's middle, while it is held
  handle.addEventListener("pointerdown", (event) => {
    const [x, y] = at();
    const held = pointer(view, event);
    off = [x - held.x, y - held.y];
    handle.setPointerCapture(event.pointerId);
    handle.focus();
    event.preventDefault();
  });
  handle.addEventListener("pointermove", (event) => {
    if (off === null) return;
    const held = pointer(view, event);
    place(held.x + off[0], held.y + off[1]);
  });
  for (const end of ["pointerup", "pointercancel"]) handle.addEventListener(end, () => (off = null));
  handle.addEventListener("keydown", (event) => {
    const way = KEYS[event.key];
    if (way === undefined) return;
    const far = (event.shiftKey ? 10 : 1) * step();
    const [x, y] = at();
    place(x + way[0] * far, y + way[1] * far);
    event.preventDefault();
  });
}
