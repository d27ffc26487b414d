"""Campaigns of Stop as a journal keeps them: in legs, for ever, several side by side (S-23 to S-25)."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from device.config.routes import SHIPPED_ROUTE, load_route
from device.games.stop import march_of
from device.record.archive import DuplicateGame, kept_game
from device.record.backup_files import unpack
from device.record.backups import back_up
from device.record.campaigns import Arrival, Campaign, campaigns
from device.record.campaigns import campaign as campaign_of
from device.record.evenings import counted
from device.record.exports import game_json
from device.record.imports import read_games
from device.record.replay import CorrectionRefused
from device.table.events import NewGame
from tests.support.device.campaigns import LOST, WON, CampaignTable, campaign, leg_moves
from tests.support.engines.stop import NAMES
from tests.support.refusals import refused

ROUTE = load_route(None)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[CampaignTable]:
    with CampaignTable(tmp_path) as found:
        yield found


def listed(table: CampaignTable) -> list[Campaign]:
    return campaigns(table.archive, ROUTE)


def test_a_campaign_is_played_in_legs_of_ten_games_and_no_leg_is_begun_twice(table: CampaignTable) -> None:
    table.game.begin(campaign(1000, "March"))
    start, first = table.journal.current()[0].data, table.game.played.number
    assert start["options"] == {"own_discards": "both", "course": 1000, "leg": "first"}
    assert (start["campaign"], "first_leg" in start) == ("March", False)
    with refused("campaign.not_anew", CorrectionRefused):
        table.game.same_game()
    table.play(*leg_moves(9))
    assert table.game.again is None
    table.play(*WON)
    assert (table.game.played.is_over, table.game.again is None) == (True, False)
    table.game.undo("phone")  # the last game of a leg can still be corrected
    assert (table.game.played.is_over, table.game.again is None) == (False, True)
    table.play(WON[-1])
    table.game.play_again()
    start = table.journal.current()[0].data
    assert (start["campaign"], start["first_leg"], start["by_hand"]) == ("March", first, True)
    assert table.game.played.now.coins == (880, 30, 30, 30, 30)
    assert table.game.played.now.match.games == 10
    with refused("campaign.gone_on", CorrectionRefused):
        table.game.resume(first)
    table.play(*WON)
    assert table.game.played.now.coins[0] == 888


def test_a_game_without_a_course_is_no_campaign(table: CampaignTable) -> None:
    table.game.begin(NewGame("stop", campaign(300).players, {"games": 5}, campaign="Nothing"))
    assert table.journal.current()[0].data["options"] == {"own_discards": "both", "games": 5}
    assert "campaign" not in table.journal.current()[0].data
    assert listed(table) == []


def test_a_campaign_is_resumed_after_a_restart_where_it_was_left(tmp_path: Path) -> None:
    with CampaignTable(tmp_path) as table:
        table.game.begin(campaign(1000))
        table.play(*leg_moves(10))
        table.game.play_again()
        table.play(*WON, "deal")
    with CampaignTable(tmp_path) as table:
        march = march_of(table.game.played.now, ROUTE)
        assert march is not None
        assert (march.game, march.cities, march.city.en, march.purse) == (12, 1, "Amphipolis", 888)
        assert march.following is not None
        assert (march.following.en, march.to_pay) == ("Philippi", 9)


def test_several_campaigns_go_on_side_by_side(table: CampaignTable) -> None:
    table.game.begin(campaign(1000, "One"))
    one = table.game.played.number
    table.play(*leg_moves(10))
    table.game.begin(campaign(300, "Two"))
    two = table.game.played.number
    table.play(*leg_moves(3))
    assert [(found.name, found.number, found.march.cities) for found in listed(table)] == [
        ("Two", two, 0),
        ("One", one, 1),
    ]
    table.game.resume(one)  # its leg is over, so the next one begins
    assert table.game.played.now.match.games == 10
    table.game.resume(two)
    assert table.game.played.now.match.games == 3
    table.play(*WON)
    assert [found.march.games for found in listed(table)] == [4, 10]
    assert [len(found.legs) for found in listed(table)] == [1, 2]
    table.game.begin(NewGame("reversi", ("Aya", "Chie")))
    assert table.game.again is None  # no leg of it is offered


def test_who_has_lost_may_begin_the_same_course_again(table: CampaignTable) -> None:
    table.game.begin(campaign(300, "Again"))
    first = table.game.played.number
    table.play(*leg_moves(10, game=LOST))
    table.game.play_again()
    table.play(*leg_moves(10, first=False, game=LOST))
    (lost,) = listed(table)
    assert (lost.march.ended, lost.march.cities, lost.march.games, lost.march.coins[0]) == ("lost", 1, 20, -140)
    table.game.play_again()
    start = table.journal.current()[0]
    assert start.data["options"] == {"own_discards": "both", "course": 300, "leg": "first"}
    assert start.number != first
    assert "first_leg" not in start.data


def test_every_arrival_is_known_with_its_purse_and_time(table: CampaignTable) -> None:
    table.game.begin(campaign(1000))
    number = table.game.played.number
    table.play(*leg_moves(10))
    table.game.play_again()
    table.play(*leg_moves(10, first=False))
    found = campaign_of(table.archive, number, ROUTE)
    assert [(one.cities, one.purse) for one in found.arrivals] == [(0, 1000), (1, 880), (2, 760)]
    assert found.arrivals[-1] == Arrival(2, 760, found.last_at)
    assert found.march.account["stop"] == 160
    assert found.march.account["salary"] == -400
    assert sum(found.march.account.values()) == found.march.coins[0] == 760
    assert datetime.fromisoformat(found.last_at)
    table.game.play_again()
    assert [one.cities for one in campaign_of(table.archive, number, ROUTE).arrivals] == [0, 1, 2]
    assert counted(table.archive)[0] == []  # a leg is no game that anybody wins
    with pytest.raises(CorrectionRefused):
        campaign_of(table.archive, number + 1, ROUTE)


def test_a_campaign_that_was_kept_as_one_game_is_a_campaign_too(table: CampaignTable) -> None:
    """So boxes played it before there were legs, and so records of other programs have it."""
    number = table.journal.start_game("stop", NAMES, {"course": 1000})
    table.play(*leg_moves(12))
    found = campaign_of(table.archive, number, ROUTE)
    assert [(one.cities, one.purse) for one in found.arrivals] == [(0, 1000), (1, 880)]
    table.game.begin(NewGame("reversi", ("Aya", "Chie")))
    table.game.resume(number)
    assert table.game.played.now.match.games == 12


def test_a_leg_stands_by_itself_as_a_file(table: CampaignTable, tmp_path: Path) -> None:
    table.game.begin(campaign(1000, "March"))
    table.play(*leg_moves(10))
    table.game.play_again()
    table.play(*WON)
    kept = kept_game(table.journal.current())
    (read,) = read_games(game_json(kept).encode(), datetime(2026, 1, 2), None, str)
    with pytest.raises(DuplicateGame):
        table.archive.add(read.numbered)
    with CampaignTable(tmp_path / "other") as other:
        came = other.archive.game(other.archive.add(read.numbered))
    assert came.played is not None
    assert kept.played is not None
    assert came.played.now == kept.played.now
    assert came.start.data["campaign"] == "March"
    assert "first_leg" not in came.start.data


def test_a_backup_has_every_campaign_and_ones_own_route(tmp_path: Path) -> None:
    data, restored = tmp_path / "data", tmp_path / "restored"
    with CampaignTable(data) as table:
        table.game.begin(campaign(1000, "One"))
        table.play(*leg_moves(10))
        table.game.begin(campaign(500, "Two"))
        table.play(*leg_moves(2))
    (data / "route.toml").write_text(SHIPPED_ROUTE.read_text(encoding="utf-8"), encoding="utf-8")
    [archive] = back_up(data, [tmp_path / "backups"], datetime(2026, 1, 2)).files
    restored.mkdir()
    assert "route.toml" in unpack(archive, restored)
    with CampaignTable(restored) as table:
        assert [(one.name, one.march.games) for one in listed(table)] == [("Two", 2), ("One", 10)]
