"""How blurred the cards of a picture are: a camera's focus, and how far it is, blur them all alike."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.cards.common.sampling import Patches, PlaneView
from vision.cards.taught.judging import FLOOR, strokes
from vision.cards.taught.refining import Refiner
from vision.cards.taught.taught_cards import TaughtCards

COARSE, FINE = 1 / 63, 1 / 126  # of a card's width: steps of patches of indices
SOFT = 1.6  # px of a taught face, where patches are coarse
BLURS = (0.0, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0)  # px of a taught face: tables are less sharp than lessons
_DEFAULT_BLUR = 1.0  # where no card tells it
_SHIFT = 0.006  # of a card's width
SHIFTS = tuple((x, y) for y in (0.0, -_SHIFT, _SHIFT) for x in (0.0, -_SHIFT, _SHIFT))  # the first one is none
_MAX_CARDS = 6  # cards that tell it


@dataclass(frozen=True)
class BlurGauge:
    """Tells how blurred the cards of a deck are in a picture."""

    taught: TaughtCards

    def prepare(self) -> None:
        """Works out what takes longer than a picture."""
        _ = self._prints, self.refiners

    def blur(self, view: PlaneView, cards: NDArray[np.float64], faces: NDArray[np.int64]) -> float:
        """That of `BLURS` with which the indices of these faces fit cards (n × 4 × 2 on the plane) best."""
        known = np.flatnonzero(faces != self.taught.back)[:_MAX_CARDS]
        left = np.zeros(len(BLURS))
        for corner in self.taught.index_corners if len(known) else ():
            fitted = self.refiners[corner].refined(view, cards[known], faces[known])
            points = self.taught.corner_part(corner, FINE).points
            shifted = (points + np.array(SHIFTS)[:, None]).reshape(-1, 2)
            patches = view.patches(fitted, shifted).reshape(-1, len(points), 3)
            prints = self._print(patches, corner).reshape(len(known), len(SHIFTS), -1)
            alike = (prints @ self._prints[corner][:, faces[known]].transpose(1, 2, 0)).max(axis=1)  # cards × blurs
            left += np.log(1 - np.maximum(alike, 0.0) ** 2 + FLOOR).sum(axis=0)
        return BLURS[int(left.argmin())] if left.any() else _DEFAULT_BLUR

    def _print(self, patches: Patches, corner: int) -> NDArray[np.float32]:
        """The strokes of an index's print, of unit length (n × 3 · print)."""
        printed = strokes(patches, self.taught.corner_part(corner, FINE)).take(self._printed[corner], axis=1)
        fine = printed.reshape(len(patches), -1)
        return np.asarray(fine / np.maximum(np.linalg.norm(fine, axis=1, keepdims=True), 1.0), np.float32)

    @cached_property
    def _printed(self) -> dict[int, NDArray[np.int64]]:
        """The numbers of those points of each corner that has an index that are its print, on the card."""
        return {
            corner: np.flatnonzero(
                self.taught.index_print(corner) & self.taught.inside(self.taught.corner_part(corner, FINE))
            )
            for corner in self.taught.index_corners
        }

    @cached_property
    def _prints(self) -> dict[int, NDArray[np.float32]]:
        """What is printed as the index of each face at each corner that has one (blurs × faces × 3 · print)."""
        parts = {corner: self.taught.corner_part(corner, FINE) for corner in self.taught.index_corners}
        return {
            corner: np.array([self._print(self.taught.patches(part, blur), corner) for blur in BLURS])
            for corner, part in parts.items()
        }

    @cached_property
    def refiners(self) -> dict[int, Refiner]:
        """What fits cards to the coarse patches of every face at each corner with an index."""
        parts = {corner: self.taught.corner_part(corner, COARSE) for corner in self.taught.index_corners}
        return {corner: Refiner(part, self.taught.patches(part, SOFT)) for corner, part in parts.items()}
