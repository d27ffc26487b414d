// The live page: shows every state of the table as it comes, and takes back or strikes moves.

import { act, find, language, make, onTap, sendJson, tell, text, write } from "./api_client.js";
import { badgePicture } from "./badge.js";
import { drawBoard, tilePicture } from "./board.js";
import { showChoices } from "./choices.js";
import { facesLoaded } from "./faces.js";
import { livePictures, showCloseUps } from "./pictures.js";
import { drawScores, showMarch } from "./score_line.js";
import { boldWidth, textWidth } from "./shapes.js";
import { showStatus } from "./status_line.js";
import { watch } from "./stream.js";
import { announceNews } from "./this_phone.js";

const MAX_OPEN_REASONS = 2;
const MAX_OPEN_PROMPTS = 3;
const MAX_PROMPT_WIDTH = 40; // letters of Japanese; others are half as wide
const WORD = /[!-\u1fff]+|[^!-\u1fff\s]{1,6}/gu; // Latin words, and as much of a Japanese name as stays together
const MAX_SETUP_WIDTH = 70; // letters of Japanese; what takes more to lay out a game is told step by step
const WALLS = /^jarapon\.(dealer|sit|rows|build|break|break_next_wall|deal)$/;
const OPEN_SET = /^jarapon\.lay_set_/;
const names = new Intl.ListFormat(language, { type: "conjunction" });
const refreshPictures = livePictures(document.querySelectorAll("img[data-live]"));
let state = null;
let stepwise; // the script that tells in steps how a game is laid out, once it is there; null where it cannot be had
let loadingSteps = null;
const opened = new Set(matchMedia("(min-width: 1200px) and (min-height: 900px)").matches ? ["prompts"] : []); // accounts that are being read
const sentences = Intl.Segmenter && new Intl.Segmenter(language, { granularity: "sentence" });

function show(next) {
  state = next;
  announceNews(state);
  document.body.dataset.serial = state.serial;
  showPrompts();
  showChoices(state);
  showNextGame();
  showSeats();
  showEnd();
  find("my-seat").hidden = state.calls.length === 0 && state.computers.length === 0;
  showHand();
  showScores();
  showTable();
  showMoves();
  showByHand();
  showPad();
  showCloseUps(state);
  refreshPictures();
}

// Where no camera watches, moves are entered on the board and from a list.
async function showByHand() {
  const isOpen = state.by_hand && !state.over && state.computers.length === 0; // else people play from their seats
  document.body.classList.toggle("played-by-hand", state.by_hand);
  find("by-hand").hidden = !isOpen;
  find("no-camera").hidden = state.by_hand || !(state.move_count === 0 || state.over || find("demo") || state.seeing.key.includes(".no_"));
  if (isOpen) await act(find("clear-taps"), async () => (await import("./by_hand.js")).showNext(state));
}

// Whoever does not want to have the moves followed enters how it ended, and back.
function showPad() {
  document.body.classList.toggle("on-pad", state.pad);
  find("keep-score").hidden = state.over || state.hand !== null || state.computers.length > 0;
  write(find("keep-score"), text(state.pad ? "follow" : "keep_score"));
}

function showPrompts() {
  // Games say first what leads up to it, and last what is to be done now.
  const steps = stepwise === null ? [] : stepsOf(state);
  if (steps.length) loadingSteps ??= loadSteps();
  const more = state.prompts.slice(0, -1).filter((prompt) => !steps.includes(prompt));
  const due = state.prompts.at(-1);
  const isDueLast = steps.includes(due); // then each step is due when its turn comes
  if (!isDueLast) showDue(due?.sentence ?? "");
  else if (!stepwise) showDue(sentencesOf(steps[0].sentence)[0]);
  stepwise?.showSteps(state, steps, sentencesOf, isDueLast ? showDue : null);
  showStatus(find("status"), state.status);
  showMarch(find("march"), state.march);
  find("prompt").hidden = find("more-prompts").hidden = state.hand !== null; // a hand has a card of its own
  const account = more.filter((prompt) => !isPayment(prompt));
  const mostOpen = MAX_OPEN_PROMPTS - (account.length < more.length);
  const folded = account.length > mostOpen ? account.slice(mostOpen - 1) : [];
  const lines = (prompts) => prompts.map(({ sentence }) => make("p", { className: "also" }, sentence));
  const open = lines(more.filter((prompt) => !folded.includes(prompt)));
  find("more-prompts").replaceChildren(...open, ...(folded.length ? [accountOf("prompts", ...lines(folded))] : []));
  find("notices").replaceChildren(...state.notices.map((said) => make("p", { className: "notice" }, said.sentence)));
  find("problem").hidden = state.problem === null;
  write(find("problem"), state.problem?.sentence ?? "");
  find("teach-first").hidden = !state.problem?.key.startsWith("table.teach_");
  find("problem-also").replaceChildren(...state.problem_also.map((said) => make("p", { className: "problem also" }, said.sentence)));
  write(find("seeing"), state.over ? "" : state.seeing.sentence); // the tiles are put away
  find("seeing").dataset.seeing = state.seeing.key;
}

// Of a long prompt only the first sentence is large.
function showDue(due) {
  const prompt = find("prompt");
  const isLong = textWidth(due, 0.5) > MAX_PROMPT_WIDTH;
  prompt.classList.toggle("long", isLong);
  if (prompt.textContent === due) return; // else it is read aloud again
  const [first, ...rest] = isLong ? sentencesOf(due) : [due];
  prompt.replaceChildren(first, ...rest.map((sentence) => make("span", { className: "rest" }, sentence)));
}

const sentencesOf = (said) => (sentences ? Array.from(sentences.segment(said), ({ segment }) => segment) : [said]);

// Where it takes many words: what is laid out before the first move, and the walls of Galaxy Jarapon. A pon is drawn.
function stepsOf({ prompts, move_count: moves }) {
  const laid = prompts.filter(({ key }) => OPEN_SET.test(key));
  if (laid.length) return laid;
  const steps = prompts.filter((prompt, at) => WALLS.test(prompt.key) || (moves === 0 && at < prompts.length - 1));
  return textWidth(steps.map(({ sentence }) => sentence).join(""), 0.5) > MAX_SETUP_WIDTH ? steps : [];
}

async function loadSteps() {
  try {
    const script = await import("./steps.js");
    await script.styled;
    stepwise = script;
  } catch {
    stepwise = null;
  }
  showPrompts();
}

// What can be played next, as long as no game is being played.
function showNextGame() {
  const { again } = state;
  const home = document.querySelector(state.over ? ".scores" : ".doing");
  if (find("next-game").parentElement !== home) home.append(find("next-game")); // else it would lose the focus
  find("next-game").hidden = !(state.over || state.hand !== null || state.move_count === 0);
  find("again").hidden = again === null;
  find("again").classList.toggle("main", state.over); // else the game on the table is what people wanted
  if (again === null) return;
  write(find("again-word"), again.leg ?? text(state.over ? "play_again" : "same_again"));
  write(find("again-what"), text("again_what", { game: again.title, players: names.format(again.players) }));
}

// As long as nobody has moved, names are put right where people sit otherwise than was typed.
function showSeats() {
  if (!state.can_change_seats) find("seats").hidden = true;
  find("change-seats").hidden = !state.can_change_seats || !find("seats").hidden;
}

async function showEnd() {
  document.body.classList.toggle("over", state.over);
  if (!state.over) find("end").hidden = find("podium").hidden = true;
  else await act(find("share"), async () => (await import("./end.js")).showEnd(state));
}

// Chips and coins that people must hand over now are never folded away.
const isPayment = ({ key }) => key.startsWith("jarapon.chips.") || key.startsWith("stop.pays");

// By which sheet a hand was scored is said once a page.
const isSheet = ({ key }) => key.startsWith("sheet.");

// The account of a score; a long one is folded, and stays open once opened.
function reasonsOf(standing) {
  const saysSheet = standing === state.standings[0] && !state.prompts.some(isSheet);
  const reasons = standing.reasons.filter((reason) => saysSheet || !isSheet(reason));
  const lines = make("ul", {}, ...reasons.map((reason) => make("li", {}, reason.sentence)));
  if (reasons.length <= MAX_OPEN_REASONS) return lines;
  return accountOf(standing.player, lines);
}

// What is folded under a summary; once opened it stays open.
function accountOf(about, ...lines) {
  const account = make("details", { open: opened.has(about) }, make("summary", {}, text("account")), ...lines);
  account.addEventListener("toggle", () => opened[account.open ? "add" : "delete"](about));
  return account;
}

function scoreLine(standing) {
  const name = make("span", { className: "name" }, standing.name);
  const points = make("span", { className: "points" }, String(standing.score));
  const line = make("li", {}, name, points, make("div", { className: "reasons" }, reasonsOf(standing)));
  line.classList.toggle("turn", !state.over && state.prompts.at(-1)?.player === standing.player);
  if (standing.side) name.prepend(tilePicture(standing.side));
  if (state.badges[standing.player]) name.prepend(badgePicture(state.badges[standing.player]));
  line.classList.toggle("winner", state.over && standing.rank === 1);
  if (state.over && standing.rank === 1) name.append(make("span", { className: "first" }, `★ ${text("winner")}`));
  return line;
}

function showScores() {
  const best = state.over ? [...state.standings].sort((one, other) => one.rank - other.rank) : state.standings;
  const widest = (words) => `${Math.max(...words.map(boldWidth), 0)}rem`;
  find("scores").style.setProperty("--word", widest(best.flatMap(({ name }) => name.match(WORD) ?? [])));
  find("scores").style.setProperty("--points", widest(best.map(({ score }) => String(score))));
  find("scores").style.setProperty("--signs", Math.max(...best.map(({ side, player }) => Number(side !== null) + Number(player in state.badges)), 0));
  find("scores").replaceChildren(...best.map(scoreLine));
  find("explain").hidden = !best.some(({ reasons }) => reasons.length > 0);
}

async function showHand() {
  const { hand } = state;
  find("hand").hidden = hand === null;
  if (hand === null) return;
  const tiles = make("div", { className: "tiles" }, ...hand.tiles.map(tilePicture));
  await act(find("look"), async () => {
    const { answerParts, sheetLine } = await import("./answer.js");
    if (hand === state.hand) find("hand").replaceChildren(tiles, ...answerParts(hand), sheetLine(hand));
  });
}

function showTable() {
  const isEmpty = state.board.cells.length === 0;
  find("table").hidden = find("record").hidden = isEmpty && !state.by_hand; // hands are only looked at
  find("board").toggleAttribute("hidden", isEmpty || state.pad); // a pad knows nothing of the table
  drawBoard(find("board"), state.board);
  showSquareHints();
  fitBoard();
  drawScores(document.querySelector(".score-line"), { players: state.players, scores: state.scores, moves: state.move_count });
}

// Which squares are good ones, for whoever wants to know.
function showSquareHints() {
  const isReversi = () => state.game === "reversi";
  find("square-hints").hidden = !isReversi();
  if (!isReversi()) find("square-legend").hidden = true;
  else import("./square_hints.js").then(({ showHints }) => isReversi() && showHints(find("board"), state.board), () => {}); // else with the next state
}

// On a phone the board takes the height that prompt and scores leave.
function fitBoard() {
  find("board").style.setProperty("--above", `${find("board").getBoundingClientRect().top + scrollY}px`);
}

function moveLine(move, number) {
  const button = make("button", { type: "button", className: "plain" }, make("span", { className: "number" }, String(number)), move.sentence);
  button.addEventListener("click", () => openMove(button, move));
  return make("li", {}, button);
}

function showMoves() {
  const before = state.move_count - state.moves.length;
  const lines = state.moves.map((move, i) => moveLine(move, before + i + 1)).reverse();
  find("no-moves").hidden = lines.length > 0;
  find("undo").disabled = lines.length === 0;
  find("moves").replaceChildren(...lines);
}

async function openMove(button, move) {
  await act(button, async () => (await import("./quick_correction.js")).openMove(move, () => state));
  // A button that is busy keeps no focus, so the dialog has none to give back.
  find("move").addEventListener("close", () => button.focus(), { once: true });
}

// Whatever was misread is mostly the last move. Before the first one, a missing move is put in on the page of moves.
find("correct-last").addEventListener("click", (event) => {
  const last = state.moves.findLast((move) => move.entry !== 0);
  if (last) openMove(event.currentTarget, last);
  else location.assign("/moves");
});
// On a phone the accounts of the scores have no room above the board.
find("explain").addEventListener("click", (event) => {
  const isOpen = find("scores").classList.toggle("explained");
  event.currentTarget.setAttribute("aria-pressed", isOpen);
  if (isOpen) find("scores").scrollIntoView({ block: "nearest" });
});
onTap(find("undo"), async () => {
  await sendJson("/api/undo", { known: state.known });
  tell(text("undone"));
});
onTap(find("again"), () => sendJson("/api/games/again", { known: state.known }));
onTap(find("change-seats"), async () => {
  const { players, known } = state;
  const { askOrder } = await import("./seat_order.js");
  askOrder(find("seats"), players, (order) => {
    showSeats();
    find("change-seats").focus();
    if (order) act(find("change-seats"), () => sendJson("/api/games/seats", { players: order.map((seat) => players[seat]), known }));
  });
  showSeats();
});
onTap(find("keep-score"), () => sendJson("/api/moves/pad", { on: !state.pad, known: state.known }));
onTap(find("look"), async () => {
  await sendJson("/api/look", {});
  refreshPictures();
});

// The box's buttons work once their script is there, which comes when they are seen.
new IntersectionObserver(async ([{ isIntersecting }], watcher) => {
  if (!isIntersecting) return;
  const { listen } = await import("./box_buttons.js");
  watcher.disconnect();
  listen(refreshPictures);
}).observe(find("box-buttons"));

addEventListener("resize", fitBoard);
new ResizeObserver(fitBoard).observe(document.querySelector(".now")); // what stands above the board grows and shrinks
watch(show);
facesLoaded().then((areLoaded) => areLoaded && state && showTable());
