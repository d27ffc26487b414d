// Where the box may be found when its address has changed: the page goes on where the same box answers.

import { freshAt } from "./stream.js";

const HERE = "/api/here";
const PATIENCE_MS = 2000;
const LOST_AFTER_MS = 10000; // a box that is only started again is back by then
let here = ask(HERE); // as long as it is in reach
let isSearching = false;

async function ask(address) {
  try {
    const answer = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
    return await answer.json();
  } catch {
    return { box: null, places: [] }; // nobody is there
  }
}

// What the box says of itself; asked again where it was just starting when this page asked.
async function known() {
  if ((await here).box === null) here = ask(HERE);
  return here;
}

export async function searchElsewhere() {
  if (isSearching) return;
  isSearching = true;
  const { box, places } = await known();
  for (const place of places) {
    const found = await ask(`${place}${HERE}?box=${box}`); // who does not name the box may not read its answer
    if (found.box === box) location.replace(place + location.pathname + location.search + location.hash);
  }
  isSearching = false;
}

setInterval(() => {
  if (!freshAt || document.hidden) return;
  if (Date.now() - freshAt > LOST_AFTER_MS) searchElsewhere();
  else known();
}, 1000);
