// The photograph that a move was read from: as it was taken or with what was read drawn on it, and larger under a tap.

import { text } from "./api_client.js";

// A figure with the picture in a button, and another button that shows what was read or not. `near` are places of which
// alone the picture is shown, `without` the element for moves without one.
export function movePicture(figure, { near = "", without = null } = {}) {
  const image = figure.querySelector("img");
  const toggle = figure.querySelector(".as-read");
  let read = null;
  let taken = null;
  let isRead = true;

  function show() {
    figure.hidden = !read;
    if (without) without.hidden = Boolean(read);
    toggle.textContent = text(isRead ? "hide_read" : "show_read");
    if (read) image.src = isRead ? read : taken;
    else image.removeAttribute("src");
  }

  figure.querySelector(".zoom").addEventListener("click", () => figure.classList.toggle("large"));
  toggle.addEventListener("click", () => {
    isRead = !isRead;
    show();
  });
  image.addEventListener("error", () => {
    figure.hidden = true;
    if (without) without.hidden = !read;
  });

  // A picture by its id; without one, what the camera sees now if that `isNow`.
  return function showPicture(id, isNow = false) {
    const own = id && encodeURIComponent(id);
    const part = `/api/moves/pictures/${own}/read?near=${near}`;
    [read, taken] = own ? [part, near ? `${part}&plain` : `/api/pictures/${own}`] : isNow ? ["/api/photo.jpg", "/api/camera.jpg"] : [null, null];
    isRead = true;
    figure.classList.remove("large");
    show();
  };
}
