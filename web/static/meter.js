// The meter of set-up: how good the camera's picture is, asked for once a second while the page is seen.

import { getJson, text, write } from "./api_client.js";
import { pollCamera, showNewest } from "./camera_picture.js";
import { shape } from "./shapes.js";

const POLL_MS = 1000;
const card = document.getElementById("meter");
const view = document.getElementById("meter-view");
const bar = card.querySelector(".bar");
const image = shape("image", {});
const rings = shape("g", { class: "rings" });

async function refresh() {
  const measured = await getJson(`/api/meter?game=${card.dataset.game}`);
  showScore(measured.grade, measured.score, measured.sentence);
  for (const part of card.querySelectorAll("[data-kind]")) {
    const line = measured.lines.find((one) => one.kind === part.dataset.kind);
    part.hidden = !line;
    if (line) showLine(part, line);
  }
  if (card.open) await showPicture(measured);
}

function showLine(part, line) {
  part.dataset.grade = line.grade;
  const shown = part.querySelector(".shown");
  if (shown) {
    write(shown, line.shown);
    write(part.querySelector(".said"), line.sentence);
  }
}

function showScore(grade, score, sentence) {
  card.dataset.grade = grade;
  write(document.getElementById("meter-word"), text(`grade_${grade}`));
  write(document.getElementById("meter-said"), sentence);
  bar.setAttribute("aria-valuenow", score);
  bar.firstElementChild.style.width = `${score}%`;
}

async function showPicture({ size, field, glare }) {
  const [wide, high] = size;
  await showNewest(image);
  view.setAttribute("viewBox", `0 0 ${wide} ${high}`);
  image.setAttribute("width", wide);
  image.setAttribute("height", high);
  const drawn = (ring, name) => shape("polygon", { class: name, points: ring.map((point) => point.join(",")).join(" ") });
  rings.replaceChildren(...(field ? [drawn(field, "sheet-seen")] : []), ...glare.map((ring) => drawn(ring, "glare")));
  if (!image.parentNode) view.replaceChildren(image, rings);
  view.removeAttribute("hidden");
}

pollCamera(refresh, POLL_MS, (said) => {
  showScore("none", 0, said);
  for (const part of card.querySelectorAll("[data-kind]")) part.hidden = true;
  view.setAttribute("hidden", "");
});
