// The wiring test: buttons light up, the buzzer beeps, the display shows a pattern, and the lens is focused.

import { find, getJson, getBlob, onTap, onTrouble, sendJson, text } from "./api_client.js";
import { pollCamera } from "./camera_picture.js";
import { keepFile } from "./keep_file.js";

const LISTEN_EVERY_MS = 3000; // the box ends the test when it has not heard of this page for 8 s
const PRESSES_EVERY_MS = 400;
const FOCUS_EVERY_MS = 600;
const SUCCESS_CODES = ["wiring_test.beeped", "wiring_test.pattern", "wiring_test.other_chip"];
const LIT_MS = 900;
const SCREEN_DELAY_MS = 700; // the display's picture follows a moment later
const delay = (ms) => new Promise((done) => setTimeout(done, ms));
let isTesting = false;
let listening = Promise.resolve(); // the last time that the box was told to go on
let pressed = {};
let best = 0;

async function start() {
  await sendJson("/api/wiring/listen", { on: true });
  pressed = {};
  for (const lamp of document.querySelectorAll("[data-button] span")) lamp.textContent = text("not_pressed");
  setTesting(true);
  keepListening();
  watchPresses();
}

function setTesting(now) {
  isTesting = now;
  find("start").hidden = now;
  find("stop").hidden = !now;
}

async function keepListening() {
  while (isTesting) {
    await delay(LISTEN_EVERY_MS);
    if (!isTesting) return;
    listening = ignoreTrouble(() => sendJson("/api/wiring/listen", { on: true }));
    await listening;
  }
}

async function watchPresses() {
  while (isTesting) {
    await ignoreTrouble(async () => showPresses((await getJson("/api/wiring/presses")).presses));
    await delay(PRESSES_EVERY_MS);
  }
}

// A box that is out of reach for a moment ends no test: the next question comes soon.
const ignoreTrouble = (work) => onTrouble(work, () => {});

function showPresses(now) {
  for (const lamp of document.querySelectorAll("[data-button]")) {
    const [short, long] = [lamp.dataset.button, `${lamp.dataset.button}_long`].map((name) => now[name] ?? 0);
    const before = (pressed[lamp.dataset.button] ?? 0) + (pressed[`${lamp.dataset.button}_long`] ?? 0);
    if (short + long === 0) continue;
    const said = [["pressed", short], ["pressed_long", long]].filter(([, count]) => count > 0);
    lamp.querySelector("span").textContent = `✓ ${said.map(([key, count]) => text(key).replace("#", count)).join(" · ")}`;
    lamp.classList.add("works");
    if (short + long > before) light(lamp);
  }
  pressed = now;
}

function light(lamp) {
  lamp.classList.add("lit");
  setTimeout(() => lamp.classList.remove("lit"), LIT_MS);
}

function say(id, sentence) {
  find(id).textContent = sentence;
  find(id).hidden = false;
}

// What came of a test takes the place of what was known before it.
function sayResult(id, answer) {
  find(id).className = SUCCESS_CODES.includes(answer.code) ? "lead" : "problem";
  for (const known of find(id).parentElement.querySelectorAll(`.problem:not(#${id})`)) known.hidden = true;
  say(id, answer.sentence);
}

async function showScreen() {
  await delay(SCREEN_DELAY_MS);
  find("screen").src = URL.createObjectURL(await getBlob("/api/screen.png"));
  find("screen").hidden = false;
}

async function measureFocus() {
  showFocus((await getJson("/api/wiring/focus")).sharpness);
  await showNow();
  find("blind").hidden = true;
}

function showFocus(sharpness) {
  best = Math.max(best, sharpness);
  for (const [id, value] of [["sharpness", sharpness], ["best", best]]) find(id).textContent = value.toFixed(value < 100 ? 1 : 0);
  find("bar").max = best || 1;
  find("bar").value = sharpness;
}

async function showNow() {
  const before = find("now").src;
  find("now").src = URL.createObjectURL(await getBlob("/api/now.jpg"));
  find("now").hidden = false;
  if (before) URL.revokeObjectURL(before);
}

onTap(find("start"), start);
onTap(find("stop"), async () => {
  isTesting = false;
  await listening; // or it would come after the end and begin the test anew
  await sendJson("/api/wiring/listen", { on: false });
  setTesting(false);
});
onTap(find("beep"), async () => sayResult("beeped", await sendJson("/api/wiring/beep", {})));
onTap(find("show"), async () => {
  sayResult("shown", await sendJson("/api/wiring/pattern", {}));
  await showScreen();
});
if (find("other_chip")) onTap(find("other_chip"), async () => sayResult("shown", await sendJson("/api/wiring/other_chip", {})));
onTap(find("report"), () => keepFile("/api/report.zip", "jarapon-report.zip"));
find("anew").addEventListener("click", () => (best = 0));
pollCamera(measureFocus, FOCUS_EVERY_MS, (sentence) => say("blind", sentence));
