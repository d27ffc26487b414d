"""The rules of Skip-Bo, K-1 to K-9, one by one."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from engines import skip_bo
from engines.contract import BadOption
from engines.skip_bo import END, Deal, Discard, Draw, Lay, Penalty, Result, State, Turn
from engines.skip_bo.state import DECK, in_order, stock_size
from engines.vocabulary import FACE_DOWN, NOTHING, UNKNOWN
from tests.support.engines.in_short import refusal, short
from tests.support.engines.seats import AYA, BEN, CHIE, DAN
from tests.support.refusals import refused

NAMES = ("Aya", "Ben", "Chie", "Dan", "Emi", "Fumi")
TEAMS: dict[str, Any] = {"teams": "yes"}
MATCH: dict[str, Any] = {"play": "match"}
TOPS = ("9 8", "1 7")  # of two players' stocks


def table(
    hands: Sequence[str],
    stocks: Sequence[str] = TOPS,
    builds: Sequence[str] = (),
    discards: Sequence[Sequence[str]] = (),
    draw: str | None = None,
    aside: str = "",
    options: dict[str, Any] | None = None,
    rest: int = -1,
    **fields: Any,
) -> State:
    """A known table in mid-game, the last card of each pile on top; every card that is not named lies out of play.

    That is at the bottom of the draw pile, or, where the draw pile is given, of the stock of player `rest`.
    """
    state = skip_bo.start(NAMES[: len(hands)], options or {})
    four: tuple[str, ...] = ("",) * 4
    fans = [*discards, *[four] * len(hands)]
    named = [*hands, *stocks, *builds, *(pile for piles in discards for pile in piles), draw or "", aside]
    remaining = tuple((Counter(DECK) - Counter(" ".join(named).split())).elements())
    given_stocks = [tuple(stock.split()) for stock in stocks]
    if draw is not None:
        given_stocks[rest] = remaining + given_stocks[rest]
    known = {
        "hands": tuple(in_order(tuple(hand.split())) for hand in hands),
        "stocks": tuple(given_stocks),
        "shown": tuple((len(stock) - 1,) if stock else () for stock in given_stocks),
        "builds": tuple(tuple(pile.split()) for pile in (*builds, *four)[:4]),
        "discards": tuple(tuple(tuple(pile.split()) for pile in (*piles, *four)[:4]) for piles in fans[: len(hands)]),
        "draw": remaining if draw is None else tuple(draw.split()),
        "aside": in_order(tuple(aside.split())),
        "busy": True,
        "chance": 7,
    }
    return replace(state, **known | fields)


def play(state: State, *lines: str) -> State:
    """The state after moves that are written as in a record."""
    for line in lines:
        state = skip_bo.play(state, skip_bo.move_from_text(line))
    return state


def why_not(state: State, line: str) -> str:
    """Why a move is refused, in short."""
    return refusal(skip_bo, state, skip_bo.move_from_text(line))


def said(state: State) -> list[str]:
    return [short(prompt.said) for prompt in skip_bo.prompt(state)]


def lines(state: State, kind: str = "") -> list[str]:
    """The legal moves of a kind, as in a record."""
    return [line for line in map(skip_bo.move_to_text, skip_bo.moves(state)) if line.startswith(kind)]


def scores(state: State) -> list[tuple[int, int]]:
    """Each player's score and rank."""
    return [(standing.score, standing.rank) for standing in skip_bo.standings(state)]


def begun(players: int) -> State:
    """A known game after all stocks are turned up."""
    state = skip_bo.deal(NAMES[:players], {}, 1)
    while isinstance(skip_bo.moves(state)[0], Turn):
        state = skip_bo.play(state, skip_bo.moves(state)[0])
    return state


FULL = "1 2 3 4 5 6 7 8 9 10 11 12"
UP_TO_11 = "1 2 3 4 5 6 7 8 9 10 11"
PLAIN: dict[str, Any] = {"hands": ["2 3 4", "5 6"], "builds": ["1 2 3"]}
FOUR: dict[str, Any] = {"hands": ["4 9", "5", "6", "7"], "stocks": ["9 4", "1 4", "10 4", "1 3"], "options": TEAMS}


@pytest.mark.parametrize(
    ("players", "stock", "draw"), [(2, 30, 92), (3, 30, 57), (4, 30, 22), (5, 20, 37), (6, 20, 12)]
)
def test_k1_so_many_cards_are_dealt_and_a_short_game_has_stocks_of_ten(players: int, stock: int, draw: int) -> None:
    cards = {str(number): 12 for number in range(1, 13)} | {"wild": 18}
    for options, stocks, left in ({}, stock, draw), ({"short": "yes"}, 10, 162 - 15 * players):
        dealt = skip_bo.deal(NAMES[:players], options, 3)
        assert Counter(card for pile in (dealt.draw, *dealt.hands, *dealt.stocks) for card in pile) == cards
        for state in (skip_bo.start(NAMES[:players], options), dealt):
            assert stock_size(state) == stocks
            assert [len(pile) for pile in state.stocks] == [stocks] * players
            assert [len(hand) for hand in state.hands] == [5] * players
            assert len(state.draw) == left


def test_k1_the_stocks_are_turned_up_and_the_dealers_left_neighbour_starts() -> None:
    state = skip_bo.start(NAMES[:3], {})
    shown = skip_bo.layout(state)
    lying = {place: look for place, look in shown.items() if look != NOTHING}
    assert lying == dict.fromkeys(("draw", "stock/1", "stock/2", "stock/3"), FACE_DOWN)
    assert said(state) == ["setup Chie 30 5", "turn_up Aya"]
    assert len(skip_bo.moves(state)) == 13
    state = play(state, "turn 7")
    assert skip_bo.layout(state)["stock/1"] == {"7"}
    assert said(state) == ["turn_up Ben"]
    assert skip_bo.mover(state, Turn("wild")) == BEN
    assert said(play(state, "turn wild", "turn 7")) == ["turn Aya 1"]


def test_k1_a_seed_decides_the_deal() -> None:
    assert skip_bo.deal(NAMES[:2], {}, 1) == skip_bo.deal(NAMES[:2], {}, 1) != skip_bo.deal(NAMES[:2], {}, 2)


def test_k1_the_deal_goes_round_clockwise() -> None:
    state = table(["1", "2", "3"], ["4", "5 6", "7 8"], ["1 2 3"], options=MATCH)
    state = play(state, "lay 4 stock/1 build/1")
    assert skip_bo.prompt(state)[-1].player == AYA
    assert said(state)[-1] == "deal_next Aya 2"
    (deal,) = skip_bo.moves(state)
    assert skip_bo.mover(state, deal) == AYA
    state = skip_bo.play(state, deal)
    assert said(state) == ["setup Aya 30 5", "turn_up Ben"]
    assert state.seat == BEN


def test_k2_nothing_is_drawn_in_the_first_turn_and_the_hand_filled_in_the_second() -> None:
    state = begun(2)
    for _ in range(2):
        assert not lines(state, "draw")
        state = skip_bo.play(state, next(move for move in skip_bo.moves(state) if isinstance(move, Discard)))
    assert said(state) == ["draw Aya 1"]
    top, hand = state.draw[-1], state.hands[AYA]
    assert lines(state) == [f"draw {top}"]
    state = play(state, "draw ?")
    assert state.hands[AYA] == in_order((*hand, top))
    assert not lines(state, "draw")


def test_k2_only_a_hand_played_out_in_mid_turn_is_refilled_with_five_at_once() -> None:
    state = play(table(["4", "5"], builds=["1 2 3"]), "lay 4 hand build/1")
    assert said(state) == ["draw Aya 5"]
    assert len(lines(state)) == 1
    assert len(play(state, "draw ?").hands[AYA]) == 5
    left = play(table(**PLAIN), "lay 4 hand build/1")
    assert left.hands[AYA] == ("2", "3")
    assert not lines(left, "draw")


def test_k3_each_of_four_piles_goes_from_1_to_12_and_only_the_next_number_fits() -> None:
    state = table(["1 2 3 4 12", "5"], builds=["", "1", "1 2 3", UP_TO_11])
    fits = zip(("1", "2", "4", "12"), range(1, 5), strict=True)
    assert lines(state, "lay") == [f"lay {card} hand build/{pile}" for card, pile in fits]
    state = table(["1 wild", "5"], builds=["1 2"] * 4)
    assert lines(state, "lay") == [f"lay wild hand build/{pile}" for pile in (1, 2, 3, 4)]


def test_k3_a_card_comes_from_the_stock_the_hand_or_the_top_of_an_own_discard_pile() -> None:
    state = table(["4", "4"], ["9 4", "1 4"], ["1 2 3"], [["4 5", "5 4"], ["4"]])
    assert lines(state, "lay") == ["lay 4 stock/1 build/1 turn 9", "lay 4 hand build/1", "lay 4 discard/1/2 build/1"]
    assert play(state, "lay 4 discard/1/2 build/1").discards[AYA] == (("4", "5"), ("5",), (), ())
    after = play(state, "lay 4 stock/1 build/1 turn 9")
    assert (after.stocks[AYA], skip_bo.layout(after)["stock/1"]) == (("9",), {"9"})


def test_k3_a_wild_stands_for_any_number_also_1_and_12_and_several_in_a_row() -> None:
    state = table(["wild wild 3 wild", "5"], builds=["", UP_TO_11])
    once = play(state, "lay wild hand build/1")
    assert skip_bo.layout(once)["build/1"] == {"wild"}
    assert play(once, "lay wild hand build/1", "lay 3 hand build/1").builds[0] == ("wild", "wild", "3")
    assert play(state, "lay wild hand build/2").builds[1] == ()
    told = skip_bo.describe(state, Lay("wild", "hand", "build/2"))
    assert short(told) == "finishes_hand Aya Skip-Bo (12) 2"


def test_k3_a_wild_stays_wild_on_a_discard_pile_and_on_the_stock() -> None:
    state = table(["5", "5"], ["9 wild", "1 7"], ["1 2 3", "1"], [["wild"]])
    for source, turned in ("stock/1", " turn 9"), ("discard/1/1", ""):
        wild = lines(state, f"lay wild {source}")
        assert wild == [f"lay wild {source} build/{pile}{turned}" for pile in (1, 2, 3, 4)]


def test_k4_a_pile_that_reaches_12_is_taken_off_at_once() -> None:
    state = play(table(["12 2", "5"], builds=[UP_TO_11]), "lay 12 hand build/1")
    assert skip_bo.layout(state)["build/1"] == NOTHING
    assert state.aside == tuple(FULL.split())
    assert said(state) == ["turn Aya 1"]


def test_k4_the_finished_piles_become_the_draw_pile_as_soon_as_that_is_empty() -> None:
    state = table(["2 3", "5"], draw="10 11 12", aside=FULL, busy=False)
    assert said(state) == ["draw Aya 3", "shuffle"]
    assert lines(state) == ["draw 12 11 10"]
    after = play(state, "draw ?")
    assert (len(after.draw), after.aside) == (12, ())
    assert in_order(after.draw) == tuple(FULL.split()) != after.draw
    assert skip_bo.layout(after)["draw"] == FACE_DOWN


def test_k4_a_draw_goes_on_from_the_new_draw_pile_whose_order_is_chance() -> None:
    state = table(["2 3", "5"], draw="11", aside=FULL, busy=False)
    after, same, other = (play(replace(state, chance=chance), "draw ?") for chance in (1, 1, 2))
    assert (len(after.hands[AYA]), len(after.draw)) == (5, 10)
    assert after.draw == same.draw != other.draw
    assert after.chance != 1
    public = play(skip_bo.view(state, None), "draw ?")
    assert public == skip_bo.view(after, None)
    assert public.draw == (UNKNOWN,) * 10


def test_k4_if_there_are_no_finished_piles_a_player_draws_what_there_is_and_plays_on() -> None:
    state = table(["2 3", "5"], builds=["1"], draw="11", busy=False)
    assert said(state) == ["draw Aya 1"]
    state = play(state, "draw ?")
    assert state.hands[AYA] == ("2", "3", "11")
    assert said(state)[0] == "draw_empty"
    assert skip_bo.layout(state)["draw"] == NOTHING
    for one in (state, table(["2 3", "5"], builds=["1"], draw="", busy=False)):
        assert "lay 2 hand build/1" in lines(one)


def test_k4_a_pile_finished_while_there_is_nothing_to_draw_is_the_new_draw_pile() -> None:
    after = play(table(["12 3", "5"], builds=[UP_TO_11], draw=""), "lay 12 hand build/1")
    assert (len(after.draw), after.aside) == (12, ())
    assert not lines(after, "draw")
    alone = table(["12", "5"], builds=[UP_TO_11], draw="")
    assert said(play(alone, "lay 12 hand build/1"))[0] == "draw Aya 5"


def test_k4_the_turn_may_end_without_a_discard_when_hand_and_draw_pile_are_empty() -> None:
    state = table(["", "5"], builds=["1 2 3 4 5 6 7"], draw="", busy=False)
    assert lines(state) == ["lay 8 stock/1 build/1 turn 9", "end"]
    assert said(state)[-1] == "turn_no_hand Aya 1 8"
    assert short(skip_bo.describe(state, END)) == "ended Aya"
    assert play(state, "end").seat == BEN


def test_k5_nobody_has_to_play_and_a_discard_on_any_own_pile_ends_the_turn() -> None:
    state = table(["4 9", "5"], builds=["1 2 3"], discards=[["1", "12 2"]])
    assert lines(state, "discard") == [f"discard {card} discard/1/{pile}" for card in "49" for pile in (1, 2, 3, 4)]
    after = play(state, "discard 9 discard/1/2")
    assert (after.discards[AYA][1], after.seat) == (("12", "2", "9"), BEN)
    shown = skip_bo.layout(after)
    assert [shown[f"discard/1/2/{at}"] for at in (1, 2, 3, 4)] == [{"12"}, {"2"}, {"9"}, NOTHING]


def test_k6_emptying_the_stock_wins_at_once_without_a_discard() -> None:
    state = table(["4 9", "5"], ["8", "1 7"], ["1 2 3 4 5 6 7"])
    assert short(skip_bo.describe(state, Lay("8", "stock/1", "build/1"))) == "lays_last Aya 8 1"
    after = play(state, "lay 8 stock/1 build/1")
    assert skip_bo.is_over(after)
    assert lines(after) == []
    assert after.hands[AYA] == ("4", "9")
    assert said(after) == ["won Aya 35"]
    assert skip_bo.layout(after)["stock/1"] == NOTHING


STUCK: dict[str, Any] = {
    **{"hands": ["", "", ""], "stocks": ["9 8", "1 7", "6 3"], "builds": ["1"] * 4, "draw": "", "rest": 0},
    "busy": False,
}


def test_k6_a_round_in_which_nobody_plays_discards_or_draws_is_a_drawn_game() -> None:
    state = play(table(**STUCK), "end", "end")
    assert not skip_bo.is_over(state)
    state = play(state, "end")
    assert skip_bo.is_over(state)
    assert said(state) == ["drawn"]
    assert scores(state) == [(0, 1)] * 3
    busy = table(**STUCK | {"hands": ["", "6", ""]}, discards=[[], [], ["2"]])  # who does something begins it anew
    busy = play(busy, "end", "discard 6 discard/2/1", "lay 2 discard/3/1 build/1", "end", "end", "end")
    assert not skip_bo.is_over(busy)
    assert skip_bo.is_over(play(busy, "end"))


def test_k7_the_winner_gets_25_and_5_for_each_card_in_every_other_stock() -> None:
    state = table(["4", "5", "6"], ["8", "1 2 7", "7"], ["1 2 3 4 5 6 7"])
    state = play(state, "lay 8 stock/1 build/1")
    assert scores(state) == [(25 + 5 * 4, 1), (0, 2), (0, 2)]
    told = [[short(reason) for reason in standing.reasons] for standing in skip_bo.standings(state)]
    assert told[:2] == [["won_game 1 4 45", "stock_left 0"], ["stock_left 3"]]


def match(*results: Result, options: dict[str, Any] = MATCH) -> State:
    """A match in whose next game the first player has only an 8 left, which fits; the other has a 7 on top of a 12."""
    fields: dict[str, Any] = {"results": results, "game": len(results) + 1}
    return table(["4", "4"], ["8", "12 7"], ["1 2 3 4 5 6 7"], options=options, **fields)


LAST_CARD = "lay 8 stock/1 build/1"


@pytest.mark.parametrize(
    ("results", "told", "ends"),
    [
        ([Result(AYA, 60), Result(AYA, 24), Result(BEN, 60)], "match_points Aya 505 3", [(505, 1), (325, 2)]),
        ([Result(AYA, 60), Result(AYA, 20), Result(BEN, 60)], None, [(485, 1), (325, 2)]),
        (  # the fourth game won ends it, and its winner is first
            [Result(AYA, 2), Result(BEN, 90), Result(AYA, 2), Result(None, 0), Result(AYA, 2)],
            "match_games Aya 140 4",
            [(140, 1), (475, 2)],
        ),
    ],
)
def test_k7_a_match_goes_on_until_500_points_or_the_fourth_game_won(
    results: list[Result], told: str | None, ends: list[tuple[int, int]]
) -> None:
    before = match(*results)
    assert not skip_bo.is_over(before)
    after = play(before, LAST_CARD)
    assert skip_bo.is_over(after) == (lines(after) == []) == (told is not None)
    assert told is None or said(after) == ["won Aya 35", told]
    assert scores(after) == ends


def test_k7_a_drawn_game_of_a_match_is_followed_by_the_next() -> None:
    state = play(table(**STUCK, options=MATCH), "end", "end", "end")
    assert not skip_bo.is_over(state)
    assert said(state)[-1] == "deal_next Aya 2"
    state = play(state, "deal ?")
    assert (state.game, state.results, state.seat) == (2, (Result(None, 0),), BEN)
    assert skip_bo.play(skip_bo.view(state, None), Turn("9")).seat == BEN


def test_k7_a_seed_decides_the_later_games_of_a_match_too_and_nobody_sees_them_coming() -> None:
    state = play(match(), LAST_CARD)
    (deal,) = skip_bo.moves(state)
    assert isinstance(deal, Deal)
    after = skip_bo.play(state, deal)
    assert after.hands == deal.hands
    assert after != skip_bo.play(replace(state, chance=8), Deal(UNKNOWN))
    public = skip_bo.view(state, None)
    assert public.chance is None
    assert skip_bo.moves(public) == (Deal(UNKNOWN),)
    assert skip_bo.observed(state, deal, None) == Deal(UNKNOWN)
    assert skip_bo.observed(state, deal, BEN) == Deal((UNKNOWN, deal.hands[BEN]))
    assert skip_bo.play(skip_bo.view(state, BEN), skip_bo.observed(state, deal, BEN)) == skip_bo.view(after, BEN)


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
    builds = (tuple(UP_TO_11.split()), tuple(UP_TO_11.split()[:-1]), (), ())
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


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(
    ("state", "line", "why"),
    [
        (table(**PLAIN), "lay 2 hand build/1", "does_not_fit 2 1 4"),
        (table(**PLAIN), "lay 4 discard/1/1 build/1", "empty 4"),
        (table(**PLAIN), "lay 4 stock/1 build/1 turn 9", "not_on_top 4 8"),
        (table(**PLAIN, discards=[["4 2"]]), "lay 4 discard/1/1 build/1", "not_on_top 4 2"),
        (table(**PLAIN | {"builds": [UP_TO_11[:-6]]}), "lay 10 stock/2 build/1 turn 1", "not_yours Aya"),
        (table(**PLAIN, discards=[[], ["4"]]), "lay 4 discard/2/1 build/1", "not_yours Aya"),
        (table(**PLAIN), "discard 2 discard/2/1", "own_discard Aya"),
        (table(**FOUR), "discard 4 discard/3/1", "own_discard Aya"),
        (table(**PLAIN), "end", "must_discard Aya"),
        (table(**PLAIN), "draw ?", "not_now Aya"),
        (table(**PLAIN, busy=False), "discard 2 discard/1/1", "draw_first Aya 2"),
        (table(**PLAIN, busy=False), "draw 1 1 1", "draw_count Aya 2 3"),
        (skip_bo.deal(NAMES[:2], {}, 1), "end", "turn_first Aya"),
        (play(match(), LAST_CARD), "turn 8", "deal_first Aya 2"),
        (play(match(), LAST_CARD), "deal ? / ? / 1 1 1 1 1", "deal_hands 2 5"),
        (play(match(options={}), LAST_CARD), "end", "over"),
        (match(), f"{LAST_CARD} turn 12", "nothing_to_turn"),
        (table(**PLAIN), "penalty 1 ? 5", "no_penalty"),
        (table(**FOUR), "penalty 6 ? 5", "no_player 6 4"),
        (table(**FOUR), "penalty 1 5", "penalty_count 2"),
    ],
)
def test_an_illegal_move_is_refused_with_what_to_do(state: State, line: str, why: str, known: bool) -> None:
    assert why_not(state if known else skip_bo.view(state, None), line) == why


@pytest.mark.parametrize(
    ("move", "why"),
    [
        (Lay("4", "hand", "build/5"), "no_build build/5"),
        (Lay("4", "river/1", "build/1"), "no_source river/1"),
        (Lay("13", "hand", "build/1"), "no_card 13"),
        (Discard("13", "discard/1/1"), "no_card 13"),
        (Discard(UNKNOWN, "discard/1/1"), "no_card unknown"),
        (Discard("9", "discard/1/1"), "not_in_hand Aya 9"),
        (Discard("2", "discard/1/5"), "own_discard Aya"),
        (Lay("4", "hand", "build/1", "9"), "nothing_to_turn"),
    ],
)
def test_a_move_that_no_table_knows_is_refused(move: Any, why: str) -> None:
    assert refusal(skip_bo, table(**PLAIN), move) == why


@pytest.mark.parametrize("line", ["lay 8 stock/1 build/1", "lay 8 stock/1 build/1 turn ?"])
def test_what_comes_up_on_a_stock_must_be_said_where_nobody_knows_it(line: str) -> None:
    state = table(**PLAIN | {"builds": ["1 2 3 4 5 6 7"]})
    assert play(state, line).stocks[AYA] == ("9",)
    assert why_not(skip_bo.view(state, None), line) == "say_which Aya"


@pytest.mark.parametrize("cards", [("1", "1"), ("1", UNKNOWN), (UNKNOWN, "1")])
def test_in_a_known_state_a_move_cannot_show_other_cards(cards: tuple[str, ...]) -> None:
    assert refusal(skip_bo, table(**PLAIN, busy=False), Draw(cards)) == "other_card 1"
