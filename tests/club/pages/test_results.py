"""Results, players, seasons and rankings of a club, in both databases."""

import json
import re
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from club.app import create_app
from club.database import open_database
from club.login import Login
from club.models import Season
from club.ranking import ranking as rank_players
from club.ranking import tallies
from club.results import store_result
from tests.club.pages.conftest import OWN
from tests.support.club.hall import Hall
from tests.support.club.reported import reported
from tests.support.club.servers import POSTGRESQL, postgresql
from tests.support.system_tools import needs

PAGES = ("/results", "/players", "/ranking", "/login")
DAY = "2026-01-{day:02}T20:00:00+09:00"


def play(
    engine: Engine, entry: int, names: Sequence[str | None], scores: Sequence[int], table: str = "table1", **more: Any
) -> None:
    """A table reports a game; game number 3 is that of 3 January."""
    at = DAY.format(day=entry)
    store_result(engine, table, reported(names, scores, entry=entry, **{"begun": at, "ended": at, **more}))


@pytest.fixture
def played(engine: Engine) -> Engine:
    """A week of games: Aya is the best, and Ben is also called Benny."""
    for day, (names, scores) in enumerate(
        [
            (("Aya", "Ben"), (40, 24)),
            (("Aya", "Benny"), (35, 29)),
            (("Chie", "Ben"), (50, 14)),
            (("Aya", "Chie"), (33, 31)),
        ],
        start=1,
    ):
        play(engine, day, names, scores, table=f"table{day}")
    play(engine, 5, ("Aya", "Ben", "Chie"), (9, 5, 7), game="stop", title="Stop", table="table5")
    return engine


def ranked(browser: FlaskClient, **asked: object) -> list[str]:
    """The names of a ranking, the strongest first."""
    query = {"season": 0, "game": "reversi", **asked}
    return [row["player"] for row in browser.get("/export/ranking.json", query_string=query).json or []]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_pages_of_an_empty_club_say_what_is_missing(visitor: FlaskClient, language: str) -> None:
    for path in PAGES:
        page = visitor.get(path, query_string={"language": language})
        assert (page.status_code, f'<html lang="{language}">' in page.text) == (200, True)
    none = {"en": "There are no results yet.", "ja": "まだ結果はありません。"}[language]
    assert none in visitor.get("/results").text
    assert visitor.get("/results/1").status_code == 404
    assert visitor.get("/players/1").status_code == 404
    assert visitor.get("/export/results.json").json == []


def test_results_are_found_by_day_table_player_and_season(played: Engine, visitor: FlaskClient) -> None:
    with Session(played) as session, session.begin():
        session.add(Season(name="New Year", begins=date(2026, 1, 1), ends=date(2026, 1, 3)))

    def found(**asked: object) -> list[str]:
        page = visitor.get("/results", query_string=asked).text
        return re.findall(r'<bdi class="quiet">(table\d)</bdi>', page)

    everything = ["table5", "table4", "table3", "table2", "table1"]
    assert found() == everything
    assert found(day="2026-01-03") == ["table3"]
    assert found(table="table2") == ["table2"]
    assert found(season=1) == ["table3", "table2", "table1"]
    [benny] = re.findall(r'<option value="(\d+)">Benny<', visitor.get("/results").text)
    assert found(player=benny) == ["table2"]
    assert found(game="stop") == ["table5"]
    for nonsense in (
        {"day": "yesterday"},
        {"day": "0001-01-01"},
        {"player": "9" * 30},
        {"season": "-1"},
        {"page": "x"},
    ):
        assert found(**nonsense) == everything
    assert found(table="\0") == everything
    assert found(page=2**31 - 1) == []


def test_long_lists_have_pages(engine: Engine, visitor: FlaskClient) -> None:
    for entry in range(1, 46):
        play(
            engine, entry, ("Aya", "Ben"), (40, 24), ended=DAY.format(day=1), begun=f"2026-01-01T19:{entry:02}:00+09:00"
        )
    first = visitor.get("/results?player=1").text
    assert first.count('<li class="card') == 40
    [following] = re.findall(r'rel="next" href="([^"]+)"', first)
    assert "player=1" in following
    second = visitor.get(following.replace("&amp;", "&")).text
    assert second.count('<li class="card') == 5
    assert 'rel="next"' not in second


def test_a_correction_replaces_a_result_and_leaves_a_trace(played: Engine, visitor: FlaskClient) -> None:
    assert ranked(visitor)[0] == "Aya"
    page = visitor.get("/results/3").text
    assert page.count("<h2>") == 1
    assert "Correction" not in page
    play(played, 3, ("Chie", "Ben"), (14, 50), table="table3", last=12)
    page = visitor.get("/results/3").text
    assert re.findall(r'rank">1</span> <span><a[^>]+><bdi>(\w+)<', page) == ["Ben"]
    assert [said.strip() for said in re.findall(r'<p class="about">([^<]+)<', page)] == ["Correction", "Result"]
    assert page.count("<mark>") == 2
    assert re.findall(r'<mark class="score">(\d+)<', page) == ["50", "14"]
    play(played, 3, ("Chie", "Ben"), (14, 50), table="table3", last=15, withdrawn=True)
    assert "taken back at the table" in visitor.get("/results/3").text
    assert [row["counts"] for row in visitor.get("/export/results.json?table=table3").json] == [0, 0]


def test_the_organiser_leaves_a_result_out_and_back(
    played: Engine, organiser: FlaskClient, visitor: FlaskClient
) -> None:
    assert "Leave it out" not in visitor.get("/results/1").text
    before = organiser.get("/export/ranking.json?season=0&game=reversi").json
    for counts, said in (("no", "Let it count again"), ("yes", "Leave it out of the count")):
        assert organiser.post("/results/1/counts", data={"counts": counts}, headers=OWN).status_code == 303
        assert said in organiser.get("/results/1").text
        after = organiser.get("/export/ranking.json?season=0&game=reversi").json
        assert (after == before) == (counts == "yes")
    assert organiser.post("/results/99/counts", headers=OWN).status_code == 404


def test_two_names_of_one_person_are_merged_and_separated(played: Engine, organiser: FlaskClient) -> None:
    def tallies() -> dict[str, tuple[str, str]]:
        rows = re.findall(
            r'<bdi>(\w+)</bdi></a>.*?"number">(\d+)<.*?"number">(\d+)<', organiser.get("/players").text, re.S
        )
        return {name: (games, wins) for name, games, wins in rows}

    before = tallies()
    assert before == {"Aya": ("4", "4"), "Ben": ("3", "0"), "Chie": ("3", "1"), "Benny": ("1", "0")}
    ids = dict(re.findall(r'/players/(\d+)"><bdi>(\w+)<', organiser.get("/players").text))
    ben, benny, aya = (next(number for number, name in ids.items() if name == who) for who in ("Ben", "Benny", "Aya"))
    assert organiser.post(f"/players/{ben}/merge", data={"other": benny}, headers=OWN).status_code == 303
    assert tallies() == {"Aya": ("4", "4"), "Ben": ("4", "0"), "Chie": ("3", "1")}
    page = organiser.get(f"/players/{ben}").text
    assert "Benny" in page
    refused = organiser.post(f"/players/{ben}/merge", data={"other": aya}, headers=OWN)
    assert (refused.status_code, "have played in the same game" in refused.text) == (422, True)
    assert organiser.post(f"/players/{ben}/merge", data={"other": "x"}, headers=OWN).status_code == 422
    assert organiser.post(f"/players/{ben}/split", data={"folded": "benny"}, headers=OWN).status_code == 303
    assert tallies() == before


def test_a_ranking_counts_what_counts_in_its_season_by_kind_of_game(played: Engine, organiser: FlaskClient) -> None:
    assert ranked(organiser) == ["Aya", "Chie", "Benny", "Ben"]
    assert ranked(organiser, game="stop")[0] == "Aya"
    season = {"name": "3 January 冬", "begins": "2026-01-03", "ends": "2026-01-03"}
    added = organiser.post("/seasons", data=season, headers=OWN)
    assert added.headers["Location"] == "/ranking?season=1"
    page = organiser.get("/ranking?season=1").text
    assert "3 January 冬" in page
    assert ranked(organiser, season=1) == ["Chie", "Ben"]
    assert organiser.post("/seasons", data={**season, "ends": "2026-01-04"}, headers=OWN).status_code == 303
    assert ranked(organiser, season=2) == ["Aya", "Chie", "Ben"]
    for bad in ({"name": ""}, {"name": "a" * 101}, {"name": "a\u202eb"}, {"ends": "2026-01-02"}, {"begins": "soon"}):
        assert organiser.post("/seasons", data={**season, **bad}, headers=OWN).status_code == 422
    for number in (1, 2):
        assert organiser.post(f"/seasons/{number}/remove", headers=OWN).status_code == 303
    assert "3 January" not in organiser.get("/ranking").text
    assert ranked(organiser) == ["Aya", "Chie", "Benny", "Ben"]


def test_a_result_may_come_while_a_ranking_is_read(
    played: Engine, visitor: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def between(read: Callable[..., Any], entry: int) -> Callable[..., Any]:
        def reading(*arguments: Any) -> Any:
            found = read(*arguments)
            play(played, entry, (f"Mia {entry}", "Tom"), (40, 24))
            return found

        return reading

    monkeypatch.setattr("club.pages.ranking.tallies", between(tallies, 8))
    monkeypatch.setattr("club.pages.ranking.rank_players", between(rank_players, 9))
    for _ in range(2):
        assert "Aya" in ranked(visitor)


def test_only_whole_names_are_ranked_and_teams_win_together(engine: Engine, visitor: FlaskClient) -> None:
    play(engine, 1, ("Aya", None), (40, 24))
    assert ranked(visitor) == []
    play(engine, 2, ("Aya", None, "Ben"), (40, 30, 24))
    assert ranked(visitor) == ["Aya", "Ben"]
    # Games in which nobody else had a name are played and won, but tell nothing about strength.
    [aya, _] = visitor.get("/export/ranking.json?season=0&game=reversi").json
    assert (aya["games"], aya["wins"]) == (2, 2)
    four = reported(("Aya", "Ben", "Chie", "Dan"), (9, 5, 9, 5), game="skip_bo", entry=9)
    for player in four["players"]:
        player["team"] = player["seat"] % 2
    store_result(engine, "table1", four)
    rows = visitor.get("/export/ranking.json?season=0&game=skip_bo").json
    assert {row["player"] for row in rows[:2]} == {"Aya", "Chie"}
    assert rows[0]["strength"] == rows[1]["strength"] > 25 > rows[2]["strength"]
    said = reported(("Aya", "Ben", "Chie"), (2, 1, 1), game="doubt", entry=10)
    for player in said["players"]:
        player["score"] = None
    store_result(engine, "table1", said)
    assert visitor.get("/export/ranking.json?season=0&game=doubt").json == []


def test_exports_are_tables_that_no_spreadsheet_runs(engine: Engine, visitor: FlaskClient) -> None:
    play(engine, 1, ("=HYPERLINK(1)", "Ben"), (40, 24), table="@SUM(1)")
    for language, heading in (("en", "result,table,game"), ("ja", "結果,テーブル,ゲーム")):
        table = visitor.get("/export/results.csv", query_string={"language": language})
        assert table.mimetype == "text/csv"
        assert "attachment" in table.headers["Content-Disposition"]
        assert table.text.startswith(f"\ufeff{heading}")
        assert "'=HYPERLINK(1)" in table.text
        assert "'@SUM(1)" in table.text
    ranking = visitor.get("/export/ranking.csv").text.splitlines()
    assert [row.split(",")[1] for row in ranking[1:]] == ["'=HYPERLINK(1)", "Ben"]
    [row, _] = json.loads(visitor.get("/export/results.json").text)
    assert row == {
        "result": 1, "table": "@SUM(1)", "game": "reversi", "title": "Reversi", "begun": DAY.format(day=1),
        "ended": DAY.format(day=1), "player": "=HYPERLINK(1)", "shown": "=HYPERLINK(1)", "score": 40, "rank": 1,
        "team": None, "counts": 1,
    }  # fmt: skip
    assert visitor.get("/export/results.xlsx").status_code == 404


def test_hostile_names_are_only_letters_on_every_page(engine: Engine, organiser: FlaskClient) -> None:
    hostile = "<script>alert(1)</script>"
    play(
        engine,
        1,
        (hostile, '"><img src=x>', "אבא"),
        (3, 2, 1),
        table="<b>table</b>",
        title="<i>title</i>",
        game="unknown",
    )
    with Session(engine) as session, session.begin():
        session.add(Season(name=hostile, begins=date(2026, 1, 1), ends=date(2026, 1, 3)))
    for path in ("/results", "/results/1", "/players", "/players/1", "/ranking?season=1"):
        page = organiser.get(path)
        assert page.status_code == 200
        assert "&lt;script&gt;" in page.text
        for tag in ("<script>", "<img src=x", "<b>table", "<i>title"):
            assert tag not in page.text


@needs(POSTGRESQL)
def test_while_the_database_is_away_pages_say_so_and_tables_stay(hall: Hall, login: Login, password: str) -> None:
    season = {"name": "a", "begins": "2026-01-01", "ends": "2026-01-02"}
    hall.state("table3")
    with postgresql() as server:
        engine = open_database(server.new_database())
        organiser = create_app(engine, hall.tables, dict, login).test_client()
        assert organiser.post("/login", data={"password": password}, headers=OWN).status_code == 303
        server.kill()
        for path in ("/results", "/results/1", "/players", "/ranking", "/export/results.csv"):
            page = organiser.get(path)
            assert (page.status_code, "database does not answer" in page.text) == (503, True)
        assert organiser.post("/seasons", data=season, headers=OWN).status_code == 503
        assert "table3" in organiser.get("/").text
        assert organiser.get("/healthz").status_code == 503
        server.start()
        assert organiser.post("/seasons", data=season, headers=OWN).status_code == 303
        assert organiser.get("/healthz").status_code == 200
        engine.dispose()
