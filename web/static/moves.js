// The moves of the game on the table: each can be looked at, and corrected in three steps (web/static/correct.js).

import { find, getJson, make, onTrouble, tell, tellTrouble, text } from "./api_client.js";
import { openMove, showCorrected } from "./correct.js";
import { watch } from "./stream.js";
import { timeFormat } from "./times.js";

const time = timeFormat({ timeStyle: "short" });
let game = null;
let known = null; // the last entry of the record that this page has asked about

async function showMoves() {
  game = await getJson("/api/moves");
  document.body.dataset.known = game.known;
  const lines = game.lines.map(line);
  find("list").replaceChildren(...(find("newest").checked ? lines.reverse() : lines));
  find("none").hidden = lines.length > 0;
  showCorrected(game);
  openWanted();
}

// What was said meanwhile stays to be read.
const refresh = () => onTrouble(showMoves, tellTrouble);

// The live page leads here with a move's entry in the address, which is opened once, and struck or changed if that
// follows; or with the player whose hand, laid open now, is to be typed.
function openWanted() {
  const [, what, number, way] = /^#(hand-)?(\d+)(?:-(strike|change))?$/.exec(location.hash) ?? [];
  if (number === undefined) return;
  history.replaceState(null, "", location.pathname);
  const now = game.lines.filter((line) => line.entry && !line.ended);
  const move = what ? now.at(-1) : now.find((line) => line.entry === Number(number));
  if (what) openMove(game, move ?? null, Number(number));
  else if (move) openMove(game, move, way ?? null);
  else tell(text("gone"), true);
}

function line(move) {
  const ended = move.ended && text(move.ended.way === "change" ? "changed" : "struck");
  const what = make("span", {}, make("span", { className: "what" }, move.sentence), " ", ...(ended ? [make("span", { className: "tag" }, ended)] : []), make("small", {}, about(move)));
  const button = make("button", { type: "button", className: "plain" }, make("span", { className: "number" }, move.ply ? String(move.ply) : "–"), thumbnail(move), what);
  button.addEventListener("click", () => openMove(game, move));
  return make("li", { className: move.ended ? "ended" : "" }, button);
}

function thumbnail(move) {
  if (!move.picture) return make("span", { className: "blank" });
  const image = make("img", { alt: "", loading: "lazy", width: 160, height: 120, src: `/api/moves/pictures/${encodeURIComponent(move.picture)}` });
  image.addEventListener("error", () => image.replaceWith(make("span", { className: "blank" })));
  return image;
}

// Who recorded it and when; then who struck or changed it.
function about(move) {
  if (move.entry === 0) return text("forced");
  const said = [`${time(move.at)} · ${move.way === "move" ? move.by : text(move.way === "change" ? "changed_by" : "inserted_by", { by: move.by })}`];
  if (move.ended) said.push(`${text(move.ended.way === "change" ? "changed_by" : "struck_by", { by: move.ended.by })} · ${time(move.ended.at)}`);
  return said.join(" — ");
}

find("newest").addEventListener("change", () => find("list").replaceChildren(...[...find("list").children].reverse()));
find("struck").addEventListener("change", (event) => find("list").classList.toggle("no-struck", !event.target.checked));
find("insert-first").addEventListener("click", () => openMove(game, null));
document.addEventListener("corrected", refresh);
watch((state) => {
  if (state.known === known) return;
  known = state.known;
  refresh();
});
