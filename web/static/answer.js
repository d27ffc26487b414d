// What the box says of a hand of Galaxy Jarapon: its worth, or what it waits for.

import { language, make, text } from "./api_client.js";
import { tilePicture } from "./board.js";

// The elements that show an answer of `/api/hand`; its last reason, which names the score sheet, is `sheetLine`.
export function answerParts(answer) {
  if (answer.waits?.length) return [verdict(text("waits")), make("ul", {}, ...answer.waits.map(waitLine))];
  const why = make("ul", { className: "why" }, ...answer.reasons.slice(0, -1).map((said) => make("li", {}, said)));
  if (answer.waits) return [verdict(text("no_waits")), why];
  if (!answer.valid) return [verdict(text("no_hand")), why];
  const total = make("p", { className: "total" }, make("b", {}, String(answer.total)), " ", text(answer.payments.discarder === undefined ? "force_each" : "force_discarder"));
  return [total, verdict(answer.names[language] ?? answer.hand), why];
}

function verdict(said) {
  return make("p", { className: "verdict" }, said);
}

function waitLine(wait) {
  const worth = make("b", {}, String(wait.total));
  const name = make("span", {}, wait.names[language] ?? wait.hand, wait.ron ? "" : make("small", {}, text("no_ron")));
  return make("li", { className: "wait" }, tilePicture(wait.tile), name, worth);
}

export function sheetLine(answer) {
  return make("p", { className: "sheet" }, answer.reasons.at(-1));
}
