// What this phone or television does by itself, as its owner has chosen: it speaks, it signals, it is light or dark.

import { find, language, text } from "./api_client.js";
import { isElsewhere, questionOf, seatHere } from "./choices.js";
import { onPhone } from "./storage.js";

const THEME = "theme"; // a cookie: the box sends the page in these colours
const OFFERED = "sound-offered";
const YEAR_S = 365 * 24 * 3600;
const TURN = { tones: [660, 880], shake: [120] };
const MOMENT = { tones: [523, 784], shake: [60, 40, 60] };
const FANFARE = { tones: [523, 659, 784, 659, 784, 1047], shake: [100, 60, 100, 60, 300] };
const WRONG = { tones: [330, 220], shake: [80, 80, 80, 80, 200] };
const TONE_S = 0.16;
const isOn = (what) => onPhone.get(what) === "on";
let sound = null;
let announced = null;

// Call with every state of the table, the first one included: only what is new is announced.
export function announceNews(state) {
  const now = summaryOf(state);
  const before = announced;
  announced = now;
  if (before === null) return offerOnce(state);
  const news = [...now.calls.filter((call) => !before.calls.includes(call))];
  if (now.problem && now.problem !== before.problem) news.push(now.problem);
  if (now.due !== before.due) news.push(now.due);
  if (news.length) speak(news.join(" "));
  const moment = momentOf(before, state);
  if (moment.length) callOut(moment);
  if (now.problem && !before.problem) signal(WRONG);
  else if (now.over && !before.over) signal(FANFARE);
  else if (moment.length) signal(MOMENT);
  else if (now.mine && (now.due !== before.due || !before.mine)) signal(TURN);
}

// Whose turn it is, and what is asked of one player, counts for the phone of whoever sits there.
function summaryOf(state) {
  const seat = seatHere(state);
  const question = isElsewhere(state) ? "" : questionOf(state);
  const due = state.hand?.reasons[0] ?? (question || (state.prompts.at(-1)?.sentence ?? ""));
  const whose = state.question_to ?? state.prompts.at(-1)?.player;
  return {
    due,
    problem: state.problem?.sentence ?? "",
    calls: state.calls.filter((call) => call.called).map((call) => `${state.players[call.player]}: ${call.name}`),
    mine: seat >= 0 && !state.over && whose === seat,
    over: state.over,
    moves: state.move_count,
    march: state.march,
  };
}

// What is called out for the last move, and who made it; or the city that the king has come to.
function momentOf(before, { march, moment, moves, move_count, players }) {
  if (march && before.march?.campaign === march.campaign && march.city > before.march.city) return [text("city", { place: march.place })];
  if (!moment || move_count <= before.moves) return [];
  return [moment, players[moves.at(-1).player]].filter(Boolean);
}

async function callOut(moment) {
  (await import("./moments.js")).callOut(...moment);
}

async function offerOnce(state) {
  if (state.move_count > 0 || state.over || onPhone.get(OFFERED) || isOn("voice") || isOn("signals")) return;
  (await import("./sound_offer.js")).offerSound(() => onPhone.set(OFFERED, "yes"));
}

// What is said last is what counts: an older sentence that has not been begun is left out.
function speak(sentence) {
  if (!isOn("voice") || !sentence) return;
  if (speechSynthesis.pending) speechSynthesis.cancel();
  const said = new SpeechSynthesisUtterance(sentence);
  said.lang = language;
  speechSynthesis.speak(said);
}

function signal({ tones, shake }) {
  if (!isOn("signals")) return;
  navigator.vibrate?.(shake);
  sound ??= new AudioContext();
  for (const [at, tone] of tones.entries()) {
    const [wave, loud] = [sound.createOscillator(), sound.createGain()];
    wave.frequency.value = tone;
    loud.gain.value = 0.2;
    wave.connect(loud).connect(sound.destination);
    wave.start(sound.currentTime + at * TONE_S);
    wave.stop(sound.currentTime + (at + 1) * TONE_S);
  }
}

function toggle(what, tried) {
  const button = find(what);
  const show = () => {
    button.textContent = text(`${what}_${isOn(what) ? "on" : "off"}`);
    button.setAttribute("aria-pressed", String(isOn(what)));
  };
  // Browsers let a page be heard when somebody has touched it.
  button.addEventListener("click", () => {
    onPhone.set(what, isOn(what) ? "off" : "on");
    show();
    if (isOn(what)) tried();
  });
  show();
}

toggle("voice", () => speak(announced?.due));
toggle("signals", () => signal(TURN));
find("voice").hidden = !("speechSynthesis" in window);
addEventListener("pointerdown", () => sound?.resume());
find("theme").addEventListener("change", () => {
  document.cookie = `${THEME}=${find("theme").value}; path=/; max-age=${YEAR_S}; samesite=lax`;
  location.reload();
});
const full = find("full");
if (full) {
  full.hidden = !document.fullscreenEnabled;
  full.addEventListener("click", () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()));
}
