// What the whole table feels: a few large words for a call or a full row, and the podium at the end.

import { make } from "./api_client.js";
import { badgePicture } from "./badge.js";
import { textWidth } from "./shapes.js";

const SHOWN_MS = 2500;
const STEPS = 3;

// Whoever listens to the page hears the record; these words are for the eyes.
export function callOut(...words) {
  document.querySelector(".moment")?.remove();
  const moment = make("p", { className: "moment", ariaHidden: "true" }, ...words.map((said) => make("span", {}, said)));
  document.body.append(moment);
  moment.style.setProperty("--word", Math.max(...words.flatMap(wordsOf)));
  setTimeout(() => moment.remove(), SHOWN_MS);
}

// How wide the words of a line are: the first line is larger than the others.
const wordsOf = (said, line) => said.split(" ").map((word) => (line ? 0.35 : 1) * textWidth(word, 0.72));

// Whoever comes first, second and third in a game that is over, on steps as high as their ranks: equals all, or none.
export function showPodium(home, { standings, badges }) {
  const best = [...standings].sort((one, other) => one.rank - other.rank).slice(0, STEPS);
  const shown = JSON.stringify(best);
  home.hidden = best.length === 0;
  if (home.dataset.shown === shown) return; // its steps rise once
  home.dataset.shown = shown;
  home.replaceChildren(...best.map((standing) => stepOf(standing, badges[standing.player])));
}

function stepOf({ name, score, rank }, badge) {
  const step = make("b", { className: "step" }, String(rank));
  step.style.setProperty("--rank", rank);
  return make("div", {}, ...(badge ? [badgePicture(badge)] : []), make("span", {}, name), make("span", { className: "won" }, String(score)), step);
}
