"""What several games come to: an evening of the same players, and every player over all evenings."""

import codecs
import csv
import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from device.games.listing import GAMES
from device.record.archive import MAX_SUMMARIES
from device.record.evenings import MAX_COUNTED_GAMES
from tests.support.web.fake_box import app_of, carry_phone, from_own_page
from tests.support.web.kept_box import KeptBox, as_seen, kept_box, write_game
from tests.support.web.tables import played


@pytest.fixture
def box(tmp_path: Path) -> Iterator[KeptBox]:
    """Three games of Aya and Ben on one day, once the other way round; one of others, and one that is not over."""
    reversi = as_seen(GAMES["reversi"], played("reversi", 2, 1, 200))
    write_game(tmp_path, "reversi", reversi)
    write_game(tmp_path, "reversi", reversi, ("Ｂen", "Aya"))
    write_game(tmp_path, "search", as_seen(GAMES["search"], played("search", 2, 1, 400)))
    write_game(tmp_path, "reversi", reversi, ("Chika", "プレイヤー2"))
    write_game(tmp_path, "reversi", reversi[:5])
    with kept_box(tmp_path) as box:
        yield box


def test_an_evening_adds_up_the_games_of_the_same_players(client: FlaskClient) -> None:
    others, evening = client.get("/api/evenings").json["evenings"]
    assert (others["players"], len(others["games"])) == (["Chika", "プレイヤー2"], 1)
    assert (others["named"], evening["named"]) == ([True, False], [True, True])
    assert (evening["day"], evening["players"]) == ("2026-01-02", ["Aya", "Ben"])
    assert [game["game"] for game in evening["games"]] == ["reversi", "reversi", "search"]
    assert evening["wins"] == [2, 1]  # 27 to 37, 37 to 27, and the chips
    points = {one["game"]: one["points"] for one in evening["points"]}
    assert (points["reversi"], points["search"]) == ([64, 64], [3, 0])


def test_the_household_decides_which_evening_it_was(client: FlaskClient, live_in: Callable[[str], None]) -> None:
    live_in("Pacific/Auckland")  # where 19:31 in Tokyo is 23:31; the last of these games began after midnight
    evening = client.get("/api/evenings").json["evenings"][-1]
    assert (evening["day"], evening["games"][0]["begun"]) == ("2026-01-02", "2026-01-02T23:31:00+13:00")
    live_in("America/Los_Angeles")  # where it is half past two in the morning
    evening = client.get("/api/evenings").json["evenings"][-1]
    assert (evening["day"], evening["games"][0]["begun"]) == ("2026-01-01", "2026-01-02T02:31:00-08:00")
    assert client.get("/api/evenings/games").text.splitlines()[1].startswith("2026-01-01,")


def test_players_are_counted_over_all_evenings_but_for_those_without_names(client: FlaskClient) -> None:
    told = client.get("/api/evenings").json
    assert told["more"] is False
    counted = {player["name"]: (player["games"], player["wins"]) for player in told["players"]}
    assert counted == {"Aya": (3, 2), "Ben": (3, 1), "Chika": (1, 0)}
    aya = next(player for player in told["players"] if player["name"] == "Aya")
    assert {game["title"]: (game["games"], game["wins"]) for game in aya["by_game"]} == {
        "Galaxy Reversi": (2, 1), "Character Search": (1, 1),
    }  # fmt: skip


def test_both_are_exported_as_tables(client: FlaskClient) -> None:
    games, players = (client.get(f"/api/evenings/{what}").text.splitlines() for what in ("games", "players"))
    assert games[:3] == [
        "\ufeffday,number,game,player,score,rank,what the score counts,options",
        "2026-01-02,1,Galaxy Reversi,Aya,27,2,tiles,",
        "2026-01-02,1,Galaxy Reversi,Ben,37,1,tiles,",
    ]
    assert len(games) == 1 + 4 * 2
    assert players[0] == "\ufeffplayer,game,games,won"
    assert "Aya,Galaxy Reversi,2,1" in players


def test_whoever_is_named_has_a_file_of_his_own_results(client: FlaskClient) -> None:
    found = client.get("/api/evenings/games?name=ben")
    assert found.headers["Content-Disposition"] == "attachment; filename=games.csv"
    assert [row.split(",")[2:6] for row in found.text.splitlines()[1:]] == [
        ["Galaxy Reversi", "Ben", "37", "1"],
        ["Galaxy Reversi", "Ｂen", "27", "2"],
        ["Character Search", "Ben", "0", "2"],
    ]


def test_no_spreadsheet_takes_a_name_for_a_formula(tmp_path: Path) -> None:
    reversi = as_seen(GAMES["reversi"], played("reversi", 2, 1, 200))
    write_game(tmp_path, "reversi", reversi, ("=1+1", "@SUM(A1)"))
    with kept_box(tmp_path) as box:
        client = from_own_page(carry_phone(app_of(box)))
        told = client.get("/api/evenings/games", query_string={"name": "=1+1"}).data
    rows = list(csv.reader(io.StringIO(told.decode("utf-8-sig"))))
    assert told.startswith(codecs.BOM_UTF8)
    assert [row[3] for row in rows[1:]] == ["'=1+1"]


def test_what_is_corrected_is_worked_out_anew(tmp_path: Path) -> None:
    reversi = as_seen(GAMES["reversi"], played("reversi", 2, 1, 200))
    write_game(tmp_path, "reversi", reversi)
    with kept_box(tmp_path) as box:
        client = from_own_page(carry_phone(app_of(box)))
        assert len(client.get("/api/evenings").json["players"]) == 2
        client.post("/api/undo", json={})
        assert client.get("/api/evenings").json == {"evenings": [], "players": [], "more": False}


def test_only_the_latest_games_count(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MAX_COUNTED_GAMES < MAX_SUMMARIES  # else every game would be played anew whenever somebody asks
    monkeypatch.setattr("device.record.evenings.MAX_COUNTED_GAMES", 2)
    told = client.get("/api/evenings").json
    assert (told["more"], [player["name"] for player in told["players"]]) == (True, ["Chika"])


def test_who_won_by_word_has_won_but_has_scored_no_points(tmp_path: Path) -> None:
    write_game(tmp_path, "reversi", as_seen(GAMES["reversi"], played("reversi", 2, 1, 200)))
    write_game(tmp_path, "reversi", ["f5", {"winners": [0]}])
    with kept_box(tmp_path) as box:
        (evening,) = from_own_page(carry_phone(app_of(box))).get("/api/evenings").json["evenings"]
        assert evening["wins"] == [1, 1]
        assert [one["points"] for one in evening["points"]] == [[27, 37]]
