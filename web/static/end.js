// The end of a game: a sheet to be printed, and its result to be shared.

import { Trouble, find, getJson, make, onTap, tell, text } from "./api_client.js";
import { showPodium } from "./moments.js";
import { timeFormat } from "./times.js";

const date = timeFormat({ dateStyle: "long" });
let known = null; // the last entry of the game that the sheet shows
let title = "";
let result = "";
let unfolded = [];

// Fills the sheet with a game that is over, as the live page's `state` tells it.
export async function showEnd(state) {
  showPodium(find("podium"), state);
  if (state.known === known) return;
  known = state.known;
  const game = await getJson("/api/moves");
  title = `${game.title} · ${date(game.begun)}`;
  const best = [...state.standings].sort((one, other) => one.rank - other.rank);
  result = [title, ...best.map(({ rank, name, score }) => `${rank}. ${name} ${score}`), state.prompts.at(-1)?.sentence].filter(Boolean).join("\n");
  find("sheet-title").textContent = title;
  find("sheet-moves").replaceChildren(...game.lines.filter((move) => move.ply).map((move) => make("li", {}, move.sentence)));
  find("end").hidden = false;
}

// Hands the result to another app, or copies it where the browser cannot.
async function share() {
  try {
    if (navigator.share) return await navigator.share({ title, text: result });
  } catch (error) {
    if (error.name === "AbortError") return; // whoever was asked does not want to share
  }
  copy(result);
  tell(text("copied"));
}

// The box's address is not https, for which browsers offer no clipboard of their own.
function copy(words) {
  const field = make("textarea", { value: words, readOnly: true, className: "unseen" });
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (!isCopied) throw new Trouble(text("not_copied"));
}

find("print").addEventListener("click", () => print());
onTap(find("share"), share);
// What is folded on the page is read on paper.
addEventListener("beforeprint", () => {
  unfolded = [...document.querySelectorAll(".scores details:not([open])")];
  for (const account of unfolded) account.open = true;
});
addEventListener("afterprint", () => {
  for (const account of unfolded) account.open = false;
});
