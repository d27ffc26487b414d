"""Zones: where on a table without a sheet each pile of cards lies, in shares of the picture's width."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.common.reading import DetectedCard
from vision.reading import Points

MAX_OFF_ZONE = 1.0  # shorter sides that a card's middle may lie off its zone
_ALONG_WEIGHT = 0.5  # of the distance along a card's longer sides, which counts less: piles lie side by side
_MAX_COLUMN = 5.0  # longer sides over which a column may reach
_MAX_OFF_PILE = 1.0  # shorter sides between the middles of two cards of one pile


@dataclass(frozen=True)
class Zone:
    """Where a pile lies, in shares of the picture's width, x to the right and y down."""

    x: float  # of the middle of its first card
    y: float
    down: tuple[float, float]  # a unit vector towards the player before it
    is_column: bool = False  # whether further cards lie one below the other
    is_river: bool = False  # whether they lie on each other anyhow, squared up or in a row

    @property
    def right(self) -> tuple[float, float]:
        """The unit vector to the right hand of the player before it.

        >>> Zone(0.5, 0.5, (0.0, 1.0)).right, Zone(0.5, 0.5, (0.0, -1.0)).right
        ((1.0, -0.0), (-1.0, -0.0))
        """
        return self.down[1], -self.down[0]

    def beside(self, right: float, down: float = 0.0, is_column: bool = False) -> "Zone":
        """Another zone, offset by `right` and `down` as the player before it sees them."""
        x = self.x + right * self.right[0] + down * self.down[0]
        y = self.y + right * self.right[1] + down * self.down[1]
        return Zone(x, y, self.down, is_column)

    def moved(self, turn: Points, shift: Points) -> "Zone":
        """The zone after a table motion: a rotation (2×2) and then a shift (2)."""
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
    return list(zones)[nearest] if off[nearest] <= MAX_OFF_ZONE else None


def offs(cards: Sequence[DetectedCard], zones: Mapping[str, Zone], width: float) -> NDArray[np.float64]:
    """The distance of each card from the nearest zone (n), 0 in its middle; beyond `MAX_OFF_ZONE` it lies in none."""
    short, long = size_of(cards)
    middles = np.array([card.xy for card in cards]) / width
    return np.asarray(_off_each(middles, zones, (short / width, long / width)).min(axis=1))


def _off_each(middles: Points, zones: Mapping[str, Zone], size: tuple[float, float]) -> NDArray[np.float64]:
    """The distance of cards (n × 2 shares of the picture's width) from each zone (n × zones)."""
    apart = middles[:, None] - np.array([(zone.x, zone.y) for zone in zones.values()])
    aside = np.abs((apart * [zone.right for zone in zones.values()]).sum(axis=2)) / size[0]
    along = (apart * [zone.down for zone in zones.values()]).sum(axis=2) / size[1]
    reach = np.array([_MAX_COLUMN if zone.is_column else 0.0 for zone in zones.values()])
    beyond = np.maximum(np.maximum(-along, along - reach), 0.0)
    return np.asarray(aside + _ALONG_WEIGHT * beyond, np.float64)


def size_of(cards: Iterable[DetectedCard]) -> tuple[float, float]:
    """The median shorter and longer side of cards, in px; zeros for none."""
    sides = [(card.shorter_side, longer_side(card)) for card in cards]
    if not sides:
        return 0.0, 0.0
    short, long = np.median(np.array(sides), axis=0)
    return float(short), float(long)


def longer_side(card: DetectedCard) -> float:
    """The length of a card's longer side (px)."""
    return float(np.linalg.norm(long_side(card)))


def long_side(card: DetectedCard) -> Points:
    """The vector along a card's longer sides (2, px), from its top to its bottom."""
    ring = np.array(card.corners)
    down, across = (ring[3] + ring[2] - ring[0] - ring[1]) / 2, (ring[1] + ring[2] - ring[0] - ring[3]) / 2
    return np.asarray(down if np.linalg.norm(down) >= np.linalg.norm(across) else across, np.float64)


def uppermost(cards: Sequence[DetectedCard]) -> list[DetectedCard]:
    """The top card of each pile."""
    left = sorted(cards, key=lambda card: -card.level)
    found: list[DetectedCard] = []
    for card in left:
        near = (np.hypot(card.xy[0] - top.xy[0], card.xy[1] - top.xy[1]) for top in found)
        if not any(far < _MAX_OFF_PILE * card.shorter_side for far in near):
            found.append(card)
    return found
