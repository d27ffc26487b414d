"""Skip-Bo on a score pad: games of which only the end is entered, K-6 to K-8."""

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines import skip_bo
from engines.bots import NAMES
from engines.skip_bo import Move, NobodyWon, Result, State, Won
from engines.skip_bo.results import hostile_to
from tests.support.engines import fuzz, laws
from tests.support.engines.bot_games import greedy_game
from tests.support.engines.seats import AYA, BEN
from tests.support.engines.skip_bo import MATCH, TEAMS, begun, play, rules, said, scores, why_not
from tests.support.tiers import first

GAMES = 3  # of a match


def start(players: int, **options: Any) -> State:
    return skip_bo.start(NAMES[:players], options)


def test_k7_the_winner_gets_25_and_5_for_each_card_in_every_other_stock() -> None:
    state = play(start(3), "2 won left 3 4")
    assert scores(state) == [(0, 2), (25 + 5 * 7, 1), (0, 2)]
    assert [rules.reasons(state, seat)[-1] for seat in range(3)] == ["stock_left 3", "stock_left 0", "stock_left 4"]
    assert said(state) == ["won Ben 60"]
    assert why_not(state, "2 won left 3 4") == "over"


def test_k7_a_match_goes_on_with_the_next_deal_or_the_next_result() -> None:
    state = play(start(2, **MATCH), "1 won left 20", "1 won left 10")
    assert (state.game, said(state)) == (2, ["won Aya 75", "deal_next Ben 3"])
    assert play(state, "deal ?").seat == AYA
    assert said(play(state, "1 won left 1", "2 won left 1", "1 won left 1"))[-1] == "match_games Aya 260 4"


def test_k8_partners_share_and_only_the_other_teams_stocks_count() -> None:
    state = play(start(4, **TEAMS), "4 won left 0 7")
    assert scores(state) == [(0, 3), (60, 1), (0, 3), (60, 1)]
    assert said(state) == ["won_team Dan Ben 60"]
    assert play(start(6, **TEAMS), "4 won left 30 22 1 9").results == (Result(3, 62),)


def test_k6_after_a_drawn_game_nobody_knows_what_was_left() -> None:
    state = play(start(2, **MATCH), "nobody won")
    assert said(state) == ["drawn", "deal_next Aya 2"]
    assert rules.reasons(state, BEN) == []
    assert play(state, "2 won left 3").results == (Result(None, 0), Result(BEN, 3))


def test_a_followed_game_goes_over_to_the_pad_and_its_cards_are_forgotten() -> None:
    state = play(begun(2), "2 won left 3")
    assert (state.results, skip_bo.layout(state)) == ((Result(BEN, 3),), {})
    assert skip_bo.moves(state) == ()


@pytest.mark.parametrize(
    ("state", "line", "why"),
    [
        (start(3), "2 won left 3", "left_of_each 2"),
        (start(4, **TEAMS), "2 won left 3 4 5", "left_of_each 2"),
        (start(3), "2 won left 3 31", "left_many 30 31"),
        (start(3, short="yes"), "2 won left 3 11", "left_many 10 11"),
        (start(3), "2 won left 0 7", "left_none Aya"),
        (start(4, **TEAMS), "2 won left 0 0", "left_none Aya"),
        (start(3), "4 won left 3 7", "no_player 4 3"),
    ],
)
def test_what_the_rules_exclude_is_refused_with_a_reason(state: State, line: str, why: str) -> None:
    assert why_not(state, line) == why


def test_a_result_is_told_in_a_line_of_the_record() -> None:
    assert rules.described(start(2, **MATCH), "nobody won", "1 won left 7") == ["drawn", "won Aya 60"]
    assert rules.described(start(4, **TEAMS), "1 won left 0 7") == ["won_team Aya Chie 60"]


@given(st.data())
def test_a_result_is_read_back_as_it_was_written(data: st.DataObject) -> None:
    words = data.draw(st.lists(st.sampled_from(["1", "2", "won", "left", "0", "12", "162", "nobody"]), max_size=8))
    fuzz.is_a_move_or_refused(skip_bo, " ".join(words))


Ending = tuple[State, State, Move]  # some moment of a game, its end, and how people would enter that


@cache
def endings(seed: int) -> tuple[Ending, ...]:
    """The first games of a match of bots."""
    pick = random.Random(seed)
    found: list[Ending] = []
    moments: list[State] = []
    for state, move in greedy_game(skip_bo, *laws.any_table(skip_bo, seed), seed):
        if len(state.results) < state.game:
            moments.append(state)
        then = skip_bo.play(state, move)
        if len(then.results) > len(state.results):
            found.append((pick.choice(moments), then, ending_of(then)))
            moments.clear()
        if len(found) == GAMES:
            break
    return tuple(found)


def ending_of(state: State) -> Won | NobodyWon:
    """How a followed game ended."""
    winner = state.results[-1].winner
    if winner is None:
        return NobodyWon()
    return Won(winner, tuple(len(state.stocks[seat]) for seat in hostile_to(state, winner)))


def booked(state: State) -> tuple[object, ...]:
    """All that a game leaves."""
    scored = skip_bo.standings(state) if state.results[-1].winner is not None else scores(state)
    return state.results, state.game, state.phase, scored, said(state)


@pytest.mark.parametrize("seed", first(range(30), 6))
def test_the_pad_books_what_following_the_same_match_gives(seed: int) -> None:
    """Entered on a pad alone, and at some moment of each followed game, as all know it and as one player does."""
    pad = skip_bo.start(*laws.any_table(skip_bo, seed))
    for moment, then, ending in endings(seed):
        assert skip_bo.move_from_json(skip_bo.move_to_json(ending)) == ending
        pad, midway = skip_bo.play(pad, ending), skip_bo.play(moment, ending)
        assert booked(pad) == booked(midway) == booked(then)
        for viewer in (None, BEN):
            assert skip_bo.play(skip_bo.view(moment, viewer), ending) == skip_bo.view(midway, viewer)
