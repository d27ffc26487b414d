"""All tables on one page: whoever needs somebody first, and nothing that a table sends does anything but be seen."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from engines.messages import message
from tests.support.club.hall import BOX, EMPTY_PLACE, Hall
from web.mqtt.topics import Topics

pytestmark = pytest.mark.parametrize("new_url", ["sqlite"], indirect=True)  # live tables need no database
HOSTILE = ("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{ 7 * 7 }}", "\u202egnp.exe", "=1+1")


def names_of(html: str) -> list[str]:
    """The tables of a page, in their order."""
    return re.findall(r'data-key="([^"/]+)/', html)


def test_an_empty_club_says_how_to_begin(visitor: FlaskClient) -> None:
    assert "Start a box with --mqtt" in visitor.get("/").text
    assert "ボックスを --mqtt を付けて始める" in visitor.get("/", headers={"Accept-Language": "ja"}).text


def test_a_table_shows_game_players_scores_and_turn_in_the_readers_language(hall: Hall, visitor: FlaskClient) -> None:
    hall.state("table3", ("Aya", "Ben"), scores=(31, 12), turn=1)
    page = visitor.get("/").text
    assert "1 table, all playing" in page
    assert "Galaxy Reversi" in page
    assert re.search(r'<li class="first"><bdi>Aya</bdi><span class="score">31<', page)
    assert re.search(r'turn"><bdi>Ben</bdi><span class="unseen">has the turn</span><span class="score">12<', page)
    assert "ギャラクシーリバーシ" in visitor.get("/?language=ja").text


def test_stuck_tables_come_first_with_what_is_wrong_and_since_when(hall: Hall, visitor: FlaskClient) -> None:
    for table in ("table10", "table2", "table9"):
        hall.state(table)
    hall.state("table7", minutes=17)
    hall.state("table8", problem=EMPTY_PLACE, minutes=4)
    hall.health("table9", camera={"key": "new.trouble", "facts": {}, "sentence": "The lens cap is on."})
    hall.state("table4")
    hall.take(Topics("table4", BOX).of("status"), b"offline")
    page = visitor.get("/").text
    assert names_of(page) == ["table4", "table8", "table7", "table9", "table2", "table10"]
    assert "6 tables, 4 need help" in page
    for said in ("offline", "Please clear d4: nothing should be there now.", "4 minutes", "17 minutes", "lens cap"):
        assert said in page
    in_japanese = visitor.get("/?language=ja").text
    assert "d4に" in in_japanese
    assert "4分" in in_japanese
    assert "lens cap" in in_japanese
    hall.state("table8", minutes=180, problem=EMPTY_PLACE)
    assert "over 3 hours" in visitor.get("/?language=en").text


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"places": None},
        {"places": 1.5},
        {"places": "{0.__class__}"},
        {"places": "row/x/y"},
        {"places": True},
        {"": ""},
    ],
)
@pytest.mark.parametrize("key", ["referee.not_here", "reversi.moved", "web.name", "", "grammar", "__class__"])
def test_no_key_or_fact_breaks_the_page(hall: Hall, visitor: FlaskClient, key: str, facts: dict[str, Any]) -> None:
    hall.state("table3", problem={"key": key, "facts": facts, "sentence": "Something is wrong."})
    page = visitor.get("/")
    assert page.status_code == 200
    assert names_of(page.text) == ["table3"]


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_names_are_only_letters(hall: Hall, visitor: FlaskClient, hostile: str) -> None:
    hall.state(
        hostile.replace("/", "⁄").replace("+", "＋"),
        (hostile, "Ben"),
        problem={**EMPTY_PLACE, "key": "?", "sentence": hostile},
    )
    page = visitor.get("/").text
    assert "<script>alert" not in page
    assert "<img src=x" not in page
    assert "49" not in page
    # What changes the direction of writing cannot leave its own element.
    assert len(re.findall(r"<bdi>[^<]*</bdi>", page)) == 4


def test_a_picture_of_the_board_can_do_nothing_but_be_seen(hall: Hall, visitor: FlaskClient) -> None:
    hall.state("table 3")
    assert "board.svg" not in visitor.get("/").text
    hall.board("table 3", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    address = re.search(r'<img src="(/tables/[^"]+)"', visitor.get("/").text)
    assert address is not None
    picture = visitor.get(address[1].replace("&amp;", "&"))
    policy = picture.headers["Content-Security-Policy"].split("; ")
    assert {"default-src 'none'", "script-src 'none'", "sandbox"} <= set(policy)
    assert picture.mimetype == "image/svg+xml"
    assert picture.headers["X-Content-Type-Options"] == "nosniff"
    assert "immutable" in picture.headers["Cache-Control"]
    assert visitor.get(picture.request.path).headers["Cache-Control"] == "no-store"
    assert visitor.get("/tables/table%203/another/board.svg").status_code == 404


def test_what_has_not_changed_is_not_sent_again(hall: Hall, visitor: FlaskClient) -> None:
    hall.state("table3")
    first = visitor.get("/live")
    again = {"If-None-Match": first.headers["ETag"], "Accept-Encoding": "gzip"}
    assert visitor.get("/live", headers=again).status_code == 304
    hall.state("table3", scores=(5, 4))
    changed = visitor.get("/live", headers=again)
    assert (changed.status_code, changed.headers["ETag"] != first.headers["ETag"]) == (200, True)
    # Each language has its own, and a page without scripts renews itself.
    assert visitor.get("/live?language=ja", headers=again).status_code == 200
    assert '<noscript><meta http-equiv="refresh"' in visitor.get("/").text


def test_tables_stay_where_the_broker_is_away_and_the_page_says_so(hall: Hall, visitor: FlaskClient) -> None:
    hall.state("table3")
    assert visitor.get("/healthz").status_code == 200
    hall.troubles["subscriber"] = message("club.database.away", why="gone")
    page = visitor.get("/").text
    assert names_of(page) == ["table3"]
    assert "does not answer (gone)" in page
    assert "as they were last known" in page
    health = visitor.get("/healthz")
    assert (health.status_code, list((health.json or {})["troubles"])) == (503, ["subscriber"])


def test_whoever_watches_the_server_learns_how_many_messages_have_come(hall: Hall, visitor: FlaskClient) -> None:
    hall.tables.received = 7  # as the subscriber counts
    assert visitor.get("/healthz").json == {"troubles": {}, "received": 7}


def test_two_boxes_with_one_name_are_shown_and_named(hall: Hall, visitor: FlaskClient) -> None:
    hall.state("table3", ("Aya", "Ben"))
    hall.state("table3", ("Chie", "Dan"), box="another")
    page = visitor.get("/").text
    assert names_of(page) == ["table3", "table3"]
    assert "Several boxes are logged in under one name: table3." in page


def test_pages_have_a_strict_policy_and_say_their_language(hall: Hall, visitor: FlaskClient) -> None:
    for language in ("en", "ja"):
        page = visitor.get(f"/?language={language}")
        assert f'<html lang="{language}">' in page.text
        assert page.headers["Content-Language"] == language
        policy = page.headers["Content-Security-Policy"]
        assert "script-src 'self'" in policy
        assert "form-action 'self'" in policy
        assert "unsafe" not in policy
        assert page.headers["Cache-Control"] == "no-store"
        # The choice is remembered.
        assert f'<html lang="{language}">' in visitor.get("/results").text
