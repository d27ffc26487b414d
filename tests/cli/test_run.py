"""`jarapon run` as people and other programs start it: to the end, with parts missing, stopped, and started again."""

import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from cli.commands import run as run_command
from cli.main import main
from device import cameras
from device.broker import BrokerSettings
from device.config.sheets import SHEETS
from device.hardware.camera import CameraTrouble, Frame
from device.lessons import Lessons
from device.system.child import killed_after
from device.system.data_folder import BROKER
from device.testing.camera import StandInCamera, StandInSource
from engines import reversi
from engines.messages import message
from tests.support.device.tabletop import Scene, Scenes, after, seen, table_of
from tests.support.paths import ROOT
from tests.support.service_manager import ServiceManager
from tests.support.waiting import PATIENCE_S, eventually
from vision.cards.taught import taught_cards
from vision.faces import teaching
from web.mqtt import publisher
from web.mqtt.publisher import Source

WIPED_OUT = ("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5")


class RecordedCamera(StandInCamera):
    """Pictures of a game that was played before."""

    def __init__(self, frames: list[Frame]) -> None:
        super().__init__()
        self.frames = frames

    def capture(self, full: bool = False) -> Frame | None:
        return self.frames.pop(0) if self.frames else None


@pytest.fixture(autouse=True)
def signals_as_before() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture
def film(monkeypatch: pytest.MonkeyPatch):
    """Has the camera show the table after each of these moves, and the reader know what it shows."""

    def show(*squares: str) -> None:
        scenes = Scenes()
        tables = [table_of(after(*squares[:count])) for count in range(len(squares) + 1)]
        camera = RecordedCamera([
            scenes.frame(Scene(seen(table, 1)), float(number), f"{number:04}.jpg")
            for number, table in enumerate(tables)
        ])  # fmt: skip
        monkeypatch.setattr(cameras, "SOURCES", (StandInSource("film", camera, is_live=False),))
        monkeypatch.setattr(Lessons, "reader_of", lambda *_: scenes.reader())

    return show


def started(folder: Path, *more: str) -> int:
    return main(["run", "--camera", "film", "--until-end", "--headless", "--data", str(folder), "--lang", "en", *more])


def test_a_recorded_game_ends_with_standings_and_transcript_and_goes_on_the_next_time(
    tmp_path: Path, film, capsys
) -> None:
    film("f5", "d6", "c3")
    assert started(tmp_path, "--game", "reversi", "--players", "Aya,Ben") == 0
    told = capsys.readouterr()
    assert told.out.splitlines()[-1] == "f5d6c3"
    first, second = reversi.standings(after("f5", "d6", "c3"))
    assert f"Aya: {first.score}" in told.out or f"Aya {first.score}" in told.out
    assert second.score < first.score
    assert told.err.splitlines() == [
        "Not connected: a display, buttons and a buzzer. The box runs without; “jarapon doctor” says more."
    ]
    film("f5", "d6", "c3", "d3")
    assert started(tmp_path) == 0
    told = capsys.readouterr()
    assert told.out.splitlines()[-1] == "f5d6c3d3"
    assert "# player: Aya" in told.out
    film("e6")
    assert started(tmp_path, "--players", "Chie，Dan") == 0  # other players begin another game
    assert capsys.readouterr().out.splitlines()[-1] == "e6"


def test_it_also_ends_when_the_game_is_over(tmp_path: Path, film, capsys) -> None:
    film(*WIPED_OUT)
    assert started(tmp_path) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[-1] == "".join(WIPED_OUT)
    assert "Player 1 wins" in out


def test_the_demo_table_stands_in_for_a_camera_and_that_is_said_in_the_same_line(
    tmp_path: Path, film, capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    film("f5")
    (source,) = cameras.SOURCES
    monkeypatch.setattr(run_command, "DEMO", source)
    monkeypatch.setattr(run_command, "best_camera", lambda: "film")
    monkeypatch.setattr(run_command, "faces_named", lambda _: [])
    monkeypatch.setattr(teaching, "teach", lambda *_: SimpleNamespace(taught=None))
    monkeypatch.setattr(taught_cards, "teach_cards", lambda *_: None)
    monkeypatch.setattr(RecordedCamera, "lesson_photos", lambda _camera: [], raising=False)
    monkeypatch.setattr(RecordedCamera, "card_lesson_photo", lambda _camera: None, raising=False)
    monkeypatch.setattr(RecordedCamera, "demo", None, raising=False)
    arguments = ["run", "--until-end", "--headless", "--data", str(tmp_path), "--lang", "ja"]
    assert main(arguments) == 0
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith("つながっていないもの：カメラ（デモの盤を映します）・画面・ボタンとブザー。")


@pytest.mark.parametrize("is_closed", [False, True])
def test_a_box_whose_output_takes_nothing_goes_on_and_the_result_that_nobody_gets_is_an_error(
    tmp_path: Path, film, capsys, monkeypatch: pytest.MonkeyPatch, is_closed: bool
) -> None:
    film("f5", "d6")
    words = ["run", "--camera", "film", "--until-end", "--port", "0", "--data", str(tmp_path), "--lang", "en"]
    with Path("/dev/full").open("w", encoding="utf-8") as full, monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", None if is_closed else full)
        assert main(words) == 2
    said = [line for line in capsys.readouterr().err.splitlines() if "standard output" in line]
    assert len(said) == 2  # when it cannot say its address, and at the end
    film("f5", "d6", "c3")
    assert started(tmp_path) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "f5d6c3"


def test_the_terminal_of_a_box_does_not_choose_its_language(
    tmp_path: Path, film, monkeypatch: pytest.MonkeyPatch
) -> None:
    film("f5")
    output = io.TextIOWrapper(io.BytesIO(), "ascii")
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", output)
        assert started(tmp_path, "--lang", "ja") == 0
    assert "1. pureiya-1: 4" in output.buffer.getvalue().decode()  # プレイヤー1, in an English sentence


class LateCamera(RecordedCamera):
    """A camera that comes once the box has said that it waits, and shows the table until the box has noticed it."""

    def capture(self, full: bool = False) -> Frame | None:
        time.sleep(0.01)
        told = sys.stderr.getvalue()
        if "Waiting for the camera" not in told:
            raise CameraTrouble(message("camera.usb_none", camera="/dev/video7"))
        return None if "The camera is here" in told else self.frames[0]


def test_a_box_that_waits_for_its_camera_says_so_and_says_when_it_has_come(
    tmp_path: Path, film, monkeypatch: pytest.MonkeyPatch
) -> None:
    film("f5")
    camera = LateCamera([Scenes().frame(Scene(seen(table_of(after()), 1)), 0.0, "late.jpg")])
    monkeypatch.setattr(cameras, "SOURCES", (StandInSource("film", camera, is_live=False),))
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert started(tmp_path) == 0
    assert sys.stderr.getvalue().splitlines()[1:] == [
        "Waiting for the camera. There is no webcam at /dev/video7. Plug one in; the box keeps looking.",
        "The camera is here. The box is watching the table.",
    ]


@pytest.mark.parametrize(("arguments", "named"), [
    (["--game", "chess"], "chess"), (["--players", "Aya"], "2"), (["--option", "first=sideways"], "sideways"),
    (["--option", "colour=red"], "colour"), (["--option", "first"], "first"), (["--camera", "no/where"], "no/where"),
    (["--mqtt", "https://club.local"], "mqtts://"), (["--mqtt-names", "seats"], "--mqtt"),
])  # fmt: skip
def test_wrong_usage_is_one_sentence_and_status_2(tmp_path: Path, film, capsys, arguments: list[str], named) -> None:
    film("f5")
    assert started(tmp_path, *arguments) == 2
    error = capsys.readouterr().err.splitlines()
    assert len(error) == 1
    assert named in error[0]


def test_a_folder_of_photographs_that_nobody_taught_says_how_to_teach(tmp_path: Path, capsys) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    cv2.imwrite(str(photos / "0000.jpg"), np.full((960, 1280, 3), 90, np.uint8))
    arguments = ["run", "--game", "hand", "--camera", str(photos), "--data", str(tmp_path / "data"), "--lang", "en"]
    assert main([*arguments, "--until-end", "--headless"]) == 2
    assert "teach" in capsys.readouterr().err


def test_a_port_in_use_is_status_2_and_where_none_was_asked_for_the_next_free_one_is_taken(
    tmp_path: Path, film, capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ["run", "--camera", "film", "--data", str(tmp_path), "--until-end", "--lang", "en"]
    film("f5")
    with socket.create_server(("0.0.0.0", 0)) as taken, socket.create_server(("0.0.0.0", 0)) as freed:
        ports = (taken.getsockname()[1], freed.getsockname()[1])
        assert main([*arguments, "--port", str(ports[0])]) == 2
        assert f"Port {ports[0]}" in capsys.readouterr().err
        monkeypatch.setattr(run_command, "USUAL_PORTS", ports)
        freed.close()
        assert main(arguments) == 0
    assert f":{ports[1]}" in capsys.readouterr().out


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_the_page_listens_at_the_one_address_that_is_asked_for(tmp_path: Path, film, capsys, host: str) -> None:
    arguments = ["run", "--camera", "film", "--data", str(tmp_path), "--port", "0", "--until-end", "--lang", "en"]
    film("f5")
    assert main([*arguments, "--host", host]) == 0
    assert re.match(re.escape(f"http://[{host}]:" if ":" in host else f"http://{host}:"), capsys.readouterr().out)
    film("f5")
    assert main([*arguments, "--host", "192.0.2.7"]) == 2
    assert "This machine has no address 192.0.2.7" in capsys.readouterr().err


def test_the_page_answers_to_the_names_that_it_is_started_with(tmp_path: Path, film, monkeypatch) -> None:
    import web.app

    film("f5")
    apps = []
    create_app = web.app.create_app
    monkeypatch.setattr(web.app, "create_app", lambda *how: apps.append(create_app(*how)) or apps[-1])
    arguments = ["--camera", "film", "--data", str(tmp_path), "--port", "0", "--until-end", "--lang", "en"]
    assert main(["run", *arguments, "--name", "box.home", "--name", "games.home"]) == 0
    client = apps[0].test_client()
    answers = [
        client.get("/join", headers={"Host": f"{name}:8000"}).status_code for name in ("games.home", "other.home")
    ]
    assert answers == [200, 421]


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> list[tuple[BrokerSettings, Source]]:
    """What the box publishes and where, as its publisher is told."""
    told: list[tuple[BrokerSettings, Source]] = []
    monkeypatch.setattr(publisher, "publish", lambda _turn, settings, _link, source: told.append((settings, source)))
    return told


def test_a_table_is_published_for_this_start_or_where_the_page_said(tmp_path: Path, film, published, monkeypatch):
    monkeypatch.setenv("JARAPON_MQTT_PASSWORD", "a b")
    film("f5")
    assert started(tmp_path, "--mqtt", "mqtts://table3@club.local", "--mqtt-names", "initials") == 0
    ((settings, source),) = published
    assert (settings.url, settings.names) == ("mqtts://table3:a%20b@club.local", "initials")
    assert source.table.snapshot.view.layout["f5"] == "up"
    assert (source.data, source.language(), source.camera(), source.parts()) == (tmp_path, "en", None, {})
    assert not (tmp_path / BROKER).exists()
    film("f5")
    assert started(tmp_path) == 0  # nowhere
    (tmp_path / BROKER).write_text('{"url": "mqtts://table3:secret@club.local", "names": "names"}')
    film("f5")
    assert started(tmp_path) == 0
    assert published[1:][0][0] == BrokerSettings("mqtts://table3:secret@club.local", "names")
    assert len(published) == 2


@pytest.mark.parametrize(("words", "password", "url"), [
    (["mqtts://table3@club.local"], "", "mqtts://table3:kept@club.local"),
    (["mqtts://table3@club.local"], "new", "mqtts://table3:new@club.local"),
    (["mqtts://table3:typed@club.local"], "new", "mqtts://table3:typed@club.local"),
    (["mqtts://table4@club.local"], "", "mqtts://table4@club.local"),
])  # fmt: skip
def test_the_password_is_in_the_address_or_the_environment_or_was_kept(
    tmp_path: Path, film, published, monkeypatch: pytest.MonkeyPatch, words: list[str], password: str, url: str
) -> None:
    (tmp_path / BROKER).write_text('{"url": "mqtts://table3:kept@club.local", "names": "names"}')
    monkeypatch.setenv("JARAPON_MQTT_PASSWORD", password)
    film("f5")
    assert started(tmp_path, "--mqtt", *words) == 0
    assert [settings for settings, _ in published] == [BrokerSettings(url, "seats")]


def test_a_damaged_file_of_the_broker_is_said_and_the_table_goes_on(tmp_path: Path, film, published, capsys) -> None:
    film("f5")
    (tmp_path / BROKER).write_text('{"url": "mqtts://')
    assert started(tmp_path) == 0
    assert BROKER in capsys.readouterr().err
    assert published == []


def test_a_journal_that_another_box_uses_is_status_2(tmp_path: Path, film, capsys) -> None:
    from device.record.journal import Journal

    film("f5")
    with Journal(tmp_path / "journal.db"):
        assert started(tmp_path) == 2
    assert "Another box" in capsys.readouterr().err


def test_a_data_folder_that_cannot_be_made_keeps_the_game_in_memory(tmp_path: Path, film, capsys) -> None:
    film("f5", "d6")
    (tmp_path / "data").write_text("a file where the folder should be")
    assert started(tmp_path / "data") == 0
    told = capsys.readouterr()
    assert told.out.splitlines()[-1] == "f5d6"
    assert "journal" in told.err


@pytest.mark.parametrize(("file", "text", "named"), [
    ("wiring.toml", "[display", "wiring.toml"),
    ("route.toml", '[route]\nname = "ours"\n[[city]]\nen = "Pella"\n', "“ja”"),
    ("sheet.toml", '[sheet]\nname = "ours"\n[[hand]]\nen = "Nine"\ntiles = ["9 any"]\n', "“points”"),
])  # fmt: skip
def test_a_file_that_cannot_be_used_is_said_in_one_sentence_and_the_usual_one_taken(
    tmp_path: Path, film, capsys, file: str, text: str, named: str
) -> None:
    film("f5")
    (tmp_path / file).write_text(text)
    assert started(tmp_path) == 0
    (line,) = [line for line in capsys.readouterr().err.splitlines() if file in line]
    assert named in line


def test_matches_may_be_played_by_the_boxs_own_score_sheet(tmp_path: Path, film) -> None:
    film("f5")
    own = '[sheet]\nname = "ours"\n[[hand]]\nen = "Nine"\ntiles = ["9 any"]\npoints = 900\n'
    (tmp_path / "sheet.toml").write_text(own)
    assert started(tmp_path) == 0
    assert tuple(SHEETS) == ("reconstruction", "ours")


SERVICE = """
import sys
from device import cameras
from device.hardware.camera import Camera
from device.lessons import Lessons
from cli.main import main
from device.testing.camera import StandInSource
from tests.support.device.tabletop import Scene, Scenes, after, seen, table_of
import time

scenes = Scenes()
squares = ("f5", "d6", "c3")

class TableCamera(Camera):
    shown = 0
    def capture(self, full=False):
        time.sleep(0.01)
        count = min(self.shown, 2 * len(squares)) // 2
        self.shown += 1
        return scenes.frame(Scene(seen(table_of(after(*squares[:count])), 1)), time.monotonic(), "live.jpg")

cameras.SOURCES = (StandInSource("table", TableCamera(), is_live=True),)
Lessons.reader_of = lambda *_: scenes.reader()
sys.exit(main(sys.argv[1:]))
"""


def test_a_box_as_systemd_starts_it_is_ready_alive_shows_its_game_and_ends_cleanly(tmp_path: Path) -> None:
    arguments = ["run", "--camera", "table", "--port", "0", "--data", str(tmp_path / "data"), "--lang", "en"]
    with ServiceManager(tmp_path) as systemd:
        box = subprocess.Popen(
            [sys.executable, "-c", SERVICE, *arguments],
            cwd=ROOT, env={**os.environ, **systemd.environment},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        with killed_after(box, 3 * PATIENCE_S):
            systemd.wait_for("READY=1")
            systemd.wait_for("WATCHDOG=1")
            port = box.stdout.readline().rpartition(":")[2].strip()

            def get(path: str) -> bytes:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE_S) as answer:
                    return answer.read()

            eventually(lambda: len(json.loads(get("/api/state"))["moves"]) == 3)
            moves = json.loads(get("/api/state"))["moves"]
            assert [move["facts"]["square"] for move in moves] == ["f5", "d6", "c3"]
            for path in (f"/api/pictures/{moves[0]['picture']}", "/api/photo.jpg"):
                assert get(path).startswith(b"\xff\xd8")
            assert get("/api/screen.png").startswith(b"\x89PNG")
            assert b"<html" in get("/")
            box.send_signal(signal.SIGTERM)
            systemd.wait_for("STOPPING=1")
            assert box.wait(PATIENCE_S) == 0
            assert "Traceback" not in box.communicate()[1]
