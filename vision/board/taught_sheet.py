"""Finds the corners and the orientation of a playing sheet by its print, as it was taught from one picture.

Corners that are known roughly, in any order, are made exact: points of the print are followed into the rectified
picture (Lucas and Kanade 1981, in pyramids), and a homography is fitted to where they went by sample consensus
(MAGSAC++, Barath et al. 2020). From there, and from where the corners were, all of the print is aligned with the
picture (`vision.board.print_alignment`), and the better result counts. Then the picture is compared with the print
patch by patch: more patches must agree than on any other sheet, and more than with the print turned by a quarter, a
half or three quarters.
"""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.print_alignment import PrintAlignment, plane, rectified_to, square_corners
from vision.geometry.homography import Matrix, homography, mapped
from vision.reading import Picture, Points

SIDE = 512  # px of the picture of a sheet that is kept, and of the one that is aligned with it
_COARSE = 256  # px of the one in which points are followed and patches compared
_PATCHES = 16  # along a side of the sheet: each of 19 mm, less than a tile
_RIM = 0.025  # of the side, left out: where corners are off it shows the table, which does not turn with the sheet
_MAX_POINTS = 300
_MIN_POINT_DISTANCE = SIDE / 64  # px between points
_WINDOW, _STEPS = (21, 21), (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 20, 0.01)
_MIN_POINTS = 8  # that must be followed
_MAX_POINT_OFFSET = 2.0  # px of the coarse picture between a point and its image
_MAX_CORNER_MOVE = 0.08  # of the sheet's side: a chequered print also fits when shifted by a square
_MAX_KNOWN_OFFSET = 1.0  # px of the print between a corner and where the print is
_MIN_LIKENESS = 0.75  # correlation of a patch with the print, for both to agree
_MIN_TEXTURE = 4.0  # grey levels (standard deviation) of a patch with a print
_MIN_LIKENESS_LEAD = 0.25  # between the correlations of a patch with two turns, for it to vote for one of them
_MIN_AGREEING = 0.14  # of the patches with a print
_MIN_SHARE_OF_BEST = 0.3  # of the best turn's agreeing share, from which another turn is not ruled out
_MIN_VOTES, _MIN_VOTE_RATIO = 6, 4.0  # patches that vote for a turn, and how many times more than against it

Flat = NDArray[np.float32]


@dataclass(frozen=True)
class SheetDetection:
    """A taught sheet in a picture."""

    corners: Points  # 4 × 2 px, clockwise from the top left of the taught picture
    turns: tuple[int, ...]  # by how many quarters clockwise the print may be turned from that; (0,) where it is clear
    agreeing: float  # the share of its patches that agree with the print


class TaughtSheet:
    """A sheet as it was taught: `picture` is SIDE × SIDE × 3 (BGR), the empty sheet from corner to corner.

    `key` identifies it, whatever its name: the picture's checksum in eight hexadecimal digits.
    """

    def __init__(self, picture: Picture, name: str = "") -> None:
        self.picture, self.name, self.key = picture, name, f"{zlib.crc32(picture.tobytes()):08x}"
        self._channels = _strongest_channels(picture)
        self._coarse = self._print(_resize(picture, _COARSE))
        self._points = _find_points(self._coarse)

    @property
    def points(self) -> int:
        """The number of points of its print that can be followed."""
        return len(_find_points(self._print(self.picture)))

    @property
    def printed(self) -> float:
        """The share of its patches that have a print."""
        return float(self._has_print[0].mean())

    def find(self, picture: Picture, near: Points) -> SheetDetection | None:
        """Detects the sheet in a picture (height × width × 3, BGR); None where it is not there, or not clearly.

        Where the print determines the corners no better, they are those of `near`: the corners of a sheet (4 × 2 px,
        clockwise, whichever comes first), off by up to a twelfth of its side.
        """
        found: dict[int, SheetDetection] = {}
        for turn in range(4):
            start = np.roll(near, -turn, axis=0)
            corners = self._align(picture, start)
            detection = self.at(picture, corners) if _is_near(corners, start) else None
            if detection is not None:
                found[turn] = detection
        if not found:
            return None
        best = max(found, key=lambda turn: found[turn].agreeing)
        others = {
            (turn - best) % 4 for turn in found if found[turn].agreeing >= _MIN_SHARE_OF_BEST * found[best].agreeing
        }
        return replace(found[best], turns=tuple(sorted(others | set(found[best].turns))))

    def at(self, picture: Picture, corners: Points) -> SheetDetection | None:
        """The sheet with the given corners (4 × 2 px), if its print shows there and is not turned; else None."""
        patches = _patches(rectified_to(picture, corners, _COARSE))
        likeness = np.stack([_likeness(patches, self._patches[turn]) for turn in range(4)])
        share = self._share(likeness[0])
        votes = [self._votes(likeness, turn) for turn in (1, 2, 3)]
        if share < _MIN_AGREEING or any(_is_majority(turned, upright) for upright, turned in votes):
            return None
        turns = (turn for turn, vote in enumerate(votes, start=1) if not _is_majority(*vote))
        return SheetDetection(corners, (0, *turns), share)

    def is_at(self, picture: Picture, corners: Points, is_oriented: bool) -> bool:
        """Whether the sheet still lies where it was found (4 × 2 px); if it was oriented, also whether it still is."""
        found = self.at(picture, corners)
        if found is None or (is_oriented and len(found.turns) > 1):
            return False
        return self._alignment.distance(picture, corners) < _MAX_KNOWN_OFFSET

    @cached_property
    def _patches(self) -> list[Flat]:
        """The patches of the print as it is taught, and turned by one to three quarters clockwise.

        A print with rotational symmetry may have it about another point than the middle of the taught picture.
        """
        turned = [square_corners(SIDE).astype(np.float64)]
        for turn in (1, 2, 3):
            near = np.roll(turned[0], turn, axis=0)
            turned.append(self._align(self.picture, near))
        return [_patches(rectified_to(self.picture, corners, _COARSE)) for corners in turned]

    @cached_property
    def _has_print(self) -> NDArray[np.bool_]:
        """Which of these patches have a print (4 × n)."""
        return np.array([patches.std(axis=1) > _MIN_TEXTURE for patches in self._patches])

    def _votes(self, likeness: Flat, turn: int) -> tuple[int, int]:
        """The numbers of patches that vote for the print as it is, and for a turn of it."""
        apart = likeness[0] - likeness[turn]
        upright = (likeness[0] > _MIN_LIKENESS) & self._has_print[0] & (apart > _MIN_LIKENESS_LEAD)
        turned = (likeness[turn] > _MIN_LIKENESS) & self._has_print[turn] & (apart < -_MIN_LIKENESS_LEAD)
        return int(upright.sum()), int(turned.sum())

    def _share(self, likeness: Flat) -> float:
        """The share of patches with a print that agree with it."""
        return float((likeness > _MIN_LIKENESS)[self._has_print[0]].sum() / max(1, self._has_print[0].sum()))

    @cached_property
    def _alignment(self) -> PrintAlignment:
        return PrintAlignment(self.picture, self._channels)

    def _align(self, picture: Picture, near: Points) -> Points:
        """The corners where the print fits best, by alignment from its followed points and from `near`."""
        roughly = self._align_by_points(picture, near)
        starts = (near,) if roughly is near else (roughly, near)
        ends = [self._alignment.align(picture, start, near) for start in starts]
        return max(ends, key=lambda end: end.score).corners

    def _align_by_points(self, picture: Picture, near: Points) -> Points:
        """The corners by sample consensus of the followed points; `near` where too few are followed."""
        rectified = self._print(rectified_to(picture, near, _COARSE))
        after, found, _ = cv2.calcOpticalFlowPyrLK(
            self._coarse,
            rectified,
            self._points,
            np.zeros_like(self._points),
            winSize=_WINDOW,
            maxLevel=2,
            criteria=_STEPS,
        )
        is_found = found.ravel() > 0
        if is_found.sum() < _MIN_POINTS:
            return near
        before, moved_to = self._points[is_found], after[is_found]
        moved, _ = cv2.findHomography(
            before, moved_to, cv2.USAC_MAGSAC, _MAX_POINT_OFFSET, maxIters=500, confidence=0.99
        )
        corners = near if moved is None else _apply_homography(near, np.asarray(moved, np.float64), _COARSE)
        return corners if _is_near(corners, near) else near

    def _print(self, flat: Picture) -> Picture:
        """The print in a rectified picture, in grey with its local contrast normalised, whatever the light."""
        side = len(flat)
        grey = cv2.GaussianBlur(flat, (0, 0), side / 420).astype(np.float32) @ self._channels
        around = side // 8 | 1
        print_ = grey - cv2.blur(grey, (around, around))
        strength = np.sqrt(np.maximum(cv2.blur(print_ * print_, (around, around)), 0.0))
        return np.asarray(np.clip(print_ / (strength + 5) * 45 + 128, 0, 255), np.uint8)


def find_taught(
    sheets: Sequence[TaughtSheet], picture: Picture, near: Points
) -> tuple[TaughtSheet, SheetDetection] | None:
    """The sheet that agrees best with a picture, see `TaughtSheet.find`."""
    found = [(sheet, detection) for sheet in sheets if (detection := sheet.find(picture, near)) is not None]
    return max(found, key=lambda pair: pair[1].agreeing, default=None)


def flat_sheet(picture: Picture, corners: Points) -> Picture:
    """The sheet between its corners (4 × 2 px, clockwise from the top left) as SIDE × SIDE × 3 (BGR)."""
    return rectified_to(picture, corners, SIDE)


def _apply_homography(corners: Points, moved: Matrix, side: int) -> Points:
    """Corners (4 × 2 px) after a homography of the square of `side` px to which they are rectified."""
    square = square_corners(side)
    return mapped(square, homography(square, corners) @ moved)


def _resize(flat: Picture, side: int) -> Picture:
    return np.asarray(cv2.resize(flat, (side, side), interpolation=cv2.INTER_AREA), np.uint8)


def _strongest_channels(flat: Picture) -> Flat:
    """The weights of blue, green and red (3) that show most of a print: its first principal component."""
    print_ = flat.astype(np.float32) - cv2.blur(flat, (SIDE // 8 | 1, SIDE // 8 | 1))
    values = print_.reshape(-1, 3)
    strongest = np.linalg.eigh(values.T @ values)[1][:, -1]
    return np.asarray(strongest * (np.sign(strongest.sum()) or 1), np.float32)


def _find_points(print_: Picture) -> Flat:
    """The corner features of a print, which can be followed in both directions (n × 2 px)."""
    apart = _MIN_POINT_DISTANCE * len(print_) / SIDE
    inside = np.zeros_like(print_)
    rim = round(_RIM * len(print_))
    inside[rim:-rim, rim:-rim] = 255
    points = cv2.goodFeaturesToTrack(print_, _MAX_POINTS, 0.02, apart, mask=inside, blockSize=9)
    return np.zeros((0, 2), np.float32) if points is None else np.asarray(points.reshape(-1, 2), np.float32)


def _patches(flat: Picture) -> Flat:
    """The patches of a picture (n × values, by rows), each without its mean and its slope of colour.

    Shades and shadows are slopes, and no evidence of a print. The rim is left out, and along the edges what is constant
    along a patch: shadows of rails, which do not turn with the sheet.
    """
    rim = round(_RIM * len(flat))
    inside = cv2.copyMakeBorder(flat[rim:-rim, rim:-rim], rim, rim, rim, rim, cv2.BORDER_REPLICATE)
    soft = cv2.GaussianBlur(inside, (0, 0), 0.8).astype(np.float32)
    size = len(flat) // _PATCHES
    grid = soft.reshape(_PATCHES, size, _PATCHES, size, 3).swapaxes(1, 2)  # rows × columns of patches
    for edge in (0, -1):
        grid[edge] -= grid[edge].mean(axis=2, keepdims=True)
        grid[:, edge] -= grid[:, edge].mean(axis=1, keepdims=True)
    parts = grid.reshape(_PATCHES**2, size * size, 3)
    plain = plane(size)
    return np.asarray((parts - plain @ (plain.T @ parts)).reshape(_PATCHES**2, -1))


def _likeness(a: Flat, b: Flat) -> Flat:
    """The correlations of two sets of patches, pair by pair (n, -1 to 1)."""
    product = np.einsum("ij,ij->i", a, b)
    return np.asarray(product / (np.linalg.norm(a, axis=1) * np.linalg.norm(b, axis=1) + 1e-6))


def _is_majority(votes: int, against: int) -> bool:
    return votes >= _MIN_VOTES and votes >= _MIN_VOTE_RATIO * against


def _is_near(corners: Points, near: Points) -> bool:
    side = float(np.linalg.norm(near - np.roll(near, 1, axis=0), axis=1).max())
    return bool(np.linalg.norm(corners - near, axis=1).max() < _MAX_CORNER_MOVE * side)
