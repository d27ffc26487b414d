"""Follows coins that come to lie beside the cards, such as the one that a riichi of Stop costs (S-8)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.reading import Points

_MIN_HITS = 2  # pictures that must show a coin before it counts
_MAX_AGE = 12  # pictures since its first one up to which a coin is new
_MAX_OFFSET = 0.3  # shorter sides of a card between a coin and where it was


@dataclass(frozen=True)
class _Coin:
    middle: Points  # 2, px
    hits: int = 1  # pictures that have shown it
    age: int = 1  # pictures since it came, its first one included


class Coins:
    """The coins of one table.

    >>> coins = Coins()
    >>> for at in range(14):
    ...     coins.update([np.array([300.0, 80.0])], 60.0)
    ...     if at in (0, 1, 13):
    ...         print([spot.tolist() for spot in coins.new])
    []
    [[300.0, 80.0]]
    []
    """

    def __init__(self) -> None:
        self._coins: list[_Coin] = []

    def update(self, middles: Sequence[Points], short: float) -> None:
        """Takes the coins of one more picture (their middles, 2, px); `short`: a card's shorter side (px)."""
        unmatched, coins = list(middles), list[_Coin]()
        for coin in self._coins:
            near = [at for at, spot in enumerate(unmatched) if np.hypot(*(spot - coin.middle)) < _MAX_OFFSET * short]
            matches = [unmatched.pop(at) for at in near[:1]]
            coins.append(replace(coin, hits=coin.hits + len(matches), age=coin.age + 1))
        self._coins = [*coins, *map(_Coin, unmatched)]

    @property
    def new(self) -> list[Points]:
        """The middles of the coins that have come lately (2, px)."""
        return [coin.middle for coin in self._coins if coin.hits >= _MIN_HITS and coin.age <= _MAX_AGE]
