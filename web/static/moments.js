// What the whole table feels: a few large words for a call or a full row, and the podium at the end.

import { make } from "./api_client.js";
import { badgePicture } from "./badge.js";
import { textWidth } from "./shapes.js";

const SHOWN_MS = 2500;
const LAST_STEP = 3;
const MAX_ON_STEPS = 4; // more names have no room side by side on a phone

// Whoever listens to the page hears the record; these words are for the eyes.
export function callOut(...words) {
  document.querySelector(".moment")?.remove();
  const moment = make("p", { className: "moment", ariaHidden: "true" }, ...words.map((said) => make("span", {}, said)));
  moment.style.setProperty("--word", Math.max(...words.flatMap(wordsOf)));
  document.body.append(moment);
  setTimeout(() => moment.remove(), SHOWN_MS);
}

// How wide the words of a line are: the first line is larger than the others.
const wordsOf = (said, line) => said.split(" ").map((word) => (line ? 0.35 : 1) * textWidth(word, 0.72));

// Whoever comes first, second and third in a game that is over, on steps as high as their ranks: equals all, or none.
export function showPodium(home, { standings, badges }) {
  const upTo = (last) => standings.filter(({ rank }) => rank <= last).length;
  const best = standings.filter(({ rank }) => rank <= LAST_STEP && upTo(rank) <= MAX_ON_STEPS).sort((one, other) => one.rank - other.rank);
  const shown = JSON.stringify(best);
  home.hidden = best.length === 0;
  if (home.dataset.shown === shown) return; // its steps rise once
  home.dataset.shown = shown;
  home.classList.toggle("whole", best.length === standings.length);
  home.replaceChildren(...best.map((standing, at) => stepOf(standing, at, badges[standing.player])));
}

// The best stands in the middle, the others to the left and to the right in turn.
function stepOf({ name, score, unit, rank }, at, badge) {
  const step = make("b", { className: "step" }, String(rank));
  step.style.setProperty("--rank", rank);
  const won = make("span", { className: "won" }, String(score), make("small", { className: "unit" }, unit));
  const column = make("div", {}, ...(badge ? [badgePicture(badge)] : []), make("span", {}, name), won, step);
  column.style.order = at % 2 ? -at : at;
  return column;
}
