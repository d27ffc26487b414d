"""Stop on a score pad: games of which only the end is entered, S-8 to S-24."""

import random
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines import stop
from engines.messages import Fact
from engines.stop.campaign import carried_text
from engines.stop.moves import HIT, NOBODY, ON_DISCARD, OUT, RON, STOP, TSUMO, Result
from engines.stop.payment import FAILED_STOP, FIRST_ROUND, ONE_SHOT
from engines.stop.state import Phase, State
from tests.support.engines import fuzz, laws
from tests.support.engines.seats import AYA, BEN, CHIE
from tests.support.engines.stop import LOTS, NAMES, WAITING_FOR_5, after, legal, refused, rules, table, told
from tests.support.tiers import first

GAMES = 5  # of a match


def begun(**options: Fact) -> State:
    return stop.start(NAMES, options)


@pytest.mark.parametrize(
    ("line", "coins"),
    [
        ("3 won stop", (-1, -1, 4, -1, -1)),
        ("3 won stop first joker 1 joker 2 joker 2", (-4, -8, 16, -2, -2)),
        ("3 won 70 first", (-2, -2, 8, -2, -2)),
        ("3 won out joker 5", (-1, -1, 5, -1, -2)),
        ("3 failed stop to 1 to 4 first joker 3", (16, 0, -32, 16, 0)),
        ("3 won tsumo", (-1, -1, 4, -1, -1)),
        ("3 won tsumo riichi 3 one-shot 3", (-2, -2, 8, -2, -2)),
        ("3 won from 2 first", (0, -8, 8, 0, 0)),  # a hit
        ("3 won from 5 first riichi 3 joker 5", (0, 0, 8, 0, -8)),  # a ron, which the first round does not double
        ("3 won from 5 riichi 3 riichi 4 one-shot 3", (0, 0, 9, -1, -8)),
        ("nobody won riichi 4", (0, 0, 0, -1, 0)),
    ],
)
def test_a_game_is_settled_by_how_it_ended(line: str, coins: tuple[int, ...]) -> None:
    state = after(begun(jokers=4), line)
    assert state.coins == coins
    assert stop.move_to_text(stop.move_from_text(line)) == line


def test_s_8_s_22_stakes_and_deal_go_to_the_winner_though_nobody_knows_who_dealt() -> None:
    state = after(begun(), "nobody won riichi 4", "2 failed stop to 3")
    assert (state.phase, state.match.dealer, state.match.stakes, state.match.games) == (Phase.LOTS, None, 1, 2)
    assert told(state)[:2] == ["entered.failed_stop Ben", "pays Ben Chie 4 0"]
    won = after(state, "3 won out")
    assert (won.phase, won.match.dealer, won.match.stakes) == (Phase.DEAL, CHIE, 0)
    assert "stakes_won Chie 1" in told(won)
    assert after(won, "2 failed stop to 1", "nobody won").match.dealer == CHIE + 1
    assert after(state, *LOTS).match.dealer == CHIE  # the lots decide where people turn them up
    assert after(begun(), *LOTS, "nobody won").match.dealer == CHIE


def test_s_20_several_win_on_a_discard_by_option_and_the_nearest_takes_stakes_and_deal() -> None:
    state = after(begun(rons="all"), "1 won 3 won from 2 riichi 1 one-shot 1 joker 2")
    assert (state.coins, state.match.dealer) == ((-1 + 16, -24, 8 + 1, 0, 0), CHIE)
    assert told(state)[:2] == ["entered.hit Chie Ben", "entered.ron Aya Ben"]
    assert refused(begun(), "1 won 3 won from 2 riichi 1") == "nearest_wins Chie"


def test_a_followed_game_goes_over_to_the_pad_and_its_riichi_counts_once() -> None:
    state = table({AYA: WAITING_FOR_5, BEN: "3S"}, river="7C", riichi=[AYA], stakes=1)
    won = after(state, "1 won from 4 riichi 1")
    assert (won.coins, won.match.stakes) == ((4 + 1, 0, 0, -4, 0), 0)
    assert (stop.layout(won), won.melds, legal(won)[0][:4]) == ({}, (), "deal")
    assert after(state, "1 won from 4").coins == won.coins
    assert refused(state, "1 won stop") == "result_in_riichi Aya"
    assert stop.layout(after(won, "deal"))["stock"] == {"back"}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("3 won from 3", "on_both_sides Chie"),
        ("3 failed stop to 3 to 4", "on_both_sides Chie"),
        ("3 won from 1", "hit_from_afar Chie Aya"),  # S-17
        ("3 won stop riichi 3", "result_in_riichi Chie"),  # S-8
        ("3 failed stop to 1 riichi 3", "result_in_riichi Chie"),
        ("3 won 70 riichi 3", "result_in_riichi Chie"),
        ("3 won out riichi 3", "result_in_riichi Chie"),
        ("3 won tsumo one-shot 3", "one_shot_without_riichi Chie"),
        ("3 won out joker 1 joker 1 joker 2", "many_jokers 2"),
    ],
)
def test_what_the_rules_exclude_is_refused_with_a_reason(line: str, why: str) -> None:
    assert refused(begun(), line) == why


def test_the_last_result_ends_the_match_and_there_is_no_other() -> None:
    over = after(begun(games=1), "2 won stop")
    assert told(over)[-1] == "won Ben 4"
    assert refused(over, "2 won stop") == "now_over Ben"


def test_s_24_ten_results_bring_the_king_to_the_next_city_though_nobody_knows_who_deals() -> None:
    leg = after(begun(course=300, leg="first"), *["nobody won"] * 10)
    assert told(leg)[-3:] == ["salaries Aya 50", "next_city Aya 1", "leg_over Aya 1"]
    assert leg.carried is not None
    second = begun(course=300, leg=carried_text(leg.carried))
    assert (second.phase, second.match) == (Phase.LOTS, leg.match)
    assert told(second)[1:] == ["campaign_goes_on Aya 1 100", "turn_up Aya"]


def test_a_result_is_told_in_a_line_of_the_record() -> None:
    lines = ("3 failed stop to 1", "3 won from 2", "nobody won", "3 won from 1 riichi 3", "3 won tsumo")
    assert rules.described(begun(), *lines) == [
        "entered.failed_stop Chie",
        "entered.hit Chie Ben",
        "nobody_won",
        "entered.ron Chie Aya",
        "entered.tsumo Chie",
    ]
    assert rules.described(begun(rons="all"), "3 won 1 won from 2 riichi 1") == ["entered.together Chie & Aya Ben"]


@given(st.data())
def test_a_result_is_read_back_as_it_was_written(data: st.DataObject) -> None:
    words = ["1", "2", "won", "failed", "stop", "70", "out", "tsumo", "from 2", "to 1", "first"]
    words += ["riichi 1", "riichi 2", "one-shot 2", "joker 5", "nobody"]
    fuzz.is_a_move_or_refused(stop, " ".join(data.draw(st.lists(st.sampled_from(words), max_size=8))))


Ending = tuple[State, State, Result]  # some moment of a game, its end, and how people would enter that


@cache
def endings(seed: int) -> tuple[Ending, ...]:
    """The first games of a match of bots that now and then make any move."""
    pick = random.Random(seed)
    found: list[Ending] = []
    moments: list[State] = []
    for state, move in fuzz.lively_game(stop, seed):
        moments.append(state)
        then = stop.play(state, move)
        if then.match.games > state.match.games:
            riichi = tuple(at for at, seat in enumerate(state.seats) if seat.riichi)
            found.append((pick.choice(moments), then, result_of(then, riichi)))
            moments.clear()
        if len(found) == GAMES:
            break
    return tuple(found)


def result_of(state: State, riichi: tuple[int, ...]) -> Result:
    """How a followed game ended, by its claims and payments."""
    claims, payments = state.showdown.claims, state.showdown.payments
    if not claims:
        return Result(NOBODY, riichi=riichi)
    kind = payments[0].kind
    is_on_discard = kind in (RON, HIT)
    recent = {payment.payee for payment in payments if payment.doubled == ONE_SHOT}
    jokers = {payment.payer: payment.jokers for payment in payments}
    return Result(
        kind=ON_DISCARD if is_on_discard else kind,
        seats=tuple(sorted(claim.seat for claim in claims)),
        giver=payments[0].payer if is_on_discard else None,
        lower=tuple(sorted(payment.payee for payment in payments)) if kind == FAILED_STOP else (),
        first=any(payment.doubled == FIRST_ROUND for payment in payments),
        riichi=riichi,
        one_shot=tuple(sorted(recent)),
        jokers=tuple(seat for seat in sorted(jokers) for _ in range(jokers[seat])),
    )


def booked(state: State) -> tuple[object, ...]:
    """All that a game leaves but who deals next."""
    match = state.match
    return match.ledger, match.stakes, match.campaign, stop.is_over(state), stop.standings(state)


@pytest.mark.parametrize("seed", first(range(60), 12))
def test_the_pad_books_what_following_the_same_match_gives(seed: int) -> None:
    """Entered on a pad alone, and at some moment of each followed game, as all know it and as one player does."""
    pad, is_dealer_known = stop.start(*laws.any_table(stop, seed)), False
    for moment, then, result in endings(seed):
        assert stop.move_from_json(stop.move_to_json(result)) == result
        pad, midway = stop.play(pad, result), stop.play(moment, result)
        assert booked(pad) == booked(midway) == booked(then)
        is_dealer_known = is_dealer_known or result.kind not in (FAILED_STOP, NOBODY)
        assert pad.match.dealer == (then.match.dealer if is_dealer_known else None)
        if moment.phase != Phase.LOTS:
            assert (midway.match.dealer, midway.phase) == (then.match.dealer, then.phase)
        for viewer in (None, CHIE):
            assert stop.play(stop.view(moment, viewer), result) == stop.view(midway, viewer)


def test_bots_end_games_in_every_way() -> None:
    kinds = {result.kind for seed in range(12) for _, _, result in endings(seed)}
    assert kinds >= {STOP, FAILED_STOP, ON_DISCARD, OUT, TSUMO}
