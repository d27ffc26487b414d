// Photographs on their way to the box.

const MAX_SIDE = 2600; // px: the box needs no more, and fewer bytes go over the Wi-Fi
const TWO_PIXELS = [200, 60, 20, 255, 20, 60, 200, 255];
const MAX_DIFFERENCE = 8; // of 255: nobody sees so small a difference

// Gives the photograph as a JPEG of at most `MAX_SIDE`, upright; as it is where this browser cannot open or draw it.
export async function shrink(file) {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = MAX_SIDE / Math.max(bitmap.width, bitmap.height);
    if ((scale >= 1 && file.type === "image/jpeg") || !(await canReadCanvas())) return file;
    return (await encode(draw(bitmap, Math.min(scale, 1)), "image/jpeg")) ?? file;
  } catch {
    return file;
  }
}

// Some browsers give noise to whoever reads a canvas (Firefox with resistFingerprinting), so that nobody is recognised by it.
async function canReadCanvas() {
  const pixels = await createImageBitmap(new ImageData(new Uint8ClampedArray(TWO_PIXELS), 2));
  const read = await createImageBitmap(await encode(draw(pixels, 1), "image/png"));
  const { data } = draw(read, 1).getImageData(0, 0, 2, 1);
  return TWO_PIXELS.every((value, i) => Math.abs(value - data[i]) <= MAX_DIFFERENCE);
}

function draw(bitmap, scale) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const brush = canvas.getContext("2d");
  brush.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return brush;
}

// Null where the browser has no memory for it.
function encode(brush, type) {
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
