"""Template matching: each taught face is matched with the top view, rotated step by step through a full turn."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from engines.vocabulary import UNSURE
from tools.lab.baselines.base import TaughtTile, cut, piece, suppress_overlaps
from vision.board.finder import find_board
from vision.board.top_view import TOP_VIEW_SIZE, TopView
from vision.dimensions import SHEET, TILE_HIGH, TILE_WIDE
from vision.geometry.camera_pose import view_from_field
from vision.geometry.homography import Matrix, mapped
from vision.quality.surface import overexposed
from vision.reading import DetectedPiece, Picture, Points
from vision.tiles.crop import upside_down

STEP = 10  # degrees
MIN_CORRELATION = 0.75  # of a tile
MIN_LEAD = 0.01  # between the correlations of the best and the next face, where the tile is known
_COARSE = 0.5  # px a mm of the coarse level of the pyramid
_MIN_COARSE_CORRELATION = 0.65  # of a candidate that is matched at the fine level
_FINE = 2.0  # px a mm of the fine level, about what the camera gives
_SIDE = 440.0  # mm: side of the searched square, the turned sheet and a little more
_MIN_DISTANCE = 15.0  # mm between the middles of two tiles
_PLAY = 2.0  # mm that a tile may be off its outline


@dataclass(frozen=True)
class _Candidate:
    """Where a tile may be."""

    ring: Points  # 4 × 2 px of the picture, from the face's top left
    alike: float  # correlation with the most similar template


class Templates:
    """Matches taught faces. The board, and with it the size of a tile, comes from our own finder."""

    def __init__(self, taught: Sequence[TaughtTile]) -> None:
        clear: dict[str, Picture] = {}
        for tile in sorted(taught, key=lambda tile: -overexposed(cut(tile.picture, tile.corners, 1.0))):
            clear[tile.face] = cut(tile.picture, tile.corners, _COARSE)
        self._coarse = tuple(clear.values())
        self._fine = [(tile.face, cut(tile.picture, tile.corners, _FINE)) for tile in taught]
        self._faces = tuple(clear)

    def read(self, picture: Picture) -> list[DetectedPiece]:
        """Every peak of correlation at any turn: detected at the coarse level, named at the fine one."""
        board = find_board(picture)
        if board.corners is None:
            return []
        to_top_view = TopView.of(view_from_field(board.corners, (picture.shape[1], picture.shape[0]))).to_top_view
        nearest = _MIN_DISTANCE * float(np.linalg.norm(np.diff(board.corners, axis=0), axis=1).mean()) / SHEET
        spots = [
            spot for turn in range(0, 360, STEP) for spot in self._candidates(picture, _turned(turn) @ to_top_view)
        ]
        found = []
        for spot in _suppress_overlaps(spots, nearest):
            alike = self._alike(cut(picture, spot.ring, _FINE, _PLAY))
            face = max(alike, key=lambda face: alike[face])
            if alike[face] > MIN_CORRELATION:
                found.append(piece(face, spot.ring.mean(axis=0), alike[face]))
        return suppress_overlaps(found, nearest)

    def _candidates(self, picture: Picture, matrix: Matrix) -> list[_Candidate]:
        """The local maxima of correlation with upright templates in a top view, to which `matrix` maps picture px."""
        side = round(_SIDE * _COARSE)
        plan = np.asarray(cv2.warpPerspective(picture, matrix, (side, side), flags=cv2.INTER_AREA), np.uint8)
        best = np.stack([_similarity(plan, template) for template in self._coarse]).max(axis=0)
        peaks = np.argwhere((best >= cv2.dilate(best, np.ones((5, 5), np.uint8))) & (best > _MIN_COARSE_CORRELATION))
        tile = np.array([[0, 0], [TILE_WIDE, 0], [TILE_WIDE, TILE_HIGH], [0, TILE_HIGH]]) * _COARSE
        back = np.asarray(np.linalg.inv(matrix), np.float64)
        return [
            _Candidate(mapped(tile + np.array([column, row]), back), float(best[row, column])) for row, column in peaks
        ]

    def name_faces(self, picture: Picture, rings: Sequence[Points]) -> list[str]:
        """The best face, upright or upside down, if it is clearly better than the next."""
        return [self._face(cut(picture, ring, _FINE, _PLAY)) for ring in rings]

    def _face(self, crop: Picture) -> str:
        upright, upside = self._alike(crop), self._alike(upside_down(crop))
        alike = {face: max(upright[face], upside[face]) for face in self._faces}
        best, second = sorted(alike, key=lambda face: -alike[face])[:2]
        return best if alike[best] - alike[second] > MIN_LEAD else UNSURE

    def _alike(self, crop: Picture) -> dict[str, float]:
        """The correlation of each face with an upright crop, where it fits best."""
        alike = dict.fromkeys(self._faces, 0.0)
        for face, template in self._fine:
            alike[face] = max(alike[face], float(_similarity(crop, template).max()))
        return alike


def _suppress_overlaps(spots: Sequence[_Candidate], nearest: float) -> list[_Candidate]:
    """Non-maximum suppression: no candidate nearer than `nearest` px to one with a higher correlation."""
    kept: list[_Candidate] = []
    for spot in sorted(spots, key=lambda spot: -spot.alike):
        middle = spot.ring.mean(axis=0)
        if all(np.linalg.norm(other.ring.mean(axis=0) - middle) >= nearest for other in kept):
            kept.append(spot)
    return kept


def _similarity(picture: Picture, template: Picture) -> np.ndarray:
    """The correlation with the template at each place (at most 1); 0 for a template without contrast."""
    alike = cv2.matchTemplate(picture, template, cv2.TM_CCOEFF_NORMED)
    return np.where(np.isfinite(alike) & (alike <= 1.01), alike, 0).astype(np.float32)


def _turned(turn: float) -> Matrix:
    """Top-view px (and mm) to px of the coarse level, the top view turned by so many degrees about its middle."""
    matrix = np.eye(3)
    matrix[:2] = cv2.getRotationMatrix2D((TOP_VIEW_SIZE / 2, TOP_VIEW_SIZE / 2), turn, 1.0)
    matrix[:2, 2] += (_SIDE - TOP_VIEW_SIZE) / 2
    return np.diag([_COARSE, _COARSE, 1.0]) @ matrix
