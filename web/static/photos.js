// Photographs on their way to the box.

const LONGEST = 2600; // px: the box needs no more, and the way through the air is shorter

// The photograph as a JPEG of at most 2600 px, upright. What this browser cannot open goes as it is: the box says why.
export async function shrunk(file) {
  let bitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return file;
  }
  const scale = LONGEST / Math.max(bitmap.width, bitmap.height);
  if (scale >= 1 && file.type === "image/jpeg") return file;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(bitmap.width * Math.min(scale, 1));
  canvas.height = Math.round(bitmap.height * Math.min(scale, 1));
  canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.92));
}

// Calls `work(files)` when photographs were chosen; the same ones can be chosen again.
export function onPhotos(input, work) {
  input.addEventListener("change", () => {
    const files = [...input.files];
    input.value = "";
    if (files.length) work(files);
  });
}
