"""Measures reading on photographs with known truth: right, unsure, wrong, and milliseconds.

A folder holds `teach_*.jpg` and `SCENE_*.jpg` with a `.json` of the same name each. A tile counts as right when a
reported piece lies within 0.6 of its shorter side of its middle with its face and pose, as unsure when that piece's
face is `"?"`, as wrong when the face is another one or nothing is reported. A piece where no tile is counts as wrong.
"""

import json
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from device.games.listing import arrangement_of
from engines.vocabulary import BACK, BLANK, TILE_FACES, UNSURE, WILD
from vision.faces.recogniser import TaughtFaces
from vision.faces.teaching import teach
from vision.pictures import open_picture
from vision.reading import DetectedPiece, Reading
from vision.table_reader import TableReader

GAME_OF_SCENE = {
    "reversi": "reversi",
    "hand": "jarapon",
    "search": "search",
    "sevens": "sevens",
    "doubt": "doubt",
    "geister": "infiltration",
    "checkers": "checkers",
}
FACES = (*TILE_FACES, BACK)
_HIDDEN = 0.6  # tiles of which less is visible are left out


@dataclass(frozen=True)
class TrueTile:
    """A tile that is really there: middle, reach (px), the faces that count as right, its pose if that matters."""

    xy: tuple[float, float]
    reach: float
    faces: frozenset[str]
    pose: str | None
    counts: bool


@dataclass
class Score:
    """The count of one scene; times in ms, one a photograph.

    `missed` are those wrong tiles of which nothing is reported, `shown` the tiles that lie with a face up.
    """

    scene: str
    photos: int = 0
    whole: int = 0
    right: int = 0
    unsure: int = 0
    wrong: int = 0
    shown: int = 0
    shown_right: int = 0
    found_ms: list[float] = field(default_factory=list)
    known_ms: list[float] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    missed: int = 0

    def to_json(self) -> dict[str, Any]:
        """Counts, and median times in ms with the board to be found and known."""
        data = asdict(self)
        for name in ("found_ms", "known_ms"):
            data[name] = round(statistics.median(data[name]), 1) if data[name] else None
        return data


def measure(folder: Path, scenes: tuple[str, ...], repeats: int = 3) -> list[Score]:
    """Teaches from the folder's lesson, reads every photograph of the scenes; one `Score` a scene."""
    cv2.setNumThreads(1)
    taught = taught_by(folder)
    return [_scene(folder, scene, taught, repeats) for scene in scenes if any(folder.glob(f"{scene}_*.jpg"))]


def taught_by(folder: Path) -> TaughtFaces:
    """What the folder's lesson teaches; raises `CannotTeach`."""
    return teach([open_picture(path) for path in sorted(folder.glob("teach_*.jpg"))], FACES).taught


def _scene(folder: Path, scene: str, taught: TaughtFaces, repeats: int) -> Score:
    score = Score(scene)
    for path in sorted(folder.glob(f"{scene}_*.jpg")):
        picture = open_picture(path)
        reader = TableReader(arrangement_of(GAME_OF_SCENE[scene]), taught)
        reading, found_ms = _timed(reader, picture)
        score.found_ms.append(found_ms)
        score.known_ms.append(statistics.median(_timed(reader, picture)[1] for _ in range(repeats)))
        hold_against(reading.pieces, path, score)
    return score


def hold_against(pieces: Sequence[DetectedPiece], path: Path, score: Score, poses: bool = True) -> None:
    """Counts what was read in one photograph into `score`; without `poses` any pose is right."""
    hold_against_tiles(pieces, true_tiles_of(path), path.stem, score, poses)


def hold_against_tiles(
    pieces: Sequence[DetectedPiece], tiles: Sequence[TrueTile], name: str, score: Score, poses: bool = True
) -> None:
    """Counts what was read in a photograph of this name, with these tiles in truth, into `score`."""
    before = (score.unsure, score.wrong)
    score.complaints += [f"{name}: {complaint}" for complaint in _held_against(pieces, tiles, score, poses)]
    score.photos += 1
    score.whole += (score.unsure, score.wrong) == before


def _timed(reader: TableReader, picture: np.ndarray) -> tuple[Reading, float]:
    start = time.perf_counter()
    reading = reader.read(picture)
    return reading, (time.perf_counter() - start) * 1000


def _held_against(
    pieces: Sequence[DetectedPiece], tiles: Sequence[TrueTile], score: Score, poses: bool
) -> Iterator[str]:
    """Counts one reading into `score`; yields what was not right."""
    left = list(pieces)
    for tile in (t for t in tiles if t.counts):
        near = [piece for piece in left if np.hypot(piece.xy[0] - tile.xy[0], piece.xy[1] - tile.xy[1]) <= tile.reach]
        shows = tile.faces.isdisjoint({UNSURE, BACK, BLANK})
        score.shown += shows
        where = f"{'/'.join(sorted(tile.faces))} at {tile.xy[0]:.0f},{tile.xy[1]:.0f}"
        if not near:
            score.wrong += 1
            score.missed += 1
            yield f"missed {where}"
            continue
        best = min(near, key=lambda piece: float(np.hypot(piece.xy[0] - tile.xy[0], piece.xy[1] - tile.xy[1])))
        left.remove(best)
        if poses and tile.pose and best.pose != tile.pose and best.face != UNSURE:
            score.wrong += 1
            yield f"{best.pose} for {tile.pose} {where}"
        elif best.face in tile.faces:
            score.right += 1
            score.shown_right += shows
        elif best.face == UNSURE:
            score.unsure += 1
            yield f"unsure of {where}"
        else:
            score.wrong += 1
            yield f"{best.face} for {where}"
    for piece in left:
        hidden = (t for t in tiles if not t.counts)
        if not any(np.hypot(piece.xy[0] - t.xy[0], piece.xy[1] - t.xy[1]) <= t.reach * 1.5 for t in hidden):
            score.wrong += 1
            yield f"{piece.face} where nothing lies at {piece.xy[0]:.0f},{piece.xy[1]:.0f}"


def is_refused(reading: Reading) -> bool:
    """Whether nothing was read: no board is found, or the picture is too spoilt."""
    return reading.field is None or reading.unreadable is not None


def true_tiles_of(path: Path) -> list[TrueTile]:
    """The tiles of a photograph, by the truth file beside it."""
    return true_tiles(json.loads(path.with_suffix(".json").read_text(encoding="utf-8")))


def true_tiles(truth: dict[str, Any]) -> list[TrueTile]:
    """The tiles of a truth file, in its order."""
    tiles = truth["tiles"]
    out = []
    for tile in tiles:
        corners = np.array(tile["top_corners_px"])
        reach = float(np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).min()) * 0.6
        x, y = corners.mean(axis=0)
        under = tile.get("role") == "wall" and _covered(tile, tiles)
        counts = tile["pose"] != "rack" and tile["visible_top_frac"] >= _HIDDEN and not under
        across = tile.get("sideways") and tile.get("role") == "discard"
        face = (
            BACK
            if tile["pose"] == "down"
            else WILD
            if tile["wild"]
            else BLANK
            if tile["blank"]
            else str(tile["number"])
        )
        standing = tile["pose"] == "standing"
        faces = frozenset({UNSURE, BACK, face} if standing else {face})
        pose = "upright" if standing else "sideways" if across else None
        out.append(TrueTile((float(x), float(y)), reach, faces, pose, counts))
    return out


def _covered(tile: dict[str, Any], tiles: list[dict[str, Any]]) -> bool:
    """Whether another tile lies on this one."""
    x, y = tile["pos_mm"][:2]
    return any(
        other is not tile
        and (other.get("layer") or 0) > (tile.get("layer") or 0)
        and abs(other["pos_mm"][0] - x) < 11
        and abs(other["pos_mm"][1] - y) < 11
        for other in tiles
    )
