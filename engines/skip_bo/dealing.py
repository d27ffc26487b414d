"""Dealing (K-1), the draw pile and its renewal (K-4).

A known state holds the seed of its next shuffle, so that one seed determines a whole match; without a seed, shuffled
cards become unknown.
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
    """The dealt cards, with all stocks face down; the first player begins, the last one deals. Raises `BadOption`."""
    return _begun(players, options, None)


def deal(players: Sequence[str], options: Mapping[str, Fact], seed: int) -> State:
    """The same with all cards known, also those of later shuffles and deals; raises `BadOption`."""
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
    """All cards shuffled and dealt: the stocks, five to each hand, the rest as draw pile (K-1)."""
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
    """The shuffled cards, and the seed of the next shuffle; unknown without a seed (`chance` None)."""
    if chance is None:
        return (UNKNOWN,) * len(cards), None
    shuffler = random.Random(chance)
    order = list(cards)
    shuffler.shuffle(order)
    return tuple(order), shuffler.getrandbits(32)


def renewed(state: State) -> State:
    """The state with finished piles as draw pile where that is empty (K-4)."""
    if state.draw or not state.aside:
        return state
    cards, chance = _shuffled(state.aside, state.chance)
    return replace(state, draw=cards, aside=(), chance=chance)


def taken(state: State, count: int) -> tuple[Cards, State]:
    """The top cards of the draw pile and the state without them; there must be enough cards."""
    cards: Cards = ()
    while len(cards) < count:
        top = state.draw[: -1 - (count - len(cards)) : -1]
        cards += top
        state = renewed(replace(state, draw=state.draw[: len(state.draw) - len(top)]))
    return cards, state


def identified(state: State, cards: Cards, named_cards: Cards) -> Cards:
    """The `cards` of a state completed by the faces that a move names; raises `IllegalMove` where they conflict.

    Either may hold unknown ones, in any order.
    """
    still_open = list(cards)
    new = []
    for card in named_cards:
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
    """Raises `IllegalMove` for a text that is no face of a card."""
    if card not in FACES:
        raise IllegalMove(message("skip_bo.illegal.no_card", card=card))


def check_left(card: str, left: int) -> None:
    """Raises `IllegalMove` when all cards of a face are known elsewhere; `left`: how many are not."""
    if left < 1:
        raise IllegalMove(message("skip_bo.illegal.none_left", card=named(card)))


def named(card: str) -> str:
    """A card as messages name it, by its print.

    >>> named("7"), named("wild")
    ('7', 'Skip-Bo')
    """
    return "Skip-Bo" if card == FACES[-1] else card
