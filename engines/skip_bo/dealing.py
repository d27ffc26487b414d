"""Cards that come by chance: dealing (K-1), the draw pile and its renewal (K-4).

A known state carries the number that its next shuffle comes from, so that a seed decides a whole match; where nobody
knows that number, what is shuffled becomes unknown.
"""

from collections import Counter
from dataclasses import replace

from engines.contract import IllegalMove
from engines.messages import message
from engines.skip_bo.state import (
    FACES,
    Cards,
    State,
    _shuffled,
    unseen,
)
from engines.vocabulary import UNKNOWN


def renewed(state: State) -> State:
    """Finished piles become the draw pile as soon as that is empty (K-4)."""
    if state.draw or not state.aside:
        return state
    cards, chance = _shuffled(state.aside, state.chance)
    return replace(state, draw=cards, aside=(), chance=chance)


def taken(state: State, count: int) -> tuple[Cards, State]:
    """The top cards of the draw pile, which is renewed as soon as it is empty; there must be so many."""
    cards: Cards = ()
    while len(cards) < count:
        top = state.draw[: -1 - (count - len(cards)) : -1]
        cards += top
        state = renewed(replace(state, draw=state.draw[: len(state.draw) - len(top)]))
    return cards, state


def identified(state: State, cards: Cards, said: Cards) -> Cards:
    """Cards that lie in `state` when a move says what they are; raises `IllegalMove` when that cannot be.

    Either may hold unknown ones, in any order.
    """
    still_open = list(cards)
    new = []
    for card in said:
        if card == UNKNOWN:
            continue
        check_card(card)
        if card in still_open:
            still_open.remove(card)
        elif UNKNOWN in still_open:
            still_open.remove(UNKNOWN)
            new.append(card)
        else:
            raise IllegalMove(message("skip_bo.illegal.other_card", card=named(card)))
    left = unseen(state)
    for card, count in Counter(new).items():
        check_left(card, left[card] - count + 1)
    rest = list(cards)
    for _ in new:
        rest.remove(UNKNOWN)
    return (*rest, *new)


def check_card(card: str) -> None:
    """Raises `IllegalMove` for what is no face of a card."""
    if card not in FACES:
        raise IllegalMove(message("skip_bo.illegal.no_card", card=card))


def check_left(card: str, left: int) -> None:
    """Raises `IllegalMove` when every card of a face has been seen elsewhere: a card too many."""
    if left < 1:
        raise IllegalMove(message("skip_bo.illegal.none_left", card=named(card)))


def named(card: str) -> str:
    """A card as sentences name it, by what is printed on it.

    >>> named("7"), named("wild")
    ('7', 'Skip-Bo')
    """
    return "Skip-Bo" if card == FACES[-1] else card
