// What people enter: the answer to a question, and moves that may be entered at any time.

import { find, make, onTap, sendJson, text } from "./api_client.js";
import { SEAT, onPhone } from "./storage.js";

const MAX_AT_FIRST = 8;
let drawn = "";
let showAll = false;
let takenOver = null; // a question of another player's phone that is answered here

// What is under a finger stays there as long as nothing has changed.
export function showChoices(state) {
  const known = { moves: state.move_count, known: state.known }; // what is of an older position is refused
  const now = JSON.stringify([known, state.question, state.question_to, takenOver, state.untold, state.players]);
  if (now === drawn) return;
  drawn = now;
  showAll = false;
  showQuestion(state, known);
  find("untold").hidden = state.untold.length === 0;
  showUntold(state, known);
}

// Whose phone this is, as a seat; -1 for nobody's.
export function seatHere(state) {
  return state.players.indexOf(onPhone.get(SEAT));
}

// Whether the question of a state is for another player, whose own phone asks it.
export function isElsewhere(state) {
  return state.question_to !== null && state.question_to !== seatHere(state);
}

const sameQuestion = (state) => `${state.known} ${state.question.map((choice) => choice.key)}`;

// A question that concerns one player is asked on that player's phone; on others it can be answered after a tap.
function showQuestion(state, known) {
  const isAsked = state.question.length > 0;
  const leaves = isAsked && isElsewhere(state) && takenOver !== sameQuestion(state);
  const name = state.players[state.question_to] ?? "";
  find("question").hidden = !isAsked || leaves;
  find("elsewhere").hidden = !leaves;
  find("elsewhere-said").textContent = leaves ? text("elsewhere", { player: name }) : "";
  find("answer-here").onclick = () => {
    takenOver = sameQuestion(state);
    showChoices(state);
  };
  find("yours").hidden = state.question_to === null || isElsewhere(state);
  find("yours").textContent = text("yours", { player: name });
  find("which").textContent = leaves ? "" : questionOf(state);
  const hand = state.question.find((choice) => choice.hand);
  const others = hand ? [typeLink(hand, text("none_of_these"))] : []; // its tiles may have been misread
  find("answers").replaceChildren(...state.question.map((choice) => choiceButton(choice, choice.sentence, known, "button main")), ...others);
}

// What is asked: which of several it was, or whether it was the only one that could be.
export function questionOf(state) {
  const isOne = state.question.length === 1 && !state.question[0].hand; // a hand may have been misread
  return state.question.length ? text(isOne ? "was_it" : "which") : "";
}

function showUntold(state, known) {
  const groups = groupByPlayer(state);
  const shown = showAll ? new Set(state.untold) : pickFirst(groups);
  find("tell").replaceChildren(...groups.map((group) => playerLine(group, shown, known)));
  find("tell-more").hidden = shown.size === state.untold.length;
  find("tell-more").onclick = () => {
    showAll = true;
    showUntold(state, known);
  };
}

function groupByPlayer(state) {
  const groups = new Map();
  for (const choice of state.untold) groups.set(choice.player, [...(groups.get(choice.player) ?? []), choice]);
  return [...groups].map(([player, choices]) => ({ name: state.players[player] ?? "", choices }));
}

// The few that are shown at once: of each player the first, then of each the second, and so on.
function pickFirst(groups) {
  const longest = Math.max(0, ...groups.map((group) => group.choices.length));
  const inTurn = Array.from({ length: longest }, (_, i) => groups.map((group) => group.choices[i])).flat();
  const wanted = inTurn.filter(Boolean);
  return new Set(wanted.length > MAX_AT_FIRST + 1 ? wanted.slice(0, MAX_AT_FIRST) : wanted);
}

function playerLine(group, shown, known) {
  const isNamed = group.name !== "";
  const buttons = group.choices
    .filter((choice) => shown.has(choice))
    .map((choice) => (choice.hand ? typeLink(choice, text("type_hand")) : choiceButton(choice, isNamed ? choice.short : choice.sentence, known, "button")));
  const line = make("div", { className: "told", role: "group" }, ...buttons);
  if (isNamed) {
    line.prepend(make("span", { className: "who" }, group.name));
    line.setAttribute("aria-label", group.name);
  }
  return line;
}

// A hand that the camera has not read is typed, where corrections are made.
function typeLink(choice, said) {
  return make("a", { className: "button", href: `/moves#hand-${choice.player}` }, said);
}

function choiceButton(choice, said, known, className) {
  const button = make("button", { type: "button", className }, said);
  button.dataset.key = choice.key;
  onTap(button, () => sendJson("/api/choose", { key: choice.key, ...known }));
  return button;
}

