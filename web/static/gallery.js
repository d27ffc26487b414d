// The games that can be watched at the demo table: a tap has its people play one.

import { onTap, sendJson } from "./api_client.js";

for (const card of document.querySelectorAll("[data-game]")) {
  onTap(card, async () => {
    await sendJson("/api/demo/game", { game: card.dataset.game });
    location.assign("/");
  });
}
