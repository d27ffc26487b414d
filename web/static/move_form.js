// A form for a move that has too many possibilities to list: its fields, whose parts are chosen by taps.

import { make, text } from "./api_client.js";
import { piecePicture, tilePicture } from "./board.js";

const MAX_BUTTONS = 12; // more parts of which one is chosen stand in a list

const isNumber = (field) => field.parts.length === 0;

// A move part by part: each part is chosen by taps, and again to choose it once more; a number is typed in.
// `enter` is called with the button and the move.
export function formFields({ said, fields: all, begins }, enter) {
  const counts = new Map(all.map((field) => [field.name, isNumber(field) ? [field.number ?? NaN] : field.parts.map((part) => part.chosen)]));
  const done = make("button", { type: "button", className: "button main" }, text("enter"));
  const whole = ({ name, least, most }) => {
    const chosen = sumOf(counts.get(name));
    return Number.isInteger(chosen) && chosen >= least && chosen <= most;
  };
  const check = () => (done.disabled = !all.every(whole));
  done.addEventListener("click", () => enter(done, assembleMove(all, counts, begins)));
  check();
  const sets = all.map((field) => (isNumber(field) ? numberEntry : fieldset)(field, counts.get(field.name), check));
  return [...(all.length !== 1 ? [make("p", { className: "lead" }, said)] : []), ...sets, done];
}

const sumOf = (counts) => counts.reduce((sum, count) => sum + count, 0);

function fieldset(field, counts, check) {
  const isRadio = field.least === 1 && field.most === 1;
  if (isRadio && field.parts.length > MAX_BUTTONS) return list(field, counts, check);
  const buttons = field.parts.map((part, i) => {
    const name = make("span", {}, part.said);
    const button = make("button", { type: "button", className: "button" }, ...(part.look ? [pictureOf(part)] : []), name);
    button.addEventListener("click", () => {
      const isFull = counts[i] === part.most || sumOf(counts) >= field.most;
      const more = isFull ? 0 : counts[i] + 1;
      if (isRadio) counts.fill(0);
      counts[i] = isRadio ? 1 : more;
      draw();
      check();
    });
    return button;
  });
  const legend = make("legend", {});
  const draw = () => {
    legend.textContent = field.least > 1 ? `${field.said} ${sumOf(counts)}/${field.least}` : field.said;
    for (const [i, button] of buttons.entries()) {
      button.setAttribute("aria-pressed", String(counts[i] > 0));
      button.lastElementChild.textContent = counts[i] > 1 ? `${field.parts[i].said} ×${counts[i]}` : field.parts[i].said;
    }
  };
  draw();
  return make("fieldset", { className: "parts" }, legend, ...buttons);
}

const pictureOf = (part) => (part.piece ? piecePicture(part) : tilePicture(part.look));

function list(field, counts, check) {
  const choice = make("select", {}, ...field.parts.map((part, i) => make("option", { value: i, selected: part.chosen > 0 }, part.said)));
  choice.addEventListener("change", () => {
    counts.fill(0);
    counts[choice.value] = 1;
    check();
  });
  return make("label", { className: "parts" }, make("span", {}, field.said), choice);
}

function numberEntry(field, counts, check) {
  const input = make("input", { type: "number", inputMode: "numeric", min: field.least, max: field.most, value: field.number ?? "" });
  input.addEventListener("input", () => {
    counts[0] = input.valueAsNumber;
    check();
  });
  return make("label", {}, make("span", {}, field.said), input);
}

// The move as the game writes it: text that the parts follow, or a table of them.
function assembleMove(all, counts, begins) {
  const chosenParts = (field) => field.parts.flatMap((part, i) => Array(counts.get(field.name)[i]).fill(part.brings));
  const chosen = (field) => (isNumber(field) ? counts.get(field.name) : chosenParts(field));
  if (begins !== null) return [begins, ...all.flatMap(chosen)].filter((words) => words !== "").join(" ");
  const parts = all.map((field) => (field.least === 1 && field.most === 1 ? chosen(field)[0] : { [field.name]: chosen(field) }));
  return Object.assign({}, ...parts);
}
