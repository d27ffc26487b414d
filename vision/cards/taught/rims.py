"""Whether a side of a card looks like those of the taught ones: edges of light and shade on a card do not."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.cards.common.sampling import Part, PlaneView, part_of_card, standardised
from vision.cards.taught.blur import SOFT
from vision.cards.taught.taught_cards import TaughtCards

_DEEP = 0.14  # of a card's width: the part along a side, as much as a strip shows at least
_STEP = 1 / 42  # of a card's width


@dataclass(frozen=True)
class Rims:
    """The sides of the cards of a deck."""

    taught: TaughtCards

    def prepare(self) -> None:
        """Works out what takes longer than a picture."""
        _ = self._models

    def alike(self, view: PlaneView, cards: NDArray[np.float64], at: NDArray[np.int64]) -> NDArray[np.float32]:
        """How well the side number `at` (n) of each card (n × 4 × 2 on the plane) correlates with that of a face."""
        alike = np.zeros(len(cards), np.float32)
        for side, (part, models) in enumerate(zip(self._parts, self._models, strict=True)):
            patches = standardised(view.patches(cards[at == side], part.points))
            alike[at == side] = (patches @ models.T).max(axis=1, initial=0.0)
        return alike

    @cached_property
    def _parts(self) -> list[Part]:
        """Along each side, the first short one first."""
        long = self.taught.proportion
        boxes = (0, 0, 1, _DEEP), (1 - _DEEP, 0, 1, long), (0, long - _DEEP, 1, long), (0, 0, _DEEP, long)
        return [part_of_card(*box, _STEP) for box in boxes]

    @cached_property
    def _models(self) -> list[NDArray[np.float32]]:
        """What each side shows of every face, either way round."""
        upright = [self.taught.patches(part, SOFT) for part in self._parts]
        return [
            standardised(np.concatenate([one, other[:, ::-1]]))
            for one, other in zip(upright, upright[2:] + upright[:2], strict=True)
        ]
