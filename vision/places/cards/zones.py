"""Zones: where on a table without a sheet each pile of cards lies, in shares of the picture's width."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.common.reading import DetectedCard
from vision.reading import Points

WIDE = 1.0  # shorter sides that a card's middle may lie off, where no other zone is nearer
_ALONG = 0.5  # what it lies off along its own longer sides counts less: piles lie side by side
_REACH = 5.0  # longer sides over which a column may reach
_NEAR = 1.0  # shorter sides: cards so near to each other lie on one pile


@dataclass(frozen=True)
class Zone:
    """Where a pile lies: the middle of its first card, and `down`, a unit vector towards the player before it.

    All in shares of the picture's width, x to the right and y down. `is_column`: further cards lie one below the other.
    `is_river`: they lie on each other anyhow, squared up or in a row (`vision.places.cards.river`).
    """

    x: float
    y: float
    down: tuple[float, float]
    is_column: bool = False
    is_river: bool = False

    @property
    def right(self) -> tuple[float, float]:
        """To the right hand of the player before it.

        >>> Zone(0.5, 0.5, (0.0, 1.0)).right, Zone(0.5, 0.5, (0.0, -1.0)).right
        ((1.0, -0.0), (-1.0, -0.0))
        """
        return self.down[1], -self.down[0]

    def beside(self, right: float, down: float = 0.0, is_column: bool = False) -> "Zone":
        """Another zone so far from it, seen by the player before it."""
        x = self.x + right * self.right[0] + down * self.down[0]
        y = self.y + right * self.right[1] + down * self.down[1]
        return Zone(x, y, self.down, is_column)

    def moved(self, turn: Points, shift: Points) -> "Zone":
        """The same on a table that has been turned (2×2) and then shifted before the camera."""
        (x, y), down = turn @ (self.x, self.y) + shift, turn @ self.down
        return replace(self, x=float(x), y=float(y), down=(float(down[0]), float(down[1])))


def zone_of(card: DetectedCard, zones: Mapping[str, Zone], width: float, size: tuple[float, float]) -> str | None:
    """The name of the zone in which a card lies, in a picture of `width` px; None for none.

    `size` of a card in shares of that width, shorter side first.
    """
    if not zones:
        return None
    off = _off_each(np.array([card.xy]) / width, zones, size)[0]
    nearest = int(off.argmin())
    return list(zones)[nearest] if off[nearest] <= WIDE else None


def offs(cards: Sequence[DetectedCard], zones: Mapping[str, Zone], width: float) -> NDArray[np.float64]:
    """How far each card lies off the zone nearest to it (n), 0 in its middle; more than `WIDE` is in none of them."""
    short, long = size_of(cards)
    middles = np.array([card.xy for card in cards]) / width
    return np.asarray(_off_each(middles, zones, (short / width, long / width)).min(axis=1))


def _off_each(middles: Points, zones: Mapping[str, Zone], size: tuple[float, float]) -> NDArray[np.float64]:
    """How far cards (n × 2 shares of the picture's width) lie off each zone (n × zones)."""
    apart = middles[:, None] - np.array([(zone.x, zone.y) for zone in zones.values()])
    aside = np.abs((apart * [zone.right for zone in zones.values()]).sum(axis=2)) / size[0]
    along = (apart * [zone.down for zone in zones.values()]).sum(axis=2) / size[1]
    reach = np.array([_REACH if zone.is_column else 0.0 for zone in zones.values()])
    beyond = np.maximum(np.maximum(-along, along - reach), 0.0)
    return np.asarray(aside + _ALONG * beyond, np.float64)


def size_of(cards: Iterable[DetectedCard]) -> tuple[float, float]:
    """The median shorter and longer side of cards, in px; zeros for none."""
    sides = [(card.shorter_side, longer_side(card)) for card in cards]
    if not sides:
        return 0.0, 0.0
    short, long = np.median(np.array(sides), axis=0)
    return float(short), float(long)


def longer_side(card: DetectedCard) -> float:
    """In px."""
    return float(np.linalg.norm(long_side(card)))


def long_side(card: DetectedCard) -> Points:
    """Along a card's longer sides (2, px), from its top to its bottom."""
    ring = np.array(card.corners)
    down, across = (ring[3] + ring[2] - ring[0] - ring[1]) / 2, (ring[1] + ring[2] - ring[0] - ring[3]) / 2
    return np.asarray(down if np.linalg.norm(down) >= np.linalg.norm(across) else across, np.float64)


def uppermost(cards: Sequence[DetectedCard]) -> list[DetectedCard]:
    """One card of each pile, the one that lies on top."""
    left = sorted(cards, key=lambda card: -card.level)
    found: list[DetectedCard] = []
    for card in left:
        near = (np.hypot(card.xy[0] - other.xy[0], card.xy[1] - other.xy[1]) for other in found)
        if not any(far < _NEAR * card.shorter_side for far in near):
            found.append(card)
    return found
