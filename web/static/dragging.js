// Shapes on a picture that are moved with a finger, the mouse or the arrow keys.

const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function pointer(view, event) {
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(view.getScreenCTM().inverse());
}

// Makes a handle in `view` movable: `at` gives where it is, `place` moves it, and `step` is how far an arrow key does.
export function movable(view, handle, { at, place, step }) {
  let offset = null; // from the finger to the handle's middle, while it is held
  handle.addEventListener("pointerdown", (event) => {
    const [x, y] = at();
    const finger = pointer(view, event);
    offset = [x - finger.x, y - finger.y];
    handle.setPointerCapture(event.pointerId);
    handle.focus();
    event.preventDefault();
  });
  handle.addEventListener("pointermove", (event) => {
    if (offset === null) return;
    const finger = pointer(view, event);
    place(finger.x + offset[0], finger.y + offset[1]);
  });
  for (const end of ["pointerup", "pointercancel"]) handle.addEventListener(end, () => (offset = null));
  handle.addEventListener("keydown", (event) => {
    const direction = KEYS[event.key];
    if (direction === undefined) return;
    const distance = (event.shiftKey ? 10 : 1) * step();
    const [x, y] = at();
    place(x + direction[0] * distance, y + direction[1] * distance);
    event.preventDefault();
  });
}
