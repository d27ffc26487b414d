"""What befalls a box or its network costs a club no result, and lets none count twice."""

import html
import shutil
import time
from datetime import datetime
from pathlib import Path

import pytest

from club import mosquitto
from device.broker import BrokerSettings
from device.record.backups import back_up, restore
from device.texts import say
from engines.messages import message
from tests.support.club.club_table import ClubTable
from tests.support.club.hub import Club
from tests.support.club.truth import truth_of
from tests.support.club.wire import Wire
from tests.support.system_tools import needs
from tests.support.tiers import full
from tests.support.trust.figure import Figure
from tests.support.waiting import eventually
from web.mqtt.connection import CONNECT_S, KEEPALIVE_S
from web.mqtt.results import LAST_GAMES

pytestmark = needs("mosquitto")


@pytest.mark.parametrize(("keepalive_s", "connect_s"), [
    full(2, 1.0),
    pytest.param(KEEPALIVE_S, CONNECT_S, marks=pytest.mark.trust),
])  # fmt: skip
def test_a_network_that_is_cut_for_long(
    tmp_path: Path, club: Club, keepalive_s: int, connect_s: float, monkeypatch: pytest.MonkeyPatch, figure: Figure
) -> None:
    monkeypatch.setattr("web.mqtt.connection.KEEPALIVE_S", keepalive_s)
    monkeypatch.setattr("web.mqtt.connection.CONNECT_S", connect_s)
    box, table = ClubTable(tmp_path / "box"), "table7" if keepalive_s == KEEPALIVE_S else "table1"
    with Wire(mosquitto.PORT) as wire:
        card = club.broker.card(table).replace(f":{mosquitto.PORT}#", f":{wire.port}#")
        with box.at(BrokerSettings(card, "names")):
            box.won_by(0)
            club.has(table, 1)
            wire.cut()
            cut_s = time.monotonic()
            for _ in range(LAST_GAMES + 5):
                box.begin()
                box.won_by(1)
            eventually(lambda: box.link.trouble is not None and box.link.trouble.key == "broker.lost")
            noticed_s = time.monotonic() - cut_s
            eventually(lambda: box.link.trouble is not None and box.link.trouble.key == "broker.unreachable")
            box.begin()
            box.won_by(0)
            assert len(club.stored(table)) == 1
            wire.mend()
            club.has_truth(table, truth_of(table, box))
            assert len(club.stored(table)) == LAST_GAMES + 7
    figure(f"a network that loses everything, looked for every {keepalive_s} s", f"noticed after {noticed_s:.0f} s")


@pytest.mark.full
def test_a_card_restored_from_a_backup(tmp_path: Path, club: Club) -> None:
    box, now, card = ClubTable(tmp_path / "box"), datetime(2026, 1, 2, 20), club.card("table3")
    with box.at(card):
        box.won_by(0)
        again = box.begin()
        club.has("table3", 1)
    [backup] = back_up(box.folder, [tmp_path / "stick"], now).files
    with box.at(card):
        box.won_by(0)
        box.begin()
        box.won_by(0)
        box.begin()
        club.has("table3", 3)
    before = club.stored("table3")
    restore(backup, box.folder, now)
    with box.at(card):
        box.won_by(1)  # the game of the backup ends otherwise now
        box.begin()
        box.won_by(1)
        club.has("table3", 4)
        eventually(lambda: sum(len(one.came) for one in club.stored("table3").values()) == 5)
    after = club.stored("table3")
    [played_on] = [key for key in before if key.entry == again]
    assert [winners for _, winners in after[played_on].came] == [{"Aya"}, {"Ben"}]
    assert after[played_on].now == after[played_on].came[-1]
    [new] = after.keys() - before.keys()
    assert new.journal not in {key.journal for key in before}
    assert after[new].now[1] == {"Ben"}
    others = before.keys() - {played_on}
    assert {key: after[key] for key in others} == {key: before[key] for key in others}


@pytest.mark.full
@pytest.mark.parametrize(("login", "other"), [("table4", "table4"), ("table5", "table6")])
def test_a_copied_card_in_a_second_box(tmp_path: Path, club: Club, login: str, other: str) -> None:
    """Both count on from the same entry of the same journal, and with the same login each cuts the other off."""
    box, copy = ClubTable(tmp_path / "box"), ClubTable(tmp_path / "copy")
    with box.at(club.card(login)):
        box.won_by(0)
        club.has(login, 1)
        eventually(box.is_all_confirmed)
    shutil.copytree(box.folder, copy.folder)
    with box.at(club.card(login)), copy.at(club.card(other)):
        box.begin("Aya", "Ben")
        second = int(time.time()) + 1
        eventually(lambda: time.time() > second)  # a game is known by the second in which it begins
        copy.begin("Mia", "Tom")
        box.won_by(1)
        copy.won_by(1)
        eventually(lambda: len(club.stored(login) | club.stored(other)) == 3)
    assert sorted(name for one in (club.stored(login) | club.stored(other)).values() for name in one.now[1] or ()) == [
        "Aya",
        "Ben",
        "Tom",
    ]


@pytest.mark.full
def test_two_tables_with_one_name(tmp_path: Path, club: Club) -> None:
    one, other = ClubTable(tmp_path / "one"), ClubTable(tmp_path / "other")
    said = say(message("club.live.doubles", tables="table2"), "en")
    with one.at(club.card("table2")), other.at(club.card("table2")):
        for box in (one, other):
            box.won_by(0)
            box.begin()
            box.won_by(1)
        club.has_truth("table2", truth_of("table2", one) | truth_of("table2", other))
        eventually(lambda: said in html.unescape(club.hub.get("/").body))
        page = club.hub.get("/").body
        assert [f'data-key="table2/{box.identity}"' in page for box in (one, other)] == [True, True]
        assert [box.link.trouble for box in (one, other)] == [None, None]
