// The live stream of the table: every state in order, and whether the page is up to date.

import { find, language, text, write } from "./api_client.js";
import { SEAT, onPhone } from "./storage.js";

const BEAT_MS = 5000; // the box says at least this often that it is there
const LOST_AFTER_MS = 2.4 * BEAT_MS;
const RETRY_MS = 2000;
const FIRST_VIEW_MS = 3000; // what is not needed at once is loaded after it
let lastHeardAt = 0;

function follow() {
  const found = import(`./find_moved_box.js#${Date.now()}`).then(({ followBox }) => followBox(() => lastHeardAt));
  found.catch(() => setTimeout(follow, RETRY_MS)); // the box may be starting; a failed module stays so
}

setTimeout(follow, FIRST_VIEW_MS);

// A page that shows the table says when it is out of date.
function showFreshness(isFresh) {
  const stale = find("stale");
  if (stale === null) return;
  stale.hidden = isFresh;
  document.body.classList.toggle("out-of-date", !isFresh);
  if (!isFresh) write(stale, text("stale"));
}

// Calls `onState(state)` for every state; returns a function that reopens the stream, for another player here.
export function watch(onState) {
  let source = null;
  let heardAt = 0;
  let retryTimer = null;
  let known = ""; // the id of the state that is shown

  function markAlive() {
    heardAt = lastHeardAt = Date.now();
    showFreshness(true);
  }

  function markLost() {
    showFreshness(false);
    // A refused stream is not tried again by the browser itself.
    if (source.readyState === EventSource.CLOSED && retryTimer === null) retryTimer = setTimeout(open, RETRY_MS);
  }

  function open() {
    clearTimeout(retryTimer);
    retryTimer = null;
    source?.close();
    heardAt = Date.now();
    const seat = onPhone.get(SEAT) ?? "";
    source = new EventSource(`/api/events?language=${language}&known=${encodeURIComponent(known)}&seat=${encodeURIComponent(seat)}`);
    source.addEventListener("state", (event) => {
      known = event.lastEventId;
      onState(JSON.parse(event.data));
      markAlive();
    });
    source.addEventListener("beat", markAlive);
    source.addEventListener("error", markLost);
  }

  // The table as it was when the box made this page.
  function showFirst() {
    const first = document.getElementById("state");
    if (first === null) return;
    known = first.dataset.id;
    onState(JSON.parse(first.textContent));
  }

  // A phone that slept gets no error.
  function listen() {
    if (Date.now() - heardAt < LOST_AFTER_MS) return;
    showFreshness(false);
    open();
  }

  setInterval(listen, 1000);
  document.addEventListener("visibilitychange", () => document.hidden || listen());
  addEventListener("offline", () => showFreshness(false));
  addEventListener("online", open);
  showFirst();
  open();
  return open;
}
