"""Names cards by their indices, and those that nothing covers by their whole patches.

Each likely place of a card is fitted to what it may show, and then compared.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.cards.common.reading import UNSURE
from vision.cards.common.sampling import Part, Patches, PlaneView, part_of_card, placed, standardised
from vision.cards.taught.blur import BLURS, FINE, SHIFTS, SOFT
from vision.cards.taught.judging import Models, Verdict
from vision.cards.taught.refining import Refiner
from vision.cards.taught.taught_cards import TaughtCards
from vision.geometry.non_max_suppression import non_max_suppression

_MIN_PRINT = 0.8  # correlation of an index alone, from which it may be read
_MAX_COVERED = 0.35  # share of a third of an index that is not the face's, from which something covers it
_MIN_ILL_FITTED_PRINT = 0.6  # the same, from which it is fitted to another face
# The same of a corner in which nothing else is printed, and of one that consists of the rest
_MIN_SCORES = 0.65, 0.87
# Correlation of all of a corner, from which nothing else is printed there, as the 1 beside the 0 of a 10
_MIN_CORNER = 0.75
_MIN_MARGIN, _SHARP = 0.35, 2.0  # before every other face, up to a blur of so many px; the more, the fewer px tell
# Of the light on cards that nothing covers: what is less lit is no card, though in the shade of an arm
_MIN_LIGHT = 0.4
_SAME_AT, SAME_CARD = 0.1, 0.14  # of a card's width: two of one index, of one card
_SAME_FACE = 0.2  # the same of two that show one face, as either index tells where the card lies
WHOLE = 0.8  # correlation with a face, from which nothing covers a card
_WHOLE_BEFORE_FIT = 0.65  # the same before it is moved to where it fits best
_WHOLE_STEP = 1 / 42  # of a card's width
_WHOLE_MARGIN = 0.25  # before every other face: a 5 upside down was a 7 by 0.14, right ones are by 0.3 and more


class Visibility(NamedTuple):
    """How a picture shows cards."""

    blur: float  # one of `BLURS`
    light: float  # relative to when they were taught; 0 where that is not known


@dataclass(frozen=True)
class Found:
    """A card that has been named."""

    card: NDArray[np.float64]  # 4 × 2 on the plane
    at: NDArray[np.float64]  # n × 2: the middles of its indices there that were read, the best first, or of the whole
    face: str
    score: float


def match_confidence(score: float, margin: float) -> float:
    """From 0 to 1: how well a patch is that of a face; by how much no other face fits counts for less."""
    return min(1.0, max(0.0, 0.9 * score + 0.1 * margin))


def best_fits(found: list[Found]) -> list[Found]:
    """The best one of those that have one index."""
    ranked = sorted(found, key=lambda one: -one.score)
    first = np.array([one.at[0] for one in ranked]).reshape(-1, 2)
    return [ranked[n] for n in non_max_suppression(len(ranked), (_distances(first) < _SAME_AT).__getitem__)]


def best_of_each(found: list[Found]) -> list[Found]:
    """One of those that have one index, and of those at one place a certain one, if there is one.

    It keeps the indices of the others that show its face, so that no other card may be seen by these.
    """
    ranked = sorted(best_fits(found), key=lambda one: (one.face == UNSURE, -one.score))
    middles = np.array([one.card for one in ranked]).reshape(-1, 4, 2).mean(axis=1)
    faces = np.array([one.face for one in ranked])
    alike = faces[:, None] == faces
    same = _distances(middles) < np.where(alike, _SAME_FACE, SAME_CARD)
    of_card = np.asarray(same & alike, np.float32)
    share = of_card @ _share_an_index(ranked) @ of_card > 0
    kept = non_max_suppression(len(ranked), (same | share).__getitem__)
    return [_with_indices(ranked[n], [ranked[m] for m in np.flatnonzero(of_card[n]) if m > n]) for n in kept]


def _with_indices(one: Found, others: list[Found]) -> Found:
    """The card with the indices of others, too, that are the same card."""
    return replace(one, at=np.concatenate([one.at, *(other.at for other in others)])) if others else one


def _share_an_index(found: list[Found]) -> NDArray[np.bool_]:
    """Which cards (n × n) were seen by one index."""
    of = np.repeat(np.arange(len(found)), [len(one.at) for one in found])
    one, other = np.nonzero(_distances(np.concatenate([np.zeros((0, 2)), *(one.at for one in found)])) < _SAME_AT)
    share = np.zeros((len(found), len(found)), bool)
    share[of[one], of[other]] = True
    return share


def _distances(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of all points (n × 2) from each other (n × n)."""
    return np.asarray(np.linalg.norm(points[:, None] - points, axis=2))


@dataclass(frozen=True)
class Namer:
    """Names cards of a deck; `refiners` fit them at each corner with an index (`BlurGauge.refiners`)."""

    taught: TaughtCards
    refiners: dict[int, Refiner]

    def prepare(self) -> None:
        """Works out what takes longer than a picture."""
        _ = self._least, self._light
        for corner in self.taught.index_corners:
            self._models(corner, BLURS[1])

    def named(
        self, view: PlaneView, corner: int, cards: NDArray[np.float64], faces: NDArray[np.int64], visibility: Visibility
    ) -> list[Found]:
        """Those of the cards (n × 4 × 2 on the plane, each likely of one of the `faces`) that show an index there.

        Each index once, as it fits best: that may be `"?"`, where a worse fit would be certain.
        """
        if not len(cards):
            return []
        cards, verdicts = self._fitted(view, corner, cards, faces, visibility)
        again = [n for n, verdict in enumerate(verdicts) if self._is_print(verdict) and verdict.face != faces[n]]
        if again:  # fitted to another face than it shows
            other = np.array([verdicts[n].face for n in again])
            cards[again], anew = self._fitted(view, corner, cards[again], other, visibility)
            for n, verdict in zip(again, anew, strict=True):
                verdicts[n] = verdict
        middles = placed(cards, self.taught.index_middle(corner)[None], view.plane.proportion)[:, 0]
        found = []
        for card, at, verdict in zip(cards, middles, verdicts, strict=True):
            if self._may_be(verdict, corner):
                is_certain = verdict.margin > _MIN_MARGIN * max(1.0, visibility.blur / _SHARP)
                is_certain = is_certain and verdict.covered < _MAX_COVERED and verdict.score > _MIN_CORNER
                face = self.taught.faces[verdict.face] if is_certain else UNSURE
                found.append(Found(card, at[None], face, (verdict.score + verdict.print) / 2))
        return best_fits(found)

    def _fitted(
        self, view: PlaneView, corner: int, cards: NDArray[np.float64], faces: NDArray[np.int64], visibility: Visibility
    ) -> tuple[NDArray[np.float64], list[Verdict]]:
        """The cards moved to where their index fits best, and what they show; no print where the paper is far darker
        than that of other cards."""
        cards = self.refiners[corner].refined(view, cards, faces)
        patches = view.patches(cards, self.taught.corner_part(corner, FINE).points)
        verdicts = self._models(corner, visibility.blur).judge(patches, _MIN_ILL_FITTED_PRINT)
        light = patches.mean(axis=(1, 2)) / np.maximum(self._light[corner], 1.0)[[verdict.face for verdict in verdicts]]
        is_dark = light < _MIN_LIGHT * visibility.light
        return cards, [one._replace(print=0.0) if dark else one for one, dark in zip(verdicts, is_dark, strict=True)]

    def _may_be(self, verdict: Verdict, corner: int) -> bool:
        """Whether a verdict names a face."""
        return self._is_print(verdict) and verdict.score > self._least[corner] and verdict.print > _MIN_PRINT

    def _is_print(self, verdict: Verdict) -> bool:
        """Whether a verdict is that a patch shows, perhaps ill fitted, a face's index."""
        is_front = verdict.face < len(self.taught.faces) and verdict.face != self.taught.back
        return is_front and verdict.print > _MIN_ILL_FITTED_PRINT

    def _models(self, corner: int, blur: float) -> Models:
        """The patch of every face's index at a corner that has one, as blurred as that.

        Exactly, and a little shifted, since frames and indices are not printed so exactly, and cards not cut. After the
        faces come the same corners without an index.
        """
        if (corner, blur) not in self._known:
            part = self.taught.corner_part(corner, FINE)
            shifted = [
                np.concatenate([self._index_patches(corner, blur, by), self._blank_patches(corner, blur, by)])
                for by in SHIFTS
            ]
            self._known[corner, blur] = Models(shifted, part, self.taught.inside(part), self.taught.index_print(corner))
        return self._known[corner, blur]

    @cached_property
    def _light(self) -> dict[int, NDArray[np.float64]]:
        """How light each corner with an index was when it was taught, of each face and of those without one."""
        patches = {
            corner: [self._index_patches(corner, 0.0, (0.0, 0.0)), self._blank_patches(corner, 0.0, (0.0, 0.0))]
            for corner in self.taught.index_corners
        }
        return {corner: np.concatenate(both).mean(axis=(1, 2)) for corner, both in patches.items()}

    @cached_property
    def _known(self) -> dict[tuple[int, float], Models]:
        return {}

    @cached_property
    def _least(self) -> dict[int, float]:
        """How well a corner must correlate at least: light and wear tell more where little but the index is printed."""
        least = {}
        for corner in self.taught.index_corners:
            part = self.taught.corner_part(corner, FINE)
            patches = self.taught.patches(part)
            spread = ((patches - np.median(patches, axis=1, keepdims=True)) ** 2).sum(axis=2)
            inside, index = self.taught.inside(part), self.taught.index_print(corner)
            rest = spread[:, inside & ~index].sum(axis=1) / np.maximum(spread[:, inside].sum(axis=1), 1.0)
            least[corner] = float(np.interp(np.median(rest), (0, 1), _MIN_SCORES))
        return least

    def _index_patches(self, corner: int, blur: float, shift: tuple[float, float]) -> Patches:
        return self.taught.patches(self.taught.corner_part(corner, FINE), blur, shift)

    def _blank_patches(self, corner: int, blur: float, shift: tuple[float, float]) -> Patches:
        """A corner as it would be without an index: the one beside it along the short side, mirrored."""
        beside = corner ^ 1
        if beside in self.taught.index_corners:
            return np.zeros((0, *self._index_patches(corner, blur, shift).shape[1:]), np.float32)
        part = self.taught.corner_part(beside, FINE)
        patches = self.taught.patches(part, blur, (-shift[0], shift[1]))
        mirrored = patches.reshape(len(patches), *part.shape, 3)[:, :, ::-1]
        return np.ascontiguousarray(mirrored.reshape(patches.shape))


@dataclass(frozen=True)
class WholeNamer:
    """Names cards of a deck that nothing covers."""

    taught: TaughtCards

    def prepare(self) -> None:
        """Works out what takes longer than a picture."""
        _ = self._models, self._refiner, self._upright, self._upside_down

    def named(self, view: PlaneView, cards: NDArray[np.float64], min_score: float = WHOLE) -> list[Found]:
        """The cards among these (n × 4 × 2 on the plane) whose whole patches are those of a face."""
        score = standardised(view.patches(cards, self._part.points)) @ self._upright.T
        kept = score.max(axis=1) > _WHOLE_BEFORE_FIT
        cards = self._refiner.refined(view, cards[kept], score[kept].argmax(axis=1))
        patches = view.patches(cards, self._part.points)
        alike = standardised(patches) @ self._upright.T
        found = []
        for card, verdict, row in zip(cards, self._models.judge(patches), alike, strict=True):
            if verdict.score > min_score:
                # its strokes and all of it must say the same
                is_certain = verdict.margin > _WHOLE_MARGIN and row.argmax() == verdict.face
                face = self.taught.faces[verdict.face] if is_certain else UNSURE
                found.append(
                    Found(card, card.mean(axis=0, keepdims=True), face, match_confidence(verdict.score, verdict.margin))
                )
        return best_of_each(found)

    def light(self, view: PlaneView, cards: NDArray[np.float64], faces: NDArray[np.int64]) -> float:
        """How light cards of these faces are beside what they were when they were taught (median); 0 without cards."""
        if not len(cards):
            return 0.0
        patches = view.patches(cards, self._part.points)
        return float(np.median(patches.mean(axis=(1, 2)) / np.maximum(self._patches[faces].mean(axis=(1, 2)), 1.0)))

    def alike(self, view: PlaneView, cards: NDArray[np.float64]) -> NDArray[np.float32]:
        """How well the whole of each card correlates with each face, either way round (cards × faces)."""
        patches = standardised(view.patches(cards, self._part.points))
        return np.asarray(np.maximum(patches @ self._upright.T, patches @ self._upside_down.T), np.float32)

    @cached_property
    def _part(self) -> Part:
        return part_of_card(0, 0, 1, self.taught.proportion, _WHOLE_STEP)

    @cached_property
    def _patches(self) -> Patches:
        return self.taught.patches(self._part, SOFT)

    @cached_property
    def _upright(self) -> NDArray[np.float32]:
        return standardised(self._patches)

    @cached_property
    def _upside_down(self) -> NDArray[np.float32]:
        return standardised(self._patches[:, ::-1])

    @cached_property
    def _models(self) -> Models:
        return Models([self._patches], self._part)

    @cached_property
    def _refiner(self) -> Refiner:
        return Refiner(self._part, self._patches)
