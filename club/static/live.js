// Renews the tables every two seconds, and touches only those that have changed.
const EVERY_MS = 2000, PATIENCE_MS = 8000;
const live = document.getElementById("live"), away = document.getElementById("away");
// Browsers load lazy pictures from far below what is seen: with many tables most requests would be for those.
const near = new IntersectionObserver((pictures) => pictures.forEach(({ target, isIntersecting }) => {
  target.isNear = isIntersecting;
  load(target);
}), { rootMargin: "100px" });
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
  watch();
}

// The table as it is on the page where nothing has changed, else the fresh one. The picture stays the same element:
// it shows the old board until the new one has been loaded.
function merged(old, fresh) {
  const before = old?.querySelector("img"), now = fresh.querySelector("img");
  if (before && now) before.address = now.getAttribute("src");
  if (old?.outerHTML === fresh.outerHTML) return old;
  if (before && now) {
    now.replaceWith(before);
    load(before);
  }
  return fresh;
}

// Load the newest board of a table, where that is seen.
function load(picture) {
  if (picture.isNear && picture.address && picture.getAttribute("src") !== picture.address) picture.setAttribute("src", picture.address);
}

function watch() {
  live.querySelectorAll("img").forEach((picture) => near.observe(picture));
}

async function goOn() {
  if (!document.hidden) await renew();
  setTimeout(goOn, EVERY_MS);
}
watch();
setTimeout(goOn, EVERY_MS);
document.addEventListener("visibilitychange", () => document.hidden || renew());
