"""Template matching: each taught face is slid over the plan view, turned step by step all the way round."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from engines.vocabulary import UNSURE
from vision.board_finder import find_board
from vision.camera_view import Matrix, mapped, view_from_field
from vision.evenness import burnt
from vision.face_crop import upside_down
from vision.other_ways.way import TaughtTile, apart, cut, piece
from vision.plan_view import PLAN_SIZE, PlanView
from vision.reading import Picture, Points, SeenPiece
from vision.sizes import SHEET, TILE_HIGH, TILE_WIDE

STEP = 10  # degrees
SAME = 0.75  # likeness from which on something is a tile
CLEARLY = 0.01  # by which a face must be more alike than the next, where the tile is known
_COARSE = 0.5  # px a mm of the first look, as in any pyramid
_COARSE_SAME = 0.65  # likeness there from which on a spot is looked at closely
_FINE = 2.0  # px a mm of the close look, about what the camera gives
_SIDE = 440.0  # mm: what is looked at, the turned sheet and a little more
_NEAREST = 15.0  # mm between the middles of two tiles
_PLAY = 2.0  # mm that a tile may lie beside its ring


@dataclass(frozen=True)
class _Spot:
    """Where a tile may be: its ring (4 × 2 px of the picture, from the face's top left) and its likeness."""

    ring: Points
    alike: float


class Templates:
    """Matches taught faces as they are. Where the board is, and so how large a tile, our own finder tells it."""

    def __init__(self, taught: Sequence[TaughtTile]) -> None:
        clear: dict[str, Picture] = {}
        for tile in sorted(taught, key=lambda tile: -burnt(cut(tile.picture, tile.corners, 1.0))):
            clear[tile.face] = cut(tile.picture, tile.corners, _COARSE)
        self._coarse = tuple(clear.values())
        self._fine = [(tile.face, cut(tile.picture, tile.corners, _FINE)) for tile in taught]
        self._faces = tuple(clear)

    def read(self, picture: Picture) -> list[SeenPiece]:
        """Every peak of likeness at any turn: found in a coarse look, named in a close one."""
        board = find_board(picture)
        if board.corners is None:
            return []
        to_plan = PlanView.of(view_from_field(board.corners, (picture.shape[1], picture.shape[0]))).to_plan
        nearest = _NEAREST * float(np.linalg.norm(np.diff(board.corners, axis=0), axis=1).mean()) / SHEET
        spots = [spot for turn in range(0, 360, STEP) for spot in self._spots(picture, _turned(turn) @ to_plan)]
        found = []
        for spot in _apart(spots, nearest):
            alike = self._alike(cut(picture, spot.ring, _FINE, _PLAY))
            face = max(alike, key=lambda face: alike[face])
            if alike[face] > SAME:
                found.append(piece(face, spot.ring.mean(axis=0), alike[face]))
        return apart(found, nearest)

    def _spots(self, picture: Picture, matrix: Matrix) -> list[_Spot]:
        """Where upright templates fit better than anywhere near in a turned plan view (picture px to its px)."""
        side = round(_SIDE * _COARSE)
        plan = np.asarray(cv2.warpPerspective(picture, matrix, (side, side), flags=cv2.INTER_AREA), np.uint8)
        best = np.stack([_likeness(plan, template) for template in self._coarse]).max(axis=0)
        peaks = np.argwhere((best >= cv2.dilate(best, np.ones((5, 5), np.uint8))) & (best > _COARSE_SAME))
        tile = np.array([[0, 0], [TILE_WIDE, 0], [TILE_WIDE, TILE_HIGH], [0, TILE_HIGH]]) * _COARSE
        back = np.asarray(np.linalg.inv(matrix), np.float64)
        return [_Spot(mapped(tile + np.array([column, row]), back), float(best[row, column])) for row, column in peaks]

    def name_faces(self, picture: Picture, rings: Sequence[Points]) -> list[str]:
        """The most alike face, whichever way round, if it is clearly more alike than the next."""
        return [self._face(cut(picture, ring, _FINE, _PLAY)) for ring in rings]

    def _face(self, crop: Picture) -> str:
        upright, upside = self._alike(crop), self._alike(upside_down(crop))
        alike = {face: max(upright[face], upside[face]) for face in self._faces}
        best, second = sorted(alike, key=lambda face: -alike[face])[:2]
        return best if alike[best] - alike[second] > CLEARLY else UNSURE

    def _alike(self, crop: Picture) -> dict[str, float]:
        """How alike each face is to an upright crop, wherever in it it fits best."""
        alike = dict.fromkeys(self._faces, 0.0)
        for face, template in self._fine:
            alike[face] = max(alike[face], float(_likeness(crop, template).max()))
        return alike


def _apart(spots: Sequence[_Spot], nearest: float) -> list[_Spot]:
    """The likeliest spots, none nearer than `nearest` px to a likelier one."""
    kept: list[_Spot] = []
    for spot in sorted(spots, key=lambda spot: -spot.alike):
        middle = spot.ring.mean(axis=0)
        if all(np.linalg.norm(other.ring.mean(axis=0) - middle) >= nearest for other in kept):
            kept.append(spot)
    return kept


def _likeness(picture: Picture, template: Picture) -> np.ndarray:
    """How alike the template is at each place (0 or less to 1); nothing is like a plain template."""
    alike = cv2.matchTemplate(picture, template, cv2.TM_CCOEFF_NORMED)
    return np.where(np.isfinite(alike) & (alike <= 1.01), alike, 0).astype(np.float32)


def _turned(turn: float) -> Matrix:
    """Plan px (and mm) to px of the coarse look, the plan turned by so many degrees about its middle."""
    matrix = np.eye(3)
    matrix[:2] = cv2.getRotationMatrix2D((PLAN_SIZE / 2, PLAN_SIZE / 2), turn, 1.0)
    matrix[:2, 2] += (_SIDE - PLAN_SIZE) / 2
    return np.diag([_COARSE, _COARSE, 1.0]) @ matrix
