"""Correlation of indices at the cards' true corners: what templates can do without having to detect cards.

All cards of a picture are of one deck: each is named by the glyphs and the height that fit all its indices best.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engines.vocabulary import UNSURE
from simulator.artwork.pips import Mask
from tools.lab.baselines.card_templates import CardTemplates, upside_down
from vision.reading import Picture, Points

_PX = 4.0  # px a mm of a rectified card
_SIZE = (60.0, 88.0)  # mm of a card, between poker and bridge size
_ROOM = (15.0, 28.0)  # mm of its corner: the index is in it
_RANK_HIGH, _PIP_HIGH = (4.5, 6.0, 8.0, 10.5, 14.0), (3.0, 4.5, 6.0, 8.0)  # mm tried
_RANK_TOP, _PIP_TOP = 5.5, 3.5  # mm from a card's edge to the rank at most, and from there to the suit
_MIN_CORRELATION = 0.6  # of a rank or a suit
_MIN_LEAD = 0.03  # between the correlations of the best and the next one
_MIN_RED = 0.25  # of an ink's red, by which blue and green are less if it is red
Ink = NDArray[np.float32]


@dataclass(frozen=True)
class _Fit:
    """How the template of each name fits an ink."""

    alike: NDArray[np.float64]  # correlation
    foot: NDArray[np.int64]  # row of the ink below the template


class CardCorrelation:
    """Names cards by their corners."""

    def __init__(self, templates: CardTemplates) -> None:
        self._ranks = list(dict.fromkeys(name for name, _ in templates.ranks))
        self._suits = list(dict.fromkeys(name for name, _ in templates.suits))
        self._rank_sets = _sets([mask for _, mask in templates.ranks], len(self._ranks), _RANK_HIGH)
        self._suit_sets = _sets([mask for _, mask in templates.suits], len(self._suits), _PIP_HIGH)

    def name_faces(self, picture: Picture, rings: Sequence[Points]) -> list[str]:
        """The code of each card (4 × 2 px from a short side on, either way round), or `"?"`."""
        if not rings:
            return []
        corners = [_corner(picture, one) for ring in rings for one in (ring, upside_down(ring))]
        inks = [_ink(corner) for corner in corners]
        ranks = _best_set(inks, self._rank_sets, _RANK_TOP)
        below = [ink[int(fit.foot[fit.alike.argmax()]) :] for ink, fit in zip(inks, ranks, strict=True)]
        suits = _best_set(below, self._suit_sets, _PIP_TOP)
        codes = []
        for card in range(len(rings)):
            end = max((2 * card, 2 * card + 1), key=lambda at: ranks[at].alike.max() + suits[at].alike.max())
            reds = _is_red(corners[end][len(corners[end]) - len(below[end]) :], below[end])
            of_colour = np.where([(suit in "HD") == reds for suit in self._suits], suits[end].alike, 0.0)
            rank, suit = _named(ranks[end].alike, self._ranks), _named(of_colour, self._suits)
            codes.append(rank + suit if rank and suit else UNSURE)
        return codes


def _named(alike: NDArray[np.float64], names: Sequence[str]) -> str:
    """The name with the highest correlation by a clear lead, or ""."""
    second, first = np.sort(alike)[-2:]
    return names[int(alike.argmax())] if first > _MIN_CORRELATION and first - second > _MIN_LEAD else ""


def _best_set(inks: Sequence[Ink], sets: Sequence[Sequence[Ink]], high: float) -> list[_Fit]:
    """How each ink fits the templates of the one set that fits all best; they begin in its first `high` mm."""
    tried = [[_fit(ink, templates, high) for ink in inks] for templates in sets]
    return max(tried, key=_of_better_ends)


def _of_better_ends(fits: Sequence[_Fit]) -> float:
    """The sum of correlations of each card's better end; the other end may be covered."""
    best = [float(fit.alike.max()) for fit in fits]
    return sum(max(best[at], best[at + 1]) for at in range(0, len(best), 2))


def _fit(ink: Ink, templates: Sequence[Ink], high: float) -> _Fit:
    alike, foot = np.zeros(len(templates)), np.zeros(len(templates), np.int64)
    for at, template in enumerate(templates):
        if template.shape[0] <= ink.shape[0] and template.shape[1] <= ink.shape[1]:
            scores = cv2.matchTemplate(ink, template, cv2.TM_CCOEFF_NORMED)[: round(high * _PX)]
            _, score, _, (_, row) = cv2.minMaxLoc(np.where(np.isfinite(scores), scores, 0.0).astype(np.float32))
            alike[at], foot[at] = score, row + template.shape[0]
    return _Fit(alike, foot)


def _corner(picture: Picture, ring: Points) -> Picture:
    wide, high = (side * _PX for side in _SIZE)
    straight = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    matrix = cv2.getPerspectiveTransform(ring.astype(np.float32), straight)
    size = (round(_ROOM[0] * _PX), round(_ROOM[1] * _PX))
    return np.asarray(cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_CUBIC), np.uint8)


def _ink(corner: Picture) -> Ink:
    """How much darker than the paper each pixel is, in its darkest channel."""
    dark = corner.min(axis=2).astype(np.float32)
    return np.asarray(np.maximum(np.percentile(dark, 80) - dark, 0.0), np.float32)


def _is_red(corner: Picture, ink: Ink) -> bool:
    """Whether the darkest print is red."""
    if not ink.size:
        return False
    printed = corner[ink >= np.percentile(ink, 92)].astype(np.float32)
    blue, green, red = np.median(printed, axis=0)
    return bool(red - max(blue, green) > _MIN_RED * max(red, 1.0))


def _sets(masks: Sequence[Mask], names: int, heights: Sequence[float]) -> list[list[Ink]]:
    """The masks of each deck at each height (mm), with paper round them."""
    decks = [masks[at : at + names] for at in range(0, len(masks), names)]
    return [[_scaled(mask, round(high * _PX)) for mask in deck] for deck in decks for high in heights]


def _scaled(mask: Mask, rows: int) -> Ink:
    size = (max(3, round(mask.shape[1] / mask.shape[0] * rows)), rows)
    small = cv2.resize(mask, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.copyMakeBorder(small, 2, 2, 2, 2, cv2.BORDER_CONSTANT), np.float32)
