// A game that no camera watches: its moves are entered by taps on the board, from a list, or part by part.

import { Trouble, act, find, getJson, make, sendJson, text } from "./api_client.js";
import { styled } from "./late_styles.js";
import { formFields } from "./move_form.js";
import { MAX_SHOWN, makeTappable, matchWords } from "./move_search.js";

const MAX_UNSEARCHED = 12; // choices that are listed without a search field
const MIN_ALIKE = 3; // sentences whose common words are said once
let state = null;
let next = { known: -1, choices: [] };
let tapped = []; // places, in the order of the taps
let form = null; // the choice that is being entered part by part

// A state of the table; what may come next is asked for once for each.
export async function showNext(now) {
  const isNew = state === null || now.known !== state.known || now.language !== state.language;
  state = now;
  await styled;
  if (isNew) {
    const found = await getJson("/api/moves/next");
    if (found.known < state.known) return; // the newer state asks again
    next = found;
    clear();
  } else show();
}

function clear() {
  tapped = [];
  form = next.choices.length === 1 && next.choices[0].form ? next.choices[0] : null;
  find("find-move").value = "";
  show();
}

const lastPlace = (choice) => choice.path.at(-1);

function matchingChoices() {
  const found = matchWords(next.choices, find("find-move").value);
  return found.filter((choice) => tapped.every((place) => choice.path.includes(place)));
}

function show() {
  const fits = matchingChoices();
  showPlaces(fits);
  find("narrowed").hidden = tapped.length === 0 && form === null;
  const names = tapped.map((place) => placeOf(place)?.querySelector("title").textContent ?? place);
  find("tapped-said").textContent = tapped.length ? text("tapped", { places: names.join(" → ") }) : "";
  find("entering").replaceChildren(...(form ? formFields(form.form, enter) : []));
  const listed = form ? [] : fits;
  find("find-move").hidden = form !== null || next.choices.length <= MAX_UNSEARCHED;
  find("next-moves").replaceChildren(...groupByKind(listed.slice(0, MAX_SHOWN)));
  find("table").classList.toggle("list-first", !next.choices.some((choice) => choice.path.length));
  find("too-many").hidden = listed.length <= MAX_SHOWN;
}

const placeOf = (name) => find("board").querySelector(`[data-place="${CSS.escape(name)}"]`);

// Places where a move can go on have a mark, and can be tapped.
function showPlaces(fits) {
  const open = new Set(fits.flatMap((choice) => choice.path));
  for (const place of find("board").querySelectorAll("[data-place]")) {
    const name = place.dataset.place;
    if (open.has(name)) makeTappable(place, () => tap(name));
    place.classList.toggle("open", open.has(name) && !tapped.includes(name));
    place.classList.toggle("tapped", tapped.includes(name));
  }
}

// A move is made when nothing else fits and its last place was tapped: source, then destination.
function tap(name) {
  tapped = tapped.includes(name) ? tapped.filter((one) => one !== name) : [...tapped, name];
  let fits = matchingChoices();
  if (fits.length === 0) {
    tapped = [name];
    fits = matchingChoices();
  }
  show();
  const [only] = fits;
  if (fits.length === 1 && tapped.includes(lastPlace(only)) && !only.hand && !only.form) enter(find("clear-taps"), only.move);
}

function enter(button, move) {
  return act(button, async () => {
    try {
      await sendJson("/api/moves", { move, is_result: state.pad, known: state.known });
    } catch (error) {
      if (error instanceof Trouble) clear();
      throw error;
    }
  });
}

// Moves of one kind by one player, whose common words are said once.
function groupByKind(choices) {
  const kinds = new Map();
  for (const choice of choices) {
    const kind = `${choice.kind} ${choice.player}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), choice]);
  }
  return [...kinds.values()].map((alike) => {
    const [before, after] = alike.length < MIN_ALIKE ? ["", ""] : commonAffixes(alike.map((choice) => choice.sentence));
    const said = (choice) => choice.sentence.slice(before.length, choice.sentence.length - after.length) || choice.sentence;
    const buttons = make("div", { className: before ? "chips" : "choices" }, ...alike.map((choice) => choiceButton(choice, said(choice))));
    const rest = /[\p{L}\d]/u.test(after) ? after : "";
    return make("div", { className: "kind" }, ...(before ? [make("p", {}, `${before}…${rest}`)] : []), buttons);
  });
}

// What sentences begin and end with, in whole words where words are parted.
function commonAffixes(sentences) {
  const [first] = sentences;
  const shortest = Math.min(...sentences.map((one) => one.length));
  let head = 0;
  while (head < shortest && sentences.every((one) => one[head] === first[head])) head++;
  let tail = 0;
  while (tail < shortest - head && sentences.every((one) => one.at(-1 - tail) === first.at(-1 - tail))) tail++;
  const isWord = (letter) => /[\p{Script=Latin}\d]/u.test(letter ?? "");
  while (head > 0 && isWord(first[head - 1]) && sentences.some((one) => isWord(one[head]))) head--;
  while (tail > 0 && isWord(first.at(-tail)) && sentences.some((one) => isWord(one.at(-1 - tail)))) tail--;
  return [first.slice(0, head), first.slice(first.length - tail)];
}

function choiceButton(choice, said) {
  if (choice.hand) {
    const whose = text("type_hand_of", { player: state.players[choice.player] });
    return make("a", { className: "button", href: `/moves#hand-${choice.player}` }, whose);
  }
  const button = make("button", { type: "button", className: "button", title: choice.sentence }, choice.form ? choice.form.said : said);
  button.addEventListener("click", () => {
    if (!choice.form) return enter(button, choice.move);
    form = choice;
    return show();
  });
  return button;
}

find("clear-taps").addEventListener("click", clear);
find("find-move").addEventListener("input", show);
