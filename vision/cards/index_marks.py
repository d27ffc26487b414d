"""Looks for indices by their ink alone: of a card whose sides are not seen nothing else may be left."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.camera_pose import mapped
from vision.cards.card_picture import CardPicture
from vision.cards.edges import Edges
from vision.cards.index_prints import IndexPrints
from vision.cards.plane import CardPlane
from vision.cards.sampling import Part
from vision.reading import Points

_FAINT = 5  # levels by which ink is darker, or lighter, than what is around it
_SHARE = 0.4  # of the strongest stroke nearby
_SIZES = (0.4, 1.4)  # of an index: marks that may be one
_MOST = 250  # marks, the strongest
_STEPS = 2  # by which a mark's middle may be off that of the print: it may be one of two digits
_LIKELY = 0.63  # correlation of an index alone
_EACH, _WORSE = 2, 0.12  # likely cards at one mark, and how much less so the second one is
_WAYS, _TURNED, _FEW = 4, np.radians(9), 0.08  # directions of cards' sides; how much they differ; share of edges of one


@dataclass(frozen=True)
class IndexMarks:
    """Finds marks in pictures that look like an index of a deck."""

    prints: IndexPrints

    def likely(
        self, picture: CardPicture, edges: Edges, corner: int, known: Points
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Likely cards (n × 4 × 2 on the plane) by an index at a corner, and of which faces.

        `known`: where on the plane (n × 2) the indices of cards are that were read.
        """
        middles = picture.plane.on_plane(_marks(picture.strokes, self._size * picture.card_width))
        off = np.linalg.norm(middles[:, None] - known[None], axis=2)
        middles = middles[(off > self._size / 2).all(axis=1)]
        turns = _turns(edges, picture.plane)
        if not len(middles) or not len(turns):
            return np.zeros((0, 4, 2)), np.zeros(0, np.int64)
        whole, points = self._windows[corner]
        rings = self._rings(middles, turns, corner, picture.plane.proportion)
        looks = picture.strokes_of(rings, whole)
        scores = self.prints.alike(corner, looks[:, points]).reshape(len(rings), -1)
        best = scores.argmax(axis=1)
        chosen = _likeliest(scores[np.arange(len(best)), best].reshape(len(middles), -1, 4))
        shift, face = np.divmod(best[chosen], len(self.prints.fronts))
        steps = np.stack(np.divmod(shift, 2 * _STEPS + 1)[::-1], axis=1) - _STEPS
        x, y = (steps * whole.step).T[:, :, None, None]
        cards = rings[chosen]
        across, down = cards[:, 1] - cards[:, 0], (cards[:, 3] - cards[:, 0]) / picture.plane.proportion
        return cards + x * across[:, None] + y * down[:, None], self.prints.fronts[face]

    def _rings(
        self, middles: Points, turns: NDArray[np.float64], corner: int, proportion: float
    ) -> NDArray[np.float64]:
        """The cards (middles and turns in turn × 4 × 2) whose index at a corner is there."""
        ring = np.array([[0, 0], [1, 0], [1, proportion], [0, proportion]]) - self._middles[corner]
        cosine, sine = np.cos(turns), np.sin(turns)
        turned = ring @ np.array([[cosine, sine], [-sine, cosine]]).transpose(2, 0, 1)
        return np.asarray((middles[:, None, None] + turned[None]).reshape(-1, 4, 2))

    def prepare(self) -> None:
        """Works out what takes longer than a picture."""
        _ = self._windows, self._size

    @cached_property
    def _windows(self) -> dict[int, tuple[Part, NDArray[np.int64]]]:
        return {corner: self.prints.around(corner, _STEPS) for corner in self.prints.prints}

    @cached_property
    def _middles(self) -> dict[int, Points]:
        """The middle of the print at each corner, in card coordinates."""
        middles = {}
        for corner in self.prints.prints:
            part, mask = self.prints.parts[corner]
            weight = np.abs(self.prints.prints[corner]).mean(axis=0)
            middles[corner] = np.asarray(weight @ part.points[mask] / weight.sum())
        return middles

    @cached_property
    def _size(self) -> float:
        """The longer side of an index, in widths of a card."""
        corner = next(iter(self.prints.prints))
        part, mask = self.prints.parts[corner]
        weight = np.abs(self.prints.prints[corner]).mean(axis=0)
        spread = np.sqrt(weight @ (part.points[mask] - self._middles[corner]) ** 2 / weight.sum())
        return float(np.sqrt(12) * spread.max())


def _likeliest(scores: NDArray[np.float32]) -> NDArray[np.int64]:
    """The numbers, of all, of the likely ones of some scores (marks × ways × quarter turns): one way of two turns.

    A 6 is a 9, and a 5 almost a 5, if turned by a half.
    """
    way, mark = scores.argmax(axis=1), np.arange(len(scores))[:, None]
    score = scores.max(axis=1)
    turn = np.argsort(-score, axis=1)[:, :_EACH]
    likely = (score[mark, turn] > _LIKELY) & (score[mark, turn] > score.max(axis=1)[:, None] - _WORSE)
    return np.asarray(((mark * scores.shape[1] + way[mark, turn]) * 4 + turn)[likely])


def _marks(fine: NDArray[np.float32], size: float) -> Points:
    """The middles (n × 2 px) of what may be an index about so large, by its strokes."""
    near = 2 * round(size / 2) + 1
    dark, light = (np.clip(sign * fine, 0, 255).astype(np.uint8) for sign in (-1, 1))
    strong = cv2.dilate(cv2.max(dark, light), np.ones((near, near), np.uint8))
    least = np.maximum(cv2.convertScaleAbs(strong, alpha=_SHARE), np.uint8(_FAINT))
    masks = (cv2.compare(sign, least, cv2.CMP_GT) for sign in (dark, light))
    boxes = [cv2.connectedComponentsWithStats(mask, connectivity=8)[2][1:] for mask in masks]
    left, top, across, down, _ = np.concatenate(boxes).T
    longer = np.maximum(across, down)
    fits = (longer > _SIZES[0] * size) & (longer < _SIZES[1] * size)
    middles = np.stack([left + (across - 1) / 2, top + (down - 1) / 2], axis=1)[fits]
    middles = np.unique((middles / 2).astype(int), axis=0) * 2
    strength = strong[middles[:, 1], middles[:, 0]]
    return np.asarray(middles[np.argsort(-strength, kind="stable")[:_MOST]], np.float64)


def _turns(edges: Edges, plane: CardPlane) -> NDArray[np.float64]:
    """The angles on the plane (radians) at which the sides of cards lie, by the edges that are seen: all four ways."""
    ends = (edges.ends + 0.5) * edges.scale - 0.5
    flat = mapped(ends.reshape(-1, 2), np.linalg.inv(plane.to_picture)).reshape(-1, 2, 2)
    along = flat[:, 1] - flat[:, 0]
    angle, long = np.arctan2(along[:, 1], along[:, 0]) % (np.pi / 2), np.linalg.norm(along, axis=1)
    ways: list[float] = []
    left = long.copy()
    off = np.abs((angle[:, None] - angle[None] + np.pi / 4) % (np.pi / 2) - np.pi / 4)
    while len(ways) < _WAYS and left.any():
        weight = (np.maximum(0, 1 - off / _TURNED) * left).sum(axis=1)
        best = int(weight.argmax())
        if weight[best] < _FEW * long.sum():
            break
        ways.append(float(angle[best]))
        left[off[best] < _TURNED] = 0
    return np.asarray(np.add.outer(np.array(ways), np.arange(4) * np.pi / 2).ravel(), np.float64)
