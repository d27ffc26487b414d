// Looking at the camera's newest picture again and again.

import { getPicture, Trouble } from "./talk.js";

// An image of a drawing shows the newest picture; the one before is let go.
export async function showNewest(image) {
  const before = image.getAttribute("href");
  image.setAttribute("href", URL.createObjectURL(await getPicture("/api/now.jpg")));
  if (before) URL.revokeObjectURL(before);
}

// Looks at once and then so often, as long as the page is seen; a camera that is not there yet is asked for again.
export async function keepLooking(look, everyMs, complain) {
  try {
    if (!document.hidden) await look();
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    complain(error.message);
  }
  setTimeout(() => keepLooking(look, everyMs, complain), everyMs);
}
