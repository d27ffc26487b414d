// Set-up: a new game, with its players in the order in which they play.

import { Trouble, act, getJson, onTap, sendJson, text } from "./api_client.js";
import { showBadges } from "./set_up_badges.js";

let known = Number(document.querySelector("#known-names").dataset.known); // the last entry that this page knows of

for (const form of document.querySelectorAll(".new-game")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!showAlike(form)) act(form.querySelector(".main"), () => startGame(form));
  });
  form.addEventListener("change", (event) => {
    if (event.target.name === "computer") nameComputer(event.target);
    showAlike(form);
    showBadges(form);
  });
  const card = form.closest("details");
  if (card.open) showBadges(form);
  card.addEventListener("toggle", () => card.open && showBadges(form));
  for (const button of form.querySelectorAll(".swap")) button.addEventListener("click", () => swap(form, button));
  form.querySelector(".main").disabled = false; // a tap before would be lost, since the browser may send no form itself
}

// Whoever comes to begin a campaign finds its courses open, the first one chosen.
const campaign = location.hash === "#campaign" ? document.querySelector("[name=campaign]") : null;
if (campaign) {
  const rules = campaign.closest("details");
  rules.open = true;
  rules.querySelector("[name=course]:not([value=none])").checked = true;
}

// Nobody could tell two players of one name apart: it is said as soon as it stands there. Gives that name.
function showAlike(form) {
  const names = [...form.querySelectorAll("[name=player]")].map((field) => field.value.normalize("NFKC").trim().replace(/\s+/g, " "));
  const folded = names.map((name) => name.toLowerCase());
  const alike = names.find((name, at) => name && folded.indexOf(folded[at]) < at);
  const said = form.querySelector(".alike");
  said.hidden = alike === undefined;
  said.textContent = alike === undefined ? "" : text("alike", { name: alike });
  return alike;
}

async function startGame(form) {
  const entered = new FormData(form);
  const seats = [...form.querySelectorAll(".seat")].map((seat) => [nameOf(seat).value, seat.querySelector("select")?.value ?? ""]);
  const named = seats.filter(([name]) => name.trim());
  const players = named.map(([name]) => name);
  const strengths = named.map(([, strength]) => strength);
  const computers = form.querySelector(".with-computers")?.checked && strengths.some(Boolean) ? strengths : [];
  const campaign = entered.get("campaign")?.trim() || undefined;
  for (const name of ["player", "computer", "campaign"]) entered.delete(name);
  try {
    await sendJson("/api/games", { game: form.dataset.game, players, computers, options: Object.fromEntries(entered), known, by_hand: "byHand" in form.dataset, campaign });
  } catch (error) {
    // Another phone has begun a game; whoever wants this one all the same taps again.
    if (error instanceof Trouble && error.code === "keeping.begun_meanwhile") known = (await getJson("/api/state")).known;
    throw error;
  }
  location.assign(computers.length ? "/seat" : "/");
}

const nameOf = (seat) => seat.querySelector("[name=player]");

// A computer player needs a name, which may be another one.
function nameComputer(choice) {
  const seat = choice.closest(".seat");
  const number = [...seat.parentElement.querySelectorAll(".seat")].indexOf(seat) + 1;
  const usual = text("computer", { number });
  const field = nameOf(seat);
  if (choice.value && !field.value.trim()) field.value = usual;
  if (!choice.value && field.value === usual) field.value = "";
}

// A name changes places with the one before or after it; the finger can go on with the same name.
function swap(form, button) {
  const seats = [...form.querySelectorAll(".seat")];
  const at = seats.indexOf(button.closest(".seat"));
  const to = at + Number(button.dataset.step);
  for (const part of ["input", "select"]) {
    const [own, other] = [at, to].map((seat) => seats[seat].querySelector(part));
    if (own) [own.value, other.value] = [other.value, own.value];
  }
  showBadges(form);
  const next = seats[to].querySelector(`[data-step="${button.dataset.step}"]`);
  (next.disabled ? seats[to].querySelector(".swap:not(:disabled)") : next).focus();
}

// The box itself reads aloud, where its machine has an engine of speech.
const voice = document.querySelector("#box-voice button");
if (voice) {
  onTap(voice, async () => {
    const { on } = await sendJson("/api/voice", { on: voice.getAttribute("aria-pressed") !== "true" });
    voice.setAttribute("aria-pressed", String(on));
    voice.textContent = text(on ? "voice_on" : "voice_off");
  });
}
