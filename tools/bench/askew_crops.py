"""Measures how tiles are named whose corners were found wrongly, in lessons and on tables alike.

    python -m tools.bench.askew_crops DIR [DIR …]

DIR holds folders with `teach_*.jpg` and photographs with their truth (as for `jarapon bench photos`). Each tile is cut
out along its true corners, disturbed by so many per cent of its size, as it stands and aligned. `nearest` is the share
of tiles of which the most probable face is right, doubtful or not. With `--lessons` one lesson of each set teaches, and
the tiles of the others are named: no glare hides these.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from engines.vocabulary import UNSURE
from tools.bench.photos import FACES, true_tiles
from vision.board.camera_pose import mapped
from vision.dimensions import TILE_HIGH, TILE_WIDE
from vision.faces.likeliest_crops import likeliest_crops
from vision.faces.recogniser import TaughtFaces
from vision.faces.references import NO_REFERENCES
from vision.faces.teaching import Example, lesson_to_review
from vision.faces.tile_reader import RecognisedTile
from vision.pictures import open_picture
from vision.quality.surface import overexposed
from vision.reading import Picture, Points
from vision.tiles.aligning import aligned
from vision.tiles.crop import cut_face
from vision.tiles.detector import TileDetection

Rng = np.random.Generator
WAYS = ("as found", "aligned")
OFF = (0.0, 0.05, 0.10, 0.14)
_EACH_CORNER = 0.25  # of the error of the whole: that of each corner by itself
_HALF = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
_DETECTION = TileDetection((0.0, 0.0), 0.0, 1.0, False, 0.99)


@dataclass(frozen=True)
class ShownTiles:
    """The lying tiles of one photograph: corners and faces, in the order of its truth."""

    picture: Picture
    rings: tuple[Points, ...]
    faces: tuple[str, ...]


@dataclass
class Naming:
    """What became of the tiles that were cut out in one way; `seconds`: to cut them out and to embed them."""

    tiles: int = 0
    nearest: int = 0
    right: int = 0
    unsure: int = 0
    wrong: int = 0
    seconds: float = 0.0


def disturbed(rng: Rng, ring: Points, off: float) -> Points:
    """The corners of a tile (4 × 2 px) known wrongly, each kind of error evenly distributed.

    Its middle is off by up to `off` of its width and of its height, its sides by as large a share, its turn by as many
    radians, and each corner by a quarter of that besides.
    """
    size, turn = np.exp(rng.uniform(-off, off)), rng.uniform(-off, off)
    cosine, sine = size * np.cos(turn), size * np.sin(turn)
    sides = np.array([TILE_WIDE, TILE_HIGH])
    plain = _HALF * sides
    errors = rng.uniform(-off, off, 2) + _EACH_CORNER * rng.uniform(-off, off, (4, 2))
    moved = plain @ np.array([[cosine, sine], [-sine, cosine]]) + errors * sides
    to_picture = cv2.getPerspectiveTransform(plain.astype(np.float32), ring.astype(np.float32))
    return mapped(moved, np.asarray(to_picture, np.float64))


def shown_tiles(path: Path) -> ShownTiles:
    """What a photograph shows by its truth."""
    truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    known = [
        (np.array(tile["top_corners_px"]), next(iter(one.faces)))
        for tile, one in zip(truth["tiles"], true_tiles(truth), strict=True)
        if one.counts and one.faces <= set(FACES)
    ]
    return ShownTiles(open_picture(path), tuple(ring for ring, _ in known), tuple(face for _, face in known))


def _taught(lessons: Sequence[ShownTiles], way: str, off: float, rng: Rng) -> TaughtFaces:
    examples = []
    for lesson in lessons:
        found = [disturbed(rng, ring, off) for ring in lesson.rings]
        rings = aligned(lesson.picture, found) if way == "aligned" else found
        by_face = {face: cut_face(lesson.picture, ring) for face, ring in zip(lesson.faces, rings, strict=True)}
        examples.append([Example(by_face[face], overexposed(by_face[face]), (0, 0), ()) for face in FACES])
    return lesson_to_review(examples, FACES).taught


def _name(taught: TaughtFaces, tiles: ShownTiles, way: str, off: float, rng: Rng, naming: Naming) -> None:
    found = [disturbed(rng, ring, off) for ring in tiles.rings]
    start = time.process_time()
    if way == "aligned":
        seen = likeliest_crops(tiles.picture, found, [True] * len(found), taught)
    else:
        crops = [cut_face(tiles.picture, ring) for ring in found]
        seen = list(zip(crops, taught.recognise(crops), strict=True))
    naming.seconds += time.process_time() - start
    for (crop, recognition), face in zip(seen, tiles.faces, strict=True):
        tile = RecognisedTile(_DETECTION, np.zeros((4, 2)), recognition, crop)
        if tile.is_doubtful:
            tile = RecognisedTile(_DETECTION, tile.corners, taught.compare(crop, recognition, NO_REFERENCES), crop)
        naming.tiles += 1
        naming.nearest += max(FACES, key=lambda one: tile.recognition.probabilities[one]) == face
        naming.right += tile.face == face
        naming.unsure += tile.face == UNSURE
        naming.wrong += tile.face not in (face, UNSURE)


def measure(roots: Sequence[Path], seed: int, only_lessons: bool) -> Iterator[tuple[str, float, Naming]]:
    """Each way with each error."""
    folders = sorted({path.parent for root in roots for path in root.rglob("teach_*.jpg")})
    sets = []
    for folder in folders:
        every = {path: shown_tiles(path) for path in sorted(folder.glob("*_*.jpg"))}
        lessons = [tiles for path, tiles in every.items() if path.name.startswith("teach_")]
        tables = [tiles for path, tiles in every.items() if not path.name.startswith("teach_")]
        sets.append((lessons[:1], lessons[1:]) if only_lessons else (lessons, tables))
    for off in OFF:
        for way in WAYS:
            rng, naming = np.random.default_rng(seed), Naming()
            for lessons, tables in sets:
                taught = _taught(lessons, way, off, rng)
                for tiles in tables:
                    _name(taught, tiles, way, off, rng, naming)
            yield way, off, naming


def main() -> int:
    """Prints a row for each way and error."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--lessons", action="store_true", help="name the tiles of lessons, not those of tables")
    parser.add_argument("--seed", type=int, default=1, help="of the errors")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    sys.stdout.write("way       error  tiles  nearest    right  unsure   wrong  us a tile\n")
    for way, off, naming in measure(args.folders, args.seed, args.lessons):
        count = naming.tiles
        sys.stdout.write(
            f"{way:9} {off:5.0%} {count:6} {naming.nearest / count:8.2%} {naming.right / count:8.2%} "
            f"{naming.unsure / count:7.2%} {naming.wrong / count:7.2%} {naming.seconds * 1e6 / count:10.0f}\n"
        )
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
