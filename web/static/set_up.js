// Set-up: a new game, with its players in the order in which they play.

import { act, sendJson } from "./talk.js";

for (const form of document.querySelectorAll(".new-game")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act(form.querySelector(".main"), () => startGame(form));
  });
  for (const button of form.querySelectorAll(".swap")) button.addEventListener("click", () => swap(form, button));
}

async function startGame(form) {
  const entered = new FormData(form);
  const players = entered.getAll("player").filter((name) => name.trim());
  entered.delete("player");
  await sendJson("/api/games", { game: form.dataset.game, players, options: Object.fromEntries(entered) });
  location.assign("/");
}

// A name changes places with the one before or after it; the finger can go on with the same name.
function swap(form, button) {
  const seats = [...form.querySelectorAll(".seat")];
  const at = seats.indexOf(button.closest(".seat"));
  const to = at + Number(button.dataset.step);
  const [own, other] = [at, to].map((seat) => seats[seat].querySelector("input"));
  [own.value, other.value] = [other.value, own.value];
  const next = seats[to].querySelector(`[data-step="${button.dataset.step}"]`);
  (next.disabled ? seats[to].querySelector(".swap:not(:disabled)") : next).focus();
}
