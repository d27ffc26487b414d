"""Follows coins that come to lie beside the cards, such as the one that a riichi of Stop costs (S-8)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.reading import Points

_AGAIN = 2  # pictures that must show a coin
_NEW = 12  # pictures after its first for which it is told: a coin that lies there longer says nothing new
_SAME = 0.3  # shorter sides of a card, as far as a coin may be off where it was


@dataclass(frozen=True)
class _Lying:
    at: Points
    seen: int = 1
    known_for: int = 1  # pictures


class Coins:
    """The coins of one table.

    >>> coins = Coins()
    >>> for at in range(14):
    ...     coins.see([np.array([300.0, 80.0])], 60.0)
    ...     if at in (0, 1, 13):
    ...         print([spot.tolist() for spot in coins.new])
    []
    [[300.0, 80.0]]
    []
    """

    def __init__(self) -> None:
        self._lying: list[_Lying] = []

    def see(self, coins: Sequence[Points], short: float) -> None:
        """The coins of one more picture (their middles, 2, px); `short`: a card's shorter side (px)."""
        left, lying = list(coins), list[_Lying]()
        for one in self._lying:
            same = [at for at, spot in enumerate(left) if np.hypot(*(spot - one.at)) < _SAME * short]
            seen = [left.pop(at) for at in same[:1]]
            lying.append(replace(one, seen=one.seen + len(seen), known_for=one.known_for + 1))
        self._lying = [*lying, *map(_Lying, left)]

    @property
    def new(self) -> list[Points]:
        """The middles of those that have come lately."""
        return [one.at for one in self._lying if one.seen >= _AGAIN and one.known_for <= _NEW]
