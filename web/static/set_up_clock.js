// The box's time beside this phone's. Where their zones differ, the box can be set to the phone's.

import { act, getJson, onTap, sendJson, text } from "./api_client.js";
import { timeFormat } from "./times.js";

const MAX_DIFFERENCE_MS = 2 * 60_000; // people's clocks are no closer
const own = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
const time = timeFormat({ dateStyle: "medium", timeStyle: "short" });
const button = document.querySelector("#clock button");

function show({ at, zone }) {
  const now = new Date();
  const ahead = -now.getTimezoneOffset() * 60_000; // of UTC
  const wall = new Date(now.getTime() + ahead).toISOString(); // what this phone's clock shows
  const isElsewhere = Date.parse(`${at.slice(0, 19)}Z`) - Date.parse(at) !== ahead;
  const isOff = Math.abs(Date.parse(at) - now) > MAX_DIFFERENCE_MS;
  const said = isElsewhere ? "clock_zones" : isOff ? "clock_off" : "clock_same";
  document.querySelector("#clock p").textContent = text(said, { box: time(at), zone, phone: time(wall), own, right: wall.slice(0, 16).replace("T", " ") });
  button.hidden = !isElsewhere;
  button.textContent = text("clock_set", { own });
}

onTap(button, async () => show(await sendJson("/api/time", { zone: own })));
act(button, async () => show(await getJson("/api/time")));
