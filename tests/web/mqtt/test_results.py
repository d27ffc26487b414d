"""Which results a box publishes, when, and under which identity."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from device.broker import BrokerSettings, Names
from device.record.backups import back_up, restore
from device.record.corrections import Correction
from tests.support.club.club_table import ClubTable
from tests.support.waiting import PATIENCE_S
from web.mqtt.payloads import GameResult
from web.mqtt.results import LAST_GAMES, Outbox

NOW = datetime(2026, 1, 2, 20)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ClubTable]:
    with ClubTable(tmp_path / "box").playing() as table:
        yield table


def outbox(table: ClubTable, host: str = "club.local", names: Names = "names") -> Outbox:
    settings = BrokerSettings(f"mqtt://table1@{host}", names)
    return Outbox(table.folder, table.archive, settings, lambda: "en")


def due(box: Outbox, again: bool = False) -> list[GameResult]:
    return list(box.due(again)[0])


def confirmed(box: Outbox) -> list[GameResult]:
    results, last = box.due(again=False)
    published = list(results)
    box.confirm(last)
    return published


def test_a_result_is_due_until_the_broker_has_it(table: ClubTable) -> None:
    box = outbox(table)
    assert due(box) == []
    table.won_by(1)
    [result] = confirmed(box)
    assert [(one["name"], one["rank"], one["score"]) for one in result["players"]] == [
        ("Aya", 2, None),
        ("Ben", 1, None),
    ]
    assert due(box) == due(outbox(table)) == []
    assert due(box, again=True) == [result]


def test_games_from_before_the_club_stay_at_home(table: ClubTable) -> None:
    table.won_by(0)
    table.begin("Aya", "Ben")
    box = outbox(table)
    assert due(box, again=True) == []
    table.won_by(1)
    assert len(due(box, again=True)) == 1
    table.begin("Aya", "Ben")
    assert due(outbox(table, host="other.local"), again=True) == []


def test_a_result_that_another_broker_has_is_not_published_again(table: ClubTable) -> None:
    """A box becomes another table of the club, or goes to another club, while a game that has ended lies on it."""
    box = outbox(table)
    table.won_by(0)
    assert len(due(outbox(table, host="right.local"))) == 1  # the first address was wrong: nobody has it
    box = outbox(table)
    assert len(confirmed(box)) == 1
    moved = outbox(table, host="other.local")
    assert due(moved, again=True) == []
    table.begin()
    table.won_by(1)
    assert [one["players"][1]["rank"] for one in due(moved, again=True)] == [1]


def test_after_a_long_evening_offline_everything_is_due(table: ClubTable) -> None:
    box = outbox(table)
    for _ in range(LAST_GAMES + 5):
        table.won_by(0)
        table.begin()
    assert len(due(outbox(table))) == len(confirmed(box)) == LAST_GAMES + 5
    assert len(due(outbox(table), again=True)) == LAST_GAMES - 1  # the last game has just begun


def test_a_broker_that_was_away_for_long_may_have_forgotten_what_it_had_confirmed_before(table: ClubTable) -> None:
    box = outbox(table)
    for _ in range(2):
        table.won_by(1)
        table.begin()
    before = confirmed(box)
    for _ in range(LAST_GAMES + 5):
        table.won_by(0)
        table.begin()
    assert due(box, again=True)[:2] == before


def test_a_correction_is_a_greater_revision_of_the_same_result(table: ClubTable) -> None:
    box = outbox(table)
    table.won_by(0)
    [before] = confirmed(box)
    [line] = table.game.played.lines
    table.table.post(Correction("change", line.entry, {"winners": [1]}, "test")).result(PATIENCE_S)
    [after] = confirmed(box)
    assert [after[key] for key in ("journal", "entry", "begun")] == [
        before[key] for key in ("journal", "entry", "begun")
    ]
    assert after["revision"] > before["revision"]
    assert after["players"][1]["rank"] == 1
    table.table.post(Correction("strike", line.entry, None, "test")).result(PATIENCE_S)
    [struck] = due(box)
    assert struck["withdrawn"]
    assert struck["revision"] > after["revision"]


def test_what_a_restore_takes_back_never_stands_for_another_game(tmp_path: Path) -> None:
    folder = tmp_path / "box"
    with ClubTable(folder).playing() as table:
        box = outbox(table)
        table.won_by(0)
        [first] = confirmed(box)
        table.begin()
    [backup] = back_up(folder, [tmp_path / "stick"], NOW).files
    with ClubTable(folder).playing() as table:
        box = outbox(table)
        table.won_by(0)
        [lost] = confirmed(box)
        table.begin()
    restore(backup, folder, NOW)
    with ClubTable(folder).playing() as table:
        table.won_by(1)
        table.begin()
        table.won_by(1)
        again, later = confirmed(outbox(table))
    assert (again["journal"], again["entry"]) == (lost["journal"], lost["entry"])  # the same game, played on otherwise
    assert again["revision"] > lost["revision"]
    assert later["journal"] != first["journal"]


@pytest.mark.parametrize(("names", "shown"), [("seats", "Player 1"), ("initials", "A."), ("names", "Aya")])
def test_a_result_has_only_the_names_that_may_be_shown(table: ClubTable, names: Names, shown: str) -> None:
    box = outbox(table, names=names)
    table.won_by(0)
    [result] = due(box)
    first = result["players"][0]
    assert first["shown"] == shown
    assert first["name"] == ("Aya" if names == "names" else None)


def test_nobody_who_has_no_name_is_ranked(table: ClubTable) -> None:
    box = outbox(table)
    table.begin("Player 1", "Ben")
    table.won_by(1)
    assert [one["name"] for one in due(box)[-1]["players"]] == [None, "Ben"]
