"""Tells at which side of its card each index of a deck with four on a card is printed.

The card beside it does not tell: what covers a card looks like its edge.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.cards.french.index_cards import beside_opposite, corners_by
from vision.cards.french.index_detector import DetectedIndex
from vision.cards.french.index_reader import ReadIndex
from vision.cards.french.table import FrenchTable
from vision.reading import Picture, Points

_PAPER_WEIGHT = 10.0  # of the share of paper where a card would lie, in logarithms of odds
_NEAR_WEIGHT = 4.0  # the same of a card's width by which it would lie nearer to a card that is seen whole
_LEAST = 0.01  # probability of a side, before that
_OPPOSITE = 0.15  # of a card's width, between where two indices put the opposite corner of their card
_PARALLEL, _FAR = 0.85, 1.3  # cosine between two cards of one fan, and widths of a card between them at most


def sided(picture: Picture, table: FrenchTable, paper: NDArray[np.float64]) -> list[ReadIndex]:
    """The indices (on the table's plane) with the side at which they are printed made surer.

    Where the card would lie there must be paper; and cards of a fan lie beside that one of them which is seen whole.
    """
    whole = _seen_whole(table)
    out = []
    for one in table.flat:
        rings = [corners_by(one.index, table.layout, right) for right in (False, True)]
        shares = [_paper_share(picture, table.in_picture(ring), paper) for ring in rings]
        right = float(np.clip(one.right, _LEAST, 1 - _LEAST))
        odds = right / (1 - right) * np.exp(_PAPER_WEIGHT * (shares[1] - shares[0]))
        odds *= np.exp(_NEAR_WEIGHT * _nearer(one.index, rings, whole))
        out.append(replace(one, right=float(odds / (1 + odds))))
    return out


def _seen_whole(table: FrenchTable) -> list[DetectedIndex]:
    """The middles of the cards that show both of two opposite indices, each with the direction of its card."""
    return [
        DetectedIndex((one.index.middle + other.index.middle) / 2, (one.index.up - other.index.up) / 2, 1.0)
        for one, other in combinations(table.flat, 2)
        if one.best[0] == other.best[0] and beside_opposite(one.index, other.index, table.layout) < _OPPOSITE
    ]


def _nearer(one: DetectedIndex, rings: Sequence[Points], whole: Sequence[DetectedIndex]) -> float:
    """By how much nearer, in widths of a card, its card would lie to one of those if it is printed at the right."""
    parallel = [other.middle for other in whole if abs(one.up @ other.up) > _PARALLEL * one.half * other.half]
    if not parallel:
        return 0.0
    left, right = (float(min(np.hypot(*(ring.mean(axis=0) - spot)) for spot in parallel)) for ring in rings)
    return float(np.clip(left - right, -1, 1)) if min(left, right) < _FAR else 0.0


def _paper_share(picture: Picture, ring: NDArray[np.float64], paper: NDArray[np.float64]) -> float:
    """The share of an outline where paper shows, in light or shade."""
    across, down = (part.ravel() for part in np.meshgrid(np.linspace(0.08, 0.92, 9), np.linspace(0.08, 0.92, 12)))
    spots = ring[0] + across[:, None] * (ring[1] - ring[0]) + down[:, None] * (ring[3] - ring[0])
    x, y = np.rint(spots).astype(int).T
    inside = (x >= 0) & (y >= 0) & (x < picture.shape[1]) & (y < picture.shape[0])
    if not inside.any():
        return 0.0
    shown = picture[y[inside], x[inside]] / paper
    bright = shown.max(axis=1)
    return float(((bright > 0.4) & (bright - shown.min(axis=1) < 0.2 * bright)).mean())
