"""What is printed as the indices of a deck, without what is around them, as it is looked for in a picture."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.card_picture import CardPicture
from vision.cards.judging import strokes
from vision.cards.sampling import Part, ink, wider
from vision.cards.taught import BLUR, COARSE, TaughtCards

_FAINT = 3.0  # levels of strokes that are noise


@dataclass(frozen=True)
class IndexPrints:
    """The indices of a deck at each corner that has one, as strokes of ink."""

    taught: TaughtCards

    @cached_property
    def fronts(self) -> NDArray[np.int64]:
        """The numbers of the faces that are no back."""
        return np.array([face for face in range(len(self.taught.faces)) if face != self.taught.back])

    @cached_property
    def prints(self) -> dict[int, NDArray[np.float32]]:
        """What is printed as the index of each front, of unit length (fronts × print)."""
        out = {}
        for corner in self.taught.index_corners:
            part, mask = self.parts[corner]
            looks = ink(self.taught.looks(part, BLUR / 2))[..., None]
            prints = strokes(looks, part)[self.fronts][:, mask, 0]
            prints -= prints.mean(axis=1, keepdims=True)
            out[corner] = prints / np.maximum(np.linalg.norm(prints, axis=1, keepdims=True), 1.0)
        return out

    @cached_property
    def parts(self) -> dict[int, tuple[Part, NDArray[np.bool_]]]:
        """The part of each corner, and which of its points stand for the index: every other one of its print."""
        return {corner: self._part(corner) for corner in self.taught.index_corners}

    def _part(self, corner: int) -> tuple[Part, NDArray[np.bool_]]:
        part = self.taught.corner_part(corner, COARSE)
        high, wide = self.taught.corner_part(corner, COARSE / 2).shape
        mask = self.taught.index_print(corner).reshape(high, wide).astype(np.float32)
        near = cv2.resize(mask, part.shape[::-1], interpolation=cv2.INTER_AREA) > 0.5
        every_other = np.add.outer(*(np.arange(side) for side in near.shape)) % 2 == 0
        return part, (near & every_other).ravel()

    def around(self, corner: int, steps: int) -> tuple[Part, NDArray[np.int64]]:
        """A part so many points wider, and which of its points the print has at each shift, row by row."""
        part, mask = self.parts[corner]
        whole = wider(part, steps)
        inside = np.flatnonzero(mask)
        at = inside // part.shape[1] * whole.shape[1] + inside % part.shape[1]
        starts = np.add.outer(np.arange(2 * steps + 1) * whole.shape[1], np.arange(2 * steps + 1))
        return whole, starts.reshape(-1, 1) + at[None]

    def likeness(self, picture: CardPicture, corner: int, cards: NDArray[np.float64]) -> NDArray[np.float32]:
        """How much each of some cards (n × 4 × 2 on the plane) shows an index at a corner, whichever it is."""
        part, mask = self.parts[corner]
        return np.asarray(
            self.alike(corner, picture.strokes_of(cards, part)[:, mask]).max(axis=1, initial=0), np.float32
        )

    def alike(self, corner: int, seen: NDArray[np.float32]) -> NDArray[np.float32]:
        """How much strokes (… × print) are those of each front (… × fronts)."""
        seen = seen - seen.mean(axis=-1, keepdims=True)
        power = np.sqrt((seen**2).sum(axis=-1, keepdims=True)) + _FAINT * np.sqrt(seen.shape[-1])
        return np.asarray((seen @ self.prints[corner].T) / power, np.float32)
