"""A campaign in legs of ten games, each of them a game of the journal (S-25)."""

from collections.abc import Mapping

import pytest

from engines import stop
from engines.bots import greedy_move
from engines.contract import BadOption
from engines.messages import Fact
from engines.stop.campaign import Campaign
from engines.stop.legs import FIRST, Carried, carried_from, carried_text
from engines.stop.payment import ACCOUNTS, opened
from engines.stop.state import OVER, State
from tests.support.engines.stop import AYA, BEN, DAN, NAMES, after, english, shown, table, told

COURSE = {"course": 1000, "leg": FIRST}
LEDGER = opened((640, 10, -3, 50, 50))


def leg_of(carried: Carried) -> Mapping[str, Fact]:
    return {"course": 1000, "leg": carried_text(carried)}


def last_game(games: int, coins: int, options: Mapping[str, Fact]) -> State:
    """Ben has just won a coin from each of the others, and so many games have been played."""
    before = table(
        {BEN: "AS"},
        river="3S 4S 6S 7S 8S 9S",
        options=options,
        games=games - 1,
        campaign=Campaign((games - 1) // 10),
        ledger=opened((coins, 1000 - coins, 0, 0, 0)),
    )
    return shown(after(before, "2 stop"))


def test_a_leg_is_over_after_ten_games_and_the_campaign_is_not() -> None:
    assert last_game(9, 700, COURSE).phase == "deal"
    state = last_game(10, 700, COURSE)
    assert stop.is_over(state)
    assert told(state)[-3:] == [
        "Ten games are over: Aya pays each general 50.",
        "Aya moves on. City 1 of 100.",
        "Aya may go on to the next city with ten more games, now or another day.",
    ]


def test_the_next_leg_goes_on_with_coins_games_stakes_dealer_and_account() -> None:
    state = last_game(10, 700, COURSE)
    assert state.carried is not None
    then = stop.start(NAMES, leg_of(state.carried))
    assert (then.coins, then.games, then.campaign, then.ledger) == (state.coins, 10, Campaign(1), state.ledger)
    assert (then.phase, then.dealer, then.stakes) == ("deal", state.dealer, state.stakes)
    assert told(then) == [
        "The campaign goes on: Aya has 499 coins and is in city 1 of 100.",
        "Game 11. Ben: put all cards together, shuffle, deal 7 cards to everybody, "
        "and put the other 19 face down in the middle.",
    ]
    assert after(then, "deal").phase == "turn"


def test_the_next_leg_ends_with_the_next_city() -> None:
    begun = stop.start(NAMES, leg_of(Carried(10, DAN, 2, LEDGER)))
    state = after(begun, "deal")
    assert (state.stakes, state.turn) == (2, DAN)
    assert last_game(19, 700, leg_of(Carried(10, DAN, 2, LEDGER))).phase == "deal"
    assert last_game(20, 700, leg_of(Carried(10, DAN, 2, LEDGER))).phase == OVER


@pytest.mark.parametrize(("games", "coins"), [(10, 201), (10, 1), (1000, 700)])
def test_nothing_follows_where_the_campaign_has_ended(games: int, coins: int) -> None:
    state = last_game(games, coins, COURSE)
    assert stop.is_over(state)
    assert state.carried is None


def test_nothing_is_carried_from_an_unfinished_leg_nor_without_legs() -> None:
    assert last_game(9, 700, COURSE).carried is None
    assert last_game(10, 700, {"course": 1000}).carried is None
    assert not stop.is_over(last_game(10, 700, {"course": 1000}))


def test_whole_legs_follow_one_another_as_one_campaign_would() -> None:
    """Two legs, played by computer players, end as the same games of a campaign without legs."""

    def play_on(state: State, games: int) -> State:
        while state.games < games and not stop.is_over(state):
            state = stop.play(state, greedy_move(stop, state, 0, 5))
        return state

    whole = play_on(stop.deal(NAMES, {"course": 1000}, 7), 20)
    leg = play_on(stop.deal(NAMES, COURSE, 7), 10)
    assert leg.carried is not None
    second = play_on(stop.deal(NAMES, leg_of(leg.carried), 7), 20)
    assert second.games == whole.games == 20
    assert (second.ledger, second.campaign, second.dealer) == (whole.ledger, whole.campaign, whole.dealer)


def test_the_record_of_a_leg_says_what_it_began_with() -> None:
    options = leg_of(Carried(10, DAN, 2, LEDGER))
    text = stop.write_record(NAMES, options, [])
    assert "# leg: games 10 dealer 4 stakes 2 / start 640 / start 10 / start -3 / start 50 / start 50" in text
    (record,) = stop.read_records(text)
    assert record[1] == options | {"own_discards": "both"}


def test_a_full_account_is_carried_whole() -> None:
    full = tuple(tuple(range(seat, seat + len(ACCOUNTS))) for seat in range(1, 6))
    carried = Carried(990, AYA, 0, full)
    assert carried_from(carried_text(carried)) == carried
    empty = Carried(990, AYA, 0, (full[0], *((0,) * len(ACCOUNTS),) * 4))
    assert carried_from(carried_text(empty)) == empty


@pytest.mark.parametrize(
    "text",
    [
        "second",
        "games 11 dealer 1 stakes 0 / start 640 / - / - / - / -",
        "games 0 dealer 1 stakes 0 / start 640 / - / - / - / -",
        "games 1000 dealer 1 stakes 0 / start 640 / - / - / - / -",
        "games 10 dealer 6 stakes 0 / start 640 / - / - / - / -",
        "games 10 dealer 1 stakes -1 / start 640 / - / - / - / -",
        "games 10 dealer 1 stakes 0 / start 640 / - / - / -",
        "games 10 dealer 1 stakes 0 / - / start 640 / - / - / -",
        "games 10 dealer 1 stakes 0 / start 640 start 1 / - / - / - / -",
        "games 10 dealer 1 stakes 0 / gold 640 / - / - / - / -",
        "games 10 dealer 1 stakes 0 / start 6400000 / - / - / - / -",
        "games 10 dealer 1 stakes 0 / start / - / - / - / -",
    ],
)
def test_what_no_leg_carries_is_refused(text: str) -> None:
    with pytest.raises(BadOption) as refused:
        stop.start(NAMES, {"course": 1000, "leg": text})
    assert english(refused.value.said).startswith(f"“{text[:60]}” is not a leg of a campaign")


def test_the_king_is_first_until_he_has_nothing_left() -> None:
    """Generals who are paid for years have more coins than he, which wins them nothing."""
    assert [one.rank for one in stop.standings(last_game(20, 300, COURSE))] == [1, 2, 3, 3, 3]
    lost = stop.standings(last_game(20, 201, COURSE))
    assert [one.rank for one in lost] == [5, 1, 2, 2, 2]


def test_the_kings_account_says_game_and_city() -> None:
    reasons = stop.standings(stop.start(NAMES, leg_of(Carried(20, DAN, 0, LEDGER))))[AYA].reasons
    assert [english(reason) for reason in reasons] == ["Game 21, city 2 of 100", "To begin with: 640"]
