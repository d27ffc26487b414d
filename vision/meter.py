"""Judges light, focus, angle, distance and glare of a picture for people who set a camera up."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np

from engines.messages import Message, message
from vision.board.finder import find_new_board
from vision.dimensions import SHEET, TILE_THICK, TILE_WIDE
from vision.geometry.camera_pose import CameraView, sheet_corners, view_from_field
from vision.quality.edge_width import edge_width
from vision.quality.exposure import OVEREXPOSED, Exposure, exposure_of
from vision.quality.no_board import reason_for_no_board
from vision.reading import Picture, PictureWarning, Points

Kind = Literal["light", "focus", "angle", "distance", "glare"]
Grade = Literal["good", "fair", "bad"]
_GRADES: tuple[Grade, ...] = ("bad", "fair", "good")

# px: a tile's shorter edge; of tables on which it is longer in the farthest corner none was unread in `bench meter`.
ENOUGH_TILE_PX = 26.0
_SCORES = (0.0, 33.0, 67.0, 100.0)
_MIN_FAIR, _MIN_GOOD = 33, 67
# Where each value gets these scores: the middle ones are where doubts and mistakes begin to grow, and where many tables
# are not read any more. `jarapon bench meter` measures both, by grade (measurements/meter.json).
_STOPS: Mapping[str, tuple[float, float, float, float]] = {
    "dark": (15.0, 30.0, 60.0, 120.0),  # of 255: where the brightest hundredth of the region begins
    "bright": (0.3, 0.1, 0.035, 0.0),  # share of the region that is overexposed
    "focus": (13.0, 8.5, 6.0, 3.5),  # px: the width of edges in a picture 1280 px wide
    "angle": (60.0, 35.0, 22.0, 8.0),  # degrees from straight above
    "distance": (8.0, 20.0, ENOUGH_TILE_PX, 35.0),  # px: the shorter edge of a tile in the farthest corner
    "glare": (0.15, 0.04, 0.004, 0.0),  # share of the region
}
# mm: the side of the smallest patch of glare that counts; on one tile it hides a third of the face
_MIN_PATCH_SIDE = 8.0
_MIN_PATCH_SHARE = 0.03  # of the picture's width, where nothing of known size is seen
_GLARE_WIDTH = 640  # px: so wide a picture is enough to find glare in
_MAX_NARROW = 0.35  # of a patch's least side: what is narrower is an edge or a letter, not a patch


@dataclass(frozen=True)
class Measure:
    """One thing that people can mend."""

    kind: Kind
    value: float  # in its unit, see `_STOPS`
    score: int  # 0 (hopeless) to 100
    shown: Message  # the value
    said: Message  # whether it is good, why not, and what helps

    @property
    def grade(self) -> Grade:
        """The score as a word."""
        return grade_of(self.score)


@dataclass(frozen=True)
class Metered:
    """The measures of a picture."""

    size: tuple[int, int]  # width, height (px)
    field: Points | None  # the sheet's corners (4 × 2 px); None where the whole picture counts
    measures: tuple[Measure, ...]
    glare: tuple[Points, ...]  # outlines (n × 2 px each)
    missing: Message | None = None  # why a sheet that is needed is not found

    @property
    def score(self) -> int:
        """The lowest of all; 0 where the sheet is missing."""
        return 0 if self.missing is not None else min(one.score for one in self.measures)

    @property
    def said(self) -> Message:
        """What to do first: a sheet that is not seen may only lie in the dark."""
        worst = self.worst
        return worst.said if worst.grade != "good" else self.missing or message("meter.all_good")

    @property
    def worst(self) -> Measure:
        """What to mend first: of those with the worst grade the first, since light changes what comes after it."""
        return min(self.measures, key=lambda one: _GRADES.index(one.grade))


def measured(picture: Picture, on_sheet: bool, known_corners: Points | None) -> Metered:
    """The measures of a picture; a sheet that is needed is searched for unless `known_corners` (4 × 2 px) are given."""
    if not on_sheet or known_corners is not None:
        return metered(picture, known_corners)
    board = find_new_board(picture)
    met = metered(picture, board.corners)
    if board.corners is not None:
        return met
    kind = "another_board" if board.is_another else reason_for_no_board(picture)
    return replace(met, missing=PictureWarning(kind).said())


def metered(picture: Picture, field: Points | None) -> Metered:
    """The measures of a picture: of the playing sheet, whose corners are `field` (4 × 2 px), or of the whole picture.

    Only the sheet, whose size is known, tells angle and distance.
    """
    region = picture_ring(picture) if field is None else field
    size = (picture.shape[1], picture.shape[0])
    view = None if field is None else view_from_field(field, size)
    least = _MIN_PATCH_SHARE * picture.shape[1] if view is None else _MIN_PATCH_SIDE * _px_per_mm(view)[0]
    patches = glare(picture, region, least)
    found = [
        *_light(exposure_of(picture, region)),
        *_focus(edge_width(picture, region)),
        *(_pose(view) if view is not None else ()),
        _glare(patches, region),
    ]
    return Metered(size, field, tuple(found), tuple(patches))


def _light(exposure: Exposure | None) -> list[Measure]:
    if exposure is None:
        return []
    scores = {"dark": _score("dark", exposure.lightest), "bright": _score("bright", exposure.overexposed)}
    side = min(scores, key=lambda one: scores[one])
    facts = {
        "level": round(exposure.mean),
        "lightest": round(exposure.lightest),
        "bright": round(100 * exposure.overexposed),
        "dark": round(100 * exposure.underexposed),
    }
    return [_measure("light", exposure.mean, scores[side], facts, side)]


def _focus(width: float | None) -> list[Measure]:
    if width is None:
        return []
    return [_measure("focus", width, _score("focus", width), {"width": f"{width:.1f}"})]


def _pose(view: CameraView) -> list[Measure]:
    position = view.position
    slant = float(np.degrees(np.arctan2(np.hypot(position[0], position[1]), abs(position[2]))))
    tiles = _px_per_mm(view) * TILE_WIDE
    usual, least = float(tiles[0]), float(tiles.min())
    away = round(float(np.linalg.norm(position)) / 10)
    return [
        _measure("angle", slant, _score("angle", slant), {"degrees": round(slant)}),
        _measure("distance", least, _score("distance", least), {"cm": away, "px": round(usual), "least": round(least)}),
    ]


def _glare(patches: list[Points], region: Points) -> Measure:
    hidden, whole = (sum(cv2.contourArea(ring.astype(np.float32)) for ring in rings) for rings in (patches, [region]))
    share = hidden / max(1.0, whole)
    facts = {"count": len(patches), "percent": max(1, round(100 * share)) if patches else 0}
    return _measure("glare", share, _score("glare", share), facts)


def _measure(kind: Kind, value: float, score: int, facts: Mapping[str, int | str], side: str = "") -> Measure:
    grade = grade_of(score)
    why = f"{grade}_{side}" if side and grade != "good" else grade
    return Measure(kind, value, score, message(f"meter.{kind}.shown", **facts), message(f"meter.{kind}.{why}"))


def _score(what: str, value: float) -> int:
    stops, scores = np.array(_STOPS[what]), np.array(_SCORES)
    order = np.argsort(stops)
    return round(float(np.interp(value, stops[order], scores[order])))


def grade_of(score: int) -> Grade:
    """A score (0 to 100) as a word."""
    return "good" if score >= _MIN_GOOD else "fair" if score >= _MIN_FAIR else "bad"


def _px_per_mm(view: CameraView) -> Points:
    """How many px a mm of a tile's upper side has the shorter way (5): in the middle, then at the corners."""
    places = np.vstack([np.zeros((1, 2)), sheet_corners(SHEET - TILE_WIDE)])
    half = TILE_WIDE / 2
    lengths = []
    for along in ((half, 0.0), (0.0, half)):
        one, other = (
            view.project(np.column_stack([places + step, np.full(len(places), TILE_THICK)]))
            for step in (along, np.negative(along))
        )
        lengths.append(np.linalg.norm(one - other, axis=1) / TILE_WIDE)
    return np.asarray(np.min(lengths, axis=0))


def glare(picture: Picture, region: Points, least: float) -> list[Points]:
    """Outlines (n × 2 px) of overexposed patches in a region (n × 2 px), the largest first.

    `least`: the side (px) of a square as large as the smallest patch that counts.

    >>> table = np.full((480, 640, 3), 90, np.uint8)
    >>> table[100:140, 200:260] = 255
    >>> [np.round(ring.mean(axis=0)).tolist() for ring in glare(table, picture_ring(table), 20)]
    [[230.0, 120.0]]
    """
    scale = min(1.0, _GLARE_WIDTH / picture.shape[1])
    size = (round(picture.shape[1] * scale), round(picture.shape[0] * scale))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA) if scale < 1 else picture
    inside = np.zeros(small.shape[:2], np.uint8)
    cv2.fillPoly(inside, [np.round(region * scale).astype(np.int32)], 1)
    burnt = inside * np.asarray(small.min(axis=2) >= OVEREXPOSED, np.uint8)
    narrow = max(1, round(least * scale * _MAX_NARROW))
    around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * narrow + 1,) * 2)
    patches = cv2.morphologyEx(cv2.morphologyEx(burnt, cv2.MORPH_OPEN, around), cv2.MORPH_CLOSE, around)
    rings, _ = cv2.findContours(patches, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    large = [ring for ring in rings if cv2.contourArea(ring) >= (least * scale) ** 2]
    return [_simple(ring) / scale for ring in sorted(large, key=cv2.contourArea, reverse=True)]


def picture_ring(picture: Picture) -> Points:
    """The whole picture as a region (4 × 2 px)."""
    high, wide = picture.shape[:2]
    return np.array([[0.0, 0.0], [wide, 0.0], [wide, high], [0.0, high]])


def _simple(ring: np.ndarray) -> Points:
    return np.asarray(cv2.approxPolyDP(ring, 1.5, True), np.float64).reshape(-1, 2) + 0.5
