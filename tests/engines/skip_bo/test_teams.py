"""Skip-Bo in teams, penalties and what nobody sees: K-8 and K-9."""

from dataclasses import replace

import pytest

from engines import skip_bo
from engines.bots import NAMES
from engines.contract import BadOption
from engines.skip_bo import Lay, Penalty, Result
from engines.vocabulary import UNKNOWN
from tests.support.engines.in_short import short
from tests.support.engines.seats import AYA, BEN, CHIE, DAN
from tests.support.engines.skip_bo import FOUR, FULL, MATCH, TEAMS, begun, lines, play, said, scores, table, why_not
from tests.support.refusals import refused


def test_k8_partners_sit_opposite_and_are_told_so() -> None:
    assert said(skip_bo.start(NAMES[:4], TEAMS))[1:3] == ["team Aya Chie", "team Ben Dan"]
    assert said(skip_bo.start(NAMES, TEAMS))[1:4] == ["team Aya Dan", "team Ben Emi", "team Chie Fumi"]
    for players in (3, 5):
        with refused("skip_bo.team_players", BadOption):
            skip_bo.start(NAMES[:players], TEAMS)


def test_k8_a_player_uses_his_partners_stock_and_discard_piles_too_but_discards_on_his_own() -> None:
    state = table(**FOUR, builds=["1 2 3"], discards=[["4"], ["4"], ["", "4"], ["4"]])
    sources = ("stock/1 build/1 turn 9", "stock/3 build/1 turn 10", "hand build/1")
    sources += ("discard/1/1 build/1", "discard/3/2 build/1")
    assert lines(state, "lay") == [f"lay 4 {source}" for source in sources]
    assert {line.split()[2].split("/")[1] for line in lines(state, "discard")} == {"1"}
    assert said(state) == ["turn_team Aya Chie 1 4"]
    after = play(state, "lay 4 stock/3 build/1 turn 10")
    assert skip_bo.layout(after)["stock/3"] == {"10"}
    assert after.hands == state.hands
    told = skip_bo.describe(state, Lay("4", "stock/3", "build/1", "10"))
    assert short(told) == "partner_lays_stock Aya 4 1 10 Chie"


def test_k8_a_finished_partner_goes_on_taking_turns_and_both_stocks_must_be_empty() -> None:
    state = table(**FOUR | {"stocks": ["4", "1 4", "10 5", "1 4"]}, builds=["1 2 3"])
    state = play(state, "lay 4 stock/1 build/1")
    assert not skip_bo.is_over(state)
    state = play(state, "lay 5 stock/3 build/1 turn 10", "discard 9 discard/1/1", "draw ?", "discard 5 discard/2/1")
    state = play(state, "draw ?", "discard 6 discard/3/1", "draw ?", "discard 7 discard/4/1", "draw ?")
    assert state.seat == AYA
    assert lines(state, "discard")
    ended = table(**FOUR | {"stocks": ["", "1 4", "4", "1 4"]}, builds=["1 2 3"])
    ended = play(ended, "lay 4 stock/3 build/1")
    assert skip_bo.is_over(ended)
    assert said(ended) == ["won_team Aya Chie 45"]


@pytest.mark.parametrize(
    ("results", "told", "ends"),
    [
        ([Result(DAN, 80), Result(CHIE, 80)], None, [(475, 1), (425, 3)]),
        ([Result(CHIE, 90), Result(CHIE, 80)], "match_points_team Aya 950 3 Chie", [(950, 1), (0, 3)]),
        ([Result(CHIE, 2), Result(AYA, 2), Result(CHIE, 2)], "match_games_team Aya 155 4 Chie", [(155, 1), (0, 3)]),
    ],
)
def test_k8_partners_share_what_either_wins_and_only_hostile_stocks_count(
    results: list[Result], told: str | None, ends: list[tuple[int, int]]
) -> None:
    teams = FOUR | {"stocks": ["", "1 4", "4", "1 1 4"], "options": TEAMS | MATCH}
    state = table(**teams, builds=["1 2 3"], results=tuple(results), game=len(results) + 1)
    state = play(state, "lay 4 stock/3 build/1")
    assert scores(state) == ends * 2
    assert told is None or said(state)[-1] == told


def test_k9_a_penalty_lays_two_cards_from_the_draw_pile_on_the_stock_the_newest_face_up() -> None:
    """The covered one is seen by nobody, and the old top stays known."""
    state, penalty = table(**FOUR, draw="1 2 12 11", rest=1), Penalty(DAN, ("11", "12"))
    assert lines(state, "penalty") == [f"penalty {seat} 11 12" for seat in (1, 2, 3, 4)]
    assert skip_bo.mover(state, penalty) is None
    assert short(skip_bo.describe(state, penalty)) == "penalty Dan 12 2"
    after = skip_bo.play(state, penalty)
    assert (after.stocks[DAN], len(after.draw), after.seat) == (("1", "3", "11", "12"), 2, AYA)
    assert skip_bo.layout(after)["stock/4"] == {"12"}
    for player in (None, AYA, DAN):
        seen = skip_bo.observed(state, penalty, player)
        assert seen == Penalty(DAN, (UNKNOWN, "12"))
        own = skip_bo.play(skip_bo.view(state, player), seen)
        assert own == skip_bo.view(after, player)
        assert own.stocks[DAN] == (UNKNOWN, "3", UNKNOWN, "12")
    public = skip_bo.view(after, None)
    builds = (tuple(FULL.split()[:-1]), tuple(FULL.split()[:-2]), (), ())
    uncovered = replace(public, stocks=((UNKNOWN, "4"), *public.stocks[1:]), seat=DAN, builds=builds)
    turned = play(uncovered, "lay 12 stock/4 build/1 turn 11")
    assert lines(turned, "lay 11 stock/4") == ["lay 11 stock/4 build/2 turn 3"]


def test_k9_a_penalty_takes_what_the_draw_pile_and_the_finished_piles_have() -> None:
    one = table(**FOUR, draw="11", rest=1)
    assert lines(one, "penalty 2") == ["penalty 2 11"]
    assert play(one, "penalty 2 11").stocks[BEN][-2:] == ("4", "11")
    more = table(**FOUR, draw="11", aside=FULL, rest=1)
    (line,) = lines(more, "penalty 2")
    assert len(play(more, line).draw) == 11
    assert lines(table(**FOUR, draw="", rest=1), "penalty") == []


def test_k9_a_penalty_may_come_before_a_draw_and_puts_a_finished_stock_back_into_play() -> None:
    finished = FOUR | {"stocks": ["", "1 4", "10 4", "1 3"]}
    after = play(table(**finished, draw="1 2 12 11 11", rest=1, busy=False), "penalty 1 11 11")
    assert after.stocks[AYA] == ("11", "11")
    assert lines(after, "draw") == ["draw 12 2 1"]


def test_what_the_table_shows_of_hidden_cards() -> None:
    state = begun(3)
    public = skip_bo.view(state, None)
    assert all(hand == (UNKNOWN,) * 5 for hand in public.hands)
    assert all(stock[-1] != UNKNOWN and set(stock[:-1]) == {UNKNOWN} for stock in public.stocks)
    assert set(public.draw) == {UNKNOWN}
    own = skip_bo.view(state, BEN)
    assert (own.hands[BEN], own.hands[AYA], own.stocks) == (state.hands[BEN], public.hands[AYA], public.stocks)


def test_an_unknown_hand_may_hold_every_card_that_has_not_been_seen_elsewhere() -> None:
    twelves = " ".join(["12"] * 6)
    public = skip_bo.view(table(["2 3 4 5", "5"], discards=[[twelves], [twelves]]), None)
    assert {line.split()[1] for line in lines(public, "discard")} == {*map(str, range(1, 12)), "wild"}
    assert why_not(public, "discard 12 discard/1/1") == "none_left 12"
    assert play(public, "discard 11 discard/1/1").hands[AYA] == (UNKNOWN,) * 3
    wilds = table(["2", "5"], discards=[[" ".join(["wild"] * 8)], [" ".join(["wild"] * 7)]], busy=False)
    public = skip_bo.view(wilds, None)  # cards that come up at once are counted together
    assert play(public, "draw wild wild wild 4").hands[AYA].count("wild") == 3
    assert why_not(public, "draw wild wild wild wild") == "none_left Skip-Bo"


def test_a_card_that_was_drawn_openly_stays_known_until_it_is_played() -> None:
    public = skip_bo.view(table(["2 3", "5"], busy=False), None)
    told = play(public, "draw 4 4 wild")
    assert told.hands[AYA] == ("4", "4", "wild", UNKNOWN, UNKNOWN)
    assert play(told, "discard 4 discard/1/1").hands[AYA] == ("4", "wild", UNKNOWN, UNKNOWN)
