"""Tables of Stop set up for a test: cards where they are wanted, all others anywhere else."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from device.texts import say
from engines import stop
from engines.contract import IllegalMove
from engines.hands import without
from engines.messages import Fact, Message
from engines.stop.cards import JOKER, deck, in_order
from engines.stop.moves import Show
from engines.stop.state import SEATS, TURN, Laid, Seat, State

NAMES = ("Aya", "Ben", "Chie", "Dan", "Emi")
AYA, BEN, CHIE, DAN, EMI = range(SEATS)
WAITING_FOR_5 = "2S 2H 9S 9D KS KC 5H"  # three pairs and one other


def table(
    hands: Mapping[int, str],
    *,
    river: str = "",
    stock: str = "",
    melds: Sequence[tuple[int, str]] = (),
    riichi: Sequence[int] = (),
    one_shot: Sequence[int] = (),
    options: Mapping[str, Fact] | None = None,
    running_out: bool = False,
    **changes: Any,
) -> State:
    """A known table at the beginning of a turn.

    `river` are the discards so far, the dealer's (Aya's) first, and then it is the next player's turn. Hands that are
    not given get seven cards that lie nowhere else, no joker among them; the rest is under the `stock`, or under the
    river of a game that is `running_out`.
    """
    begun = stop.deal(NAMES, dict(options or {}), seed=0)
    thrown, top = tuple(river.split()), tuple(stock.split())
    laid = tuple(Laid(seat, tuple(cards.split())) for seat, cards in melds)
    placed = [*thrown, *top, *(card for meld in laid for card in meld.cards)]
    placed += [card for hand in hands.values() for card in hand.split()]
    rest = list(reversed(without(deck(begun.rules.jokers), *placed)))
    plain = [card for card in rest if card != JOKER]
    seats = []
    for at in range(SEATS):
        hand = tuple(hands[at].split()) if at in hands else tuple(plain.pop(0) for _ in range(7))
        own = thrown[at::SEATS]
        seats.append(Seat(in_order(hand), (), own, at in riichi, at in one_shot))
    last = (len(thrown) - 1) % SEATS if thrown else None
    jokers = [card for card in rest if card == JOKER]
    state = replace(
        begun,
        phase=TURN,
        dealer=AYA,
        turn=len(thrown) % SEATS,
        last=last,
        river=(*plain, *jokers, *thrown) if running_out else thrown,
        stock=top if running_out else (*top, *plain, *jokers),
        seats=tuple(seats),
        melds=laid,
    )
    return replace(state, **changes)


def after(state: State, *lines: str) -> State:
    """The state after moves, as a record writes them."""
    for line in lines:
        state = stop.play(state, stop.move_from_text(line))
    return state


def shown(state: State) -> State:
    """The state when everybody has laid open what he must."""
    while state.pending:
        seat = state.pending[0]
        state = stop.play(state, Show(seat, state.seats[seat].hand))
    return state


def refused(state: State, line: str) -> str:
    """The sentence with which a move is refused; the state must stay as it was, and be refused in Japanese too."""
    before = repr(state)
    with pytest.raises(IllegalMove) as error:
        stop.play(state, stop.move_from_text(line))
    assert repr(state) == before
    assert say(error.value.said, "ja") != say(error.value.said, "en")
    return say(error.value.said, "en")


def legal(state: State, word: str) -> list[str]:
    """The legal moves whose line begins with a word, or has it after a player's number."""
    lines = [stop.move_to_text(move) for move in stop.moves(state)]
    return [line for line in lines if line.split()[0] == word or line.split()[1:2] == [word]]


def told(state: State, language: str = "en") -> list[str]:
    """What the box says now."""
    return [say(prompt.said, language) for prompt in stop.prompt(state)]


def english(said: Message) -> str:
    return say(said, "en")
