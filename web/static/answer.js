// What the box says of a hand of Galaxy Jarapon: its worth, what it waits for, or what to discard.

import { language, make, text } from "./api_client.js";
import { tilePicture } from "./board.js";

// The elements that show an answer of `/api/hand`; its last reason, which names the score sheet, is `sheetLine`.
export function answerParts(answer) {
  const advice = answer.advice ? adviceParts(answer.advice) : [];
  if (answer.waits?.length) return [verdict(text("waits")), make("ul", {}, ...answer.waits.map(waitLine)), ...advice];
  const why = sentences(answer.reasons.slice(0, -1));
  if (answer.waits) return [verdict(text("no_waits")), why, ...advice];
  if (!answer.valid) return [verdict(text("no_hand")), ...advice, why];
  const total = make("p", { className: "total" }, make("b", {}, String(answer.total)), " ", text(answer.payments.discarder === undefined ? "force_each" : "force_discarder"));
  return [total, verdict(answer.names[language] ?? answer.hand), why];
}

// What to discard, large; why, and whether riichi or a pon pays; the other discards folded.
export function adviceParts({ discards: [best, ...others] = [], reasons }) {
  const why = sentences(reasons.filter((said) => said !== best?.said));
  if (!best) return [why];
  const heading = make("p", { className: "discard" }, tilePicture(best.tile), make("b", {}, best.said));
  if (!others.length) return [heading, why];
  const folded = make("details", {}, make("summary", {}, text("other_discards")), make("ul", {}, ...others.map(otherLine)));
  return [heading, why, folded];
}

function otherLine({ tile, reasons }) {
  return make("li", { className: "wait" }, namedTile(tile), make("span", {}, reasons[0]));
}

function namedTile(face) {
  const picture = make("span", { role: "img" }, tilePicture(face));
  picture.setAttribute("aria-label", face === "wild" ? "★" : face);
  return picture;
}

function sentences(said) {
  return make("ul", { className: "why" }, ...said.map((one) => make("li", {}, one)));
}

function verdict(said) {
  return make("p", { className: "verdict" }, said);
}

function waitLine(wait) {
  const worth = make("b", {}, String(wait.total));
  const name = make("span", {}, wait.names[language] ?? wait.hand, make("small", {}, text("left", { count: wait.left })), wait.ron ? "" : make("small", {}, text("no_ron")));
  return make("li", { className: "wait" }, namedTile(wait.tile), name, worth);
}

export function sheetLine(answer) {
  return make("p", { className: "sheet" }, answer.reasons.at(-1));
}
