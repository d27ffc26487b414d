// Teaching: photographs of tiles or cards in a known order go to the box, what it learned comes back to be looked at.

import { act, find, getJson, getBlob, make, onTap, sendForm, sendJson, tell, text } from "./api_client.js";
import { piecePicture, tilePicture } from "./board.js";
import { watchLesson } from "./lesson_view.js";
import { onPhotos, shrink } from "./photos.js";

const PROGRESS_MS = 500;
const { of, faces: order } = find("laying").dataset;
const path = (name) => `/api/lessons${name}?of=${of}`;
let number = null; // of the lesson that is looked at
let photos = []; // every photograph of this lesson: a further one helps where the first was doubtful

for (const look of order.split(" ")) find("laying").append(of === "cards" ? piecePicture({ look, piece: "number" }) : tilePicture(look));

async function learn(newPhotos) {
  const form = new FormData();
  for (const photo of [...photos, ...newPhotos]) form.append("photo", photo, "photo.jpg");
  const watching = watchProgress();
  try {
    showLesson(await sendForm(path(""), form));
    photos = [...photos, ...newPhotos];
  } finally {
    clearInterval(watching);
    find("sent").hidden = true;
  }
}

// How far the box is; it can only give up what it has begun with.
function watchProgress() {
  showProgress({});
  find("sent").hidden = false;
  find("sent").scrollIntoView({ block: "nearest" });
  return setInterval(() => getJson(path("/progress")).then(showProgress, () => showProgress({})), PROGRESS_MS);
}

function showProgress({ photograph, of, sentence }) {
  const bar = find("progress");
  find("far").textContent = sentence ?? text("looking");
  find("cancel").hidden = !photograph;
  if (!photograph) return bar.removeAttribute("value");
  bar.max = of;
  bar.value = photograph - 1;
}

function showLesson(lesson) {
  number = lesson.number;
  find("verdict").textContent = lesson.sentence;
  find("faces").replaceChildren(...lesson.faces.map(faceLine));
  find("lesson").hidden = false;
  find("lesson").scrollIntoView({ block: "start" });
}

function stateOf(face) {
  if (face.sure) return make("span", { className: "state", role: "img", ariaLabel: text("sure") }, "✓");
  return make("span", { className: "state" }, `? ${text("doubtful")}`);
}

function named(face) {
  return [make("b", {}, face.name), make("img", { src: face.crop, alt: "", width: 64, height: 88 })];
}

async function showKnown() {
  const { faces } = await getJson(path("/taught"));
  find("known-faces").replaceChildren(...faces.map((face) => make("li", {}, ...named(face))));
  find("known").hidden = faces.length === 0;
  find("why").hidden = faces.length > 0;
}

function faceLine(face) {
  const warnings = face.warnings.map((warned) => make("span", { className: "warned" }, warned.sentence));
  const line = make("li", {}, ...named(face), stateOf(face), ...warnings);
  line.classList.toggle("doubtful", !face.sure);
  return line;
}

// What another phone has taught meanwhile nobody has looked at here: this lesson is over.
async function accept() {
  try {
    await sendJson(path("/accept"), { number });
  } catch (error) {
    if (error.code === "table.other_lesson") forget();
    throw error;
  }
}

function forget() {
  number = null;
  photos = [];
  find("lesson").hidden = true;
}

// At the demo table its people lay what is to be taught, and put it away before they play on.
const lay = find("lay");

async function layLesson(isLaid) {
  if (isLaid) await sendJson("/api/demo/lesson", { of });
  else await sendJson("/api/demo", { paused: false });
  lay.dataset.laid = isLaid;
  lay.textContent = lay.dataset[isLaid];
}

onPhotos(find("photos"), (files) =>
  act(find("photos"), async () => learn(await Promise.all(files.map(shrink)))),
);
onTap(find("camera"), async () => learn([await getBlob("/api/lessons/photo.jpg")]));
onTap(find("accept"), async () => {
  await accept();
  forget();
  if (lay?.dataset.laid === "true") await layLesson(false);
  tell(text("accepted"));
  await showKnown();
});
find("forget").addEventListener("click", () => find("really").showModal());
find("keep").addEventListener("click", () => find("really").close());
onTap(find("do-forget"), async () => {
  find("really").close();
  await sendJson(path("/forget"), {});
  tell(text("forgotten"));
  await showKnown();
});
find("discard").addEventListener("click", () => {
  forget();
  tell(text("discarded"));
});
if (lay) onTap(lay, () => layLesson(lay.dataset.laid !== "true"));
onTap(find("cancel"), () => sendJson(path("/cancel"), {}));
showKnown();
watchLesson(path("/view"));
