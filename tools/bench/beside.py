"""Measures our reading beside the baselines, in one run over the same photographs.

Two contests. Given the `picture` alone, a method must detect the tiles and name them. Given `our tiles`, it gets our
detections of flat tiles and only names the faces, which replace ours. All methods learn from the same lesson
photographs; poses are asked of ours only.
"""

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ParamSpec, TypeVar

import cv2
import numpy as np

from device.games.listing import arrangement_of
from tools.baselines.base import Baseline, TaughtTile
from tools.baselines.keypoints import Keypoints, orb, sift
from tools.baselines.ocr import Ocr
from tools.baselines.templates import Templates
from tools.bench.photos import FACES, GAME_OF_SCENE, Score, hold_against, true_tiles
from vision.faces.recogniser import TaughtFaces
from vision.faces.teaching import teach
from vision.pictures import open_picture
from vision.reading import DetectedPiece, Picture, Points
from vision.table_reader import TableReader
from vision.tiles.crop import cut_face

OURS = "ours"
ALONE, GIVEN = "picture", "our tiles"
_T = TypeVar("_T")
_P = ParamSpec("_P")
BASELINES: Mapping[str, Callable[[Sequence[TaughtTile]], Baseline]] = {
    "ocr": Ocr,
    "orb": lambda taught: Keypoints(taught, orb()),
    "sift": lambda taught: Keypoints(taught, sift()),
    "template": Templates,
}


@dataclass(frozen=True)
class Row:
    """One method's count of one scene; `given`: `picture` or `our tiles`. Its times are `found_ms` of the score."""

    way: str
    given: str
    score: Score

    def to_json(self) -> dict[str, object]:
        """The method, what it was given, its counts and its median time in ms."""
        counts = self.score.to_json()
        return {"way": self.way, "given": self.given, **counts, "ms": counts["found_ms"]}


def measure_beside(folder: Path, scenes: Sequence[str], names: Sequence[str], most: int | None = None) -> Iterator[Row]:
    """Rows of ours and of the baselines named, scene by scene as they are known; `most`: photographs of each scene."""
    cv2.setNumThreads(1)
    lessons = sorted(folder.glob("teach_*.jpg"))
    taught = teach([open_picture(path) for path in lessons], FACES).taught
    tiles = [tile for path in lessons for tile in taught_tiles(path)]
    baselines = {name: BASELINES[name](tiles) for name in names}
    for scene in scenes:
        paths = sorted(folder.glob(f"{scene}_*.jpg"))[:most]
        if paths:
            yield from _scene(paths, scene, taught, baselines)


def totals(rows: Sequence[Row]) -> list[Row]:
    """Each method's rows added up over all folders: first scene by scene, then over all scenes."""
    added: dict[tuple[str, str, str], Row] = {}
    for row in rows:
        for scene in (row.score.scene, "all"):
            total = added.setdefault((scene, row.given, row.way), Row(row.way, row.given, Score(scene))).score
            for name in ("photos", "whole", "right", "unsure", "wrong", "shown", "shown_right", "found_ms"):
                setattr(total, name, getattr(total, name) + getattr(row.score, name))
    return sorted(added.values(), key=lambda row: row.score.scene == "all")


def taught_tiles(path: Path) -> list[TaughtTile]:
    """The tiles of a lesson photograph, where its truth says that they lie."""
    picture, truth = open_picture(path), json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    return [
        TaughtTile(next(iter(known.faces)), picture, np.array(tile["top_corners_px"]))
        for tile, known in zip(truth["tiles"], true_tiles(truth), strict=True)
        if known.faces <= set(FACES)
    ]


def _scene(paths: Sequence[Path], scene: str, taught: TaughtFaces, baselines: Mapping[str, Baseline]) -> list[Row]:
    rows = [Row(name, given, Score(scene)) for given in (ALONE, GIVEN) for name in (OURS, *baselines)]
    for path in paths:
        results = _results(
            open_picture(path), TableReader(arrangement_of(GAME_OF_SCENE[scene]), taught), taught, baselines
        )
        for row in rows:
            pieces, ms = results[row.way, row.given]
            row.score.found_ms.append(ms)
            hold_against(pieces, path, row.score, poses=row.way == OURS or row.given == GIVEN)
    return rows


def _results(
    picture: Picture, reader: TableReader, taught: TaughtFaces, baselines: Mapping[str, Baseline]
) -> dict[tuple[str, str], tuple[Sequence[DetectedPiece], float]]:
    """The answers of each method in both contests, and its milliseconds."""
    reading, ms = timed(reader.read, picture)
    ours = reading.pieces
    rings = [np.array(piece.corners) for piece in ours if piece.pose != "upright"]
    _, naming_ms = timed(_our_faces, taught, picture, rings)
    results: dict[tuple[str, str], tuple[Sequence[DetectedPiece], float]] = {
        (OURS, ALONE): (ours, ms),
        (OURS, GIVEN): (ours, naming_ms),
    }
    for name, baseline in baselines.items():
        results[name, ALONE] = timed(baseline.read, picture)
        faces, ms = timed(baseline.name_faces, picture, rings)
        results[name, GIVEN] = _renamed(ours, faces), ms
    return results


def _our_faces(taught: TaughtFaces, picture: Picture, rings: Sequence[Points]) -> None:
    """What our reader does to name faces, to be timed; the names are in its reading."""
    taught.recognise([cut_face(picture, ring) for ring in rings])


def _renamed(pieces: Sequence[DetectedPiece], faces: Sequence[str]) -> list[DetectedPiece]:
    """Our pieces, those that lie with other faces."""
    said = iter(faces)
    return [piece if piece.pose == "upright" else replace(piece, face=next(said)) for piece in pieces]


def timed(work: Callable[_P, _T], *args: _P.args, **named: _P.kwargs) -> tuple[_T, float]:
    """What the work gave and its processor time in ms: all methods use one core, whatever else the machine does."""
    begun = time.process_time()
    done = work(*args, **named)
    return done, (time.process_time() - begun) * 1000
