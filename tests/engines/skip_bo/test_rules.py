"""The rules of Skip-Bo, K-1 to K-9, one by one."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from device.texts import LANGUAGES, catalogue, say
from engines import skip_bo
from engines.contract import BadOption, IllegalMove
from engines.skip_bo import END, Deal, Discard, Draw, Lay, Penalty, Result, State, Turn
from engines.skip_bo.state import DECK, in_order, stock_size
from engines.vocabulary import FACE_DOWN, NOTHING, UNKNOWN

AYA, BEN, CHIE, DAN = range(4)
NAMES = ("Aya", "Ben", "Chie", "Dan", "Emi", "Fumi")
TEAMS: dict[str, Any] = {"teams": "yes"}
MATCH: dict[str, Any] = {"play": "match"}


def table(
    hands: Sequence[str],
    stocks: Sequence[str],
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
    empty: tuple[str, ...] = ("",) * 4
    given_hands = tuple(in_order(tuple(hand.split())) for hand in hands)
    given_stocks = [tuple(stock.split()) for stock in stocks]
    built = tuple(tuple(pile.split()) for pile in (*builds, *empty)[:4])
    left = [tuple(tuple(pile.split()) for pile in (*piles, *empty)[:4]) for piles in (*discards, *[empty] * 6)]
    given_discards = tuple(left[: len(hands)])
    fanned = [pile for piles in discards for pile in piles]
    named = " ".join([*hands, *stocks, *builds, *fanned, draw or "", aside]).split()
    over = Counter(DECK) - Counter(named)
    remaining = tuple(over.elements())
    drawn = tuple((draw or "").split())
    if draw is None:
        drawn = remaining
    else:
        given_stocks[rest] = remaining + given_stocks[rest]
    state = replace(
        state,
        hands=given_hands,
        stocks=tuple(given_stocks),
        shown=tuple((len(stock) - 1,) if stock else () for stock in given_stocks),
        builds=built,
        discards=given_discards,
        draw=drawn,
        aside=in_order(tuple(aside.split())),
        busy=True,
        chance=7,
    )
    return replace(state, **fields)


def play(state: State, *lines: str) -> State:
    """The state after moves that are written as in a record."""
    for line in lines:
        state = skip_bo.play(state, skip_bo.move_from_text(line))
    return state


def said(state: State) -> list[str]:
    return [say(prompt.said, "en") for prompt in skip_bo.prompt(state)]


def lines(state: State, kind: str = "") -> list[str]:
    """The legal moves of a kind, as in a record."""
    return [line for line in map(skip_bo.move_to_text, skip_bo.moves(state)) if line.startswith(kind)]


def begun(players: int = 2, options: dict[str, Any] | None = None, seed: int = 1) -> State:
    """A known game after all stocks are turned up."""
    state = skip_bo.deal(NAMES[:players], options or {}, seed)
    while isinstance(skip_bo.moves(state)[0], Turn):
        state = skip_bo.play(state, skip_bo.moves(state)[0])
    return state


FULL = "1 2 3 4 5 6 7 8 9 10 11 12"
UP_TO_11 = "1 2 3 4 5 6 7 8 9 10 11"
PLAIN: dict[str, Any] = {"hands": ["2 3 4", "5 6"], "stocks": ["9 8", "1 7"], "builds": ["1 2 3"]}


@pytest.mark.parametrize(
    ("players", "stock", "draw"), [(2, 30, 92), (3, 30, 57), (4, 30, 22), (5, 20, 37), (6, 20, 12)]
)
def test_k1_so_many_cards_are_dealt(players: int, stock: int, draw: int) -> None:
    for state in (skip_bo.start(NAMES[:players], {}), skip_bo.deal(NAMES[:players], {}, 3)):
        assert [len(pile) for pile in state.stocks] == [stock] * players
        assert [len(hand) for hand in state.hands] == [5] * players
        assert len(state.draw) == draw


@pytest.mark.parametrize("players", range(2, 7))
def test_k1_the_short_game_has_stocks_of_ten(players: int) -> None:
    state = skip_bo.start(NAMES[:players], {"short": "yes"})
    assert stock_size(state) == 10
    assert [len(pile) for pile in state.stocks] == [10] * players
    assert len(state.draw) == 162 - 15 * players


def test_k1_there_are_162_cards_twelve_of_each_number_and_18_wild() -> None:
    state = skip_bo.deal(NAMES[:3], {}, 5)
    cards = Counter(state.draw)
    for pile in (*state.hands, *state.stocks):
        cards.update(pile)
    assert cards == {**{str(number): 12 for number in range(1, 13)}, "wild": 18}


def test_k1_the_stocks_are_turned_up_and_the_dealers_left_neighbour_starts() -> None:
    state = skip_bo.start(NAMES[:3], {})
    shown = skip_bo.layout(state)
    assert {place: look for place, look in shown.items() if look != NOTHING} == {
        "draw": FACE_DOWN,
        "stock/1": FACE_DOWN,
        "stock/2": FACE_DOWN,
        "stock/3": FACE_DOWN,
    }
    assert said(state) == [
        "Chie deals 30 cards face down to each of you as a stock, then 5 for each hand. The rest is the draw pile."
        " Each stock lies at its player's left, the discard piles to the right of it, card below card; the building"
        " piles go to the right of the draw pile.",
        "Aya: turn up the top card of your stock.",
    ]
    assert len(skip_bo.moves(state)) == 13
    state = play(state, "turn 7")
    assert skip_bo.layout(state)["stock/1"] == {"7"}
    assert said(state) == ["Ben: turn up the top card of your stock."]
    assert skip_bo.mover(state, Turn("wild")) == BEN
    state = play(state, "turn wild", "turn 7")
    assert said(state) == ["Aya: play what fits, then discard one card. The building piles need 1."]


def test_k1_a_seed_decides_the_deal() -> None:
    assert skip_bo.deal(NAMES[:2], {}, 1) == skip_bo.deal(NAMES[:2], {}, 1) != skip_bo.deal(NAMES[:2], {}, 2)


def test_k1_the_deal_goes_round_clockwise() -> None:
    state = table(["1", "2", "3"], ["4", "5 6", "7 8"], ["1 2 3"], options=MATCH)
    state = play(state, "lay 4 stock/1 build/1")
    assert skip_bo.prompt(state)[-1].player == AYA
    assert said(state)[-1] == "Aya: collect all cards, shuffle them and deal game 2."
    (deal,) = skip_bo.moves(state)
    assert skip_bo.mover(state, deal) == AYA
    state = skip_bo.play(state, deal)
    assert said(state)[0].startswith("Aya deals 30 cards")
    assert said(state)[1] == "Ben: turn up the top card of your stock."
    assert state.seat == BEN


def test_k2_nothing_is_drawn_in_the_first_turn_and_the_hand_filled_in_the_second() -> None:
    state = begun()
    assert not lines(state, "draw")
    for _ in range(2):
        assert not lines(state, "draw")
        state = skip_bo.play(state, next(move for move in skip_bo.moves(state) if isinstance(move, Discard)))
    assert said(state) == ["Aya: fill your hand. Draw 1 card."]
    top = state.draw[-1]
    assert lines(state) == [f"draw {top}"]
    hand = state.hands[AYA]
    state = play(state, "draw ?")
    assert state.hands[AYA] == in_order((*hand, top))
    assert not lines(state, "draw")


def test_k2_a_hand_played_out_in_mid_turn_is_refilled_with_five_at_once() -> None:
    state = table(["4", "5"], ["9 8", "1 7"], ["1 2 3"])
    state = play(state, "lay 4 hand build/1")
    assert said(state) == ["Aya: fill your hand. Draw 5 cards."]
    assert len(lines(state)) == 1
    assert len(play(state, "draw ?").hands[AYA]) == 5


def test_k2_a_hand_that_is_not_played_out_is_not_refilled_in_mid_turn() -> None:
    state = play(table(**PLAIN), "lay 4 hand build/1")
    assert state.hands[AYA] == ("2", "3")
    assert not lines(state, "draw")


def test_k3_each_pile_goes_from_1_to_12_and_only_the_next_number_fits() -> None:
    state = table(["1 2 3 4 12", "5"], ["9 8", "1 7"], ["", "1", "1 2 3", UP_TO_11])
    assert lines(state, "lay") == [
        "lay 1 hand build/1",
        "lay 2 hand build/2",
        "lay 4 hand build/3",
        "lay 12 hand build/4",
    ]


def test_k3_a_card_comes_from_the_stock_the_hand_or_the_top_of_an_own_discard_pile() -> None:
    state = table(["4", "4"], ["9 4", "1 4"], ["1 2 3"], [["4 5", "5 4"], ["4"]])
    assert lines(state, "lay") == [
        "lay 4 stock/1 build/1 turn 9",
        "lay 4 hand build/1",
        "lay 4 discard/1/2 build/1",
    ]
    after = play(state, "lay 4 discard/1/2 build/1")
    assert after.discards[AYA] == (("4", "5"), ("5",), (), ())
    after = play(state, "lay 4 stock/1 build/1 turn 9")
    assert skip_bo.layout(after)["stock/1"] == {"9"}
    assert after.stocks[AYA] == ("9",)


def test_k3_a_wild_stands_for_any_number_also_1_and_12_and_several_in_a_row() -> None:
    state = table(["wild wild 3 wild", "5"], ["9 8", "1 7"], ["", UP_TO_11])
    after = play(state, "lay wild hand build/1", "lay wild hand build/1", "lay 3 hand build/1")
    assert after.builds[0] == ("wild", "wild", "3")
    assert skip_bo.layout(play(state, "lay wild hand build/1"))["build/1"] == {"wild"}
    after = play(state, "lay wild hand build/2")
    assert after.builds[1] == ()
    assert say(skip_bo.describe(state, Lay("wild", "hand", "build/2")), "en") == (
        "Aya lays Skip-Bo (12) from the hand on pile 2, which is finished and taken off."
    )


def test_k3_a_wild_stays_wild_on_a_discard_pile_and_on_the_stock() -> None:
    state = table(["5", "5"], ["9 wild", "1 7"], ["1 2 3", "1"], [["wild"]])
    assert [line for line in lines(state, "lay wild") if "discard" in line] == [
        f"lay wild discard/1/1 build/{pile}" for pile in (1, 2, 3, 4)
    ]
    assert [line for line in lines(state, "lay wild") if "stock" in line] == [
        f"lay wild stock/1 build/{pile} turn 9" for pile in (1, 2, 3, 4)
    ]


def test_k3_there_are_up_to_four_building_piles() -> None:
    state = table(["1 wild", "5"], ["9 8", "1 7"], ["1 2"] * 4)
    assert lines(state, "lay 1 ") == []
    assert lines(state, "lay wild") == [f"lay wild hand build/{pile}" for pile in (1, 2, 3, 4)]


def test_k4_a_pile_that_reaches_12_is_taken_off_at_once() -> None:
    state = play(table(["12 2", "5"], ["9 8", "1 7"], [UP_TO_11]), "lay 12 hand build/1")
    assert skip_bo.layout(state)["build/1"] == NOTHING
    assert state.aside == tuple(FULL.split())
    assert said(state)[-1].endswith("The building piles need 1.")


def test_k4_the_finished_piles_become_the_draw_pile_as_soon_as_that_is_empty() -> None:
    state = table(["2 3", "5"], ["9 8", "1 7"], draw="10 11 12", aside=FULL, busy=False)
    assert said(state) == [
        "Aya: fill your hand. Draw 3 cards.",
        "This uses up the draw pile: shuffle the cards of the finished piles to make a new one.",
    ]
    assert lines(state) == ["draw 12 11 10"]
    after = play(state, "draw ?")
    assert (len(after.draw), after.aside) == (12, ())
    assert in_order(after.draw) == tuple(FULL.split()) != after.draw
    assert skip_bo.layout(after)["draw"] == FACE_DOWN


def test_k4_a_draw_goes_on_from_the_new_draw_pile() -> None:
    state = table(["2 3", "5"], ["9 8", "1 7"], draw="11", aside=FULL, busy=False)
    after = play(state, "draw ?")
    assert len(after.hands[AYA]) == 5
    assert len(after.draw) == 10
    public = play(skip_bo.view(state, None), "draw ?")
    assert public == skip_bo.view(after, None)
    assert public.draw == (UNKNOWN,) * 10


def test_k4_the_order_of_a_new_draw_pile_is_chance() -> None:
    state = table(["2 3 4 5", "5"], ["9 8", "1 7"], draw="11", aside=FULL, busy=False)
    one, same, other = (play(replace(state, chance=chance), "draw ?") for chance in (1, 1, 2))
    assert one.draw == same.draw != other.draw
    assert one.chance != 1


def test_k4_if_there_are_no_finished_piles_a_player_draws_what_there_is_and_plays_on() -> None:
    state = table(["2 3", "5"], ["9 8", "1 7"], ["1"], draw="11", busy=False)
    assert said(state) == ["Aya: fill your hand. Draw 1 card."]
    state = play(state, "draw ?")
    assert state.hands[AYA] == ("2", "3", "11")
    assert said(state)[0] == (
        "The draw pile is used up. As soon as a building pile is finished, shuffle it to make a new one."
    )
    assert skip_bo.layout(state)["draw"] == NOTHING
    assert "lay 2 hand build/1" in lines(state)
    nothing = table(["2 3", "5"], ["9 8", "1 7"], ["1"], draw="", busy=False)
    assert "lay 2 hand build/1" in lines(nothing)


def test_k4_a_pile_finished_while_there_is_nothing_to_draw_is_the_new_draw_pile() -> None:
    state = table(["12 3", "5"], ["9 8", "1 7"], [UP_TO_11], draw="")
    after = play(state, "lay 12 hand build/1")
    assert (len(after.draw), after.aside) == (12, ())
    assert not lines(after, "draw")
    alone = table(["12", "5"], ["9 8", "1 7"], [UP_TO_11], draw="")
    assert said(play(alone, "lay 12 hand build/1"))[0] == "Aya: fill your hand. Draw 5 cards."


def test_k4_the_turn_may_end_without_a_discard_when_hand_and_draw_pile_are_empty() -> None:
    state = table(["", "5"], ["9 8", "1 7"], ["1 2 3 4 5 6 7"], draw="", busy=False)
    assert lines(state) == ["lay 8 stock/1 build/1 turn 9", "end"]
    assert said(state)[-1] == (
        "Aya: your hand is empty and there is nothing to draw. Play from stock or discard piles, or say “end”. "
        "The building piles need 1 and 8."
    )
    after = play(state, "end")
    assert after.seat == BEN
    assert say(skip_bo.describe(state, END), "en") == "Aya has nothing to discard and ends the turn."


def test_k5_nobody_has_to_play_and_a_discard_on_any_own_pile_ends_the_turn() -> None:
    state = table(["4 9", "5"], ["9 8", "1 7"], ["1 2 3"], [["1", "12 2"]])
    assert lines(state, "discard") == [f"discard {card} discard/1/{pile}" for card in "49" for pile in (1, 2, 3, 4)]
    after = play(state, "discard 9 discard/1/2")
    assert after.discards[AYA][1] == ("12", "2", "9")
    assert after.seat == BEN
    shown = skip_bo.layout(after)
    assert [shown[f"discard/1/2/{at}"] for at in (1, 2, 3, 4)] == [{"12"}, {"2"}, {"9"}, NOTHING]


def test_k6_emptying_the_stock_wins_at_once_without_a_discard() -> None:
    state = table(["4 9", "5"], ["8", "1 7"], ["1 2 3 4 5 6 7"])
    after = play(state, "lay 8 stock/1 build/1")
    assert skip_bo.is_over(after)
    assert skip_bo.moves(after) == ()
    assert after.hands[AYA] == ("4", "9")
    assert said(after) == ["Aya has played the whole stock and wins 35 points!"]
    assert skip_bo.layout(after)["stock/1"] == NOTHING
    assert say(skip_bo.describe(state, Lay("8", "stock/1", "build/1")), "en") == (
        "Aya lays 8, the last card of the stock, on pile 1."
    )


STUCK: dict[str, Any] = {
    "hands": ["", "", ""],
    "stocks": ["9 8", "1 7", "6 3"],
    "builds": ["1", "1", "1", "1"],
    "draw": "",
    "rest": 0,
}


def test_k6_a_round_in_which_nobody_plays_discards_or_draws_is_a_drawn_game() -> None:
    state = table(**STUCK, busy=False)
    state = play(state, "end", "end")
    assert not skip_bo.is_over(state)
    state = play(state, "end")
    assert skip_bo.is_over(state)
    assert said(state) == ["For a whole round nobody could do anything: the game is a draw."]
    assert [(standing.score, standing.rank) for standing in skip_bo.standings(state)] == [(0, 1)] * 3


def test_k6_whatever_somebody_does_begins_the_round_anew() -> None:
    state = table(**STUCK | {"hands": ["", "6", ""]}, discards=[[], [], ["2"]], busy=False)
    state = play(state, "end", "discard 6 discard/2/1", "lay 2 discard/3/1 build/1", "end", "end", "end")
    assert not skip_bo.is_over(state)
    assert skip_bo.is_over(play(state, "end"))


def test_k7_the_winner_gets_25_and_5_for_each_card_in_every_other_stock() -> None:
    state = table(["4", "5", "6"], ["8", "1 2 7", "7"], ["1 2 3 4 5 6 7"])
    standings = skip_bo.standings(play(state, "lay 8 stock/1 build/1"))
    assert [(standing.score, standing.rank) for standing in standings] == [(25 + 5 * 4, 1), (0, 2), (0, 2)]
    assert [say(reason, "en") for reason in standings[AYA].reasons] == [
        "Game 1: 25 for winning + 5 × 4 for the cards left in the other stocks = 45.",
        "0 cards left in the stock.",
    ]
    assert [say(reason, "en") for reason in standings[BEN].reasons] == ["3 cards left in the stock."]


def match(*results: Result, players: int = 2, options: dict[str, Any] = MATCH) -> State:
    """A match in whose next game the first player has only an 8 left, which fits; the others have 7 on top of 12s."""
    stocks = ["8", *["12 7"] * (players - 1)]
    fields: dict[str, Any] = {"results": results, "game": len(results) + 1, "seat": AYA}
    return table(["4"] * players, stocks, ["1 2 3 4 5 6 7"], options=options, **fields)


def test_k7_a_match_goes_on_until_500_points() -> None:
    before = match(Result(AYA, 60), Result(AYA, 24), Result(BEN, 60))
    assert [standing.score for standing in skip_bo.standings(before)] == [325 + 145, 325]
    after = play(before, "lay 8 stock/1 build/1")
    assert skip_bo.is_over(after)
    assert said(after) == [
        "Aya has played the whole stock and wins 35 points!",
        "Aya wins the match with 505 points!",
    ]
    short = play(match(Result(AYA, 60), Result(AYA, 20), Result(BEN, 60)), "lay 8 stock/1 build/1")
    assert not skip_bo.is_over(short)
    assert [standing.score for standing in skip_bo.standings(short)] == [485, 325]


def test_k7_a_match_ends_with_the_fourth_game_won_and_its_winner_is_first() -> None:
    before = match(Result(AYA, 2), Result(BEN, 90), Result(AYA, 2), Result(None, 0), Result(AYA, 2))
    assert not skip_bo.is_over(before)
    after = play(before, "lay 8 stock/1 build/1")
    assert said(after)[-1] == "Aya wins the match. 4 games won."
    assert [(standing.score, standing.rank) for standing in skip_bo.standings(after)] == [(140, 1), (475, 2)]
    assert skip_bo.moves(after) == ()


def test_k7_one_game_alone_is_over_when_it_is_won() -> None:
    after = play(match(options={}), "lay 8 stock/1 build/1")
    assert skip_bo.is_over(after)


def test_k7_a_drawn_game_of_a_match_is_followed_by_the_next() -> None:
    state = play(table(**STUCK, options=MATCH, busy=False), "end", "end", "end")
    assert not skip_bo.is_over(state)
    assert said(state)[-1] == "Aya: collect all cards, shuffle them and deal game 2."
    state = play(state, "deal ?")
    assert (state.game, state.results, state.seat) == (2, (Result(None, 0),), BEN)
    assert skip_bo.play(skip_bo.view(state, None), Turn("9")).seat == BEN


def test_k7_a_seed_decides_the_later_games_of_a_match_too_and_nobody_sees_them_coming() -> None:
    state = play(match(), "lay 8 stock/1 build/1")
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


FOUR: dict[str, Any] = {"hands": ["4 9", "5", "6", "7"], "options": TEAMS}


def test_k8_partners_sit_opposite_and_are_told_so() -> None:
    assert said(skip_bo.start(NAMES[:4], TEAMS))[1:3] == ["Aya and Chie are a team.", "Ben and Dan are a team."]
    assert said(skip_bo.start(NAMES, TEAMS))[1:4] == [
        "Aya and Dan are a team.",
        "Ben and Emi are a team.",
        "Chie and Fumi are a team.",
    ]


def test_k8_a_player_uses_his_partners_stock_and_discard_piles_too() -> None:
    state = table(
        **FOUR,
        stocks=["9 4", "1 4", "10 4", "1 4"],
        builds=["1 2 3"],
        discards=[["4"], ["4"], ["", "4"], ["4"]],
    )
    assert lines(state, "lay") == [
        "lay 4 stock/1 build/1 turn 9",
        "lay 4 stock/3 build/1 turn 10",
        "lay 4 hand build/1",
        "lay 4 discard/1/1 build/1",
        "lay 4 discard/3/2 build/1",
    ]
    assert said(state) == [
        "Aya: play what fits, also from the stock and discard piles of Chie, then discard one card. "
        "The building piles need 1 and 4."
    ]
    after = play(state, "lay 4 stock/3 build/1 turn 10")
    assert skip_bo.layout(after)["stock/3"] == {"10"}
    assert after.hands == state.hands
    told = say(skip_bo.describe(state, Lay("4", "stock/3", "build/1", "10")), "en")
    assert told == "Aya lays 4 from the stock of Chie on pile 1 and turns up 10."


def test_k8_the_closing_discard_goes_on_his_own_piles() -> None:
    state = table(**FOUR, stocks=["9 4", "1 4", "10 4", "1 4"])
    assert {line.split()[2].split("/")[1] for line in lines(state, "discard")} == {"1"}


def test_k8_a_finished_partner_goes_on_taking_turns_and_both_stocks_must_be_empty() -> None:
    state = table(**FOUR, stocks=["4", "1 4", "10 5", "1 4"], builds=["1 2 3"])
    state = play(state, "lay 4 stock/1 build/1")
    assert not skip_bo.is_over(state)
    state = play(state, "lay 5 stock/3 build/1 turn 10", "discard 9 discard/1/1", *["draw ?"], "discard 5 discard/2/1")
    state = play(state, "draw ?", "discard 6 discard/3/1", "draw ?", "discard 7 discard/4/1", "draw ?")
    assert state.seat == AYA
    assert lines(state, "discard")
    ended = table(**FOUR, stocks=["", "1 4", "4", "1 4"], builds=["1 2 3"])
    ended = play(ended, "lay 4 stock/3 build/1")
    assert skip_bo.is_over(ended)
    assert said(ended) == ["The stocks of Aya and Chie are empty: this team wins, 45 points for each!"]


def test_k8_partners_share_what_either_wins_and_only_hostile_stocks_count() -> None:
    before = replace(
        table(**FOUR | {"options": TEAMS | MATCH}, stocks=["", "1 4", "4", "1 1 4"], builds=["1 2 3"]),
        results=(Result(DAN, 80), Result(CHIE, 80)),
        game=3,
    )
    after = play(before, "lay 4 stock/3 build/1")
    team, others = 425 + 25 + 5 * 5, 425
    assert [one.score for one in skip_bo.standings(after)] == [team, others, team, others]
    assert [one.rank for one in skip_bo.standings(after)] == [1, 3, 1, 3]
    won = replace(before, results=(Result(CHIE, 90), Result(CHIE, 80)))
    assert said(play(won, "lay 4 stock/3 build/1"))[-1] == "Aya and Chie win the match with 950 points!"
    fourth = replace(before, results=(Result(CHIE, 2), Result(AYA, 2), Result(CHIE, 2)), game=4)
    assert said(play(fourth, "lay 4 stock/3 build/1"))[-1] == "Aya and Chie win the match. 4 games won."


def test_k9_a_penalty_lays_two_cards_from_the_draw_pile_on_the_stock_the_newest_face_up() -> None:
    state = table(**FOUR, stocks=["9 4", "1 4", "10 4", "1 3"], draw="1 2 12 11", rest=1)
    assert lines(state, "penalty") == [f"penalty {seat} 11 12" for seat in (1, 2, 3, 4)]
    after = play(state, "penalty 4 11 12")
    assert after.stocks[DAN] == ("1", "3", "11", "12")
    assert skip_bo.layout(after)["stock/4"] == {"12"}
    assert len(after.draw) == 2
    assert after.seat == AYA
    assert skip_bo.mover(state, Penalty(DAN, ("11", "12"))) is None
    told = say(skip_bo.describe(state, Penalty(DAN, ("11", "12"))), "en")
    assert told == "A penalty for Dan. 2 cards go from the draw pile onto the stock; now 12 lies on top."


def test_k9_the_covered_card_is_seen_by_nobody_and_the_old_top_stays_known() -> None:
    state = table(**FOUR, stocks=["9 4", "1 4", "10 4", "1 3"], draw="1 2 12 11", rest=1)
    penalty = Penalty(DAN, ("11", "12"))
    after = skip_bo.play(state, penalty)
    for player in (None, AYA, DAN):
        seen = skip_bo.observed(state, penalty, player)
        assert seen == Penalty(DAN, (UNKNOWN, "12"))
        own = skip_bo.play(skip_bo.view(state, player), seen)
        assert own == skip_bo.view(after, player)
        assert own.stocks[DAN] == (UNKNOWN, "3", UNKNOWN, "12")
    public = replace(
        skip_bo.view(after, None), stocks=((UNKNOWN, "4"), *skip_bo.view(after, None).stocks[1:]), seat=DAN
    )
    uncovered = replace(
        public, builds=((*UP_TO_11.split(),), ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10"), (), ())
    )
    turned = play(uncovered, "lay 12 stock/4 build/1 turn 11")
    assert lines(turned, "lay 11 stock/4") == ["lay 11 stock/4 build/2 turn 3"]


def test_k9_a_penalty_takes_what_the_draw_pile_and_the_finished_piles_have() -> None:
    one = table(**FOUR, stocks=["9 4", "1 4", "10 4", "1 3"], draw="11", rest=1)
    assert lines(one, "penalty 2") == ["penalty 2 11"]
    assert play(one, "penalty 2 11").stocks[BEN][-2:] == ("4", "11")
    more = table(**FOUR, stocks=["9 4", "1 4", "10 4", "1 3"], draw="11", aside=FULL, rest=1)
    (line,) = lines(more, "penalty 2")
    assert len(play(more, line).draw) == 11
    none = table(**FOUR, stocks=["9 4", "1 4", "10 4", "1 3"], draw="", rest=1)
    assert lines(none, "penalty") == []


def test_k9_a_penalty_may_come_before_a_draw_and_puts_a_finished_stock_back_into_play() -> None:
    state = table(**FOUR, stocks=["", "1 4", "10 4", "1 3"], draw="1 2 12 11 11", rest=1, busy=False)
    after = play(state, "penalty 1 11 11")
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
    state = table(["2 3 4 5", "5"], ["9 8", "1 7"], discards=[[twelves], [twelves]])
    public = skip_bo.view(state, None)
    faces = {line.split()[1] for line in lines(public, "discard")}
    assert faces == {*map(str, range(1, 12)), "wild"}
    with pytest.raises(IllegalMove) as refused:
        play(public, "discard 12 discard/1/1")
    assert say(refused.value.said, "en") == (
        "It cannot be 12: all these cards have been seen elsewhere. Look at the card again."
    )
    assert play(public, "discard 11 discard/1/1").hands[AYA] == (UNKNOWN,) * 3


def test_a_card_that_was_drawn_openly_stays_known_until_it_is_played() -> None:
    public = skip_bo.view(table(["2 3", "5"], ["9 8", "1 7"], busy=False), None)
    told = play(public, "draw 4 4 wild")
    assert told.hands[AYA] == ("4", "4", "wild", UNKNOWN, UNKNOWN)
    after = play(told, "discard 4 discard/1/1")
    assert after.hands[AYA] == ("4", "wild", UNKNOWN, UNKNOWN)


def test_twelve_cards_that_come_up_at_once_are_counted_together() -> None:
    state = table(["2", "5"], ["9 8", "1 7"], discards=[[" ".join(["wild"] * 8)], [" ".join(["wild"] * 7)]], busy=False)
    public = skip_bo.view(state, None)
    assert play(public, "draw wild wild wild 4").hands[AYA].count("wild") == 3
    with pytest.raises(IllegalMove):
        play(public, "draw wild wild wild wild")


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(
    ("state", "line", "sentence"),
    [
        (table(**PLAIN), "lay 2 hand build/1", "2 does not fit on pile 1: it needs 4 or a Skip-Bo."),
        (table(**PLAIN), "lay 4 discard/1/1 build/1", "4 cannot come from there: no card is left in that place."),
        (table(**PLAIN), "lay 4 stock/1 build/1 turn 9", "4 is not on top: 8 is, and only that can be played."),
        (
            table(**PLAIN, discards=[["4 2"]]),
            "lay 4 discard/1/1 build/1",
            "4 is not on top: 2 is, and only that can be played.",
        ),
        (
            table(**PLAIN | {"builds": [UP_TO_11[:-6]]}),
            "lay 10 stock/2 build/1 turn 1",
            "Aya, this card is not yours to play: use your own stock and discard piles, in a team also your partner's.",
        ),
        (
            table(**PLAIN, discards=[[], ["4"]]),
            "lay 4 discard/2/1 build/1",
            "Aya, this card is not yours to play: use your own stock and discard piles, in a team also your partner's.",
        ),
        (table(**PLAIN), "discard 2 discard/2/1", "Aya, discard on one of your own four discard piles."),
        (
            table(**FOUR, stocks=["9 4", "1 4", "10 4", "1 4"]),
            "discard 4 discard/3/1",
            "Aya, discard on one of your own four discard piles.",
        ),
        (table(**PLAIN), "end", "Aya, you still have cards in your hand: discard one to end your turn."),
        (
            table(**PLAIN),
            "draw ?",
            "It is Aya's turn to play or to discard: nothing is dealt, drawn or turned up now.",
        ),
        (table(**PLAIN, busy=False), "discard 2 discard/1/1", "Aya, first fill your hand. Draw 2 cards."),
        (
            table(**PLAIN, busy=False),
            "draw 1 1 1",
            "Aya, draw exactly as many cards as you need. Draw 2 cards, not 3.",
        ),
        (skip_bo.deal(NAMES[:2], {}, 1), "end", "Aya, first turn up the top card of your stock."),
        (
            play(match(), "lay 8 stock/1 build/1"),
            "turn 8",
            "Aya, first collect all cards and deal game 2.",
        ),
        (play(match(), "lay 8 stock/1 build/1"), "deal ? / ? / 1 1 1 1 1", "Deal 2 hands of 5 cards."),
        (
            play(match(options={}), "lay 8 stock/1 build/1"),
            "end",
            "The game is over: nothing more can be played.",
        ),
        (match(), "lay 8 stock/1 build/1 turn 12", "No card of a stock is turned up with this."),
        (table(**PLAIN), "penalty 1 ? 5", "Penalty cards are only for games in teams."),
        (
            table(**FOUR, stocks=["9 4", "1 4", "10 4", "1 4"]),
            "penalty 6 ? 5",
            "There is no player 6: the players are 1 to 4.",
        ),
        (
            table(**FOUR, stocks=["9 4", "1 4", "10 4", "1 4"]),
            "penalty 1 5",
            "The draw pile has only 2 cards left for a penalty.",
        ),
    ],
)
def test_an_illegal_move_is_refused_with_what_to_do(state: State, line: str, sentence: str, known: bool) -> None:
    state = state if known else skip_bo.view(state, None)
    before = repr(state)
    with pytest.raises(IllegalMove) as refused:
        play(state, line)
    assert say(refused.value.said, "en") == sentence
    assert say(refused.value.said, "ja") != sentence
    assert repr(state) == before


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (Lay("4", "hand", "build/5"), "There is no building pile build/5: the building piles are build/1 to build/4."),
        (
            Lay("4", "river/1", "build/1"),
            "No card can be played from river/1: play from the hand, a stock or a discard pile.",
        ),
        (Lay("13", "hand", "build/1"), "There is no card “13”: there are 1 to 12 and wild."),
        (Discard("13", "discard/1/1"), "There is no card “13”: there are 1 to 12 and wild."),
        (Discard(UNKNOWN, "discard/1/1"), "There is no card “unknown”: there are 1 to 12 and wild."),
        (Discard("9", "discard/1/1"), "Aya, you have no 9 in your hand."),
        (Discard("2", "discard/1/5"), "Aya, discard on one of your own four discard piles."),
        (Lay("4", "hand", "build/1", "9"), "No card of a stock is turned up with this."),
    ],
)
def test_a_move_that_no_table_knows_is_refused(move: Any, sentence: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        skip_bo.play(table(**PLAIN), move)
    assert say(refused.value.said, "en") == sentence


@pytest.mark.parametrize("line", ["lay 8 stock/1 build/1", "lay 8 stock/1 build/1 turn ?"])
def test_what_comes_up_on_a_stock_must_be_said_where_nobody_knows_it(line: str) -> None:
    state = table(**PLAIN | {"builds": ["1 2 3 4 5 6 7"]})
    assert play(state, line).stocks[AYA] == ("9",)
    with pytest.raises(IllegalMove) as refused:
        play(skip_bo.view(state, None), line)
    assert say(refused.value.said, "en") == "Say which card of Aya's stock is turned up."


@pytest.mark.parametrize("move", [Draw(("1", "1")), Draw(("1", UNKNOWN)), Draw((UNKNOWN, "1"))])
def test_in_a_known_state_a_move_cannot_show_other_cards(move: Draw) -> None:
    state = table(**PLAIN, busy=False)
    with pytest.raises(IllegalMove) as refused:
        skip_bo.play(state, move)
    assert say(refused.value.said, "en") == "It cannot be 1: another card lies there. Look at the card again."


@pytest.mark.parametrize(
    ("players", "options", "sentence"),
    [
        (["Aya"], {}, "This game is for 2–6 players, but 1 name was given."),
        ([*NAMES, "Gen"], {}, "This game is for 2–6 players, but 7 names were given."),
        (NAMES[:3], TEAMS, "Teams of two need four or six players, but 3 were named."),
        (NAMES[:5], TEAMS, "Teams of two need four or six players, but 5 were named."),
        (NAMES[:2], {"short": 10}, "The option short cannot be “10”: choose one of no and yes."),
        (NAMES[:2], {"dealer": 1}, "There is no option “dealer”: this game knows teams, short and play."),
    ],
)
def test_a_wrong_start_is_refused(players: list[str], options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOption) as refused:
        skip_bo.start(players, options)
    assert say(refused.value.said, "en") == sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_is_explained(language: str) -> None:
    texts = catalogue(language)
    for option in skip_bo.OPTIONS:
        assert texts[f"skip_bo.option.{option.name}"]
        for value in option.allowed:
            assert texts[f"skip_bo.option.{option.name}_{value}"]
