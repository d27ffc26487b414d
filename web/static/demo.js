// The demo table on the live page: how fast its people play, whether they wait, and their next mistake.

import { act, getJson, onTap, sendJson } from "./api_client.js";

const POLL_MS = 4000; // another phone may have changed something
const means = document.querySelector("#demo-means");
const pause = document.querySelector("#demo-pause");
const mistake = document.querySelector("#demo-mistake");
const mistakeSaid = document.querySelector("#demo-mistake-said");
const steers = document.querySelector("#demo-steers");
const speeds = [...document.querySelectorAll("#demo [name=speed]")];
let paused = false;

function show(demo) {
  paused = demo.paused;
  means.textContent = means.dataset[demo.asleep ? "asleep" : demo.lesson ? "lesson" : "awake"];
  steers.hidden = demo.asleep;
  pause.textContent = paused ? pause.dataset.on : pause.dataset.off;
  mistake.hidden = !demo.has_mistakes;
  mistake.setAttribute("aria-pressed", demo.mistake_due);
  if (mistakeSaid.textContent !== (demo.mistake_said ?? "")) mistakeSaid.textContent = demo.mistake_said ?? "";
  for (const speed of speeds) speed.checked = Number(speed.value) === demo.speed;
}

async function refresh() {
  if (document.hidden) return;
  try {
    show(await getJson("/api/demo"));
  } catch {
    // The page says by itself that the box is out of reach.
  }
}

onTap(pause, async () => show(await sendJson("/api/demo", { paused: !paused })));
onTap(mistake, async () => show(await sendJson("/api/demo/mistake", {})));
for (const speed of speeds)
  speed.addEventListener("change", () => act(speed, async () => show(await sendJson("/api/demo", { speed: Number(speed.value) }))));
setInterval(refresh, POLL_MS);
refresh();
