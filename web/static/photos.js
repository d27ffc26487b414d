// Photographs on their way to the box.

const LONGEST = 2600; // px: the box needs no more, and the way through the air is shorter
const TWO_PIXELS = [200, 60, 20, 255, 20, 60, 200, 255];
const UNSEEN = 8; // of 255: nobody sees so small a difference

// The photograph as a JPEG of at most 2600 px, upright. What this browser cannot open or draw goes as it is, and what the box
// cannot open either, it says.
export async function shrunk(file) {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = LONGEST / Math.max(bitmap.width, bitmap.height);
    if ((scale >= 1 && file.type === "image/jpeg") || !(await showsWhatIsDrawn())) return file;
    return (await encoded(drawn(bitmap, Math.min(scale, 1)), "image/jpeg")) ?? file;
  } catch {
    return file;
  }
}

// Some browsers give noise to whoever reads a canvas (Firefox with resistFingerprinting), so that nobody is recognised by it.
async function showsWhatIsDrawn() {
  const pixels = await createImageBitmap(new ImageData(new Uint8ClampedArray(TWO_PIXELS), 2));
  const read = await createImageBitmap(await encoded(drawn(pixels, 1), "image/png"));
  const { data } = drawn(read, 1).getImageData(0, 0, 2, 1);
  return TWO_PIXELS.every((value, i) => Math.abs(value - data[i]) <= UNSEEN);
}

function drawn(bitmap, scale) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const brush = canvas.getContext("2d");
  brush.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return brush;
}

// Null where the browser has no memory for it.
function encoded(brush, type) {
  return new Promise((done) => brush.canvas.toBlob(done, type, 0.92));
}

// Calls `work(files)` when photographs were chosen; the same ones can be chosen again.
export function onPhotos(input, work) {
  input.addEventListener("change", () => {
    const files = [...input.files];
    input.value = "";
    if (files.length) work(files);
  });
}
