"""Finds the cards of a taught deck that nothing covers, and from them the plane of the table.

A network finds what may be such cards at whatever size they have; only what matches a taught face counts.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.common.plane import CardPlane, are_near, plane_of_cards
from vision.cards.common.sampling import Patches, made_smaller, part_of_card, patches_at, standardised
from vision.cards.common.whole_cards import aligned, find_whole_cards
from vision.cards.taught.refining import fitted, slopes_of
from vision.cards.taught.taught_cards import TaughtCards
from vision.geometry.non_max_suppression import suppress_overlaps
from vision.reading import Picture

_SIZES = ((300.0, 200.0, 130.0, 85.0), (64.0, 44.0))
_MIN_HEAT = -2.5  # logit from which the network's detections are matched: each is held against the faces
_STEP = 1 / 14  # of a card's width, of patches
# How much smaller the picture is in which finds are fitted, its blur, and that of the faces (px of each).
_STAGES = ((4, 1.2, 4.5), (4, 0.7, 3.0), (2, 0.8, 1.6))
# Correlation with a face, from which something may be a card, and is one
_MIN_CORRELATION, _MIN_SURE_CORRELATION = 0.55, 0.85
_MIN_LIKELY = 0.33  # probability from which the network's detections are likely cards, whatever they show
_MAX_MISFIT = 0.2  # of a card's width, by which those are off its size
_MIN_DISTANCE = 0.3  # of a card's width
_MAX_CARDS_OF_PLANE = 12  # cards that tell the plane


@dataclass(frozen=True)
class Uncovered:
    """Cards (n × 4 × 2 on the `plane`), each with the number of the face that it matches, the best first.

    What is doubtful is among them: parts of cards, and cards that are covered a little.
    """

    plane: CardPlane
    cards: NDArray[np.float64]
    faces: NDArray[np.int64]
    likely: NDArray[np.float64]  # m × 4 × 2 on the plane: what looks like cards to the network, the same ones included

    def beside(self, cards: NDArray[np.float64], far: float) -> "Uncovered":
        """Those whose middles are farther than that, in widths of a card, from those of these cards (n × 4 × 2)."""
        free = ~are_near(self.cards, cards, far)
        return replace(self, cards=self.cards[free], faces=self.faces[free])


@dataclass(frozen=True)
class _Stage:
    """A picture made smaller `by` so much, and softer; its `slopes` (`slopes_of`)."""

    by: int
    picture: Picture
    slopes: NDArray[np.float32]

    @classmethod
    def of(cls, picture: Picture, by: int, blur: float) -> "_Stage":
        """From a picture and the blur in its px."""
        small = made_smaller(picture, round(picture.shape[1] / by), round(picture.shape[0] / by))
        soft = np.asarray(cv2.GaussianBlur(small, (0, 0), blur), np.uint8)
        return cls(by, soft, slopes_of(soft))


@dataclass(frozen=True)
class UncoveredFinder:
    """Finds uncovered cards of a deck."""

    taught: TaughtCards

    def prepare(self) -> None:
        """Works out what takes longer than a picture."""
        _ = self._patches

    def find(self, picture: Picture) -> Uncovered | None:
        """The cards of a picture that nothing covers; None where there is not one that is clear."""
        stages = [_Stage.of(picture, by, blur) for by, blur, _ in _STAGES]
        for sizes in _SIZES:
            seen = find_whole_cards(picture, sizes, _MIN_HEAT)
            found = np.array([card.corners for card in seen]).reshape(-1, 4, 2)
            quads, faces, score = self._fitted(stages, found)
            confident = quads[score > _MIN_SURE_CORRELATION][:_MAX_CARDS_OF_PLANE]
            if len(confident):
                plane = plane_of_cards(confident, (picture.shape[1], picture.shape[0]), self.taught.proportion)
                doubtful = (
                    score <= _MIN_SURE_CORRELATION
                )  # a pattern fits at several places: from their sides once more
                again, others, _ = self._fitted(stages[-1:], _by_their_sides(picture, quads[doubtful]))
                quads, faces = (np.concatenate([one[~doubtful], two]) for one, two in ((quads, again), (faces, others)))
                likely = found[np.array([card.confidence for card in seen]) > _MIN_LIKELY]
                likely = likely[plane.misfit(likely) < _MAX_MISFIT]
                return Uncovered(plane, _cards_at(plane, quads), faces, _cards_at(plane, likely))
        return None

    def _fitted(
        self, stages: list[_Stage], quads: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.float32]]:
        """Finds (n × 4 × 2 px) moved to where they match a face best, each once, upright; that face; how much."""
        best, score = np.zeros(len(quads), np.int64), np.zeros(len(quads), np.float32)
        for stage, (patches, wanted) in zip(stages, self._patches[-len(stages) :], strict=True):
            inside = (quads + 0.5) / stage.by - 0.5
            likely = patches[self._alike(stage.picture, inside, wanted).argmax(axis=1)]
            inside = fitted(stage.slopes, inside, self._weights, likely)
            alike = self._alike(stage.picture, inside, wanted)
            kept = _best_scored(inside, alike.max(axis=1))
            quads, alike = (inside[kept] + 0.5) * stage.by - 0.5, alike[kept]
            best, score = alike.argmax(axis=1), alike.max(axis=1)
        count = len(self.taught.faces)
        upright = np.where((best >= count)[:, None, None], np.roll(quads, 2, axis=1), quads)
        is_card = score > _MIN_CORRELATION
        return upright[is_card], best[is_card] % count, score[is_card]

    def _alike(self, picture: Picture, quads: NDArray[np.float64], wanted: Patches) -> NDArray[np.float32]:
        """How well quadrilaterals correlate with each face, upright and then upside down (`wanted`, standardised)."""
        return np.asarray(standardised(patches_at(picture, self._weights @ quads)) @ wanted.T, np.float32)

    @cached_property
    def _patches(self) -> list[tuple[Patches, Patches]]:
        """The patches of every face at each stage, upright and then upside down; and that standardised."""
        part = part_of_card(0, 0, 1, self.taught.proportion, _STEP)
        upright = [self.taught.patches(part, blur) for _, _, blur in _STAGES]
        both = [np.concatenate([patches, patches[:, ::-1]]) for patches in upright]
        return [(patches, standardised(patches)) for patches in both]

    @cached_property
    def _weights(self) -> NDArray[np.float64]:
        """By which share (points × 4) each corner of a quadrilateral counts for each point of a patch."""
        points = part_of_card(0, 0, 1, self.taught.proportion, _STEP).points
        x, y = points[:, :1], points[:, 1:] / self.taught.proportion
        return np.concatenate([(1 - x) * (1 - y), x * (1 - y), x * y, (1 - x) * y], axis=1)


def _cards_at(plane: CardPlane, quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """The cards of the plane nearest to quadrilaterals (n × 4 × 2 px)."""
    return plane.cards_at(plane.on_plane(quads.reshape(-1, 2)).reshape(-1, 4, 2))


def _by_their_sides(picture: Picture, quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """Quadrilaterals (n × 4 × 2 px) with their sides on the edges nearest to them."""
    return np.array([aligned(picture, quad)[0] for quad in quads]).reshape(-1, 4, 2)


def _best_scored(quads: NDArray[np.float64], score: NDArray[np.float32]) -> NDArray[np.int64]:
    """The numbers of the quadrilaterals (n × 4 × 2), the highest score first, that overlap no better one."""
    order = np.argsort(-score, kind="stable")
    widths = np.linalg.norm(quads[order, 1] - quads[order, 0], axis=1)
    return order[suppress_overlaps(quads[order].mean(axis=1), _MIN_DISTANCE * widths)]
