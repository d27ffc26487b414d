"""`jarapon club`, started as people start it."""

import gc
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from sqlalchemy.orm import Session

from cli.commands import club
from cli.main import main
from club.database import open_database, usual_url
from club.queries import Wanted, results
from device.broker import BrokerSettings
from tests.support.club.reported import reported
from tests.support.club.servers import CLUB, Mosquitto
from tests.support.paths import ROOT
from tests.support.system_tools import needs
from tests.support.waiting import PATIENCE_S, eventually
from web.mqtt.connection import Connection
from web.mqtt.topics import Topics

# Makes garbage beside the server, with an object whose end is noted, and stops the server once it has come.
BESIDE_IT = """
import gc, os, signal, sys, threading, time, weakref
from cli.main import main

class Cycle:
    pass

def watch():
    while gc.isenabled():
        time.sleep(0.01)
    cycle, collected_by = Cycle(), []
    cycle.itself = cycle
    noted = weakref.ref(cycle, lambda _: collected_by.append(threading.current_thread().name))
    del cycle
    more = [[] for _ in range(100_000)]
    while not collected_by:
        time.sleep(0.01)
    print("collected by", *collected_by)
    os.kill(os.getpid(), signal.SIGTERM)

threading.Thread(target=watch, daemon=True).start()
sys.exit(main())
"""


@contextmanager
def server(broker: Mosquitto, data: Path) -> Iterator["subprocess.Popen[str]"]:
    words = ["club", "--broker", f"mqtt://{CLUB}@127.0.0.1:{broker.port}", "--data", str(data)]
    program = "import sys; from cli.main import main; sys.exit(main())"
    environment = {**os.environ, "JARAPON_MQTT_PASSWORD": broker.passwords[CLUB], "LC_ALL": "C.UTF-8"}
    with subprocess.Popen(
        [sys.executable, "-c", program, *words],
        cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.full
@needs("mosquitto")
def test_it_keeps_results_until_it_is_stopped_and_survives_being_killed(tmp_path: Path) -> None:
    data = tmp_path / "club-data"
    with Mosquitto(tmp_path, {CLUB: "reads-all", "table1": "one"}) as broker:
        topics = Topics("table1", "b1")
        with server(broker, data) as process, Connection(BrokerSettings(broker.url("table1")), "table1") as table:
            table.publish(topics.result("a1b2", 1), msgspec.json.encode(reported()))
            eventually(lambda: kept(data) == 1)
            process.kill()
            process.wait(PATIENCE_S)
            table.publish(topics.result("a1b2", 2), msgspec.json.encode(reported(entry=2)))
        with server(broker, data) as process:
            eventually(lambda: kept(data) == 2)
            broker.kill()
            assert process.stderr is not None
            assert "127.0.0.1" in process.stderr.readline()
            broker.start()
            well = f"All is well: the club server reads mqtt://club@127.0.0.1:{broker.port}\n"
            assert well in iter(process.stderr.readline, "")
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE_S) == 0
            assert process.stderr.read() == ""


def kept(data: Path) -> int:
    if not (data / "club.db").exists():
        return 0
    engine = open_database(usual_url(data))
    with Session(engine) as session:
        count = len(results(session, Wanted()))
    engine.dispose()
    return count


def test_garbage_is_collected_by_its_loop_alone(tmp_path: Path) -> None:
    words = ["club", "--broker", "mqtt://club@127.0.0.1:1", "--data", str(tmp_path), "--port", "0"]
    ended = subprocess.run(
        [sys.executable, "-c", BESIDE_IT, *words],
        cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip
    assert ended.returncode == 0
    assert ended.stdout.endswith("collected by MainThread\n")


@pytest.mark.parametrize(("words", "said"), [
    (["--broker", "http://club"], "This is not the address of a broker"),
    (["--database", "club.db"], "This is no address of a database"),
    (["--data", "/dev/null/club"], "The database does not answer"),
])  # fmt: skip
def test_what_is_wrong_is_said_in_a_sentence(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert main(["club", *words]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(said)
    assert gc.isenabled()  # whoever called goes on as before


def test_without_its_packages_it_says_how_to_install_them(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setattr(club, "_PACKAGES", ("sqlalchemy", "no_such_package"))
    assert main(["club"]) == 2
    assert "make club" in capsys.readouterr().err
