// Where the cards lie: how the table is laid, and the camera's newest picture with the place of each pile to drag.

import { find, getJson, onTap, sendJson, tell, text } from "./api_client.js";
import { partAround, pollCamera, showNewest } from "./camera_picture.js";
import { movable } from "./dragging.js";
import { shape, textWidth } from "./shapes.js";

const POLL_MS = 1500; // the picture is asked for anew
const MARGIN = 2.2; // of a card's length, round the zones: room to drag them
const view = find("view");
const image = shape("image", {});
let width = 0; // px of the picture
let moved = new Map(); // what has been dragged and not yet sent: the middle of each by its place

// A card's outline, and of a column the room below it. Its mark stays upright: a number on it, a word beside it.
function zoneShape(zone, [short, long]) {
  const turn = (Math.atan2(-zone.down[0], zone.down[1]) * 180) / Math.PI;
  const card = { x: -short / 2, y: -long / 2, width: short, height: long, rx: short / 12, "stroke-width": short / 24 };
  const room = { d: `M${-short / 2} ${long / 2}v${0.7 * long}h${short}v${-0.7 * long}`, class: "room", "stroke-width": short / 24 };
  const turned = shape("g", { transform: `rotate(${turn})` }, shape("rect", card), ...(zone.column ? [shape("path", room)] : []));
  const size = Math.min(short * 0.55, (short * 2.6) / Math.max(1, textWidth(zone.mark, 0.6)));
  const beside = zone.mark.length < 3 ? 0 : (zone.place === "river" ? 0.72 : -0.72) * long;
  const mark = shape("text", { "font-size": size, y: beside + size * 0.36, "stroke-width": size / 6 }, zone.mark);
  return shape("g", { class: "zone", transform: `translate(${zone.x} ${zone.y})` }, shape("title", {}, zone.name), turned, mark);
}

function handle(zone, card) {
  const group = zoneShape(zone, card);
  const named = { tabindex: 0, role: "slider", "aria-label": zone.name, "aria-valuenow": 0, "aria-valuetext": `${Math.round(zone.x)}, ${Math.round(zone.y)}` };
  for (const [name, value] of Object.entries(named)) group.setAttribute(name, value);
  let at = [zone.x, zone.y];
  function place(x, y) {
    at = [x, y];
    moved.set(zone.place, at);
    group.setAttribute("transform", `translate(${x} ${y})`);
    group.setAttribute("aria-valuetext", `${Math.round(x)}, ${Math.round(y)}`);
    find("save").disabled = false;
  }
  movable(view, group, { at: () => at, place, step: () => Math.max(1, width / 640) });
  return group;
}

function draw(svg, { zones, card, size }, drawn, ...under) {
  const margin = MARGIN * card[1];
  const part = partAround(zones.map(({ x, y }) => [x, y]), size, [margin, margin]); // so that a finger finds them on a phone
  svg.setAttribute("viewBox", part.join(" "));
  svg.replaceChildren(...under, ...zones.map((zone) => drawn(zone, card)));
  svg.removeAttribute("hidden");
}

const isTouched = () => moved.size > 0 || view.querySelector(".zone:active") !== null;

// What the box says of the places; whatever was dragged and not sent is given up, unless it is kept.
async function show(isKept = () => false) {
  const found = await getJson("/api/zones");
  if (isKept()) return;
  find("said").textContent = found.sentence;
  find("laid").hidden = found.plan === null;
  if (found.plan) draw(find("plan"), found.plan, zoneShape);
  find("reset").disabled = !found.given;
  if (found.seen === null) return view.setAttribute("hidden", "");
  width = found.seen.size[0];
  moved = new Map();
  find("save").disabled = true;
  image.setAttribute("width", width);
  image.setAttribute("height", found.seen.size[1]);
  const focused = document.activeElement?.getAttribute("aria-label");
  draw(view, found.seen, handle, image);
  if (focused) [...view.children].find((one) => one.getAttribute("aria-label") === focused)?.focus();
}

// Nothing is drawn anew under somebody's finger, also where it has come while the box was asked.
async function refresh() {
  if (!isTouched()) await show(isTouched);
  if (width) await showNewest(image);
}

onTap(find("save"), async () => {
  await sendJson("/api/zones", { zones: [...moved].map(([place, [x, y]]) => ({ place, x, y })), width });
  await show();
  tell(text("saved"));
});
onTap(find("reset"), async () => {
  await sendJson("/api/zones/forget", {});
  await show();
  tell(text("was_reset"));
});
pollCamera(refresh, POLL_MS, (said) => (find("said").textContent = said));
