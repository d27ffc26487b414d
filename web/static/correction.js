// Makes corrections from a dialog: what follows from one is shown, and made when it is confirmed. The page has the
// elements of weighing.html.

import { act, find, make, sendJson, text } from "./api_client.js";
import { tilePicture } from "./board.js";

// The page's dialog, which shows one of its `parts` at a time. `known` gives the last journal entry that the reader has
// seen; `made` is called with the correction once it is made.
export function correctionDialog({ parts, known, made }) {
  const dialog = find("move");
  const trouble = dialog.querySelector("[role=alert]");
  let pending = null; // the correction that waits to be confirmed

  function show(part) {
    for (const name of parts) find(name).hidden = name !== part;
    trouble.hidden = true;
    dialog.scrollTop = 0;
  }

  function open() {
    dialog.showModal();
    dialog.scrollTop = 0;
  }

  // Runs what a tap asks for; trouble is shown in the dialog, since that lies over everything else.
  function run(button, work) {
    return act(button, work, ({ message }) => {
      trouble.textContent = message;
      trouble.hidden = false;
      dialog.scrollTop = 0;
      document.dispatchEvent(new Event("corrected")); // a list beside it may be out of date
    });
  }

  // Makes a correction {way, entry, sentence, move or hand}; where later moves change, or `mustConfirm`, what follows is
  // shown first. `preview` is what follows, where the box has said so already.
  function propose(button, correction, { preview = null, mustConfirm = false } = {}) {
    return run(button, async () => {
      const previewed = preview ?? (await sendJson("/api/corrections/preview", request(correction)));
      pending = { ...correction, without: previewed.without };
      if (!mustConfirm && !hasConsequences(previewed)) return makePending();
      show("weighing");
      showConsequences(previewed, pending);
    });
  }

  async function makePending() {
    await sendJson("/api/corrections", { ...request(pending), without: pending.without, known: known() });
    dialog.close();
    made(pending);
  }

  find("do").addEventListener("click", () => run(find("do"), makePending));
  find("give-up").addEventListener("click", () => dialog.close());
  return { dialog, open, show, run, propose };
}

const request = ({ way, entry, move, hand }) => ({ way, entry, move, hand }); // what is undefined is not sent

function showConsequences({ breaks, without, later, came_to: cameTo, scores }, correction) {
  const tiles = correction.hand ? [make("span", { className: "laid" }, ...correction.hand.tiles.map(tilePicture))] : [];
  find("wanted").replaceChildren(text(`${correction.way}_this`, { move: correction.sentence }), ...tiles);
  find("hand-worth").hidden = cameTo.length === 0;
  find("came-to").replaceChildren(...cameTo.map((said) => make("li", {}, said)));
  find("breaks").hidden = breaks === null;
  find("harmless").hidden = breaks !== null || later === 0;
  find("consequences").hidden = breaks === null && later === 0;
  if (breaks) find("breaks-said").textContent = text("breaks", { number: breaks.ply, move: breaks.sentence });
  find("breaks-more").textContent = text("breaks_more", { count: without.length });
  find("do").textContent = breaks ? text("do_strike", { count: without.length }) : text("do");
  find("do").classList.toggle("danger", breaks !== null);
  find("do").classList.toggle("main", breaks === null);
  find("new-scores").replaceChildren(...scores.map((one) => scoreLine(one.name, one.before, one.after)));
  if (scores.every((one) => one.before === one.after)) find("new-scores").replaceChildren(make("li", {}, text("same_score")));
}

// Whether later moves change, so that the correction has to be confirmed.
function hasConsequences({ breaks, later }) {
  return breaks !== null || later > 0;
}

export function scoreLine(name, before, after, ...more) {
  const points = before === after ? String(after) : `${before} → ${after}`;
  const change = before === after ? "" : ` (${after > before ? "+" : "−"}${Math.abs(after - before)})`;
  return make("li", {}, make("span", {}, name), make("b", { className: "way" }, points + change), ...more);
}
