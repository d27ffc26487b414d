"""The Alexander campaign, S-23 to S-26: its coins, its legs of ten games (each a game of the journal), its route."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from engines import stop
from engines.bots import greedy_move
from engines.contract import BadOption
from engines.data_file import BadData
from engines.messages import Fact
from engines.stop.campaign import CITIES, COURSES, FIRST, SALARY, Campaign, Match, carried_from, carried_text
from engines.stop.payment import ACCOUNTS, booked, opened
from engines.stop.route import City, parse_route
from engines.stop.state import OPTIONS, Phase, State
from tests.support.engines.in_short import short
from tests.support.engines.seats import AYA, BEN, DAN
from tests.support.engines.stop import NAMES, after, shown, table, told

WHOLE = {"course": 1000}
LEG = {"course": 1000, "leg": FIRST}
LEDGER = opened((640, 10, -3, 50, 50))


def game_over(games: int, coins: int, cities: int = 0, options: Mapping[str, Fact] = WHOLE) -> State:
    """Ben has just won a coin from each of the others, and so many games have been played; the king had `coins`."""
    earned = SALARY * ((games - 1) // 10)  # by each general
    ledger = opened((coins + 4 * earned, 1000 - coins - earned, *(-earned,) * 3))
    for seat, salaries in enumerate((-4 * earned, *(earned,) * 4)):
        ledger = booked(ledger, seat, "salary", salaries)
    campaign = {"games": games - 1, "campaign": Campaign(cities), "ledger": ledger}
    return shown(after(table({BEN: "AS"}, river="3S 4S 6S 7S 8S 9S", options=options, **campaign), "2 stop"))


def leg_of(carried: Match) -> Mapping[str, Fact]:
    return {"course": 1000, "leg": carried_text(carried)}


def test_s_23_four_courses_fix_the_kings_first_coins() -> None:
    assert COURSES == (1000, 700, 500, 300)
    assert {option.name: option.allowed for option in OPTIONS}["course"] == ("none", *COURSES)
    for course in COURSES:
        state = stop.start(NAMES, {"course": course})
        assert state.coins == (course, 0, 0, 0, 0)
        assert told(state)[1] == f"campaign_begins Aya {course}"
    assert stop.start(NAMES, {}).match.campaign is None


@pytest.mark.parametrize(
    ("games", "coins", "cities", "left", "then", "over"),
    [
        (1, 300, 0, 299, 0, False),
        (9, 300, 0, 299, 0, False),
        (10, 300, 0, 99, 1, False),  # after every ten games he pays 50 to each general and moves on
        (11, 300, 0, 299, 0, False),
        (19, 300, 0, 299, 0, False),
        (20, 300, 1, 99, 2, False),
        (10, 202, 1, 1, 2, False),  # if he then still has a coin
        (10, 201, 0, 0, 0, True),
        (13, 2, 1, 1, 1, False),  # without a coin the campaign is over after any game, and he pays no salaries
        (13, 1, 1, 0, 1, True),
        (13, 0, 1, -1, 1, True),
        (20, 2, 1, -199, 1, True),
        (20, 1, 1, 0, 1, True),
        (20, 0, 1, -1, 1, True),
    ],
)
def test_s_24_after_every_ten_games_the_king_pays_the_generals_and_moves_on(
    games: int, coins: int, cities: int, left: int, then: int, over: bool
) -> None:
    state = game_over(games, coins, cities)
    assert (state.coins[AYA], state.match.campaign, stop.is_over(state)) == (left, Campaign(then), over)
    paid = coins - 1 - left
    assert state.coins[2:] == (paid // 4 - 1,) * 3  # below zero before they are paid
    happened = ["salaries Aya 50"] if paid else []
    happened += [f"next_city Aya {then}"] if then > cities else []
    happened += [f"campaign_lost Aya {then}"] if over else []
    assert [line for line in told(state) if line.split()[0] in ("salaries", "next_city", "campaign_lost")] == happened
    if not over:
        assert after(state, "deal").phase == "turn"  # S-25: it goes on from there, past the ten games of a match


def test_s_24_a_drawn_game_counts_too() -> None:
    campaign = {"games": 9, "campaign": Campaign(), "ledger": opened((300, 700, 0, 0, 0))}
    state = table({}, river="3S", stock="5C", running_out=True, options=WHOLE, **campaign)
    state = after(state, "draw 5C", "discard 5C", "no winner")
    assert (state.coins, state.match.campaign) == ((100, 750, 50, 50, 50), Campaign(cities=1))


def test_s_25_100_advances_complete_the_route() -> None:
    state = game_over(1000, 300, cities=CITIES - 1)
    assert stop.is_over(state)
    assert told(state)[-1] == "campaign_complete Aya 100"


def test_a_leg_is_over_after_ten_games_and_the_campaign_is_not() -> None:
    assert game_over(9, 700, options=LEG).phase == "deal"
    state = game_over(10, 700, options=LEG)
    assert stop.is_over(state)
    assert told(state)[-3:] == ["salaries Aya 50", "next_city Aya 1", "leg_over Aya 1"]
    assert state.carried is not None
    then = stop.start(NAMES, leg_of(state.carried))
    assert (then.phase, then.match, then.coins) == ("deal", replace(state.match, seed=None), state.coins)
    assert (then.match.games, then.match.campaign) == (10, Campaign(1))
    assert told(then) == ["campaign_goes_on Aya 1 499", "deal Ben 11 7 19"]
    assert after(then, "deal").phase == "turn"


def test_the_next_leg_ends_with_the_next_city() -> None:
    second = leg_of(Match(10, DAN, 2, LEDGER, Campaign(1)))
    state = after(stop.start(NAMES, second), "deal")
    assert (state.match.stakes, state.turn) == (2, DAN)
    assert [game_over(games, 700, 1, second).phase for games in (19, 20)] == ["deal", Phase.OVER]


def test_nothing_is_carried_from_an_unfinished_leg_nor_without_legs_nor_where_the_campaign_has_ended() -> None:
    assert game_over(9, 700, options=LEG).carried is None
    assert game_over(10, 700).carried is None
    for games, coins in (10, 201), (10, 1), (1000, 700):
        state = game_over(games, coins, (games - 1) // 10, LEG)
        assert stop.is_over(state)
        assert state.carried is None


def test_whole_legs_follow_one_another_as_one_campaign_would() -> None:
    """Two legs, played by computer players, end as the same games of a campaign without legs."""

    def play_on(options: Mapping[str, Fact], games: int) -> State:
        state = stop.deal(NAMES, options, 7)
        while state.match.games < games and not stop.is_over(state):
            state = stop.play(state, greedy_move(stop, state, 0, 5))
        return state

    whole, leg = play_on(WHOLE, 20), play_on(LEG, 10)
    assert leg.carried is not None
    second = play_on(leg_of(leg.carried), 20)
    assert second.match.games == 20
    assert second.match == whole.match


def test_the_record_of_a_leg_says_what_it_began_with() -> None:
    options = leg_of(Match(10, DAN, 2, LEDGER, Campaign(1)))
    text = stop.write_record(NAMES, options, [])
    assert "# leg: games 10 dealer 4 stakes 2 / start 640 / start 10 / start -3 / start 50 / start 50" in text
    ((_, read, _),) = stop.read_records(text)
    assert read == options | {"own_discards": "both"}


def test_a_full_account_is_carried_whole() -> None:
    full = tuple(tuple(range(seat, seat + len(ACCOUNTS))) for seat in range(1, 6))
    for ledger in (full, (full[0], *((0,) * len(ACCOUNTS),) * 4)):
        carried = Match(990, AYA, 0, ledger, Campaign(99))
        assert carried_from(carried_text(carried)) == carried


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
    assert short(refused.value.said) == f"bad_leg {text[:60]}"


def test_the_king_is_first_until_he_has_nothing_left_and_his_account_says_game_and_city() -> None:
    """Generals who are paid for years have more coins than he, which wins them nothing."""
    assert [one.rank for one in stop.standings(game_over(20, 300, 1))] == [1, 2, 3, 3, 3]
    assert [one.rank for one in stop.standings(game_over(20, 201, 1))] == [5, 1, 2, 2, 2]
    reasons = stop.standings(stop.start(NAMES, leg_of(Match(20, DAN, 0, LEDGER, Campaign(2)))))[AYA].reasons
    assert [short(reason) for reason in reasons] == ["campaign_progress 21 2", "account.start 640"]


CITY = (
    '[[city]]\nen = "City {0}"\nja = "都市{0}"\nnorth = 40.5\neast = -{0}\n'
    'fact_en = "It is city {0}."\nfact_ja = "{0}番の都市です。"\n'
)


def route_of(count: int, old: str = "", new: str = "") -> str:
    cities = "".join(CITY.format(number) for number in range(1, count + 1))
    return '[route]\nname = "mine"\n' + cities.replace(old, new, 1)


def test_s_26_the_route_passed_grows_city_by_city_from_home() -> None:
    route = parse_route(route_of(CITIES), "mine.toml")
    home = City("City 100", "都市100", 40.5, -100.0, "It is city 100.", "100番の都市です。")
    assert route.home == route.reached(0) == route.reached(100) == home
    assert [city.en for city in route.passed(2)] == ["City 100", "City 1", "City 2"]
    assert len(route.passed(100)) == 101


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (route_of(99), "route.not_100 mine.toml 99 100"),
        (route_of(100, "40.5", "140"), 'route.not_degrees mine.toml [[city]] 1 "City 1" north 140 90'),
        (
            route_of(100, "east = -7\n", 'east = "far"\n'),
            'route.not_degrees mine.toml [[city]] 7 "City 7" east far 180',
        ),
        (route_of(100, "east = -7\n"), 'missing_key mine.toml [[city]] 7 "City 7" east'),
        (route_of(100, 'ja = "都市7"\n'), 'missing_key mine.toml [[city]] 7 "City 7" ja'),
        (route_of(100, 'fact_en = "It is city 7."\n'), 'missing_key mine.toml [[city]] 7 "City 7" fact_en'),
        (route_of(100, '"都市7"', '"都市6"'), "route.twice mine.toml 都市6"),
        (
            route_of(100, "east = -7\n", "east = -7\npeople = 9\n"),
            "unknown_key mine.toml [[city]] 7 people en ja north east fact_en fact_ja",
        ),
        ("", "no_table mine.toml [route]"),
    ],
)
def test_s_26_a_wrong_route_is_refused_by_file_city_and_key(text: str, why: str) -> None:
    with pytest.raises(BadData) as refused:
        parse_route(text, "mine.toml")
    assert short(refused.value.said) == why
