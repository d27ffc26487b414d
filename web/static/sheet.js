// The score sheet editor: the rows of a form, what the box says to each of them, and saving it as the box's own sheet.

import { Trouble, act, find, getJson, make, onTap, onTrouble, sendJson, tell, text } from "./api_client.js";
import { newRow, RowForm } from "./sheet_row.js";
import { onPhone } from "./storage.js";

const CHECK_DELAY_MS = 350; // of quiet the box is asked what the form means
const heading = find("heading");
const DRAFT_KEY = "score-sheet-draft-1"; // on this phone, so that nothing is lost when the page is left
let rows = []; // a RowForm each
let words = []; // what numbers may be called
let more = {}; // what the form holds that is not shown: own words
let inUse = null; // the sheet in use as text, once the box has told it
let asked = 0;
let checkTimer = null;

const form = () => ({
  ...more,
  name: heading.elements.name.value.trim(),
  reconstruction: !heading.elements.copied.checked,
  bonuses: new FormData(heading).getAll("bonus"),
  rows: rows.map((row) => row.value()),
});

function show(next) {
  more = { words: next.words };
  heading.elements.name.value = next.name;
  heading.elements.copied.checked = !next.reconstruction;
  for (const box of heading.querySelectorAll("[name=bonus]")) box.checked = next.bonuses.includes(box.value);
  rows = next.rows.map(rowOf);
  placeRows();
  check();
}

function rowOf(value) {
  const own = Object.entries(more.words).map(([word, numbers]) => ({ word, said: word, numbers: numbers.join(", ") }));
  return new RowForm(value, [...words, ...own], { changed, moved, copied, dropped });
}

function placeRows() {
  find("rows").replaceChildren(...rows.map((row) => row.element));
  rows.forEach((row, i) => row.stands(i, rows.length));
}

function moved(row, step) {
  const at = rows.indexOf(row);
  rows.splice(at, 1);
  rows.splice(at + step, 0, row);
  placeRows();
  changed();
}

function copied(row) {
  const other = rowOf(row.value());
  rows.splice(rows.indexOf(row) + 1, 0, other);
  placeRows();
  other.open();
  changed();
}

function dropped(row) {
  rows.splice(rows.indexOf(row), 1);
  placeRows();
  changed();
}

// The draft stays on the phone, where its browser keeps it, as long as it differs from the sheet in use.
function changed() {
  if (inUse === null) return;
  const differs = JSON.stringify(form()) !== inUse;
  find("draft").hidden = !differs;
  find("discard").disabled = !differs;
  if (differs) find("draft").textContent = text(onPhone.set(DRAFT_KEY, JSON.stringify(form())) ? "draft" : "draft_unkept");
  else onPhone.remove(DRAFT_KEY);
  clearTimeout(checkTimer);
  checkTimer = setTimeout(check, CHECK_DELAY_MS);
}

// Until the answer comes the button stays as it is: one that rests for an instant loses the tap that meets it. What is
// wrong the box refuses to save, in words.
async function check() {
  const question = ++asked;
  find("verdict").textContent = text("checking");
  const answer = await onTrouble(
    () => sendJson("/api/sheet/check", { form: form() }),
    ({ message }) => {
      if (question === asked) find("verdict").textContent = message;
    },
  );
  if (!answer || question !== asked) return;
  answer.rows.forEach((said, i) => rows[i].tell(said));
  const isFine = answer.rows.every((row) => ["counts", "only_pon"].includes(row.standing));
  find("verdict").textContent = text(isFine ? "all_right" : "not_ready");
  find("said").replaceChildren(...answer.said.map((said) => make("li", {}, said)));
  find("save").disabled = !answer.ready;
}

async function load() {
  const answer = await getJson("/api/sheet");
  words = answer.words;
  find("trouble").hidden = answer.trouble === null;
  find("trouble").textContent = answer.trouble ?? "";
  find("restore").hidden = !answer.own;
  const mark = answer.form.reconstruction ? ` – ${text("reconstruction")}` : "";
  find("in-use").textContent = answer.form.name + mark;
  if (!answer.own) answer.form.name = ""; // a sheet of one's own has a name of its own
  show(answer.form);
  inUse = JSON.stringify(form());
  find("draft").hidden = find("discard").disabled = true;
}

async function begin() {
  await load();
  const draft = onPhone.get(DRAFT_KEY);
  if (draft !== null && draft !== inUse) {
    show(JSON.parse(draft));
    changed();
  }
}

async function discard() {
  onPhone.remove(DRAFT_KEY);
  await load();
}

heading.addEventListener("submit", (event) => event.preventDefault());
heading.addEventListener("input", changed);
find("add").addEventListener("click", () => {
  const row = rowOf(newRow());
  rows.push(row);
  placeRows();
  row.open();
  changed();
});
onTap(find("save"), async () => {
  const saved = await sendJson("/api/sheet/save", { form: form() });
  await discard();
  tell(saved.sentence);
});
find("discard").addEventListener("click", (event) =>
  act(event.currentTarget, async () => {
    await discard();
    tell(text("discarded"));
  }).then(() => (find("discard").disabled = true)),
);
find("upload").addEventListener("change", (event) => act(event.currentTarget, () => openFile(event.target)));

async function openFile(input) {
  const [file] = input.files;
  input.value = "";
  let toml;
  try {
    toml = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Trouble(text("no_text"));
  }
  const answer = await sendJson("/api/sheet/read", { file: file.name, toml });
  words = answer.words;
  show(answer.form);
  changed();
  tell(text("opened"));
}

find("print").addEventListener("click", () => print());
find("restore").addEventListener("click", () => find("sure").showModal());
find("no").addEventListener("click", () => find("sure").close());
onTap(find("yes"), async () => {
  find("sure").close();
  const restored = await sendJson("/api/sheet/restore", {});
  await discard();
  tell(restored.sentence);
});
act(find("discard"), begin).then(changed);
