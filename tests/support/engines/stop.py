"""Tables of Stop set up for a test: cards where they are wanted, all others anywhere else."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engines import stop
from engines.hands import without
from engines.messages import Fact
from engines.stop.cards import JOKER, deck, in_order
from engines.stop.moves import Show
from engines.stop.state import SEATS, Laid, Phase, Seat, State
from tests.support.engines.seats import AYA
from tests.support.engines.told import Told

rules = Told(stop)
after, refused, told, status = rules.after, rules.refused, rules.said, rules.status
NAMES = ("Aya", "Ben", "Chie", "Dan", "Emi")
WAITING_FOR_5 = "2S 2H 9S 9D KS KC 5H"  # three pairs and one other
LOTS = ("turn 9H", "turn KS", "turn 4D", "turn 4C", "turn JH")  # Chie deals first


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
    **match: Any,
) -> State:
    """A known table at the beginning of a turn.

    `river` are the discards so far, the dealer's (Aya's) first, and then it is the next player's turn. Hands that are
    not given get seven cards that lie nowhere else, no joker among them; the rest is under the `stock`, or under the
    river of a game that is `running_out`. `match` changes what went before, as the dealer.
    """
    begun = stop.deal(NAMES, dict(options or {}), seed=0)
    thrown, top = tuple(river.split()), tuple(stock.split())
    laid = tuple(Laid(seat, tuple(cards.split())) for seat, cards in melds)
    placed = [*thrown, *top, *(card for meld in laid for card in meld.cards)]
    placed += [card for hand in hands.values() for card in hand.split()]
    rest = list(reversed(without(deck(begun.house.jokers), *placed)))
    plain = [card for card in rest if card != JOKER]
    seats = []
    for at in range(SEATS):
        hand = tuple(hands[at].split()) if at in hands else tuple(plain.pop(0) for _ in range(7))
        own = thrown[at::SEATS]
        seats.append(Seat(in_order(hand), (), own, at in riichi, at in one_shot))
    last = (len(thrown) - 1) % SEATS if thrown else None
    jokers = [card for card in rest if card == JOKER]
    return replace(
        begun,
        phase=Phase.TURN,
        match=replace(begun.match, **{"dealer": AYA} | match),
        turn=len(thrown) % SEATS,
        last=last,
        river=(*plain, *jokers, *thrown) if running_out else thrown,
        stock=top if running_out else (*top, *plain, *jokers),
        seats=tuple(seats),
        melds=laid,
    )


def shown(state: State) -> State:
    """The state when everybody has laid open what he must."""
    while state.showdown.pending:
        seat = state.showdown.pending[0]
        state = stop.play(state, Show(seat, state.seats[seat].hand))
    return state


def legal(state: State, word: str = "") -> list[str]:
    """The legal moves whose line begins with a word, or has it after a player's number; without a word all of them."""
    return [line for line in rules.legal(state) if word in ("", *line.split()[:2])]
