// The box itself reads aloud, where its machine has an engine of speech.

import { onTap, sendJson, text } from "./api_client.js";

const voice = document.querySelector("#box-voice button");
if (voice) {
  onTap(voice, async () => {
    const { on } = await sendJson("/api/voice", { on: voice.getAttribute("aria-pressed") !== "true" });
    voice.setAttribute("aria-pressed", String(on));
    voice.textContent = text(on ? "voice_on" : "voice_off");
  });
}
