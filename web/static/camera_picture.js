// The camera's newest picture, polled.

import { getBlob, onTrouble } from "./api_client.js";

// An image of a drawing shows the newest picture; the one before is let go.
export async function showNewest(image) {
  const before = image.getAttribute("href");
  image.setAttribute("href", URL.createObjectURL(await getBlob("/api/now.jpg")));
  if (before) URL.revokeObjectURL(before);
}

// The part of a picture in which points lie, with a margin round them, as a viewBox; all of it where there are none.
export function partAround(points, [width, height], [marginX, marginY]) {
  if (points.length === 0) return [0, 0, width, height];
  const [left, right] = span(points.map(([x]) => x), width, marginX);
  const [top, bottom] = span(points.map(([, y]) => y), height, marginY);
  return [left, top, right - left, bottom - top];
}

function span(values, size, margin) {
  return [Math.max(0, Math.min(...values) - margin), Math.min(size, Math.max(...values) + margin)];
}

// Calls `show` now and every `everyMs` while the page is visible; trouble is given to `complain` in words.
export async function pollCamera(show, everyMs, complain) {
  if (!document.hidden) await onTrouble(show, ({ message }) => complain(message));
  setTimeout(() => pollCamera(show, everyMs, complain), everyMs);
}
