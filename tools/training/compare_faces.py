"""Compares methods of recognising a taught face, on photographs whose artwork had no part in building any of them.

    python -m tools.training.compare_faces DIR

DIR holds folders with `teach_*.jpg` and photographs with their truth (as for `jarapon bench photos`). Every tile is
cut out along its true outline, jittered as a detector's small errors would, the same for every method. A method answers
with the most similar face; `wrong` counts all tiles, `wrong of the surest 99 %` leaves out those where best and second
best were nearest to each other.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np

from tools.bench.judging import FACES, true_tiles
from tools.training.tables import jittered
from vision.faces.recogniser import embeddings_of
from vision.pictures import open_picture
from vision.reading import Picture
from vision.tiles.crop import cut_face, upside_down

Describe = Callable[[Sequence[Picture]], np.ndarray]


def as_picture(crops: Sequence[Picture]) -> np.ndarray:
    """Aligned correlation: pixels, mean and contrast of each channel taken out."""
    return _unit(np.stack([_even(crop.astype(np.float32)) for crop in crops]))


def as_edges(crops: Sequence[Picture]) -> np.ndarray:
    """Aligned correlation of gradients: which the colour of the light does not change."""
    rows = []
    for crop in crops:
        grey = cv2.GaussianBlur(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY).astype(np.float32), (0, 0), 1.0)
        rows.append(np.stack([cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)]))
    return _unit(np.stack(rows))


def as_colours(crops: Sequence[Picture]) -> np.ndarray:
    """Histograms of hue and saturation in six fields of the face."""
    rows = []
    for crop in crops:
        hsv = cv2.cvtColor(crop, cv2.COLOR_BGR2HSV)
        parts = [part for band in np.array_split(hsv, 3) for part in np.array_split(band, 2, axis=1)]
        fields = [cv2.calcHist([np.ascontiguousarray(p)], [0, 1], None, [12, 4], [0, 180, 0, 256]) for p in parts]
        rows.append(np.sqrt(np.stack(fields)))
    return _unit(np.stack(rows))


def as_colours_and_edges(crops: Sequence[Picture]) -> np.ndarray:
    """Both of the above side by side."""
    return _unit(np.column_stack([as_colours(crops), as_edges(crops)]))


METHODS: dict[str, Describe] = {
    "aligned correlation": as_picture,
    "aligned gradients": as_edges,
    "colour histograms": as_colours,
    "colours and gradients": as_colours_and_edges,
    "embedding network": embeddings_of,
}


def _even(crop: np.ndarray) -> np.ndarray:
    return np.asarray((crop - crop.mean(axis=(0, 1))) / (crop.std(axis=(0, 1)) + 4))


def _unit(rows: np.ndarray) -> np.ndarray:
    flat = rows.reshape(len(rows), -1)
    return np.asarray(flat / (np.linalg.norm(flat, axis=1, keepdims=True) + 1e-9))


def tiles_of(path: Path, rng: np.random.Generator) -> tuple[list[Picture], list[str]]:
    """Crops and true faces of the lying tiles of a photograph, in the order of its truth."""
    picture, truth = open_picture(path), json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    crops, faces = [], []
    for tile, known in zip(truth["tiles"], true_tiles(truth), strict=True):
        if known.counts and known.faces <= set(FACES):
            crops.append(cut_face(picture, jittered(rng, np.array(tile["top_corners_px"]))))
            faces.append(next(iter(known.faces)))
    return crops, faces


def similarity(describe: Describe, seen: Sequence[Picture], taught: Sequence[Picture]) -> np.ndarray:
    """The similarity of each crop (rows) with each taught crop (columns), upright or upside down."""
    upside = [upside_down(crop) for crop in taught]
    vectors = describe(seen)
    return np.maximum(vectors @ describe(taught).T, vectors @ describe(upside).T)


def compare(root: Path, lessons: int) -> str:
    """The table: one row a method."""
    rng = np.random.default_rng(7)
    folders = [folder for folder in sorted(root.glob("*/")) if any(folder.glob("teach_*.jpg"))]
    sets = []
    for folder in folders:
        taught = [tiles_of(path, rng) for path in sorted(folder.glob("teach_*.jpg"))[:lessons]]
        others = sorted(path for path in folder.glob("*_*.jpg") if not path.name.startswith("teach_"))
        seen = [tiles_of(path, rng) for path in others]
        sets.append((_joined(taught), _joined(seen)))
    lines = ["way                     tiles   wrong   wrong of the surest 99 %   us a tile"]
    for name, describe in METHODS.items():
        right, margin, start = [], [], time.perf_counter()
        for (known, names), (crops, faces) in sets:
            scores = similarity(describe, crops, known)
            by_face = np.column_stack([scores[:, [f == face for f in names]].max(axis=1) for face in FACES])
            ranked = np.sort(by_face, axis=1)
            right += [FACES[best] == face for best, face in zip(by_face.argmax(axis=1), faces, strict=True)]
            margin += list(ranked[:, -1] - ranked[:, -2])
        each = (time.perf_counter() - start) * 1e6 / len(right)
        ok = np.array(right)
        surest = np.array(margin) >= np.quantile(margin, 0.01)
        lines.append(f"{name:22} {len(ok):6} {1 - ok.mean():7.2%} {1 - ok[surest].mean():26.2%} {each:11.0f}")
    return "\n".join(lines) + "\n"


def _joined(parts: Sequence[tuple[list[Picture], list[str]]]) -> tuple[list[Picture], list[str]]:
    return [crop for crops, _ in parts for crop in crops], [face for _, faces in parts for face in faces]


def main() -> int:
    """Prints the table for two lesson photographs and for one."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    args = parser.parse_args()
    for lessons in (2, 1):
        sys.stdout.write(f"taught from {lessons} photographs\n{compare(args.folder, lessons)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
