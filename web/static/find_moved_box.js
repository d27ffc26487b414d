// Finds the box when its address has changed: the page goes on where the same box answers.

const HERE = "/api/here";
const TIMEOUT_MS = 2000;
const LOST_AFTER_MS = 10000; // a box that is only started again is back by then
let here = ask(HERE); // what the box says of itself, as long as it is in reach
let isSearching = false;

async function ask(address) {
  try {
    const answer = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) });
    return await answer.json();
  } catch {
    return { box: null, places: [] }; // nobody is there
  }
}

// Asks again where the box was just starting when this page asked.
async function known() {
  if ((await here).box === null) here = ask(HERE);
  return here;
}

export async function findMovedBox() {
  if (isSearching) return;
  isSearching = true;
  const { box, places } = await known();
  for (const place of places) {
    const found = await ask(`${place}${HERE}?box=${box}`); // who does not name the box may not read its answer
    if (found.box === box) location.replace(place + location.pathname + location.search + location.hash);
  }
  isSearching = false;
}

// Searches whenever the box has been silent for too long; `heardAt` gives when it was heard last, 0 for never.
export function followBox(heardAt) {
  setInterval(() => {
    if (!heardAt() || document.hidden) return;
    if (Date.now() - heardAt() > LOST_AFTER_MS) findMovedBox();
    else known();
  }, 1000);
}
