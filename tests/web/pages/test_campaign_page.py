"""The campaigns of Stop on the page: the list, the map, going on, and the end (S-23 to S-26)."""

from collections.abc import Iterator
from html import unescape
from pathlib import Path
from re import findall

import pytest
from flask.testing import FlaskClient

from device.config.routes import load_route
from device.record.journal import Journal
from device.texts import LANGUAGES
from tests.support.device.campaigns import WON, write_campaign
from tests.support.engines.stop import NAMES
from tests.support.web.fake_box import get_json
from tests.support.web.kept_box import KeptBox, kept_box
from web.diagrams.march_map import WIDE, height, near_map, whole_map

ROUTE = load_route(None)


@pytest.fixture
def box(tmp_path: Path) -> Iterator[KeptBox]:
    with Journal(tmp_path / "journal.db") as journal:
        journal.start_game("reversi", ["Aya", "Ben"], {})
    with kept_box(tmp_path) as found:
        yield found


def begin(box: KeptBox, cities: int, purse: int, games: int, name: str = "") -> int:
    """A campaign that has come so far, and has played so many games of its last leg, which is on the table."""

    def write() -> int:
        number = write_campaign(box.journal, cities, purse, name)
        for move in WON * games:
            box.journal.append("move", {"move": move, "picture": None, "by": "phone"})
        return number

    number = int(box.asked(write))
    box.asked(lambda: box.game.resume(box.journal.current()[0].number) if games < 10 else None)
    return number


def page(client: FlaskClient, path: str, language: str = "en") -> str:
    answer = client.get(f"{path}?language={language}")
    assert answer.status_code == 200, path
    return unescape(answer.text)


def test_without_a_campaign_one_can_be_begun(client: FlaskClient) -> None:
    said = page(client, "/campaigns")
    assert "No campaign has been begun yet." in said
    assert "/by-hand?game=stop" in said
    assert "/campaigns" in page(client, "/games")


def test_the_list_has_all_campaigns_the_latest_first(box: KeptBox, client: FlaskClient) -> None:
    begin(box, 3, 640, 2, "To the Indus")
    begin(box, 37, 455, 3)
    said = page(client, "/campaigns")
    assert said.index("Aya's campaign") < said.index("To the Indus")
    assert "Game 374 · Pelusion, city 37 of 100 · 479 coins" in said
    assert "Game 33 · Abdera, city 3 of 100 · 656 coins" in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_tells_game_city_purse_and_what_comes_next(box: KeptBox, client: FlaskClient, language: str) -> None:
    said = page(client, f"/campaigns/{begin(box, 3, 640, 2)}", language)
    city, following = ROUTE.reached(3), ROUTE.reached(4)
    for word in (city.name(language), city.fact(language), following.name(language), "656"):
        assert word in said
    for passed in ROUTE.passed(3):
        assert passed.fact(language) in said


def test_the_map_has_the_part_passed_in_red_and_what_lies_ahead(box: KeptBox, client: FlaskClient) -> None:
    said = page(client, f"/campaigns/{begin(box, 3, 640, 2)}")
    assert 'id="march-land"' in said
    (passed, _), (ahead, _) = (
        findall(f'<polyline class="{kind}" points="([^"]*)"', said) for kind in ("passed", "ahead")
    )
    assert (len(passed.split()), len(ahead.split())) == (4, 98)
    assert passed.split()[-1] == ahead.split()[0]
    assert findall(r'<text class="here[^>]*>([^<]*)<', said) == ["Abdera"] * 3


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cities", [0, 1, 17, 39, 57, 63, 74, 90, 99, 100])
def test_names_on_the_maps_cover_neither_one_another_nor_the_edge(cities: int, language: str) -> None:
    whole, near = whole_map(ROUTE, cities, language), near_map(ROUTE, cities, language)
    large = [name for name in whole.names if name.large]
    assert ROUTE.reached(cities).name(language) in {name.text for name in large if name.state == "here"}
    assert any(name.state == "here" for name in near.names)
    assert 4 <= len(large) < len(whole.names)
    assert near.view[0] >= 0
    assert near.view[2] <= WIDE
    assert near.view[1] >= 0
    assert near.view[3] <= height()


def test_the_purse_is_drawn_from_city_to_city(box: KeptBox, client: FlaskClient) -> None:
    said = page(client, f"/campaigns/{begin(box, 5, 640, 2)}")
    (line,) = findall(r'class="purses"[^>]*><polyline points="([^"]*)"', said)
    points = [tuple(map(float, point.split(","))) for point in line.split()]
    assert [x for x, _ in points] == [0, 20, 40, 60, 80, 100]
    assert min(y for _, y in points) == 1  # the richest city is at the top
    assert 'class="purses"' not in page(client, f"/campaigns/{begin(box, 2, 640, 2)}")


def test_a_leg_that_is_over_is_followed_by_the_next_one(box: KeptBox, client: FlaskClient) -> None:
    number = begin(box, 3, 640, 9)
    for move in WON:
        assert client.post("/api/moves", json={"move": move}).status_code == 200
    state = get_json(client)
    assert state["over"]
    assert state["again"]["leg"] == "On to Sestos: ten more games"
    assert "On to Sestos" in page(client, f"/campaigns/{number}")
    assert client.post("/api/games/again", json={}).status_code == 200
    assert get_json(client)["march"]["sentence"] == "Game 41 · Maroneia, city 4 of 100 · 520 coins"


def test_a_replay_says_where_the_campaign_stood(box: KeptBox, client: FlaskClient) -> None:
    begin(box, 3, 640, 2)
    game = box.asked(lambda: box.journal.current()[0].number)
    for at, said in ((0, "Game 31 · Abdera, city 3 of 100 · 640 coins"),
                     (2 * len(WON), "Game 33 · Abdera, city 3 of 100 · 656 coins")):  # fmt: skip
        assert get_json(client, f"/api/games/{game}/steps/{at}")["march"]["sentence"] == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_campaign_that_came_home_is_told_worthily(box: KeptBox, client: FlaskClient, language: str) -> None:
    said = page(client, f"/campaigns/{begin(box, 99, 500, 10)}", language)
    assert 'class="march-end"' in said
    assert "data-game" not in said
    for city in ROUTE.cities:
        assert city.fact(language) in said
    assert 'class="ahead" points="' in said
    if language == "en":
        assert "King Aya is home in Macedon. 1000 games, 100 cities" in said
        lost = page(client, f"/campaigns/{begin(box, 36, 90, 10)}")
        assert "King Aya's purse is empty, and the campaign ends in Gaza." in lost
        assert "Begin a campaign" in lost
        assert client.get("/campaigns/999").status_code == 422


def test_a_phone_names_a_campaign_and_cannot_write_an_account(box: KeptBox, client: FlaskClient) -> None:
    begun = {
        "game": "stop",
        "players": list(NAMES),
        "options": {"course": "700"},
        "by_hand": True,
        "campaign": " Mine ",
    }
    assert client.post("/api/games", json=begun).status_code == 200
    start = box.asked(lambda: box.journal.current()[0].data)
    assert (start["campaign"], start["options"]) == ("Mine", {"own_discards": "both", "course": 700, "leg": "first"})
    richer = begun | {"options": {"course": "700", "leg": "games 10 dealer 1 stakes 0 / start 9999 / - / - / - / -"}}
    assert client.post("/api/games", json=richer).status_code == 400
