// What every page does: it finds and makes elements, asks the box, and says in its own texts what went wrong.

const words = document.querySelector("#texts").content;
const MOST_BYTES = 25 * 1024 * 1024;
document.getElementById("waiting")?.setAttribute("hidden", ""); // scripts run; a page from before an update has none

export const language = document.documentElement.lang;
const titles = document.documentElement.dataset.titles.split(" "); // the first follows a name that has none

// A text of the page with its facts: "{count}" is the fact, "{count:# move|# moves}" one form or the other with it for #.
export function text(name, facts = {}) {
  const pattern = words.querySelector(`[data-text="${name}"]`).textContent;
  const said = pattern.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (whole, fact, one, many) => {
    if (!(fact in facts)) return whole;
    return one === undefined ? facts[fact] : (Number(facts[fact]) === 1 ? one : many).replace("#", facts[fact]);
  });
  return titles.reduce((sentence, title) => (title ? sentence.replaceAll(title + titles[0], title) : sentence), said);
}

export const find = (id) => document.getElementById(id);

// An element with properties and children: make("li", {className: "move"}, "text", other).
export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

// Shows a sentence; one that stands there already is not read aloud again.
export function write(element, sentence) {
  if (element.textContent !== sentence) element.textContent = sentence;
}

// Trouble that has a sentence for people, and the box's own code for scripts.
export class Trouble extends Error {
  constructor(sentence, code = "") {
    super(sentence);
    this.code = code;
  }
}

// The box's answer. A phone that is not paired is asked for the code, then the box is asked again.
async function ask(path, options = {}, mayPair = true) {
  const answer = await orUnreachable(fetch(`${path}${path.includes("?") ? "&" : "?"}language=${language}`, options));
  if (answer.ok && options.wanted === "blob") return orUnreachable(answer.blob());
  const isJson = (answer.headers.get("Content-Type") ?? "").startsWith("application/json");
  const data = isJson ? await orUnreachable(answer.json()) : {};
  if (answer.ok) return data;
  if (data.code === "not_paired") {
    if (!mayPair) throw new Trouble(text("no_cookies"));
    if (await pairPhone(data.sentence)) return ask(path, options, false);
  }
  throw new Trouble(data.sentence ?? text(answer.status === 413 ? "too_big" : "unreachable"), data.code);
}

// Asks for the code, saying why; whether this phone is paired then.
export async function pairPhone(why) {
  const { pair } = await orUnreachable(import("./pairing.js"));
  return pair(why, { onTrouble, sendJson, tell });
}

// Awaits part of an answer, which may break off at any byte: throws `Trouble` then.
async function orUnreachable(something) {
  try {
    return await something;
  } catch {
    throw new Trouble(text("unreachable"));
  }
}

export function getJson(path) {
  return ask(path);
}

export function sendJson(path, data) {
  return ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) });
}

export function getBlob(path) {
  return ask(path, { wanted: "blob" });
}

export function sendForm(path, form) {
  const bytes = form.getAll("photo").reduce((sum, photo) => sum + photo.size, 0);
  if (bytes > MOST_BYTES) throw new Trouble(text("too_big"));
  return ask(path, { method: "POST", body: form });
}

const toast = document.querySelector("#toast");
toast.querySelector("button").addEventListener("click", () => (toast.hidden = true));

// `offer` is what may be done about it: {said, work}.
export function tell(sentence, isTrouble = false, offer = null) {
  toast.classList.toggle("trouble", isTrouble);
  toast.querySelector("p").textContent = sentence;
  toast.querySelector(".offer")?.remove();
  if (offer) {
    const button = make("button", { type: "button", className: "button offer" }, offer.said);
    button.addEventListener("click", () => act(button, offer.work));
    toast.querySelector("p").after(button);
  }
  toast.hidden = false;
}

export function closeToast() {
  toast.hidden = true;
}

// Runs `work`; trouble, and no other error, is given to `handle`.
export async function onTrouble(work, handle) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    return handle(error);
  }
}

export const tellTrouble = ({ message }) => tell(message, true);

// Runs what a tap asks for, while its button is disabled.
export async function act(button, work, handle = tellTrouble) {
  button.disabled = true;
  button.classList.add("working");
  closeToast();
  try {
    await onTrouble(work, handle);
  } finally {
    button.disabled = false;
    button.classList.remove("working");
  }
}

export function onTap(button, work) {
  button.addEventListener("click", () => act(button, work));
}
