// The shelf: every game with its players, in the order in which they play, and one tap to begin it.

import { Trouble, act, find, getJson, language, make, sendJson, text } from "./api_client.js";
import { askOrder } from "./seat_order.js";
import { showBadges } from "./set_up_badges.js";
import { SEAT, onPhone } from "./storage.js";

const USUAL_STRENGTH = "medium";
const names = new Intl.ListFormat(language, { type: "conjunction" });
const seatsOf = (form) => [...form.querySelectorAll(".seat")];
const nameOf = (seat) => seat.querySelector("[name=player]");
const strengthOf = (seat) => seat.querySelector("select")?.value ?? "";
const isEmpty = (seat) => !nameOf(seat).value.trim();
const namesOf = (seats) => seats.filter((seat) => !isEmpty(seat)).map((seat) => nameOf(seat).value.trim());
const isRequired = (seat) => nameOf(seat).required;
const missingIn = (form) => seatsOf(form).filter((seat) => isRequired(seat) && isEmpty(seat));
let known = Number(find("known-names").dataset.known); // the last entry that this page knows of

for (const form of document.querySelectorAll(".new-game")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    play(form);
  });
  form.addEventListener("change", (event) => {
    if (event.target.name === "computer") freeSeat(event.target);
    showPlayers(form);
  });
  const who = form.querySelector(".who");
  if (who.open) showBadges(form);
  who.addEventListener("toggle", () => who.open && showBadges(form));
  form.querySelector(".order").addEventListener("click", () => changeOrder(form));
  form.querySelector(".fill")?.addEventListener("click", () => fill(form));
  form.querySelector(".main").disabled = false; // a tap before would be lost, since the browser may send no form itself
  showNamed(form);
}

const onlyScore = find("only-score");
if (onlyScore) onlyScore.checked = location.hash === "#score";

// Whoever comes to begin a campaign finds its courses open, the first one chosen.
const campaign = location.hash === "#campaign" ? document.querySelector("[name=campaign]") : null;
if (campaign) {
  const rules = campaign.closest("details");
  rules.open = rules.closest(".who").open = true;
  rules.querySelector("[name=course]:not([value=none])").checked = true;
}

// Nobody could tell two players of one name apart: it is said as soon as it stands there. Gives that name.
function showAlike(form) {
  const names = [...form.querySelectorAll("[name=player]")].map((field) => field.value.normalize("NFKC").trim().replace(/\s+/g, " "));
  const folded = names.map((name) => name.toLowerCase());
  const alike = names.find((name, at) => name && folded.indexOf(folded[at]) < at);
  const said = form.querySelector(".alike");
  said.hidden = alike === undefined;
  said.textContent = alike === undefined ? "" : text("alike", { name: alike });
  return alike;
}

function showPlayers(form) {
  showAlike(form);
  showNamed(form);
  form.querySelector(".missing").hidden = true;
  return showBadges(form);
}

// Who plays is read without opening the form.
function showNamed(form) {
  const seats = seatsOf(form);
  form.querySelector(".named").textContent = names.format(namesOf(seats));
  const dealt = form.querySelector(".dealt");
  if (dealt) dealt.hidden = !seats.some(strengthOf);
}

// Begins the game at once where everybody is named; else asks who is missing.
function play(form) {
  const people = namesOf(seatsOf(form).filter((seat) => !strengthOf(seat)));
  if (showAlike(form)) form.querySelector(".who").open = true;
  else if (missingIn(form).length === 0) begin(form);
  else if (people.length > 0 && form.querySelector(".fill")) offerComputers(form, people);
  else askNames(form);
}

const begin = (form) => act(form.querySelector(".main"), () => startGame(form));

function askNames(form) {
  const missing = missingIn(form);
  form.querySelector(".who").open = true;
  form.querySelector(".missing").textContent = text("missing", { count: missing.length });
  form.querySelector(".missing").hidden = false;
  nameOf(missing[0]).focus();
}

// Whoever of the last game does not play now leaves another seat to a computer player.
function offerComputers(form, people) {
  const needed = seatsOf(form).filter(isRequired).length;
  const own = onPhone.get(SEAT);
  const alone = people.includes(own) ? own : people[0];
  const choices = people.length > 1 ? [[alone], people] : [people];
  find("fill-said").textContent = text("fill_said", { game: form.dataset.title, count: needed });
  find("fill-with").replaceChildren(
    ...choices.map((who) => {
      const said = names.format([...who, text("fill_computers", { count: needed - who.length })]);
      const button = make("button", { type: "button", className: "button main" }, said);
      button.addEventListener("click", () => {
        find("fill").close();
        seatOnly(form, who);
        fill(form);
        begin(form);
      });
      return button;
    }),
  );
  find("fill-names").onclick = () => {
    find("fill").close();
    askNames(form);
  };
  find("fill").showModal();
}

// Only these people play; the seats behind them are empty.
function seatOnly(form, people) {
  seatsOf(form).forEach((one, at) => {
    nameOf(one).value = people[at] ?? "";
    setStrength(one, "");
  });
}

function setStrength(one, strength) {
  const choice = one.querySelector("select");
  if (choice === null) return;
  choice.value = strength;
  choice.hidden = strength === "";
}

// Computer players take the empty seats that the game needs; where none is, one that it has besides.
function fill(form) {
  const needed = missingIn(form);
  for (const one of needed.length ? needed : seatsOf(form).filter(isEmpty).slice(0, 1)) {
    setStrength(one, USUAL_STRENGTH);
    nameOf(one).value = freeName(form);
  }
  showPlayers(form);
}

// The first usual name of a computer player that nobody has.
function freeName(form) {
  const taken = namesOf(seatsOf(form));
  for (let number = 1; ; number += 1) {
    const name = text("computer", { number });
    if (!taken.includes(name)) return name;
  }
}

async function startGame(form) {
  const entered = new FormData(form);
  const seats = seatsOf(form).filter((one) => !isEmpty(one));
  const players = seats.map((one) => nameOf(one).value);
  const strengths = seats.map(strengthOf);
  const computers = strengths.some(Boolean) ? strengths : [];
  const campaign = entered.get("campaign")?.trim() || undefined;
  for (const name of ["player", "computer", "campaign"]) entered.delete(name);
  try {
    await sendJson("/api/games", { game: form.dataset.game, players, computers, options: Object.fromEntries(entered), known, by_hand: "byHand" in form.dataset, pad: Boolean(onlyScore?.checked) && computers.length === 0, campaign });
  } catch (error) {
    // Another phone has begun a game; whoever wants this one all the same taps again.
    if (error instanceof Trouble && error.code === "keeping.begun_meanwhile") known = (await getJson("/api/state")).known;
    throw error;
  }
  const people = players.filter((_, at) => !strengths[at]);
  if (computers.length && people.length === 1) onPhone.set(SEAT, people[0].trim()); // who else would hold this phone
  location.assign(computers.length ? "/seat" : "/");
}

// A person takes the seat of a computer player, who leaves the name.
function freeSeat(choice) {
  if (choice.value) return;
  choice.hidden = true;
  nameOf(choice.closest(".seat")).value = "";
  nameOf(choice.closest(".seat")).focus();
}

// Names are tapped in their new order; badges and computer players go with them, and empty seats come last.
function changeOrder(form) {
  const seats = seatsOf(form).filter((one) => !isEmpty(one));
  const before = seats.map((one) => [nameOf(one).value, strengthOf(one)]);
  if (before.length < 2) return;
  askOrder(form.querySelector(".seats-asked"), namesOf(seats), (order) => {
    form.querySelector(".order").focus();
    if (order === null) return;
    seatsOf(form).forEach((one, at) => {
      const [name, strength] = before[order[at]] ?? ["", ""];
      nameOf(one).value = name;
      setStrength(one, strength);
    });
    showPlayers(form);
  });
}
