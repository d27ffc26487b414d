// What people lay out, one step at a time, with a drawing where there is one.

import { find, make, text, write } from "./api_client.js";
import { drawBoard } from "./board.js";
import { textWidth } from "./shapes.js";
import { drawingOf } from "./walls.js";

const MAX_STEP_WIDTH = 60; // letters of Japanese; others are half as wide

export { styled } from "./late_styles.js";

let [steps, at, isOpen, told, showDue] = [[], 0, true, "", null];

// `prompts` are the steps of a `state`, and begin anew when they change; `sentencesOf` splits one of them. Where
// nothing else is due, `showFirst` shows the first sentence of each.
export function showSteps(state, prompts, sentencesOf, showFirst) {
  showDue = showFirst;
  steps = prompts.reduce((told, prompt) => {
    const [drawing, sentences] = [drawingOf(prompt, state), sentencesOf(prompt.sentence)];
    return drawing ? [...told, { drawing, sentences }] : sentences.reduce(withSentence, told);
  }, []);
  const now = JSON.stringify(prompts);
  // Between two hands people know how, and the board still shows how the last one ended.
  if (steps.length && now !== told) [told, at, isOpen] = [now, 0, !(state.board.cells.length && prompts.at(-1).key === "jarapon.build")];
  show();
}

// Short sentences are one step together.
function withSentence(steps, sentence) {
  const last = steps.at(-1);
  if (!last || last.drawing || textWidth(`${last.sentences.join("")}${sentence}`, 0.5) > MAX_STEP_WIDTH) return [...steps, { sentences: [sentence] }];
  return [...steps.slice(0, -1), { sentences: [...last.sentences, sentence] }];
}

function show() {
  const step = steps[at];
  find("steps").hidden = !step || !isOpen;
  find("show-steps").hidden = !step || isOpen;
  document.body.classList.toggle("drawn", isOpen && Boolean(step?.drawing));
  document.body.classList.toggle("one-step", steps.length === 1); // it goes by itself, and the board stays
  if (!step) return;
  const [first, ...rest] = step.sentences;
  if (showDue) showDue(first);
  find("step-said").replaceChildren(...(showDue ? rest : step.sentences).map((sentence) => make("p", {}, sentence)));
  if (step.drawing) {
    drawBoard(find("step-drawing"), { kind: "sides", labels: [], cells: [], ...step.drawing });
    find("step-drawing").prepend(...(step.drawing.under ?? []));
    find("step-drawing").append(...(step.drawing.shapes ?? []));
  }
  find("step-back").disabled = at === 0;
  write(find("step-count"), `${at + 1} / ${steps.length}`);
  write(find("step-next"), text(at + 1 < steps.length ? "next_step" : "last_step"));
}

find("step-back").addEventListener("click", () => {
  at -= 1;
  show();
  if (at === 0) find("step-next").focus(); // a disabled button has no focus
});

find("step-next").addEventListener("click", () => {
  isOpen = at + 1 < steps.length;
  at = isOpen ? at + 1 : 0;
  show();
  if (!isOpen) find("show-steps").focus();
});

find("show-steps").addEventListener("click", () => {
  isOpen = true;
  show();
  find("step-next").focus();
});
