// The camera's newest picture, polled.

import { getPicture, onTrouble } from "./api_client.js";

// An image of a drawing shows the newest picture; the one before is let go.
export async function showNewest(image) {
  const before = image.getAttribute("href");
  image.setAttribute("href", URL.createObjectURL(await getPicture("/api/now.jpg")));
  if (before) URL.revokeObjectURL(before);
}

// Calls `show` now and every `everyMs` while the page is visible; trouble is given to `complain` in words.
export async function pollCamera(show, everyMs, complain) {
  if (!document.hidden) await onTrouble(show, ({ message }) => complain(message));
  setTimeout(() => pollCamera(show, everyMs, complain), everyMs);
}
