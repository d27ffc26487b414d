// Teaching the empty sheet: one picture of it, the corners that were found on it, and the sheets that are known.

import { find, getJson, make, onTap, sendJson, tell, text } from "./api_client.js";
import { shape } from "./shapes.js";

const PATH = "/api/prints";
let number = null; // of the lesson that is looked at
let unwanted = null; // the key of the sheet to forget, while the page asks

function show(seen) {
  const [width, height] = seen.size;
  number = seen.number;
  const view = find("sheet-view");
  view.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const outline = shape("polygon", { class: "outline", points: seen.corners.join(" ") });
  view.replaceChildren(shape("image", { href: seen.picture, width, height }), outline);
  find("sheet-said").textContent = seen.sentence;
  find("sheet-seen").hidden = false;
  find("sheet-seen").scrollIntoView({ block: "nearest" });
}

function close() {
  number = null;
  find("sheet-name").value = "";
  find("sheet-seen").hidden = true;
}

function line({ key, name, picture }, at) {
  const named = name || text("sheet-unnamed", { number: at + 1 });
  const button = make("button", { type: "button", className: "button" }, text("sheet-forget"));
  button.setAttribute("aria-label", `${text("sheet-forget")}: ${named}`);
  button.addEventListener("click", () => {
    unwanted = key;
    find("really-sheet-said").textContent = text("sheet-really-forget", { sheet: named });
    find("really-sheet").showModal();
  });
  return make("li", {}, make("img", { src: picture, alt: "", width: 96, height: 96 }), make("b", {}, named), button);
}

async function showKnown() {
  const { sheets } = await getJson(PATH);
  find("known-sheets").replaceChildren(...sheets.map(line));
  find("known-sheets").hidden = sheets.length === 0;
}

onTap(find("look-at-sheet"), async () => {
  close();
  show(await sendJson(`${PATH}/look`, {}));
});
onTap(find("accept-sheet"), async () => {
  await sendJson(`${PATH}/accept`, { number, name: find("sheet-name").value });
  close();
  tell(text("sheet-accepted"));
  await showKnown();
});
find("discard-sheet").addEventListener("click", () => {
  close();
  tell(text("sheet-discarded"));
});
find("keep-sheet").addEventListener("click", () => find("really-sheet").close());
onTap(find("do-forget-sheet"), async () => {
  find("really-sheet").close();
  await sendJson(`${PATH}/forget`, { key: unwanted });
  tell(text("sheet-forgotten"));
  await showKnown();
});
showKnown();
