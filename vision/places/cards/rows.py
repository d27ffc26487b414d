"""Rows of cards that lie face up anywhere on a table: melds, and hands that are shown.

They are numbered as they appear. A card that lies near a row belongs to it; one that has lain in a row is known by its
face, wherever in the row it lies now.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.cards.reading import JOKER, UNSURE, DetectedCard
from vision.places.base import Probabilities
from vision.places.cards.pile import AGAIN, LOOKS, Kept, again, shares
from vision.reading import Points

_BESIDE = 1.3  # shorter sides between the middles of cards of one row
_BEFORE = 0.35  # of the way to the next player: a row that lies farther off may be either's
_PUSHED = 3.0  # shorter sides that a card of a row may have been pushed between two pictures


class Rows:
    """The rows of a table with so many `players` round it, the first one at the picture's lower edge.

    Places are `row/2/1`, … in the order in which the cards lie on each other, and `seat/2`: before whom the row lies.
    """

    def __init__(self, players: int) -> None:
        self.kept: dict[int, list[Kept]] = {}
        self._players = players
        self._last = 0

    def remember(self, kept: dict[int, list[Kept]]) -> None:
        """Goes on with rows as they were kept."""
        self.kept, self._last = kept, max(kept, default=0)

    def see(self, cards: Sequence[DetectedCard], short: float) -> list[int]:
        """The cards of one more picture that lie face up and on no pile; gives the number of the row of each."""
        found = {at: row for at, card in enumerate(cards) if (row := self._known(card, short)) is not None}
        for at in sorted(set(range(len(cards))) - found.keys(), key=lambda at: cards[at].level):
            found[at] = self._beside(cards, found, at, short) or self._new()
        for row in {*self.kept, *found.values()}:
            seen = [cards[at] for at in found if found[at] == row]
            self.kept[row] = _after(self.kept.get(row, []), seen)
        self.kept = {row: kept for row, kept in self.kept.items() if any(one.missed < LOOKS for one in kept)}
        return [found[at] for at in range(len(cards))]

    def shown(self, middle: Points) -> tuple[dict[str, Probabilities], dict[str, int]]:
        """What the places show, nothing where a card is not read, and which are left open.

        `middle`: that of the table in px.
        """
        places: dict[str, Probabilities] = {}
        left_open: dict[str, int] = {}
        for row, kept in self.kept.items():
            places[f"seat/{row}"] = self._seats_of(kept, middle)
            for at, one in enumerate(kept, start=1):
                if one.code == UNSURE or one.looks < AGAIN:
                    left_open[f"row/{row}/{at}"] = one.open_for
                    places[f"row/{row}/{at}"] = {}  # something lies there
                else:
                    places[f"row/{row}/{at}"] = shares(one.card)
        return places, left_open

    def _known(self, card: DetectedCard, short: float) -> int | None:
        """The row in which this card has lain near by; jokers are alike."""
        near = [
            (far, row)
            for row, kept in self.kept.items()
            for one in kept
            if one.code == card.code
            and card.code not in (UNSURE, JOKER)
            and (far := _apart(one.card, card)) < _PUSHED * short
        ]
        return min(near)[1] if near else None

    def _beside(self, cards: Sequence[DetectedCard], found: dict[int, int], at: int, short: float) -> int | None:
        """The row beside whose nearest card a card lies, whether that is seen now or was before."""
        lying = [(_apart(cards[other], cards[at]), row) for other, row in found.items()]
        lying += [(_apart(one.card, cards[at]), row) for row, kept in self.kept.items() for one in kept]
        far, row = min(lying, default=(np.inf, 0))
        return row if far < _BESIDE * short else None

    def _new(self) -> int:
        self._last += 1
        return self._last

    def _seats_of(self, kept: Sequence[Kept], middle: Points) -> dict[str, float]:
        """The player, counted from 1, before whom a row lies, or the two between whom it does.

        They sit counter-clockwise.
        """
        x, y = np.mean([one.card.xy for one in kept], axis=0) - middle
        at = float(np.arctan2(x, y)) / (2 * np.pi) * self._players
        near, off = round(at), at - round(at)
        seat = near % self._players + 1
        if abs(off) < _BEFORE:
            return {str(seat): 1.0}
        other = (near + (1 if off > 0 else -1)) % self._players + 1
        return {str(seat): 1 - abs(off), str(other): abs(off)}


def _after(kept: Sequence[Kept], seen: Sequence[DetectedCard]) -> list[Kept]:
    """The cards of a row after one more picture: in the order of levels those that are seen, others as they were."""
    left, found = list(seen), []
    for one in kept:
        same = next((card for card in left if card.code == one.code), None)
        same = same or next((card for card in left if UNSURE in (card.code, one.code) and _is_there(one, card)), None)
        if same is not None:
            left.remove(same)
            found.append(again(one, same))
        elif one.missed + 1 < LOOKS * 2:
            found.append(replace(one, looks=one.looks + 1, missed=one.missed + 1))
    found += [Kept(card, unread=int(card.code == UNSURE)) for card in left]
    if not found:
        return []
    ring = np.array(found[0].card.corners)
    right = ring[1] - ring[0]
    return sorted(found, key=lambda one: (one.card.level, float(np.array(one.card.xy) @ right)))


def _is_there(one: Kept, card: DetectedCard) -> bool:
    """Whether a card that was not read lies where another one did."""
    return _apart(one.card, card) < card.shorter_side / 2


def _apart(one: DetectedCard, other: DetectedCard) -> float:
    return float(np.hypot(one.xy[0] - other.xy[0], one.xy[1] - other.xy[1]))
