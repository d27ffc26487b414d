// A player's own page: who sits here, and what may be called, by one tap on a button that never moves.

import { Trouble, find, getJson, make, onTap, onTrouble, pairPhone, sendJson, text, write } from "./api_client.js";
import { badgePicture } from "./badge.js";
import { showChoices } from "./choices.js";
import { leaveSeat, showOwn } from "./own_seat.js";
import { SEAT, onPhone } from "./storage.js";
import { watch } from "./stream.js";
import { announceNews } from "./this_phone.js";

const MISTAKE_OFFER_MS = 10_000; // for so long a mistaken tap is taken back by another one
const SAME_PRESS_MS = 1500;
const SHIFTED_MS = 700; // a finger that was on its way hits another button
const ANSWER_TIMEOUT_MS = 8000; // the box answers long before; a phone that has lost the Wi-Fi may press again
const PRESS_VIBRATION_MS = 30;
const ACCEPTED_VIBRATION_MS = 150;
const REFUSED_VIBRATION_MS = [60, 80, 60];
const CLOCK_SAMPLES = 4; // the quickest answer says most
const CLOCK_COMPARE_MS = 60_000;
const MAX_CLOCK_TRIP_MS = 500; // an answer as slow as this says nothing
const WATCHING = "";
let state = null;
let name = onPhone.get(SEAT); // of the player who sits here; null as long as nobody has said
let asking = name === null;
let busy = false;
let made = null; // the last call from here that may be taken back
let mistakeTimer = null;
let boxAheadMs = null; // milliseconds that the box's clock is ahead of this phone's
let shiftedAt = -Infinity; // when the buttons were last moved by a question above them

function show(next) {
  state = next;
  announceNews(state);
  document.body.dataset.serial = state.serial;
  document.body.dataset.moves = state.move_count;
  if (name && state.players.length && (!state.players.includes(name) || state.computers[state.players.indexOf(name)])) asking = true;
  find("who").hidden = !asking;
  find("sitting").hidden = asking;
  if (asking) showNames();
  else showSeat();
}

function showNames() {
  find("names").replaceChildren(
    ...state.players.filter((_, seat) => !state.computers[seat]).map((player) => {
      const seat = state.players.indexOf(player);
      const button = make("button", { type: "button", className: "button" }, ...badges(seat), player);
      button.addEventListener("click", () => sit(player));
      return button;
    }),
  );
}

const badges = (seat) => (state.badges[seat] ? [badgePicture(state.badges[seat])] : []);

function askWho() {
  asking = true;
  show(state);
}

function sit(player) {
  name = player;
  asking = false;
  onPhone.set(SEAT, name);
  reopen();
  tell("");
  offerBack(null);
  show(state);
  if (name !== WATCHING) pairFirst();
}

// When there is something to call, nobody has time to type a code.
async function pairFirst() {
  await onTrouble(
    async () => (await getJson("/api/pairing")).paired || pairPhone(text("not_paired")),
    ({ message }) => tell(message, true),
  );
}

function showSeat() {
  const seat = state.players.indexOf(name);
  const mine = state.calls.filter((call) => call.player === seat);
  write(find("my-name"), seat < 0 ? text("watching") : text("you", { player: name }));
  find("my-badge").replaceChildren(...badges(seat));
  write(find("prompt"), state.prompts.at(-1)?.sentence ?? "");
  write(find("problem"), state.problem?.sentence ?? "");
  find("problem").hidden = state.problem === null;
  write(find("last"), state.moves.at(-1)?.sentence ?? "");
  find("last-told").hidden = state.move_count === 0;
  showCalls(mine);
  showOwn(state, seat, askWho);
  write(find("no-calls"), text(seat < 0 ? "watch" : "no_calls"));
  find("no-calls").hidden = mine.length > 0 || state.computers.length > 0;
  find("lead").hidden = mine.length === 0;
  const called = new Set(mine.map((call) => call.choice));
  const above = () => [find("question").hidden, find("elsewhere").hidden].join();
  const before = above();
  showChoices({ ...state, untold: state.untold.filter((choice) => choice.player === seat && !called.has(choice.key)) });
  if (above() !== before) shiftedAt = performance.now();
}

// The same buttons stay in the same places, so that nobody presses another one than he meant.
function showCalls(mine) {
  const calls = find("calls");
  if ([...calls.children].map((button) => button.dataset.key).join() !== mine.map((call) => call.key).join()) {
    calls.replaceChildren(...mine.map(callButton));
  }
  mine.forEach((call, i) => {
    const button = calls.children[i];
    const [said, about] = button.children;
    said.textContent = call.name;
    write(about, call.about);
    button.disabled = busy || !call.possible || call.called;
    button.classList.toggle("called", call.called);
  });
}

function callButton(call) {
  const button = make("button", { type: "button", className: "call" }, make("b", {}), make("span", {}));
  button.dataset.key = call.key;
  let downAt = -Infinity;
  button.addEventListener("pointerdown", (event) => {
    downAt = event.timeStamp;
    press(call.key, event);
  });
  // Keyboards and screen readers press without a pointer.
  button.addEventListener("click", (event) => event.timeStamp - downAt > SAME_PRESS_MS && press(call.key, event));
  return button;
}

// Whoever lets a finger rest on the button gains nothing: what counts is when it came down.
async function press(key, event) {
  if (busy || event.button > 0 || event.timeStamp - shiftedAt < SHIFTED_MS) return;
  const pressedMsAgo = Math.max(0, performance.now() - event.timeStamp);
  const call = { key, player: state.players.indexOf(name), moves: state.move_count };
  busy = true;
  navigator.vibrate?.(PRESS_VIBRATION_MS);
  tell(text("calling"));
  offerBack(null);
  showSeat();
  try {
    const answer = sendJson("/api/calls", { ...call, pressed_ms_ago: pressedMsAgo, sent_ms: boxNow() });
    const { sentence, entry } = await Promise.race([answer, timeOut()]);
    navigator.vibrate?.(ACCEPTED_VIBRATION_MS);
    tell(sentence);
    offerBack({ ...call, entry });
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    navigator.vibrate?.(REFUSED_VIBRATION_MS);
    tell(error.message, true);
  } finally {
    busy = false;
    show(state);
  }
}

// The box's clock is reckoned here, so that a call that travels slowly does not count as a late one.
async function askClock() {
  const asked = performance.now();
  const { ms } = await getJson("/api/calls/clock");
  const took = performance.now() - asked;
  return { took, ahead: ms - asked - took / 2 };
}

async function compareClocks() {
  if (document.hidden) return;
  const samples = [];
  await onTrouble(
    async () => {
      for (let i = 0; i < CLOCK_SAMPLES; i += 1) samples.push(await askClock());
    },
    () => {}, // the page says by itself that the box cannot be reached
  );
  const best = samples.sort((one, other) => one.took - other.took)[0];
  if (best) boxAheadMs = best.took < MAX_CLOCK_TRIP_MS ? best.ahead : null;
}

// Keep comparing; a phone that slept may have stopped its clock.
function keepTime() {
  compareClocks();
  setInterval(compareClocks, CLOCK_COMPARE_MS);
  document.addEventListener("visibilitychange", compareClocks);
}

// What the box's clock shows now in milliseconds, null as long as nobody knows.
function boxNow() {
  return boxAheadMs === null ? null : performance.now() + boxAheadMs;
}

async function timeOut() {
  await new Promise((resolve) => setTimeout(resolve, ANSWER_TIMEOUT_MS));
  throw new Trouble(text("unreachable"));
}

function tell(sentence, isTrouble = false) {
  find("outcome").textContent = sentence;
  find("outcome").classList.toggle("lost", isTrouble);
}

function offerBack(call) {
  clearTimeout(mistakeTimer);
  made = call;
  find("mistake").hidden = made === null;
  if (made !== null) mistakeTimer = setTimeout(() => offerBack(null), MISTAKE_OFFER_MS);
}

onTap(find("mistake"), async () => {
  const { key, player, entry } = made;
  if (entry === null) await sendJson("/api/calls/withdraw", { key, player });
  else await sendJson("/api/strike", { entry, known: state.known });
  offerBack(null);
  tell(text("taken_back"));
});
find("watch").addEventListener("click", () => sit(WATCHING));
find("change").addEventListener("click", () => {
  leaveSeat(state);
  askWho();
});

if (name) pairFirst();
keepTime();
const reopen = watch(show);
