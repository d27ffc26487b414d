"""The computer players of Stop: what they know, and what the strong one does otherwise than the greedy one."""

from dataclasses import replace

import pytest

from engines import stop
from engines.bots import EASY, MEDIUM, STRENGTHS, STRONG, matching_moves
from engines.stop.moves import Call, Discard, Draw
from engines.stop.state import SEATS, State
from engines.vocabulary import UNKNOWN
from tests.support.engines.seats import AYA, BEN
from tests.support.engines.stop import NAMES, WAITING_FOR_5, after, table


def next_move(state: State, strength: str) -> stop.Move:
    for seat in range(SEATS):
        view = stop.view(state, seat)
        wish = stop.choose(view, seat, strength)
        assert stop.choose(view, seat, strength) == wish
        for move in matching_moves(stop, state, seat, wish) if wish is not None else ():
            return move
    raise AssertionError("nobody has a move")


@pytest.mark.parametrize("strength", STRENGTHS)
def test_each_strength_plays_games_to_their_end_and_decides_the_same_by_the_same_view(strength: str) -> None:
    state = stop.deal(NAMES, {"games": 5}, seed=5)
    while not stop.is_over(state):
        state = stop.play(state, next_move(state, strength))
    assert state.match.games == 5


def test_a_draw_is_wanted_without_knowing_the_card() -> None:
    state = table({AYA: "2S 4H 6D 8C 10S QH KD"})
    wish = stop.choose(stop.view(state, AYA), AYA, STRONG)
    assert wish == Draw(UNKNOWN)
    assert list(matching_moves(stop, state, AYA, wish)) == [Draw(state.stock[0])]


def test_the_strong_one_stops_when_the_others_have_much_more_and_the_easy_one_never_does() -> None:
    state = table({BEN: "AS AH 2D"}, river="3S")
    assert stop.choose(stop.view(state, BEN), BEN, STRONG) == Call(BEN, "stop")
    assert stop.choose(stop.view(state, BEN), BEN, EASY) != Call(BEN, "stop")


def test_the_strong_one_does_not_stop_where_a_single_card_is_often_lower() -> None:
    state = table({BEN: "AS 3H 5D", AYA: "4H"}, river="3S")
    assert stop.choose(stop.view(state, BEN), BEN, STRONG) != Call(BEN, "stop")


def test_the_strong_one_discards_what_cannot_win_for_a_player_in_riichi() -> None:
    hands = {AYA: WAITING_FOR_5, BEN: "3S 6H 7D 9C JS QH KD"}
    state = table(hands, river="QD 4C 4D 4H 4S 8S", riichi=[AYA], stock="8H")  # Aya has discarded a queen
    state = after(replace(state, turn=BEN), "draw 8H")
    greedy, strong = (stop.choose(stop.view(state, BEN), BEN, strength) for strength in (MEDIUM, STRONG))
    assert greedy == Discard("JS")
    assert strong == Discard("QH")
