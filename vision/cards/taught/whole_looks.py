"""Names cards that nothing covers by how they look as a whole."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.cards.common.reading import UNSURE
from vision.cards.common.sampling import Looks, Part, PlaneView, part_of_card, standardised
from vision.cards.taught.blur import SOFT
from vision.cards.taught.judging import Models
from vision.cards.taught.naming import Found, best_of_each, sureness
from vision.cards.taught.refining import Refiner
from vision.cards.taught.taught_cards import TaughtCards

WHOLE = 0.8  # correlation with a face, from which nothing covers a card
_NEARLY = 0.65  # the same before it is moved to where it fits best
_STEP = 1 / 42  # of a card's width
_MARGIN = 0.25  # before every other face: a 5 that lay upside down was a 7 by 0.14, right ones are by 0.3 and more


@dataclass(frozen=True)
class WholeNamer:
    """Names cards of a deck that nothing covers."""

    taught: TaughtCards

    def prepare(self) -> None:
        """Works out what takes longer than a picture."""
        _ = self._models, self._refiner, self._upright

    def named(self, view: PlaneView, cards: NDArray[np.float64]) -> list[Found]:
        """The cards among these (n × 4 × 2 on the plane) that look as a whole like a face."""
        score = standardised(view.looks(cards, self._part.points)) @ self._upright.T
        kept = score.max(axis=1) > _NEARLY
        cards = self._refiner.refined(view, cards[kept], score[kept].argmax(axis=1))
        looks = view.looks(cards, self._part.points)
        alike = standardised(looks) @ self._upright.T
        found = []
        for card, verdict, row in zip(cards, self._models.judge(looks), alike, strict=True):
            if verdict.score > WHOLE:
                # its strokes and all of it must say the same
                is_sure = verdict.margin > _MARGIN and row.argmax() == verdict.face
                face = self.taught.faces[verdict.face] if is_sure else UNSURE
                found.append(Found(card, card.mean(axis=0), face, sureness(verdict.score, verdict.margin)))
        return best_of_each(found)

    def light(self, view: PlaneView, cards: NDArray[np.float64], faces: NDArray[np.int64]) -> float:
        """How light cards of these faces are beside what they were when they were taught (median); 0 without cards."""
        if not len(cards):
            return 0.0
        looks = view.looks(cards, self._part.points)
        return float(np.median(looks.mean(axis=(1, 2)) / np.maximum(self._looks[faces].mean(axis=(1, 2)), 1.0)))

    def alike(self, view: PlaneView, cards: NDArray[np.float64]) -> NDArray[np.float32]:
        """How much each card looks as a whole like each face, either way round (cards × faces)."""
        looks = standardised(view.looks(cards, self._part.points))
        turned = looks.reshape(len(looks), -1, 3)[:, ::-1].reshape(looks.shape)
        return np.asarray(np.maximum(looks @ self._upright.T, turned @ self._upright.T), np.float32)

    @cached_property
    def _part(self) -> Part:
        return part_of_card(0, 0, 1, self.taught.proportion, _STEP)

    @cached_property
    def _looks(self) -> Looks:
        return self.taught.looks(self._part, SOFT)

    @cached_property
    def _upright(self) -> NDArray[np.float32]:
        return standardised(self._looks)

    @cached_property
    def _models(self) -> Models:
        return Models([self._looks], self._part)

    @cached_property
    def _refiner(self) -> Refiner:
        return Refiner(self._part, self._looks)
