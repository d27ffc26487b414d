// Where the box may be found when its address has changed: the page goes on where the same box answers.

import { freshAt } from "./stream.js";

const PATIENCE_MS = 2000;
const LOST_AFTER_MS = 10000; // a box that is only started again is back by then
const here = ask(""); // as long as it is in reach
let isSearching = false;

async function ask(place) {
  try {
    const answer = await fetch(`${place}/api/here`, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
    return await answer.json();
  } catch {
    return { box: null, places: [] }; // nobody is there
  }
}

export async function searchElsewhere() {
  if (isSearching) return;
  isSearching = true;
  const { box, places } = await here;
  for (const place of places) {
    const found = await ask(place);
    if (found.box === box) location.replace(place + location.pathname + location.search + location.hash);
  }
  isSearching = false;
}

setInterval(() => freshAt && Date.now() - freshAt > LOST_AFTER_MS && !document.hidden && searchElsewhere(), 1000);
