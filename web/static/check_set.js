// Whether a set is complete: photographs of its pieces go to the box one by one, and all that were counted are added up.

import { act, find, getBlob, make, onTap, sendForm, sendJson, text } from "./api_client.js";
import { onPhotos, shrink } from "./photos.js";

const SIGNS = { true: ["✓", "yes"], false: ["✗", "no"], null: ["?", "unsure"] };
let photos = []; // what was counted in each, with its picture

const chosen = () => document.querySelector('[name="game"]:checked').value;

async function add(pictures) {
  const game = chosen();
  find("looking").textContent = text("looking");
  find("kits").disabled = true; // what is being counted is of this set
  try {
    for (const picture of pictures) {
      const form = new FormData();
      form.append("photo", picture, "photo.jpg");
      photos.push(await sendForm(`/api/set-check/photo?game=${game}`, form));
    }
  } finally {
    find("kits").disabled = false;
    find("looking").textContent = "";
    await show();
  }
}

async function show() {
  const isEmpty = photos.length === 0;
  if (!isEmpty) {
    const answer = await sendJson("/api/set-check", { game: chosen(), photos: photos.map(({ faces }) => faces) });
    find("reasons").replaceChildren(...answer.reasons.map((said) => make("li", {}, said)));
    find("games").replaceChildren(...answer.games.map(gameLine));
  }
  find("pictures").replaceChildren(...photos.map(figure).reverse());
  find("answer").hidden = find("takes").hidden = isEmpty;
}

function figure(photo, at) {
  const count = Object.values(photo.faces).reduce((sum, some) => sum + some, 0);
  const said = text("photo", { number: at + 1, count });
  photo.image ??= make("img", { src: photo.overlay, alt: said }); // the box keeps only the last ones
  const warnings = photo.warnings.map((warned) => make("span", { className: "warned" }, ` ${warned.sentence}`));
  return make("figure", {}, photo.image, make("figcaption", {}, said, ...warnings));
}

function gameLine({ game, take, enough }) {
  const [sign, key] = SIGNS[enough];
  return make("li", {}, make("b", {}, `${sign} ${text(game)}`), make("br"), take, " ", make("b", {}, text(`enough_${key}`)));
}

onPhotos(find("photos"), (files) => act(find("photos"), async () => add(await Promise.all(files.map(shrink)))));
onTap(find("camera"), async () => add([await getBlob("/api/lessons/photo.jpg")]));
onTap(find("undo"), () => {
  photos.pop();
  return show();
});
find("kits").addEventListener("change", () => {
  photos = [];
  show();
  for (const said of document.querySelectorAll("[data-kit]")) said.hidden = said.dataset.kit !== chosen();
});
