// Draws the score over time: a line for each player that steps where a move has scored, and the same as a table.

import { make, text } from "./api_client.js";
import { shape } from "./shapes.js";

const [RIGHT, TOP, BOTTOM] = [16, 14, 14]; // px that are left free round the lines
const MARKS = ["M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0Z", "M-5-5h10v10h-10Z", "M0-6 6 5h-12Z", "M0-6 6 0 0 6-6 0Z", "M-6-5h12L0 6Z", "M-5-2h10v4h-10Z"];
const drawn = new WeakMap();

const resized = new ResizeObserver((entries) => {
  for (const entry of entries) if (drawn.has(entry.target)) lines(entry.target, drawn.get(entry.target));
});

// Shows a game's score in a section of `score_line.html`: `players`, `scores` (points [moves, everybody's score]), the
// number of `moves`, and where in the game the page is (`at`), if it is not at its end.
export function drawScores(section, { players, scores, moves, at = null }) {
  section.hidden = scores.length < 2;
  if (section.hidden) return;
  const svg = section.querySelector(".lines");
  const game = { players, scores, moves: Math.max(moves, 1), at };
  drawn.set(svg, game);
  resized.observe(svg);
  lines(svg, game);
  const now = scores.filter(([move]) => at === null || move <= at).at(-1)[1];
  section.querySelector(".legend").replaceChildren(...players.map((name, seat) => key(name, now[seat], seat)));
  svg.setAttribute("aria-label", `${text("scores_title")}: ${players.map((name, seat) => `${name} ${now[seat]}`).join(", ")}`);
  table(section.querySelector("table"), game);
}

export function showMarch(line, march) {
  line.hidden = !march;
  if (march) Object.assign(line, { textContent: march.sentence, href: `/campaigns/${march.campaign}` });
}

function lines(svg, { players, scores, moves, at }) {
  const { width, height } = svg.getBoundingClientRect();
  if (width === 0) return; // not seen: it is drawn when it is
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const all = scores.flatMap(([, everybody]) => everybody);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const letter = parseFloat(getComputedStyle(svg).fontSize) * 0.8;
  const left = Math.max(String(least).length, String(most).length) * letter * 0.65 + 16;
  const x = (move) => left + (move / moves) * (width - left - RIGHT);
  const y = (score) => TOP + ((most - score) / (most - least)) * (height - TOP - BOTTOM);
  // Zero has its line too, and its number where there is room between the others.
  const steps = least < 0 && most > 0 ? [least, 0, most] : [least, most];
  const isFree = (score) => score !== 0 || steps.length < 3 || Math.min(y(least) - y(0), y(0) - y(most)) > letter * 1.3;
  const axes = steps.flatMap((score) => [
    shape("line", { x1: left, x2: width - RIGHT, y1: y(score), y2: y(score), class: "axis" }),
    ...(isFree(score) ? [shape("text", { x: left - 8, y: y(score) + letter * 0.35, "text-anchor": "end" }, String(score))] : []),
  ]);
  // What lies under another line is seen beside it.
  const playerLines = players.map((_, seat) => {
    const path = scores.map(([move, score], i) => `${i ? `H${x(move)}V` : `M${x(move)} `}${y(score[seat])}`).join("");
    const shift = (seat - (players.length - 1) / 2) * 1.6;
    const end = shape("path", { d: MARKS[seat % 6], transform: `translate(${x(moves)} ${y(scores.at(-1)[1][seat])})`, class: `player-${seat % 6}` });
    return shape("g", { transform: `translate(0 ${shift})` }, shape("path", { d: `${path}H${x(moves)}`, class: `way player-${seat % 6}` }), end);
  });
  const here = at === null ? [] : [shape("line", { x1: x(at), x2: x(at), y1: 2, y2: height - 2, class: "here" })];
  svg.replaceChildren(...axes, ...playerLines, ...here);
}

// A sample of a player's line, for legends.
function sample(seat) {
  const line = shape("path", { d: "M2 10H32", class: `way player-${seat % 6}` });
  const mark = shape("path", { d: MARKS[seat % 6], transform: "translate(36 10)", class: `player-${seat % 6}` });
  return shape("svg", { viewBox: "0 0 44 20", "aria-hidden": "true", class: "sample" }, line, mark);
}

function key(name, score, seat) {
  return make("li", {}, sample(seat), make("span", {}, name), make("b", {}, String(score)));
}

function table(table, { players, scores }) {
  const heads = [text("scores_after"), ...players].map((name) => make("th", { scope: "col" }, name));
  table.tHead.replaceChildren(make("tr", {}, ...heads));
  const rows = scores.map(([move, everybody]) =>
    make("tr", {}, make("th", { scope: "row" }, String(move)), ...everybody.map((score) => make("td", {}, String(score)))),
  );
  table.tBodies[0].replaceChildren(...rows);
}
