"""Finds the playing sheet in a picture, at any rotation and under any tiles, and the hands above it.

One network segments sheet and hands in a small picture; a square in perspective is fitted to the sheet's outline. A
second network refines the corners in a rectified view, repeatedly until they converge.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.board.field_view import CORNERS, FieldViews, from_field_view, to_field_view
from vision.board.hands import HandDetection, Mask, hands_in
from vision.board.markers import marked_corners
from vision.board.sheet_likeness import is_another_board
from vision.board.square_fit import as_square, square_along
from vision.networks import run_network
from vision.quality.exposure import evenly_lit, times_as_bright
from vision.reading import Picture, Points

_WIDE, _HIGH = 320, 256
_MIN_SHARE = 0.04  # of the picture: a smaller sheet leaves tiles too small to read
# Intersection over union of the sheet's mask and its quadrilateral: below the first it is no sheet; below the second
# its corners must also converge from displaced starts
_MIN_OVERLAP, _MIN_UNCHECKED_OVERLAP = 0.75, 0.96
_PASSES = 3
_MAX_LAST_MOVE = 6.0  # px (15 mm): corners that the last pass moved by this much have not converged
_DISPLACED_STARTS = np.array([[9.0, 2.7], [-7.2, 6.3], [0.9, -9.0]])  # px of the field view
# The same three for a start from a box round the sheet's mask
_PASSES_FROM_BOX, _MAX_LAST_MOVE_FROM_BOX, _DISPLACED_STARTS_FROM_BOX = 8, 1.5, _DISPLACED_STARTS * 1.5
_MAX_CONVERGED_MOVE = 0.8  # px of the field view (2 mm): after _PASSES, a pass that moves no corner farther is the last
_MIN_BOX_OVERLAP = 0.78  # overlap of its corners with the mask: sheets have at least 0.79, others at most 0.77
# px of the field view between corners from different starts: of sheets 3 at most, of others 5.5 or more
_MAX_DISAGREEMENT = 4.0
_MAX_NARROW_WIDTH = 19  # px of the small picture
_OUTLINE_SLACK = 2.0  # px of the small picture by which the outline may be off
_MAX_DIM_BRIGHTNESS = 128  # 95th percentile, of 255: a dimmer picture is searched again twice as bright
# On photographs the mask overlaps the sheet's true place by at least 0.92, a place 25 mm off by 0.83
_MIN_OVERLAP_OF_KNOWN = 0.85


@dataclass(frozen=True)
class BoardDetection:
    """The playing sheet in a picture, or the board of another game."""

    corners: Points | None  # of the sheet: 4 × 2 px clockwise from its top left in the picture
    overlap: float  # intersection over union of its mask and its quadrilateral
    hands: HandDetection | None = None  # None where there is no sheet
    marked: bool = False  # whether it was found by printed markers
    other_board: Points | None = None  # the corners of another game's board, found instead

    @property
    def is_another(self) -> bool:
        """Whether the board of another game was found."""
        return self.other_board is not None

    @property
    def near(self) -> Points | None:
        """The corners of a square that may be a sheet: those found, or those of the other board."""
        return self.other_board if self.corners is None else self.corners


def find_board(picture: Picture, has_markers: bool | None = None) -> BoardDetection:
    """Searches for the sheet in a picture of any size, by its markers where they are found, else by its appearance.

    `has_markers`: whether the sheet has markers, None if unknown. They are searched for in the whole picture if it has,
    or if the sheet is not found by its appearance; if unknown, near its corners only.
    """
    segmented = _Segmented.of(picture)
    found = None if has_markers else _find_by_segmentation(picture, segmented)
    if found is not None and found.corners is not None and has_markers is not None:
        return found
    marked = marked_corners(picture, None if found is None else found.corners)
    if marked is not None:
        quad = segmented.from_picture(marked)
        overlap = _overlap(segmented.sheet, quad)
        return BoardDetection(ordered(marked), overlap, segmented.hands_over(quad), marked=True)
    return _find_by_segmentation(picture, segmented) if found is None else found


def find_new_board(picture: Picture, has_markers: bool | None = None) -> BoardDetection:
    """Searches for a sheet without an earlier detection; a dim picture without one is searched again twice as bright.

    Markers are not searched for again: their squares are found in any light.
    """
    found = find_board(picture, has_markers)
    if found.corners is None and not found.is_another and np.percentile(picture[::8, ::8], 95) < _MAX_DIM_BRIGHTNESS:
        bright = times_as_bright(picture, 2.0)
        brightened = _find_by_segmentation(bright, _Segmented.of(bright))
        found = found if brightened.corners is None else brightened
    return found


def _find_by_segmentation(picture: Picture, segmented: "_Segmented") -> BoardDetection:
    """Finds the sheet by its segmentation mask."""
    outline = _largest_outline(segmented.sheet)
    if outline is None or cv2.contourArea(outline) < _MIN_SHARE * segmented.sheet.size:
        return BoardDetection(None, 0.0)
    points = segmented.to_picture(outline.reshape(-1, 2) + 0.5)
    hull = cv2.convexHull(points.astype(np.float32))
    rough = ordered(np.asarray(cv2.approxPolyN(hull, 4), np.float64).reshape(4, 2))
    corners = square_along(points, rough, (picture.shape[1], picture.shape[0]), _OUTLINE_SLACK / segmented.scale)
    quad = segmented.from_picture(corners)
    overlap = _overlap(segmented.sheet, quad)
    views = FieldViews(picture)
    settled = _refine(views, corners, _PASSES, _MAX_LAST_MOVE) if overlap >= _MIN_OVERLAP else None
    if settled is None or (
        overlap < _MIN_UNCHECKED_OVERLAP and not _converges_to(views, settled, _DISPLACED_STARTS, _PASSES)
    ):
        settled = _refine_from_box(views, np.asarray(cv2.boxPoints(cv2.minAreaRect(hull)), np.float64))
        if settled is not None and _overlap(segmented.sheet, segmented.from_picture(settled)) < _MIN_BOX_OVERLAP:
            settled = None
    if settled is not None and is_another_board(views.at(settled)):
        return BoardDetection(None, overlap, other_board=ordered(settled))
    return BoardDetection(None if settled is None else ordered(settled), overlap, segmented.hands_over(quad))


def _refine_from_box(views: FieldViews, box: Points) -> Points | None:
    """The corners refined from a box round an irregular mask; None unless they converge from displaced starts too."""
    corners = _refine(views, ordered(box), _PASSES_FROM_BOX, _MAX_LAST_MOVE_FROM_BOX)
    is_confirmed = corners is not None and _converges_to(views, corners, _DISPLACED_STARTS_FROM_BOX, _PASSES_FROM_BOX)
    return corners if is_confirmed else None


def hands_over(picture: Picture, corners: Points) -> HandDetection:
    """Detects hands over a sheet whose corners (4 × 2 px) are known."""
    segmented = _Segmented.of(picture)
    return segmented.hands_over(segmented.from_picture(corners))


def board_lies_at(picture: Picture, corners: Points) -> bool:
    """Whether the sheet's mask, as far as no hand hides it, lies at `corners` (4 × 2 px).

    For a board whose place is known but whose corners are not found: it may be half covered, or gone.
    """
    segmented = _Segmented.of(picture)
    visible = ~segmented.hands
    return (
        _overlap(
            _without_narrow_parts(segmented.sheet | segmented.hands) & visible, segmented.from_picture(corners), visible
        )
        >= _MIN_OVERLAP_OF_KNOWN
    )


@dataclass(frozen=True)
class _Segmented:
    """The network's segmentation of a picture."""

    picture: Picture  # at the network's size
    scale: float  # from the picture to that size
    offset: Points  # of the picture in it (2, px)
    sheet: Mask
    hands: Mask  # hands and arms

    @classmethod
    def of(cls, picture: Picture) -> "_Segmented":
        """Segments a picture in even light, without which a dark edge of the table passes for a dark sleeve."""
        small, scale = _shrink(picture)
        framed, offset = _letterbox(small)
        sheet, hands = (
            np.asarray(cv2.resize(log_odds, (_WIDE, _HIGH)), np.float32)
            for log_odds in run_network("board", [_letterbox(evenly_lit(small))[0]])[0]
        )
        return cls(framed, scale, offset, sheet > 0, hands_in(hands))

    def from_picture(self, points: Points) -> Points:
        """Points of the picture (n × 2 px) in the small one."""
        return points * self.scale + self.offset

    def to_picture(self, points: Points) -> Points:
        """Points of the small picture (n × 2 px) in the picture."""
        return (points - self.offset) / self.scale

    def hands_over(self, quad: Points) -> HandDetection:
        """The hands over a sheet at `quad` (4 × 2 px of the small picture)."""
        return HandDetection(self.picture, self.hands, _fill(quad, self.hands.shape), self.scale, self.offset)


def _refine(views: FieldViews, corners: Points, passes: int, max_move: float) -> Points | None:
    """Refines the corners; None where the last pass moved one by `max_move` (px) or more, or outside the picture."""
    for number in range(1, passes + 1):
        offsets = run_network("corners", [views.at(corners)]).reshape(4, 2) * 10.0
        corners = as_square(from_field_view(CORNERS + offsets, corners), views.size)
        moved = float(np.abs(offsets).max())
        if number >= _PASSES and moved < _MAX_CONVERGED_MOVE:
            break
    inside = (corners > -2).all() and (corners < np.array(views.size) + 2).all()
    return corners if inside and moved < max_move else None


def _converges_to(views: FieldViews, corners: Points, beside: Points, passes: int) -> bool:
    """Whether the refinement converges to these corners from displaced `starts`; without a sheet it does not."""
    for aside in beside:
        settled = _refine(views, from_field_view(CORNERS + aside, corners), passes, _MAX_LAST_MOVE)
        if settled is None or np.abs(to_field_view(settled, corners) - CORNERS).max() > _MAX_DISAGREEMENT:
            return False
    return True


def ordered(corners: Points) -> Points:
    """The four corners clockwise from the top left in the picture; the top side is the one nearest to level."""
    middle = corners.mean(0)
    angles = np.arctan2(corners[:, 1] - middle[1], corners[:, 0] - middle[0])
    ring = corners[np.argsort(angles)]
    sides = np.roll(ring, -1, axis=0) - ring
    return np.roll(ring, -int(np.argmax(sides[:, 0] / np.linalg.norm(sides, axis=1))), axis=0)


def _shrink(picture: Picture) -> tuple[Picture, float]:
    """Scales the picture to fit the network's input, and returns the scale."""
    high, wide = picture.shape[:2]
    scale = min(_WIDE / wide, _HIGH / high)
    size = (round(wide * scale), round(high * scale))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8), scale


def _letterbox(small: Picture) -> tuple[Picture, Points]:
    """Pads the picture to the network's input size, and returns its offset there (2, px)."""
    left, top = (_WIDE - small.shape[1]) // 2, (_HIGH - small.shape[0]) // 2
    right, bottom = _WIDE - small.shape[1] - left, _HIGH - small.shape[0] - top
    framed = cv2.copyMakeBorder(small, top, bottom, left, right, cv2.BORDER_CONSTANT, value=(115, 115, 115))
    return np.asarray(framed, np.uint8), np.array([left, top], np.float64)


def _largest_outline(mask: np.ndarray) -> np.ndarray | None:
    """The outline of the largest region, without narrow parts such as reflections on the tray's rails."""
    contours, _ = cv2.findContours(
        _without_narrow_parts(mask).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
    )
    return np.asarray(max(contours, key=cv2.contourArea)) if contours else None


def _without_narrow_parts(mask: np.ndarray) -> np.ndarray:
    """The mask without narrow parts."""
    return (
        cv2.morphologyEx(
            mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((_MAX_NARROW_WIDTH, _MAX_NARROW_WIDTH), np.uint8)
        )
        > 0
    )


def _fill(quad: Points, shape: tuple[int, ...]) -> np.ndarray:
    mask = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round((quad - 0.5) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return mask.astype(bool)


def _overlap(mask: np.ndarray, quad: Points, counted: np.ndarray | None = None) -> float:
    """Intersection over union of a mask and a quadrilateral; `counted`: only these pixels count."""
    filled = _fill(quad, mask.shape)
    if counted is not None:
        filled &= counted
    return float((filled & mask).sum() / max(1, (filled | mask).sum()))
