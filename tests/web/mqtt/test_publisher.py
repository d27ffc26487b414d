"""A table publishes to a real Mosquitto, which fails in every way that a broker can."""

import hashlib
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.broker import BrokerSettings
from device.record.corrections import Correction
from tests.support.club.club_table import ClubTable
from tests.support.club.listener import Listener, listening
from tests.support.club.servers import CLUB, Mosquitto
from tests.support.system_tools import needs
from tests.support.waiting import PATIENCE_S, eventually
from web.mqtt.connection import BrokerTrouble, Connection
from web.mqtt.results import LAST_GAMES

pytestmark = needs("mosquitto")
PASSWORDS = {"table1": "secret", "table2": "other", CLUB: "reads"}


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    folder = tmp_path / "broker"
    folder.mkdir()
    with Mosquitto(folder) as broker:
        yield broker


@pytest.fixture
def box(tmp_path: Path) -> ClubTable:
    return ClubTable(tmp_path / "box")


def settings(broker: Mosquitto, table: str = "table1") -> BrokerSettings:
    return BrokerSettings(broker.url(table), "names")


def winners(listener: Listener) -> list[str]:
    """Who has won each game, by the last version of its result."""
    results = {(one["journal"], one["entry"], one["begun"]): one for one in listener.of("result")}
    return [player["name"] for one in results.values() for player in one["players"] if player["rank"] == 1]


def test_whoever_comes_later_sees_the_table_as_it_is(broker: Mosquitto, box: ClubTable) -> None:
    with box.at(settings(broker)):
        box.won_by(1)
        box.begin("Mia", "Tom")
        eventually(lambda: box.link.is_connected)
        with listening(broker.url()) as later:
            eventually(lambda: [one["players"] for one in later.of("state")[-1:]] == [["Mia", "Tom"]])
            eventually(lambda: later.of("board") and later.of("health"))
            eventually(lambda: winners(later) == ["Ben"])
            assert later.of("status")[-1] == "online"
            assert later.of("state")[-1]["turn"] == 0
    with listening(broker.url()) as after_the_end:
        eventually(lambda: after_the_end.of("status") == ["offline"])


def test_a_table_that_is_published_no_more_leaves_its_results_alone(broker: Mosquitto, box: ClubTable) -> None:
    with box.at(settings(broker)):
        box.won_by(0)
        eventually(lambda: box.link.is_connected)
        eventually(box.is_all_confirmed)
        box.link.use(None)
        with listening(broker.url()) as later:
            eventually(lambda: later.of("status") == ["offline"])
            eventually(lambda: winners(later) == ["Aya"])
            assert later.of("state") == later.of("board") == later.of("health") == []


def test_the_broker_says_that_a_box_is_gone(broker: Mosquitto, box: ClubTable) -> None:
    with listening(broker.url()) as listener, box.at(settings(broker)):
        eventually(lambda: "online" in listener.of("status"))
        with Connection(settings(broker), f"jarapon-table1-{box.identity}"):
            eventually(lambda: "offline" in listener.of("status"))  # another one has its name: its own is cut off
            eventually(lambda: box.link.trouble is not None)
            assert box.link.trouble is not None
            assert box.link.trouble.key in ("broker.taken_over", "broker.lost")  # as new or as old as Mosquitto is
        eventually(lambda: listener.of("status")[-1] == "online" and box.link.trouble is None)


def test_what_happens_without_the_broker_is_there_when_it_is_back(broker: Mosquitto, box: ClubTable) -> None:
    with box.at(settings(broker)):
        box.won_by(0)
        eventually(box.is_all_confirmed)
        broker.kill()
        eventually(lambda: box.link.trouble is not None)
        for _ in range(LAST_GAMES + 2):
            box.begin()
            box.won_by(1)
        broker.start()  # it remembers nothing
        with listening(broker.url()) as listener:
            eventually(lambda: sorted(winners(listener)) == ["Aya", *["Ben"] * (LAST_GAMES + 2)])
        eventually(lambda: box.link.trouble is None)


def test_a_result_is_an_event_once_and_a_correction_another_one(broker: Mosquitto, box: ClubTable) -> None:
    with listening(broker.url()) as listener, box.at(settings(broker)):
        eventually(lambda: box.link.is_connected)
        box.won_by(0)
        eventually(lambda: len(listener.of("event")) == 1)
        eventually(box.is_all_confirmed)
        broker.kill()
        eventually(lambda: box.link.trouble is not None)
        broker.start()
        eventually(lambda: box.link.is_connected)
        with listening(broker.url()) as again:
            eventually(lambda: winners(again) == ["Aya"])
            [line] = box.game.played.lines
            box.table.post(Correction("change", line.entry, {"winners": [1]}, "test")).result(PATIENCE_S)
            eventually(lambda: winners(again) == ["Ben"])
            eventually(lambda: again.of("event"))
            assert [one["event_type"] for one in again.of("event")] == ["correction"]
            assert again.of("event")[0]["sentence"] == "Galaxy Reversi: won by Ben."


def test_a_table_is_held_to_its_own_topics_and_says_when_its_login_is_refused(tmp_path: Path, box: ClubTable) -> None:
    broker = Mosquitto(tmp_path, PASSWORDS)
    wrong = BrokerSettings(broker.url("table2").replace("other", "wrong"))
    with broker, listening(broker.url(CLUB)) as listener, box.at(wrong):
        eventually(lambda: box.link.trouble is not None)
        assert box.link.trouble is not None
        assert box.link.trouble.key == "broker.refused_login"
        with Connection(settings(broker), "forger") as forger:
            forger.publish("jarapon/v1/table2/b/status", "online")
            forger.publish("jarapon/v1/table1/b/status", "online")
            eventually(lambda: listener.of("status"))
        assert [topic for topic, _, _ in listener.came] == ["jarapon/v1/table1/b/status"]


def test_a_box_takes_only_the_certificate_with_the_fingerprint(tmp_path: Path, box: ClubTable) -> None:
    broker = Mosquitto(tmp_path, PASSWORDS, is_encrypted=True)
    der = ssl.PEM_cert_to_DER_cert((tmp_path / "certificate.pem").read_text())
    url = broker.url("table1", hashlib.sha256(der).hexdigest())
    with broker, box.at(BrokerSettings(url)):
        eventually(lambda: box.link.is_connected)
        for other in (broker.url("table1"), broker.url("table1", "0" * 64)):
            with pytest.raises(BrokerTrouble) as refused, Connection(BrokerSettings(other), "other"):
                pass
            assert refused.value.said.key == "broker.wrong_certificate"


def test_nothing_that_fails_in_publishing_reaches_the_table(
    broker: Mosquitto, box: ClubTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    with box.at(settings(broker)):
        eventually(lambda: box.link.is_connected)
        with monkeypatch.context() as patch:
            patch.setattr("web.mqtt.states.PublishedTable.state", broken)
            box.won_by(0)
            eventually(lambda: box.link.trouble is not None)
            assert box.link.thread.trouble is None
            box.begin()
        eventually(lambda: box.link.trouble is None and box.link.is_connected)
        with listening(broker.url()) as listener:
            eventually(lambda: winners(listener) == ["Aya"])
