// Offers once, on a phone's first visit before a game, what the phone may do by itself.

import { find, make, text } from "./api_client.js";

export function offerSound(done) {
  const says = "speechSynthesis" in window;
  const choices = [...(says ? [["offer_both", ["signals", "voice"]]] : []), ["offer_signals", ["signals"]], ["offer_none", []]];
  const bar = make("div", { className: "toast sound-offer", role: "group", ariaLabel: text("offer") }, make("p", {}, text("offer")));
  for (const [name, wanted] of choices) {
    const button = make("button", { type: "button", className: "button offer" }, text(name));
    button.addEventListener("click", () => {
      for (const one of wanted) find(one).click();
      bar.remove();
      done();
    });
    bar.append(button);
  }
  document.body.append(bar);
}
