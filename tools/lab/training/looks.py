"""Writes context crops of invented tables for training: what the detector detected, with what it really is.

    python -m tools.lab.training.looks OUT --sets 1500 --seed 9001
    python -m tools.lab.training.looks OUT --sets 500 --seed 9501 --of shuffled strewn rows

Run after the network for tiles is trained: the second network learns from its faint detections, right and wrong (hard
negatives). Each set of artwork lies on four tables; a shard (`.npz`) holds 25 sets.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from simulator.render.pieces import Art
from simulator.render.tiles import render
from simulator.scenes import layouts
from simulator.scenes.light import random_light, random_sensor
from simulator.scenes.tables import random_table
from tools.lab.training.tables import TABLES_A_SET, Rng, labels, new_shards
from vision.board.top_view import TopView
from vision.geometry.camera_pose import view_from_field
from vision.reading import Picture
from vision.tiles.detector import TileDetection, detect_tiles, on_sheet
from vision.tiles.rescoring import cut_context

NOTHING, FLAT, UPRIGHT = range(3)
_RACK = 2  # kind of a row of `labels`
_MAX_HIT, _MIN_MISS = 5.0, 6.5  # mm from a tile's middle to a detection of it, and to one of something else
_MAX_TURN = 0.35  # radians that a detection may be turned against its tile
_MIN_VISIBLE, _MAX_HIDDEN = 0.55, 0.15  # visible share from which a tile must be detected, and under which it must not
_CONFIDENT, _KEPT = 0.93, 0.15  # of correct detections above this confidence only this share is kept


def kinds(found: Sequence[TileDetection], rows: np.ndarray) -> list[int | None]:
    """The kind of each detection, the most confident first: NOTHING, FLAT or UPRIGHT; None if it is ambiguous.

    `rows`: as `tools.lab.training.tables.labels` gives them.
    """
    left = {index: row for index, row in enumerate(rows) if row[5] >= 0}
    labelled: list[int | None] = []
    for detection in found:
        far = {index: float(np.hypot(*(row[:2] - detection.centre))) for index, row in left.items()}
        near = [index for index, distance in far.items() if distance < _MIN_MISS]
        if not near:
            labelled.append(NOTHING)
            continue
        index = max(near, key=lambda one: (left[one][5] > _MIN_VISIBLE, -far[one]))
        kind = _kind(detection, left[index], far[index])
        if kind in (FLAT, UPRIGHT):
            del left[index]
        labelled.append(kind)
    return labelled


def _kind(detection: TileDetection, row: np.ndarray, distance: float) -> int | None:
    """The kind of a detection at a distance (mm) from the tile of a row."""
    _, _, wide_x, wide_y, kind, visible = row
    askew = abs((np.arctan2(wide_y, wide_x) - detection.turn + np.pi / 2) % np.pi - np.pi / 2)
    if kind == _RACK or distance > _MAX_HIT or (kind == 0 and askew > _MAX_TURN):
        return None
    if visible < _MAX_HIDDEN:
        return NOTHING
    return None if visible < _MIN_VISIBLE else UPRIGHT if kind == 1 else FLAT


def crops_at_table(rng: Rng, art: Art, of: Sequence[str]) -> Iterator[tuple[Picture, int]]:
    """Context crops of the detections on one random table, and the kind of each."""
    table, view = random_table(rng, art, layouts.random_tiles(rng, of)), layouts.random_view(rng)
    picture, truth = render(table, view, random_light(rng), random_sensor(rng), rng)
    guessed = truth.field + rng.normal(0, rng.choice([0.8, 1.5, 3.0]), (4, 2))
    plan = TopView.of(view_from_field(guessed, view.size))
    yield from context_crops(rng, picture, plan, plan.picture(picture), labels(table, truth, plan), _KEPT)


def context_crops(
    rng: Rng, picture: Picture, plan: TopView, above: Picture, rows: np.ndarray, kept: float
) -> Iterator[tuple[Picture, int]]:
    """Context crops of the detections in a picture and its top view `above`, and the kind of each.

    `rows`: as for `kinds`. Of correct detections that are confident only a share is `kept`.
    """
    found = [detection for detection in detect_tiles(above) if on_sheet(detection)]
    for detection, kind in zip(found, kinds(found, rows), strict=True):
        if kind is not None and (detection.confidence < _CONFIDENT or kind == NOTHING or rng.random() < kept):
            yield cut_context(picture, plan, detection), kind


def main() -> int:
    """Write the shards that do not exist yet."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--sets", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=9001)
    parser.add_argument("--of", nargs="*", default=(), choices=[kind.__name__ for kind in layouts.KINDS])
    args = parser.parse_args()
    cv2.setNumThreads(1)
    for path, sets in new_shards(args.out, "looks", args.seed, args.sets):
        shown: list[tuple[Picture, int]] = []
        for _, rng, art in sets:
            for _ in range(TABLES_A_SET):
                shown += crops_at_table(rng, art, args.of)
        looks, every_kind = zip(*shown, strict=True)
        np.savez(path, look=np.array(looks), look_kind=np.array(every_kind))
        sys.stdout.write(f"{path.name}: {len(looks)}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
