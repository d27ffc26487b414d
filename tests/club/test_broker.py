"""A club's broker: a real Mosquitto with the written files lets everybody do what is theirs, and nothing else."""

import base64
import hashlib
import json
import re
import shutil
import signal
import ssl
import subprocess
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import cv2
import numpy as np
import pytest

from club import mosquitto
from club.broker import CERTIFICATE, HOME, IDENTITY, KEPT, SERVER, SHEET, server_settings, write_broker
from device.broker import BrokerSettings
from device.texts import LANGUAGES, say
from engines.messages import Refusal
from tests.support.club.servers import HOST, Mosquitto
from tests.support.club.written_broker import LOCALHOST, REFUSED, WrittenBroker, written_broker
from tests.support.paths import ROOT
from tests.support.system_tools import needs
from tests.support.waiting import eventually
from web.mqtt.connection import BrokerTrouble, Connection
from web.mqtt.home_assistant import discovery
from web.mqtt.topics import Topics

pytestmark = needs("mosquitto", "openssl")
ONE, TWO = Topics("table1", "b0x1"), Topics("table2", "b0x2")
LARGE = mosquitto.MAX_PACKET - 200  # and its topic
RESULTS = 3000  # of an evening of twenty tables, and of many evenings before it


@pytest.fixture
def broker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WrittenBroker]:
    """A broker for two tables, not started yet."""
    with written_broker(tmp_path / "club", monkeypatch) as made:
        made.write(2)
        yield made


@pytest.fixture
def running(broker: WrittenBroker) -> WrittenBroker:
    broker.start()
    return broker


def cards(broker: WrittenBroker) -> dict[str, tuple[str, str]]:
    """The cards of the sheet by table: the address as text, and what its QR code says."""
    page = (broker.folder / SHEET).read_text(encoding="utf-8")
    found = re.findall(r'src="data:image/png;base64,([^"]+)".*?<h2>(.*?)</h2>\s*<p><code>(.*?)</code>', page, re.S)
    return {name: (unescape(address), scanned(unescape(picture))) for picture, name, address in found}


def scanned(picture: str) -> str:
    """What a phone reads of a QR code: it tries from several distances, since OpenCV misses a code now and then."""
    image = cv2.imdecode(np.frombuffer(base64.b64decode(picture), np.uint8), cv2.IMREAD_GRAYSCALE)
    for size in (1, 0.7, 1.3, 2):
        sized = cv2.resize(image, None, fx=size, fy=size, interpolation=cv2.INTER_AREA)
        for seen in (sized, cv2.GaussianBlur(sized, (3, 3), 0), cv2.GaussianBlur(sized, (5, 5), 0)):
            if said := cv2.QRCodeDetector().detectAndDecode(seen)[0]:
                return str(said)
    return ""


def test_a_table_publishes_and_the_club_and_home_assistant_read_it(running: WrittenBroker) -> None:
    entities = discovery(ONE, 2, "en", "1.0")
    with running.login("table1") as table, running.login(SERVER) as club, running.login(HOME) as home:
        club.read("jarapon/v1/#")
        home.read("#")
        assert table.publish(ONE.of("state"), b'{"game": "reversi"}')
        assert all(table.publish(topic, entity) for topic, entity in entities.items())
        eventually(
            lambda: home.got == entities | {ONE.of("state"): b'{"game": "reversi"}'} and ONE.of("state") in club.got
        )
        assert club.got == {ONE.of("state"): b'{"game": "reversi"}'}
        assert home.publish("homeassistant/status", b"online")


def test_the_club_server_on_the_same_machine_finds_the_broker_by_its_folder(running: WrittenBroker) -> None:
    got: list[str] = []
    with (
        running.login("table2") as table,
        Connection(server_settings(running.folder), "club", on_message=lambda came: got.append(came.topic)) as club,
    ):
        table.publish(TWO.of("status"), b"online")
        club.subscribe("jarapon/v1/#")
        eventually(lambda: got == [TWO.of("status")])


def test_a_table_cannot_speak_for_another_one_nor_overhear_it(running: WrittenBroker) -> None:
    with running.login("table1") as one, running.login("table2") as two, running.login(SERVER) as club:
        club.read("jarapon/v1/#")
        one.read("#")
        forged = (TWO.result("a1", 7), "jarapon/v1/club/x/state", "homeassistant/sensor/table2/x/config", "news")
        assert not any(one.publish(topic) for topic in forged)
        two.publish(TWO.of("state"))
        one.publish(ONE.of("state"))
        eventually(lambda: ONE.of("state") in club.got)
        assert club.got.keys() == {ONE.of("state"), TWO.of("state")}
        assert one.got == {}


def test_the_club_server_and_home_assistant_cannot_publish_as_a_table(running: WrittenBroker) -> None:
    for reader in (SERVER, HOME):
        with running.login(reader) as client:
            forged = (ONE.of("state"), f"jarapon/v1/{reader}/x/state", "homeassistant/sensor/table1/x/config")
            assert not any(client.publish(topic) for topic in forged)


@pytest.mark.parametrize("is_local", [False, True])
def test_nobody_comes_in_without_a_name_and_its_password(running: WrittenBroker, is_local: bool) -> None:
    for client in (running.nobody(), running.login("table1", "wrong"), running.login("table3", "")):
        client.is_local = is_local
        with client:
            assert client.answer == REFUSED


def test_ten_megabytes_are_refused_and_disturb_nobody(running: WrittenBroker) -> None:
    with running.login(SERVER) as club, running.login("table2") as other:
        club.read("jarapon/v1/#")
        with running.login("table1") as table:
            assert table.publish(ONE.of("board"), bytes(LARGE))
            table._client.publish(ONE.of("board"), bytes(10 << 20), qos=1, retain=True)
            eventually(lambda: table.ended is not None)
        other.publish(TWO.of("state"))
        eventually(lambda: TWO.of("state") in club.got)
        assert (len(club.got[ONE.of("board")]), club.ended, other.ended) == (LARGE, None, None)


def test_a_club_that_comes_late_gets_every_result_also_after_a_restart_of_the_broker(running: WrittenBroker) -> None:
    results = {ONE.result("a1", entry) for entry in range(RESULTS)}
    with running.login("table1") as table:
        sent = [table._client.publish(topic, b"{}", qos=1, retain=True) for topic in results]
        for one in sent:
            one.wait_for_publish(60)
    for _ in range(2):
        with running.login(SERVER) as club:
            club.read("jarapon/v1/#")
            eventually(lambda: results == club.got.keys())
        running.send(signal.SIGTERM)
        running.start()


def test_a_broker_that_was_killed_and_lost_its_memory_starts_again(running: WrittenBroker) -> None:
    with running.login("table1") as table:
        table.publish(ONE.of("state"))
    running.kill()
    running.start()
    with running.login("table1") as table, running.login(SERVER) as club:
        club.read("jarapon/v1/#")
        table.publish(ONE.of("state"), b"again")
        eventually(lambda: club.got == {ONE.of("state"): b"again"})


def test_a_broker_whose_memory_is_damaged_starts_when_that_is_deleted(broker: WrittenBroker) -> None:
    memory = broker.folder / mosquitto.STATE / "mosquitto.db"
    memory.write_bytes(b"damaged" * 100)
    failed = subprocess.run(broker.command(), capture_output=True, timeout=60, check=False)
    assert failed.returncode != 0
    assert b"restore persistent database" in failed.stderr
    memory.unlink()
    broker.start()
    with broker.login("table1") as table:
        assert table.publish(ONE.of("state"))


def test_a_bridge_takes_results_to_a_federation_and_nothing_else(running: WrittenBroker, tmp_path: Path) -> None:
    federation = Mosquitto(tmp_path)
    (line,) = re.findall(r"`(topic [^`]+ out 1 [^`]+)`", (ROOT / "docs" / "club.md").read_text(encoding="utf-8"))
    bridge = ["", "connection federation", f"address {HOST}:{federation.port}", "bridge_protocol_version mqttv50", line]
    with (running.folder / mosquitto.CONFIGURATION).open("a") as configuration:
        configuration.write("\n".join(bridge).replace("CLUB", "club17") + "\n")
    running.send(signal.SIGTERM)
    got: dict[str, bytes] = {}
    with (
        federation,
        Connection(
            BrokerSettings(federation.url("reader")),
            "reader",
            on_message=lambda came: got.update({came.topic: came.payload}),
        ) as reader,
    ):
        reader.subscribe("club17/#")
        running.start()
        with running.login("table1") as table:
            assert table.publish(ONE.of("state"), b"not for others")
            assert table.publish(ONE.result("a1", 7), b"first")
            assert table.publish(ONE.result("a1", 8), b"second")
        eventually(lambda: len(got) == 2)
        assert got == {f"club17/{ONE.result('a1', 7)}": b"first", f"club17/{ONE.result('a1', 8)}": b"second"}


def test_the_certificate_is_the_one_of_the_card_and_good_for_home_assistant(running: WrittenBroker) -> None:
    shown = ssl.get_server_certificate((LOCALHOST, mosquitto.PORT))
    digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(shown)).hexdigest()
    assert {BrokerSettings(address).fingerprint for address, _ in cards(running).values()} == {digest}
    strict = ssl.create_default_context(cafile=str(running.folder / CERTIFICATE))
    strict.verify_flags |= ssl.VERIFY_X509_STRICT
    for name in (LOCALHOST, "127.0.0.1"):
        with ssl.create_connection((name, mosquitto.PORT)) as plain, strict.wrap_socket(plain, server_hostname=name):
            pass
    with ssl.create_connection((LOCALHOST, mosquitto.PORT)) as plain, pytest.raises(ssl.SSLCertVerificationError):
        strict.wrap_socket(plain, server_hostname="elsewhere.example")


def test_a_box_with_the_card_of_another_broker_sends_it_nothing(running: WrittenBroker, tmp_path: Path) -> None:
    address, _ = cards(running)["table1"]
    with Connection(BrokerSettings(address), "box") as box:
        box.publish(ONE.of("state"), b"{}").wait_for_publish(60)
    write_broker(tmp_path / "another", 1, "en", LOCALHOST)
    another, _ = cards(WrittenBroker(tmp_path / "another"))["table1"]
    with pytest.raises(BrokerTrouble) as refused, Connection(BrokerSettings(another), "box"):
        pass
    assert refused.value.said.key == "broker.wrong_certificate"


def test_each_table_has_a_card_whose_qr_code_says_its_address(broker: WrittenBroker) -> None:
    made = cards(broker)
    assert list(made) == ["table1", "table2"]
    for name, (address, qr) in made.items():
        box = BrokerSettings(address)
        assert qr == address
        assert (box.table, box.password, box.host) == (name, broker.logins.passwords[name], LOCALHOST)
        assert (box.port, box.is_encrypted) == (mosquitto.PORT, True)


def test_run_again_it_adds_tables_and_changes_nothing_for_those_that_are_there(running: WrittenBroker) -> None:
    before, identity = cards(running), (running.folder / IDENTITY).read_bytes()
    running.write(3, host=None)
    after = cards(running)
    assert {name: after[name] for name in before} == before
    assert list(after) == ["table1", "table2", "table3"]
    assert (running.folder / IDENTITY).read_bytes() == identity
    running.send(signal.SIGHUP)

    def is_in() -> bool:
        with running.login("table3") as table:
            return table.answer == "Success"

    eventually(is_in)
    with running.login("table3") as new, running.login("table1") as old:
        assert new.publish(Topics("table3", "x").of("state"))
        assert old.publish(ONE.of("state"))
    running.write(1)  # fewer: whoever has a card keeps it
    assert cards(running) == after


def test_a_lost_card_is_replaced_and_whoever_uses_it_is_put_out(running: WrittenBroker) -> None:
    before = cards(running)
    with running.login("table1") as finder, running.login("table2") as other:
        kept = json.loads((running.folder / KEPT).read_text())
        del kept["passwords"]["table1"]
        (running.folder / KEPT).write_text(json.dumps(kept))
        running.write(2)
        running.send(signal.SIGHUP)
        eventually(lambda: finder.ended is not None)
        assert other.publish(TWO.of("state"))
        assert other.ended is None
    after = cards(running)
    assert {name for name in before if before[name] != after[name]} == {"table1"}
    with running.login("table1") as table:
        assert table.publish(ONE.of("state"))


def test_another_host_is_on_the_cards_and_is_kept(broker: WrittenBroker) -> None:
    broker.write(2, host="club-pi.local")
    broker.write(2, host=None)
    assert {BrokerSettings(address).host for address, _ in cards(broker).values()} == {"club-pi.local"}


def test_only_the_owner_can_read_what_is_secret(broker: WrittenBroker) -> None:
    secret = {IDENTITY, KEPT, SHEET, mosquitto.ACCESS, mosquitto.PASSWORDS}
    modes = {path.name: path.stat().st_mode & 0o777 for path in broker.folder.iterdir()}
    assert {name for name, mode in modes.items() if mode & 0o077 == 0} == secret | {mosquitto.STATE}
    assert modes.keys() == secret | {mosquitto.STATE, mosquitto.CONFIGURATION, CERTIFICATE}
    assert broker.folder.stat().st_mode & 0o777 == 0o700
    digests = (broker.folder / mosquitto.PASSWORDS).read_text()
    assert not [password for password in broker.logins.passwords.values() if password in digests]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_and_what_to_do_next_are_in_the_readers_language(broker: WrittenBroker, language: str) -> None:
    said = say(write_broker(broker.folder, 2, language), language)
    assert str(broker.folder / mosquitto.CONFIGURATION) in said
    page = (broker.folder / SHEET).read_text(encoding="utf-8")
    assert f'lang="{language}"' in page
    assert broker.logins.passwords[HOME] in page


def refusal(*args: object) -> str:
    with pytest.raises(Refusal) as refused:
        write_broker(*args)  # type: ignore[arg-type]  # the cases give what it takes
    return say(refused.value.said, "en")


def test_what_cannot_be_done_is_said_in_a_sentence(
    broker: WrittenBroker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "1 to 2000 tables" in refusal(tmp_path / "new", 0, "en")
    assert "“a b” is no name" in refusal(tmp_path / "new", 1, "en", "a b")
    with pytest.raises(Refusal) as refused:
        server_settings(tmp_path / "new")
    assert say(refused.value.said, "en").endswith(f"jarapon club broker {tmp_path / 'new'} --tables 20")
    (tmp_path / "file").touch()
    assert "cannot be used" in refusal(tmp_path / "file", 1, "en")
    (broker.folder / KEPT).write_text('{"host": "localhost"')
    sheet = (broker.folder / SHEET).read_bytes()
    assert "is damaged" in refusal(broker.folder, 2, "en")
    assert ((broker.folder / KEPT).exists(), (broker.folder / SHEET).read_bytes()) == (True, sheet)
    monkeypatch.setattr(shutil, "which", lambda program: None if program == "mosquitto_passwd" else program)
    assert refusal(tmp_path / "new", 1, "en").endswith("sudo apt install mosquitto")


def test_a_program_that_fails_is_quoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "openssl").write_text("#!/bin/sh\necho 'no such curve' >&2\nexit 1\n")
    (tmp_path / "openssl").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert "openssl failed and said: no such curve" in refusal(tmp_path / "club", 1, "en")
