"""The piles on which the last pictures of a table agree: one in twenty misses a card, or sees one where none lies."""

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.cards.common.reading import UNSURE, DetectedCard
from vision.places.cards.pile import LOOKS
from vision.places.cards.zones import uppermost

_NEAR = 0.5  # shorter sides between the middles of one pile in two pictures


@dataclass
class _Seen:
    """A pile: its card in each picture that shows it, the last one first, by how many pictures ago that was."""

    cards: dict[int, DetectedCard]

    @property
    def is_steady(self) -> bool:
        """Whether it is seen now and then at least, and in half of the pictures since it came."""
        return min(self.cards) < LOOKS and 2 * len(self.cards) > max(self.cards)

    @property
    def card(self) -> DetectedCard:
        """Its last card, showing what most of the last pictures read."""
        codes = [card.code for card in self.cards.values() if card.code != UNSURE][:LOOKS]
        last = next(iter(self.cards.values()))
        return replace(last, code=Counter(codes).most_common(1)[0][0]) if codes else last


class SteadyPiles:
    """The piles of one table in the last pictures, which may be of different sizes.

    >>> five, six = (DetectedCard(code, ((x, 0), (x + 63, 0), (x + 63, 88), (x, 88)), 1.0) for code, x in
    ...              (("5", 0), ("6", 90)))
    >>> piles = SteadyPiles()
    >>> [[card.code for card in piles.see(cards, 900.0)] for cards in ([five, six], [five], [five, six])]
    [['5', '6'], ['5', '6'], ['5', '6']]
    """

    def __init__(self) -> None:
        self._pictures: deque[list[DetectedCard]] = deque(maxlen=2 * LOOKS)  # the last one first

    def forget(self) -> None:
        """Begin anew: what lay there lies elsewhere now."""
        self._pictures.clear()

    def see(self, cards: Sequence[DetectedCard], width: float) -> list[DetectedCard]:
        """The piles after one more picture that is `width` px wide, in shares of its width."""
        self._pictures.appendleft([_scaled(card, width) for card in uppermost(cards)])
        found: list[_Seen] = []
        for ago, picture in enumerate(self._pictures):
            for card in picture:
                same = next((one for one in found if _is_near(next(iter(one.cards.values())), card)), None)
                if same is None:
                    found.append(_Seen({ago: card}))
                else:
                    same.cards.setdefault(ago, card)
        return [one.card for one in found if one.is_steady]


def _is_near(one: DetectedCard, other: DetectedCard) -> bool:
    return one.apart(other) < _NEAR * one.shorter_side


def _scaled(card: DetectedCard, width: float) -> DetectedCard:
    return card.at(lambda corner: (corner[0] / width, corner[1] / width))
