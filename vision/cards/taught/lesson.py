"""Finds the cards of a lesson: one of each face, side by side in reading order, on any ground."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cards.common.plane import CardPlane, plane_of_cards
from vision.cards.common.whole_cards import find_whole_cards
from vision.cards.taught.edges import Edges, find_corners, find_edges
from vision.cards.taught.lesson_rows import LaidCards
from vision.cards.taught.outline import find_outlines
from vision.geometry.homography import mapped
from vision.geometry.non_max_suppression import suppress_overlaps
from vision.reading import Picture

_MAX_SIDE_DIFFERENCE = 0.22  # log ratio by which sides of cards of one lesson may differ in the picture
_SAME_SIZE = 0.02  # log ratio of two sizes that are the same
_MIN_DISTANCE = 0.8  # of a card's width, between the middles of two cards
_MIN_WHOLE_OUTLINES = 0.5  # share of the cards whose whole outline must be found
_SEEN, _FAINT = 0.55, 0.55  # share of a card's sides that must lie on edges; how much fainter one may be than all
_MAX_MISFIT = 0.03  # misfit of an outline that is a card's
_SIZES = (0.75, 1.0, 1.33)  # shares of the cards' size at which something like a card is searched for
_FAINT_CARD = -2.0  # logit of what may be one: of 36 lessons the faintest card has -1.7
_MAX_CARD_DISTANCE = 0.2  # of a card's width, between the middle of an outline and that of what may be a card
_MIN_ROW_DISTANCE = 0.5  # of a card's height, between the middles of two rows


def laid_cards(picture: Picture, count: int) -> LaidCards | None:
    """The cards that lie in a picture, as many of them as are found but no more than `count`; None for none."""
    edges = find_edges(picture, hues=True)
    outlines = find_outlines(edges, find_corners(edges.ends))
    if not outlines:
        return None
    finder = _Finder(picture, edges, np.array([outline.corners for outline in outlines]))
    plane, quads = finder.cards(count)
    return None if plane is None or not len(quads) else _in_reading_order(plane, quads)


@dataclass(frozen=True)
class _Finder:
    """Finds cards of one size among outlines (n × 4 × 2 px) in a picture."""

    picture: Picture
    edges: Edges
    quads: NDArray[np.float64]

    @property
    def size(self) -> tuple[int, int]:
        """Of the picture (px)."""
        return self.picture.shape[1], self.picture.shape[0]

    def cards(self, count: int) -> tuple[CardPlane | None, NDArray[np.float64]]:
        """As many cards as there should be, of the largest size of which there are that many; and their plane.

        What is printed on cards, and the room between them, has one size, too.
        """
        sides = np.linalg.norm(np.roll(self.quads, -1, axis=1) - self.quads, axis=2)
        means = (sides[:, :2] + sides[:, 2:]) / 2
        tried: list[NDArray[np.float64]] = []
        best: tuple[CardPlane | None, NDArray[np.float64]] = (None, np.zeros((0, 4, 2)))
        for seed in np.argsort(-means.prod(axis=1), kind="stable"):
            if any(np.abs(np.log(means[seed] / other)).max() < _SAME_SIZE for other in tried):
                continue
            tried.append(means[seed])
            chosen = _best_fitting(self.quads, np.abs(np.log(means / means[seed])).max(axis=1), _MAX_SIDE_DIFFERENCE)
            if len(chosen) < max(min(count, 3), _MIN_WHOLE_OUTLINES * count):
                continue
            plane, quads = self._settled(chosen, count)
            if len(best[1]) < len(quads) <= count:
                best = (plane, quads)
            if len(quads) == count:
                break
        return best

    def _settled(self, chosen: list[int], count: int) -> tuple[CardPlane, NDArray[np.float64]]:
        """The plane of the outlines that were chosen, and all cards that lie on it."""
        plane = plane_of_cards(self.quads[chosen], self.size)
        for most in (4 * _MAX_MISFIT, 2 * _MAX_MISFIT, _MAX_MISFIT, _MAX_MISFIT):
            chosen = _best_fitting(self.quads, plane.misfit(self.quads), most)
            if not chosen:
                return plane, self.quads[chosen]
            plane = plane_of_cards(self.quads[chosen], self.size)
        return plane, self._completed(plane, self.quads[chosen], count)

    def _completed(self, plane: CardPlane, quads: NDArray[np.float64], count: int) -> NDArray[np.float64]:
        """The cards, and those of which a corner is seen whose other sides are faint; the clearest up to a count.

        A corner of the ground beside a card has sides, too: what does not match a card is none.
        """
        corners = find_corners(self.edges.ends)
        at = (corners.at + 0.5) * self.edges.scale - 0.5
        flat = plane.cards_at_corners(at, corners.first, corners.second)
        more = mapped(flat.reshape(-1, 2), plane.to_picture).reshape(-1, 4, 2)
        more = more[self._look_like_cards(more)]
        small = (more + 0.5) / self.edges.scale - 0.5
        sides = [self.edges.support(small[:, n], small[:, (n + 1) % 4], 20) for n in range(4)]
        support = np.minimum(np.mean(sides, axis=0), np.min(sides, axis=0) + _FAINT)
        all_quads = np.concatenate([quads, more])
        off = np.concatenate([np.zeros(len(quads)), 2 - support])
        return all_quads[_best_fitting(all_quads, off, 2 - _SEEN)[:count]]

    def _look_like_cards(self, quads: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Which outlines have the middle of something that matches a card of their size."""
        widths = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
        sizes = [float(np.median(widths)) * share for share in _SIZES]
        found = [card.middle for card in find_whole_cards(self.picture, sizes, _FAINT_CARD)]
        off = np.linalg.norm(quads.mean(axis=1)[:, None] - np.array(found).reshape(1, -1, 2), axis=2)
        return np.asarray((off < _MAX_CARD_DISTANCE * widths[:, None]).any(axis=1))


def _best_fitting(quads: NDArray[np.float64], misfit: NDArray[np.float64], most: float) -> list[int]:
    """The numbers of the outlines (n × 4 × 2) with a misfit up to `most`, the best first, without overlaps."""
    order = np.argsort(misfit, kind="stable")
    order = order[misfit[order] <= most]
    widths = np.linalg.norm(quads[order, 1] - quads[order, 0], axis=1)
    kept = suppress_overlaps(quads[order].mean(axis=1), _MIN_DISTANCE * widths)
    return [int(one) for one in order[kept]]


def _in_reading_order(plane: CardPlane, quads: NDArray[np.float64]) -> LaidCards:
    """Cards row by row, left to right, each from its top left: they lie upright in the picture, a little askew."""
    down = quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]
    quads = np.array(
        [np.roll(quad, 2, axis=0) if direction[1] < 0 else quad for quad, direction in zip(quads, down, strict=True)]
    )
    across = (quads[:, 1] - quads[:, 0]).sum(axis=0)
    along = across / np.linalg.norm(across)
    middles = quads.mean(axis=1)
    x, y = middles @ along, middles @ np.array([-along[1], along[0]])
    high = float(np.median(np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1)))
    order = np.argsort(y)
    rows = np.split(order, np.flatnonzero(np.diff(y[order]) > _MIN_ROW_DISTANCE * high) + 1)
    ordered = quads[np.concatenate([row[np.argsort(x[row])] for row in rows])]
    return LaidCards(plane, ordered, tuple(len(row) for row in rows))
