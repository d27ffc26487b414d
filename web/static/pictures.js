// Pictures that change with the table: they are asked for anew when something happened, and only while they are seen.

const STATE_DELAY_MS = 400; // display and camera picture follow a new state a moment later
const MAX_AGE_MS = 4000; // the display turns its pages by itself

export function livePictures(images) {
  const seen = new Set();
  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      const image = entry.target.querySelector("img");
      if (entry.isIntersecting) seen.add(image);
      else seen.delete(image);
      if (entry.isIntersecting) refresh(image);
    }
  });
  for (const image of images) watcher.observe(image.parentElement);

  let timer = null;
  function refreshAll() {
    if (!document.hidden) seen.forEach(refresh);
  }
  setInterval(refreshAll, MAX_AGE_MS);
  return function refreshSoon() {
    clearTimeout(timer);
    timer = setTimeout(refreshAll, STATE_DELAY_MS);
  };
}

// The last drop as the camera measured it: where the table is a frame, and the camera sees it.
export function showCloseUps(state) {
  for (const figure of document.querySelectorAll(".close-up")) figure.hidden = state.board.kind !== "frame" || state.by_hand || state.move_count === 0;
}

async function refresh(image) {
  let answer, isNew, picture;
  try {
    answer = await fetch(image.dataset.live, { cache: "no-cache" });
    isNew = answer.ok && answer.headers.get("ETag") !== image.dataset.etag;
    if (isNew) picture = await answer.blob();
    else await answer.body?.cancel(); // the browser would keep it for somebody who reads it
  } catch {
    return; // the stream says that the box is out of reach
  }
  const exists = answer.ok;
  image.hidden = !exists;
  const without = image.parentElement.querySelector("[data-without]");
  if (without) without.hidden = exists;
  if (!isNew) return;
  const before = image.src;
  image.dataset.etag = answer.headers.get("ETag") ?? "";
  image.src = URL.createObjectURL(picture);
  if (before) URL.revokeObjectURL(before);
}
