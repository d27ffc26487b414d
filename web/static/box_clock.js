// The box's clock as this phone reckons it, so that a call that travels slowly does not count as a late one.

import { Trouble, getJson } from "./talk.js";

const ASKED_AT_ONCE = 4; // the quickest answer says most
const AGAIN_MS = 60_000;
const TOO_SLOW_MS = 500; // an answer as slow as this says nothing
let ahead = null; // milliseconds that the box's clock is ahead of ours

async function ask() {
  const asked = performance.now();
  const { ms } = await getJson("/api/calls/clock");
  const took = performance.now() - asked;
  return { took, ahead: ms - asked - took / 2 };
}

async function compare() {
  if (document.hidden) return;
  const heard = [];
  try {
    for (let i = 0; i < ASKED_AT_ONCE; i += 1) heard.push(await ask());
  } catch (error) {
    if (!(error instanceof Trouble)) throw error; // the page says by itself that the box cannot be reached
  }
  const best = heard.sort((one, other) => one.took - other.took)[0];
  if (best) ahead = best.took < TOO_SLOW_MS ? best.ahead : null;
}

// Keep comparing; a phone that slept may have stopped its clock.
export function keepTime() {
  compare();
  setInterval(compare, AGAIN_MS);
  document.addEventListener("visibilitychange", compare);
}

// What the box's clock shows now in milliseconds, null as long as nobody knows.
export function boxNow() {
  return ahead === null ? null : performance.now() + ahead;
}
