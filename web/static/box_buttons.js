// The box's buttons under the picture of its display: what is pressed here is pressed at the box.

import { closeToast, find, onTrouble, sendJson, tellTrouble } from "./api_client.js";

const hold = find("hold");
const holdMs = Number(find("box-buttons").dataset.holdMs); // as long as at the box
let timer = null;
let isHeld = false; // the finger that is down has made its long press
let sent = Promise.resolve(); // the press before: they reach the box in their order

// Has the buttons work; `refreshSoon` shows what a press has changed on the display.
export function listen(refreshSoon) {
  if (!hold.disabled) return; // they work already
  hold.addEventListener("click", () => setHold(hold.getAttribute("aria-pressed") !== "true"));
  for (const button of document.querySelectorAll("[data-press]")) {
    const press = (held) => send({ button: button.dataset.press, held }, refreshSoon);
    button.addEventListener("pointerdown", () => begin(() => press(true)));
    for (const kind of ["pointerup", "pointercancel", "pointerleave"]) button.addEventListener(kind, () => clearTimeout(timer));
    button.addEventListener("click", ({ detail }) => {
      if (!isHeld || detail === 0) press(hold.getAttribute("aria-pressed") === "true"); // 0: by the keyboard
    });
  }
  find("box-buttons").addEventListener("contextmenu", (event) => event.preventDefault()); // of a finger that stays
  for (const button of find("box-buttons").querySelectorAll("button")) button.disabled = false;
}

function begin(pressLong) {
  isHeld = false;
  clearTimeout(timer);
  timer = setTimeout(() => {
    isHeld = true;
    pressLong();
  }, holdMs);
}

function setHold(isOn) {
  hold.setAttribute("aria-pressed", isOn);
}

// The button is not disabled meanwhile: it would lose the focus, and presses of a quick finger.
function send(press, refreshSoon) {
  setHold(false);
  sent = sent.then(() =>
    onTrouble(async () => {
      await sendJson("/api/buttons", press);
      closeToast();
      refreshSoon();
    }, tellTrouble),
  );
}
