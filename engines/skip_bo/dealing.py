"""Cards that come by chance: dealing (K-1), the draw pile and its renewal (K-4).

A known state carries the number that its next shuffle comes from, so that a seed decides a whole match; where nobody
knows that number, what is shuffled becomes unknown.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from engines.contract import BadOption, IllegalMove
from engines.messages import Fact, message
from engines.options import check_players, choose_options
from engines.skip_bo.state import (
    BUILDS,
    DECK,
    FACES,
    HAND,
    OPTIONS,
    PLAYERS,
    TEAM_TABLES,
    Cards,
    HouseRules,
    Result,
    State,
    in_order,
)
from engines.vocabulary import UNKNOWN


def stock_size(players: int, house: HouseRules) -> int:
    """Cards dealt to each stock (K-1)."""
    if house.short:
        return 10
    return 30 if players <= 4 else 20


def start(players: Sequence[str], options: Mapping[str, Fact]) -> State:
    """Dealt, and the stocks still face down; raises `BadOption`. Who is named first begins, the last one deals."""
    return _begun(players, options, None)


def deal(players: Sequence[str], options: Mapping[str, Fact], seed: int) -> State:
    """The same with all cards known, and with them every later shuffle and deal; raises `BadOption`."""
    return _begun(players, options, seed)


def _begun(players: Sequence[str], options: Mapping[str, Fact], chance: int | None) -> State:
    names = check_players(players, PLAYERS)
    values = choose_options(options, OPTIONS)
    house = HouseRules(values["teams"] == "yes", values["short"] == "yes", values["play"] == "match")
    if house.teams and len(names) not in TEAM_TABLES:
        raise BadOption(message("skip_bo.team_players", players=len(names)))
    return _dealt(names, house, (), chance)


def next_game(state: State) -> State:
    """The next game of a match, dealt (K-1, K-7)."""
    return _dealt(state.players, state.house, state.results, state.chance)


def _dealt(players: tuple[str, ...], house: HouseRules, results: tuple[Result, ...], chance: int | None) -> State:
    """All cards shuffled and dealt anew: the stocks, five to each hand, the rest is the draw pile (K-1)."""
    count, size = len(players), stock_size(len(players), house)
    cards, chance = _shuffled(DECK, chance)
    hands_from = count * size
    rest = hands_from + count * HAND
    return State(
        players,
        house,
        draw=cards[rest:],
        hands=tuple(in_order(cards[at : at + HAND]) for at in range(hands_from, rest, HAND)),
        stocks=tuple(cards[at : at + size] for at in range(0, hands_from, size)),
        shown=((),) * count,
        discards=(((),) * BUILDS,) * count,
        seat=len(results) % count,
        game=len(results) + 1,
        results=results,
        chance=chance,
    )


def _shuffled(cards: Cards, chance: int | None) -> tuple[Cards, int | None]:
    """The cards in the order that chance gives them, and the chance of the shuffle after this."""
    if chance is None:
        return (UNKNOWN,) * len(cards), None
    shuffler = random.Random(chance)
    order = list(cards)
    shuffler.shuffle(order)
    return tuple(order), shuffler.getrandbits(32)


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
    left = state.unseen
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
