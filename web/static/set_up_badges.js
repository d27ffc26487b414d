// The badges of the players of a new game: shown beside their names, and chosen for all evenings.

import { act, find, getJson, onTrouble, sendJson, tellTrouble, text } from "./api_client.js";
import { badgePicture } from "./badge.js";

const dialog = find("badge");
let chosen = null; // {form, name, colour, tile}

const badgesOf = (names) => getJson(`/api/players/badges?names=${encodeURIComponent(names.join("\n"))}`);
const namesIn = (form) => [...form.querySelectorAll("[name=player]")].map((field) => field.value.trim());

// Whoever has a name has a badge; two that are alike are said.
export async function showBadges(form) {
  const names = namesIn(form);
  const given = names.filter(Boolean);
  const answer = given.length ? await onTrouble(() => badgesOf(given), tellTrouble) : { badges: [] };
  if (!answer) return undefined;
  const { badges } = answer;
  if (namesIn(form).join("\n") !== names.join("\n")) return undefined; // the newer names ask by themselves
  const of = names.map((name) => (name ? badges[given.indexOf(name)] : null));
  for (const [at, button] of [...form.querySelectorAll(".badge-of")].entries()) {
    button.disabled = !of[at];
    button.replaceChildren(...(of[at] ? [badgePicture(of[at])] : []));
    button.onclick = () => open(form, names[at], of[at]);
  }
  return sayAlike(form, names, of);
}

function sayAlike(form, names, of) {
  const sign = (badge) => badge && `${badge.colour} ${badge.tile}`;
  const signs = of.map(sign);
  const at = signs.findIndex((one, i) => one && signs.indexOf(one) < i);
  const said = form.querySelector(".same-badge");
  said.hidden = at < 0;
  said.textContent = at < 0 ? "" : text("same_badge", { one: names[signs.indexOf(signs[at])], other: names[at] });
}

function open(form, name, badge) {
  chosen = { form, name, ...badge };
  find("badge-of").textContent = text("badge_of", { player: name });
  draw();
  dialog.showModal();
}

function draw() {
  find("badge-now").replaceChildren(badgePicture(chosen));
  for (const button of dialog.querySelectorAll("[data-colour]")) {
    button.replaceChildren(badgePicture({ colour: button.dataset.colour, tile: chosen.tile }));
    button.setAttribute("aria-pressed", String(button.dataset.colour === chosen.colour));
  }
  for (const button of dialog.querySelectorAll("[data-tile]")) {
    button.replaceChildren(badgePicture({ colour: chosen.colour, tile: button.dataset.tile }));
    button.setAttribute("aria-pressed", String(button.dataset.tile === chosen.tile));
  }
}

dialog.addEventListener("click", (event) => {
  const button = event.target.closest("[data-colour], [data-tile]");
  if (button === null) return;
  chosen = { ...chosen, ...button.dataset };
  draw();
});
find("badge-done").addEventListener("click", (event) => {
  const { form, name, colour, tile } = chosen;
  dialog.close(); // what may be asked or told now must not lie under it
  act(event.currentTarget, async () => {
    await sendJson("/api/players/badges", { name, colour, tile });
    await showBadges(form);
  });
});
find("badge-close").addEventListener("click", () => dialog.close());
