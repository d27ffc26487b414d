// The campaigns, and one of them: when it was played, going on with it, and printing it.

import { onTap, sendJson } from "./api_client.js";
import { timeFormat } from "./times.js";

const date = timeFormat({ dateStyle: "medium" });
const goOn = document.getElementById("go-on");

for (const time of document.querySelectorAll("time")) time.textContent = date(time.dateTime);
if (goOn) {
  onTap(goOn, async () => {
    await sendJson(`/api/games/${goOn.dataset.game}/resume`, { known: Number(goOn.dataset.known) });
    location.assign("/");
  });
}
document.getElementById("print")?.addEventListener("click", () => print());
