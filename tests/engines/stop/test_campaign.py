"""The Alexander campaign, S-23 to S-26, and its route."""

import pytest

from engines import stop
from engines.data_file import BadData
from engines.stop.campaign import CITIES, COURSES, Campaign, is_lost, settled
from engines.stop.payment import opened
from engines.stop.route import City, parse_route
from engines.stop.state import OPTIONS, State
from tests.support.engines.stop import AYA, BEN, NAMES, after, english, shown, table, told


def before_the_last_game(games: int, coins: int, cities: int = 0) -> State:
    """Ben is about to win a coin from each of the others; then so many games have been played."""
    return table(
        {BEN: "AS"},
        river="3S 4S 6S 7S 8S 9S",
        options={"course": 1000},
        games=games - 1,
        campaign=Campaign(cities),
        ledger=opened((coins, 1000 - coins, 0, 0, 0)),
    )


def settle(state: State) -> State:
    return shown(after(state, "2 stop"))


def test_s_23_four_courses_fix_the_kings_first_coins() -> None:
    assert COURSES == (1000, 700, 500, 300)
    assert {option.name: option.allowed for option in OPTIONS}["course"] == ("none", *COURSES)
    for course in COURSES:
        state = stop.start(NAMES, {"course": course})
        assert state.coins == (course, 0, 0, 0, 0)
        assert told(state)[1] == (
            f"Aya is King Alexander and sets out with {course} coins. Everybody else is a general."
        )
    assert stop.start(NAMES, {}).campaign is None


def test_s_24_after_every_ten_games_the_king_pays_50_to_each_general_and_moves_on() -> None:
    state = settle(before_the_last_game(games=10, coins=300))
    assert state.coins == (99, 754, 49, 49, 49)
    assert state.campaign == Campaign(cities=1)
    assert told(state)[-3:-1] == [
        "Ten games are over: Aya pays each general 50.",
        "Aya moves on. City 1 of 100.",
    ]
    assert settle(before_the_last_game(games=20, coins=300, cities=1)).campaign == Campaign(cities=2)


@pytest.mark.parametrize("games", [1, 9, 11, 19])
def test_s_24_nothing_is_paid_after_other_games(games: int) -> None:
    state = settle(before_the_last_game(games, coins=300))
    assert (state.coins[AYA], state.campaign) == (299, Campaign(cities=0))
    assert not any("general" in line for line in told(state))


@pytest.mark.parametrize(("coins", "cities", "over"), [(202, 1, False), (201, 0, True)])
def test_s_24_he_moves_on_only_if_he_then_still_has_a_coin(coins: int, cities: int, over: bool) -> None:
    state = settle(before_the_last_game(games=10, coins=coins))
    assert state.coins[AYA] == coins - 201
    assert state.campaign == Campaign(cities)
    assert stop.is_over(state) == over
    if over:
        assert told(state)[-2:] == [
            "Ten games are over: Aya pays each general 50.",
            "Aya has no coins left: the campaign is over. City 0 of 100.",
        ]


@pytest.mark.parametrize(("coins", "over"), [(2, False), (1, True), (0, True)])
def test_s_24_at_no_coins_after_any_game_the_campaign_is_over_at_once(coins: int, over: bool) -> None:
    state = settle(before_the_last_game(games=13, coins=coins, cities=1))
    assert stop.is_over(state) == over
    tenth = settle(before_the_last_game(games=20, coins=coins, cities=1))
    assert stop.is_over(tenth)
    if over:
        assert tenth.coins[AYA] == coins - 1  # who has nothing pays no salaries


def test_s_24_a_drawn_game_counts_too() -> None:
    state = table(
        {},
        river="3S",
        stock="5C",
        running_out=True,
        options={"course": 1000},
        games=9,
        campaign=Campaign(),
        ledger=opened((300, 700, 0, 0, 0)),
    )
    state = after(state, "draw 5C", "discard 5C", "no winner")
    assert (state.coins, state.campaign) == ((100, 750, 50, 50, 50), Campaign(cities=1))


def test_s_24_generals_may_go_below_zero() -> None:
    state = settle(before_the_last_game(games=3, coins=1000))
    assert state.coins[2:] == (-1, -1, -1)
    assert not stop.is_over(state)


def test_s_25_leaving_keeps_everything_and_the_next_start_goes_on_from_there() -> None:
    state = settle(before_the_last_game(games=10, coins=300))
    assert (state.games, state.campaign, state.coins[AYA]) == (10, Campaign(cities=1), 99)
    assert after(state, "deal").phase == "turn"


def test_s_25_100_advances_complete_the_route() -> None:
    state = settle(before_the_last_game(games=1000, coins=300, cities=99))
    assert stop.is_over(state)
    assert told(state)[-1] == "Aya is home in Macedon after 100 cities: the great campaign is complete!"
    assert Campaign(cities=CITIES).is_complete
    assert not Campaign(cities=CITIES - 1).is_complete


def test_a_campaign_goes_on_past_the_games_of_a_match() -> None:
    state = before_the_last_game(games=10, coins=300)
    assert state.rules.games == 10
    assert not stop.is_over(settle(state))


@pytest.mark.parametrize(
    ("games", "coins", "after_it"),
    [(9, 900, (3, 0)), (10, 900, (4, 50)), (10, 200, (3, 50)), (10, 0, (3, 0)), (10, -5, (3, 0))],
)
def test_a_settlement_in_numbers(games: int, coins: int, after_it: tuple[int, int]) -> None:
    campaign, salary = settled(Campaign(cities=3), games, coins)
    assert (campaign.cities, salary) == after_it
    assert is_lost(coins) == (coins <= 0)


CITY = (
    '[[city]]\nen = "City {0}"\nja = "都市{0}"\nnorth = 40.5\neast = -{0}\n'
    'fact_en = "It is city {0}."\nfact_ja = "{0}番の都市です。"\n'
)


def route_of(count: int) -> str:
    return '[route]\nname = "mine"\n' + "".join(CITY.format(number) for number in range(1, count + 1))


def test_s_26_the_route_passed_grows_city_by_city_from_home() -> None:
    route = parse_route(route_of(100), "mine.toml")
    assert (
        route.home
        == route.reached(0)
        == route.reached(100)
        == City("City 100", "都市100", 40.5, -100.0, "It is city 100.", "100番の都市です。")
    )
    assert route.reached(1).en == "City 1"
    assert [city.en for city in route.passed(2)] == ["City 100", "City 1", "City 2"]
    assert len(route.passed(100)) == 101


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (route_of(99), "mine.toml has 99 cities, but a campaign needs 100."),
        (
            route_of(100).replace("north = 40.5", "north = 140", 1),
            'mine.toml: “north” in [[city]] 1 "City 1" is 140, but must be a number of degrees from -90 to 90.',
        ),
        (
            route_of(100).replace("east = -7\n", 'east = "far"\n', 1),
            'mine.toml: “east” in [[city]] 7 "City 7" is far, but must be a number of degrees from -180 to 180.',
        ),
        (route_of(100).replace("east = -7\n", "", 1), 'mine.toml: [[city]] 7 "City 7" needs the key “east”.'),
        (route_of(100).replace('ja = "都市7"\n', "", 1), 'mine.toml: [[city]] 7 "City 7" needs the key “ja”.'),
        (
            route_of(100).replace('fact_en = "It is city 7."\n', "", 1),
            'mine.toml: [[city]] 7 "City 7" needs the key “fact_en”.',
        ),
        (
            route_of(100).replace('"都市7"', '"都市6"', 1),
            "mine.toml: the city “都市6” is there twice, but every city of a route has a name of its own.",
        ),
        (
            route_of(100).replace("east = -7\n", "east = -7\npeople = 9\n", 1),
            "mine.toml: [[city]] 7 has the unknown key “people”; allowed are en, ja, north, east, fact_en and fact_ja.",
        ),
        ("", "mine.toml: the table [route] is missing, or its brackets are not exactly these."),
    ],
)
def test_s_26_a_wrong_route_is_refused_by_file_city_and_key(text: str, sentence: str) -> None:
    with pytest.raises(BadData) as refused:
        parse_route(text, "mine.toml")
    assert english(refused.value.said) == sentence
