// Renews the tables every two seconds, and touches only those that have changed.
const EVERY_MS = 2000, PATIENCE_MS = 8000;
const live = document.getElementById("live"), away = document.getElementById("away");
let etag = "";

async function renew() {
  try {
    const headers = etag ? { "If-None-Match": etag } : {};
    const answer = await fetch(live.dataset.address, { headers, cache: "no-store", signal: AbortSignal.timeout?.(PATIENCE_MS) });
    if (answer.status === 200) {
      const fresh = document.createElement("template");
      fresh.innerHTML = await answer.text();
      show(fresh.content);
      etag = answer.headers.get("ETag") ?? "";
    }
    away.hidden = answer.status === 200 || answer.status === 304;
  } catch {
    away.hidden = false;
  }
}

function show(fresh) {
  const summary = live.querySelector(".summary"), tables = live.querySelector(".tables");
  const known = new Map([...tables.children].map((table) => [table.dataset.key, table]));
  if (summary.outerHTML !== fresh.querySelector(".summary").outerHTML) summary.replaceWith(fresh.querySelector(".summary"));
  tables.replaceChildren(...[...fresh.querySelector(".tables").children].map((table) => merged(known.get(table.dataset.key), table)));
}

// The table as it is on the page where nothing has changed, else the fresh one. The picture stays the same element:
// it shows the old board until the new one has been loaded.
function merged(old, fresh) {
  if (old?.outerHTML === fresh.outerHTML) return old;
  const before = old?.querySelector("img"), now = fresh.querySelector("img");
  if (before && now) {
    const address = now.getAttribute("src");
    now.replaceWith(before);
    if (before.getAttribute("src") !== address) before.setAttribute("src", address);
  }
  return fresh;
}

async function goOn() {
  if (!document.hidden) await renew();
  setTimeout(goOn, EVERY_MS);
}
setTimeout(goOn, EVERY_MS);
document.addEventListener("visibilitychange", () => document.hidden || renew());
