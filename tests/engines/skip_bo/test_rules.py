"""The rules of Skip-Bo, K-1 to K-7, one by one, and what is refused."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engines import skip_bo
from engines.bots import NAMES
from engines.skip_bo import END, Deal, Discard, Draw, Lay, Result, State, Turn
from engines.skip_bo.dealing import stock_size
from engines.skip_bo.state import in_order
from engines.vocabulary import FACE_DOWN, NOTHING, UNKNOWN
from tests.support.engines.in_short import refusal, short
from tests.support.engines.seats import AYA, BEN
from tests.support.engines.skip_bo import FOUR, FULL, MATCH, begun, lines, play, said, scores, table, why_not

UP_TO_11 = FULL.removesuffix(" 12")
PLAIN: dict[str, Any] = {"hands": ["2 3 4", "5 6"], "builds": ["1 2 3"]}


@pytest.mark.parametrize(
    ("players", "stock", "draw"), [(2, 30, 92), (3, 30, 57), (4, 30, 22), (5, 20, 37), (6, 20, 12)]
)
def test_k1_so_many_cards_are_dealt_and_a_short_game_has_stocks_of_ten(players: int, stock: int, draw: int) -> None:
    cards = {str(number): 12 for number in range(1, 13)} | {"wild": 18}
    for options, stocks, left in ({}, stock, draw), ({"short": "yes"}, 10, 162 - 15 * players):
        dealt, again, other = (skip_bo.deal(NAMES[:players], options, seed) for seed in (3, 3, 4))
        assert dealt == again != other
        assert Counter(card for pile in (dealt.draw, *dealt.hands, *dealt.stocks) for card in pile) == cards
        for state in (skip_bo.start(NAMES[:players], options), dealt):
            assert stock_size(len(state.players), state.house) == stocks
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
