// The campaigns, and one of them: when it was played, going on with it, and printing it.

import { onTap, sendJson } from "./api_client.js";
import { showDays } from "./times.js";

const goOn = document.getElementById("go-on");

showDays();
if (goOn) {
  onTap(goOn, async () => {
    await sendJson(`/api/games/${goOn.dataset.game}/resume`, { known: Number(goOn.dataset.known) });
    location.assign("/");
  });
}
document.getElementById("print")?.addEventListener("click", () => print());
