// The hand of the day: a tap on a tile answers what to discard; then the box says what it would discard, and why.

import { adviceParts } from "./answer.js";
import { act, find, getJson, make, onTap, text } from "./api_client.js";
import { tilePicture } from "./board.js";
import { onPhone } from "./storage.js";

const STORAGE_KEY = "practice"; // the last day that was answered, and how many days in a row those were
const DAY_MS = 86_400_000;
let hand = null;

async function open(number) {
  hand = await getJson(`/api/hand/practice?number=${number}`);
  find("title").textContent = text(number ? "another" : "title", { number: number + 1 });
  find("slots").replaceChildren(...hand.tiles.map(slot));
  find("answer").hidden = true;
  find("sheet").textContent = hand.sheet;
  showStreak(streakOn(hand.day));
}

function slot(face, at) {
  const button = make("button", { type: "button" }, tilePicture(face));
  button.setAttribute("aria-label", `${at + 1}: ${face === "wild" ? text("wild") : face}`);
  button.setAttribute("aria-pressed", "false");
  button.addEventListener("click", () => answer(face, button));
  return make("li", {}, button);
}

function answer(face, chosen) {
  for (const button of find("slots").querySelectorAll("button")) button.setAttribute("aria-pressed", String(button === chosen));
  const { best, said } = hand.choices.find(({ tile }) => tile === face);
  find("answer").replaceChildren(make("p", { className: "verdict" }, `${best ? "★ " : ""}${said}`), ...adviceParts(hand.advice));
  find("answer").hidden = false;
  if (hand.number === 0) keepStreak();
}

// Days in a row up to one, which may have been answered already; 0 where neither it nor the day before was.
function streakOn(day) {
  const { last, days } = JSON.parse(onPhone.get(STORAGE_KEY) ?? '{"last": null, "days": 0}');
  return last === day || last === dayBefore(day) ? { days, isAnswered: last === day } : { days: 0, isAnswered: false };
}

function dayBefore(day) {
  return new Date(Date.parse(`${day}T00:00Z`) - DAY_MS).toISOString().slice(0, 10);
}

function keepStreak() {
  const before = streakOn(hand.day);
  const days = before.days + (before.isAnswered ? 0 : 1);
  onPhone.set(STORAGE_KEY, JSON.stringify({ last: hand.day, days }));
  showStreak({ days });
}

function showStreak({ days }) {
  find("streak").hidden = days === 0;
  find("streak").textContent = text("streak", { days });
}

onTap(find("more"), () => open((hand?.number ?? -1) + 1));
act(find("slots"), () => open(0));
