"""Paired phones have the table published to a club's broker; nobody reads the password back."""

import json
import zipfile
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from device.broker import BrokerLink, BrokerSettings
from device.system.data_folder import BROKER
from tests.support.waiting import eventually
from tests.support.web.clubs import CARD, PASSWORD, box, club_link, link
from tests.support.web.fake_box import FakeBox, carry_phone, from_own_page, refused
from web.api.broker import Broker

__all__ = ["box", "link"]

OFF = {"address": None, "table": None, "names": "seats", "connected": False, "trouble": None}
SHOWN = "mqtts://table3@club.local"
PUBLISHED = {"address": SHOWN, "table": "table3", "names": "seats", "connected": True, "trouble": None}


def now(client: FlaskClient) -> Broker:
    return client.get("/api/broker").json


def kept(folder: Path) -> dict[str, str]:
    return json.loads((folder / BROKER).read_text("utf-8"))


def test_the_table_is_published_and_not_any_more(client: FlaskClient, link: BrokerLink, tmp_path: Path) -> None:
    assert now(client) == OFF
    answer = client.post("/api/broker", json={"url": f" {CARD}\n", "names": "initials"})
    assert answer.json | {"connected": True} == PUBLISHED | {"names": "initials"}
    eventually(lambda: now(client)["connected"])
    assert kept(tmp_path) == {"url": CARD, "names": "initials"}
    assert (tmp_path / BROKER).stat().st_mode & 0o777 == 0o600
    assert client.post("/api/broker", json={"url": None}).json == OFF
    assert not (tmp_path / BROKER).exists()
    assert not link.thread.is_working


def test_the_next_start_goes_on_with_it_and_names_are_seats_unless_somebody_says_so(
    client: FlaskClient, tmp_path: Path
) -> None:
    assert client.post("/api/broker", json={"url": CARD}).json["names"] == "seats"
    with club_link(tmp_path) as started:
        eventually(lambda: started.is_connected)
        assert started.settings == BrokerSettings(CARD)


@pytest.mark.parametrize("address", [SHOWN, "mqtts://table3@club.local:8884", f"{SHOWN}#{'ab' * 32}"])
def test_the_password_may_be_left_out_afterwards(client: FlaskClient, tmp_path: Path, address: str) -> None:
    client.post("/api/broker", json={"url": CARD})
    answer = client.post("/api/broker", json={"url": address, "names": "names"})
    assert (answer.json["address"], answer.json["names"]) == (address, "names")
    eventually(lambda: now(client)["connected"])
    assert BrokerSettings(kept(tmp_path)["url"]).password == PASSWORD


@pytest.mark.parametrize("address", [
    "mqtts://table4@club.local", "mqtts://table3@other.example", "mqtt://table3@club.local",
])  # fmt: skip
def test_another_login_another_host_and_an_open_line_do_not_get_it(
    client: FlaskClient, tmp_path: Path, address: str
) -> None:
    client.post("/api/broker", json={"url": CARD})
    client.post("/api/broker", json={"url": address})
    assert kept(tmp_path)["url"] == address
    eventually(lambda: now(client)["trouble"])


def test_what_is_wrong_is_said_in_the_language_of_the_phone(client: FlaskClient) -> None:
    client.post("/api/broker", json={"url": "mqtts://table3:wrong@club.local"})
    eventually(lambda: now(client)["trouble"])
    assert "does not let “table3” in" in now(client)["trouble"]
    assert "「table3」で入れません" in client.get("/api/broker?language=ja").json["trouble"]


@pytest.mark.parametrize("address", [
    "", "club.local", "https://club.local", "mqtts://", "mqtts://club.local", "mqtts://:secret@club.local",
    "mqtts://table3@club.local:99999", "mqtts://table3@club.local/topic", "mqtts://a%2Fb@club.local",
    "mqtts://table3@club.local#ab", "mqtts://a b@club.local",
])  # fmt: skip
def test_what_is_no_address_is_refused_and_changes_nothing(client: FlaskClient, tmp_path: Path, address: str) -> None:
    client.post("/api/broker", json={"url": CARD})
    assert refused(client, "/api/broker", {"url": address}) == (422, "broker.bad_url")
    eventually(lambda: now(client) == PUBLISHED)
    assert kept(tmp_path)["url"] == CARD


@pytest.mark.parametrize("sent", [{}, {"names": "seats"}, {"url": CARD, "names": "all"}, {"url": "m" * 1001}])
def test_a_request_that_leaves_doubt_is_refused(client: FlaskClient, sent: dict[str, str]) -> None:
    assert refused(client, "/api/broker", sent) == (400, "web.error.bad_field")
    assert now(client) == OFF


def test_a_folder_that_takes_nothing_is_said_and_the_table_is_published_all_the_same(
    box: FakeBox, client: FlaskClient, tmp_path: Path
) -> None:
    with club_link(tmp_path / "nowhere") as box.broker:
        assert "cannot be saved" in client.post("/api/broker", json={"url": CARD}).json["trouble"]
        eventually(lambda: now(client)["connected"])


def test_a_damaged_file_is_said_and_publishes_nothing(box: FakeBox, client: FlaskClient, tmp_path: Path) -> None:
    (tmp_path / BROKER).write_text('{"url": "mqtts://table3')
    with club_link(tmp_path) as box.broker:
        assert now(client)["address"] is None
        assert BROKER in now(client)["trouble"]


def test_two_phones_at_once_leave_what_is_used_and_what_is_kept_the_same(
    app: Flask, link: BrokerLink, tmp_path: Path
) -> None:
    addresses = [f"mqtts://table{number}:{PASSWORD}@club.local" for number in range(1, 9)]
    with ThreadPoolExecutor(len(addresses)) as phones:
        clients = [from_own_page(carry_phone(app)) for _ in addresses]
        list(phones.map(lambda one, url: one.post("/api/broker", json={"url": url}), clients, addresses))
    assert link.settings is not None
    assert kept(tmp_path)["url"] == link.settings.url


def test_a_phone_that_is_not_paired_reads_and_changes_nothing(app: Flask, client: FlaskClient) -> None:
    client.post("/api/broker", json={"url": CARD})
    stranger = from_own_page(app.test_client())
    for answer in (stranger.get("/api/broker"), stranger.post("/api/broker", json={"url": None})):
        assert (answer.status_code, answer.json["code"]) == (403, "not_paired")
        assert "table3" not in answer.text
    assert "table3" not in stranger.get("/box").text
    assert now(client)["address"] == SHOWN


def test_nothing_that_the_box_gives_away_has_the_password(
    client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from device.system.bug_report import bug_report

    given = [client.post("/api/broker", json={"url": CARD}), client.get("/api/broker"), client.get("/box")]
    given.append(client.post("/api/broker", json={"url": f"{CARD}/topic"}))
    assert all(PASSWORD not in answer.text for answer in given)
    monkeypatch.setattr("sys.argv", ["jarapon", "run", "--mqtt", CARD, f"--mqtt={CARD}@x"])
    report = zipfile.ZipFile(BytesIO(b"".join(bug_report(tmp_path, "en", doctor=""))))
    assert SHOWN in report.read("about.json").decode()
    assert [name for name in report.namelist() if PASSWORD.encode() in report.read(name)] == []
