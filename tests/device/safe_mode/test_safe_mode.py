"""Safe mode without a box around it: what it needs, what it shows, and who may do what."""

import io
import json
import os
import re
import socket
import subprocess
import sys
import zipfile
from collections.abc import Callable
from queue import SimpleQueue

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory
from PIL import Image

from cli.phone_access import PhoneAccess
from cli.safe_mode import run_safe_mode
from device.hardware.display import Display
from device.phones.pairing import Shown
from device.safe_mode.panel import SafePanel, pages
from device.safe_mode.safe_mode import SafeMode, press
from device.system.bug_report import bug_report
from device.system.data_folder import GOOD, STARTS
from device.system.last_good_settings import LastGoodSettings
from device.system.start_options import Options
from device.system.starts import MAX_FAILED_STARTS, Starts
from device.texts import LANGUAGES
from engines.messages import message
from tests.support.paths import ROOT
from tests.support.waiting import PATIENCE_S, eventually
from web.pages.safe_mode import create_safe_app

HEAVY = ("cv2", "numpy", "onnxruntime", "sqlite3", "device.record.journal", "device.box", "device.table.live_table")
LIGHT = ("vision.whole_files",)  # the writer of files, which needs nothing but Python


def failed_starts(folder):
    starts = Starts(folder, environment={})
    for _ in range(MAX_FAILED_STARTS):
        starts.begin()
        starts.fail(ImportError("libGL.so.1 is missing"))
    return starts


def stop_at_once(monkeypatch):
    """Has safe mode stopped by a signal as soon as it runs."""
    handlers: dict[int, Callable[[], None]] = {}
    monkeypatch.setattr("signal.signal", handlers.__setitem__)
    monkeypatch.setattr(SafeMode, "start_when_due", lambda _: [handler() for handler in handlers.values()])


@pytest.fixture
def now():
    return [1000.0]


@pytest.fixture
def safe(tmp_path, now):
    options = Options.of(["run", "--data", str(tmp_path), "--lang", "en"])
    return SafeMode(options, failed_starts(tmp_path), clock=lambda: now[0])


@pytest.fixture
def client(safe, tmp_path):
    client = create_safe_app(safe).test_client()
    client.environ_base["HTTP_SEC_FETCH_SITE"] = "same-origin"
    return client


@pytest.fixture
def paired(safe, client):
    """A phone that has given the code."""
    client.post("/api/pairing", json={})
    client.post("/api/pairing/answer", json={"code": safe.pairing.code, "name": "Aya"})
    return client


def test_safe_mode_loads_nothing_that_may_be_what_is_broken():
    program = f"""
import sys
from cli.main import main
from device.safe_mode import safe_mode
from web.pages import safe_mode
from web.server import http as server
heavy = [name for name in {HEAVY} if name in sys.modules]
print(heavy + [name for name in sys.modules if name.startswith("vision.") and name not in {LIGHT}])
"""
    loaded = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == "[]"


def test_every_address_leads_to_the_page_and_programs_are_told_that_there_is_no_table(client):
    for path in ("/", "/games", "/set-up/sheet?language=en"):
        page = client.get(path)
        assert page.status_code == 200
        assert "libGL.so.1 is missing" in page.text
        assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    for path in ("/api/state", "/api/stream", "/api/games/3"):
        told = client.get(path)
        assert (told.status_code, told.json["code"]) == (503, "safe_mode")
        assert int(told.headers["Retry-After"]) > 0
    other = client.get("/", headers={"Host": "evil.example"})
    assert (other.status_code, "evil.example" in other.text) == (421, True)


def test_nothing_is_changed_and_no_report_given_without_the_code_or_to_other_sites(safe, client):
    for path in ("start", "good"):
        assert client.post(f"/api/safe_mode/{path}", json={}).status_code == 403
    assert client.get("/api/safe_mode/report.zip").status_code == 403
    assert client.post("/api/pairing", json={}).status_code == 200
    assert client.post("/api/pairing/answer", json={"code": safe.pairing.code, "name": "Aya"}).status_code == 200
    elsewhere = client.post("/api/safe_mode/start", json={}, headers={"Sec-Fetch-Site": "cross-site"})
    assert elsewhere.status_code == 403
    assert not safe.ends.is_set()
    assert client.post("/api/safe_mode/start", json={}).status_code == 200
    assert safe.ends.is_set()
    assert not safe.starts.has_failed_too_often


def test_good_settings_are_put_back_from_the_page(safe, paired, tmp_path):
    assert "disabled" in paired.get("/").text
    refused = paired.post("/api/safe_mode/good", json={})
    assert (refused.status_code, refused.json["code"], safe.ends.is_set()) == (422, "safe_mode.no_good", False)
    (tmp_path / "wiring.toml").write_text("good")
    LastGoodSettings(tmp_path).keep()
    (tmp_path / "wiring.toml").write_text("bad")
    assert "wiring.toml" in paired.get("/").text
    assert paired.post("/api/safe_mode/good", json={}).json["files"] == ["wiring.toml"]
    assert (tmp_path / "wiring.toml").read_text() == "good"
    assert safe.ends.is_set()


def test_it_tries_by_itself_and_waits_longer_every_time_unless_people_asked_for_it(safe, now, tmp_path):
    assert safe.next_try_s == 600
    now[0] += 599
    safe.start_when_due()
    assert not safe.ends.is_set()
    now[0] += 1
    safe.start_when_due()
    assert safe.ends.is_set()
    # The start that it tries fails as well.
    starts = Starts(tmp_path, environment={})
    assert not starts.has_failed_too_often
    starts.begin()
    starts.fail(OSError("no"))
    assert starts.has_failed_too_often
    assert SafeMode(safe.options, starts).next_try_s == pytest.approx(1200, abs=60)
    asked = SafeMode(safe.options, Starts(tmp_path / "new", environment={}), asked=True)
    assert (asked.next_try_s, asked.said) == (None, message("safe_mode.asked"))


def test_held_buttons_do_what_the_page_does(safe, tmp_path):
    for button in ("ok", "undo", "next", "back", "back_long"):
        press(safe, button, is_visible=True)
    press(safe, "undo_long", is_visible=True)  # there are no good settings
    assert not safe.ends.is_set()
    press(safe, "next_long", is_visible=True)
    assert safe.pairing.shown.is_window
    press(safe, "ok_long", is_visible=True)  # puts the code away, and does nothing else
    assert (safe.pairing.code, safe.ends.is_set()) == ("", False)
    (tmp_path / GOOD).mkdir()
    (tmp_path / "wiring.toml").write_text("bad")
    press(safe, "next_long", is_visible=False)
    press(safe, "undo_long", is_visible=False)
    assert safe.pairing.code
    assert (safe.ends.is_set(), (tmp_path / "wiring.toml").exists()) == (True, False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_display_says_what_is_wrong_what_to_do_and_where_the_page_is(language):
    told = message("journal.newer", file="journal.db")
    shown = pages(told, language, "http://192.168.1.23:8000", "raspberrypi.local")
    assert len(shown) == len(pages(told, language)) + 2
    assert len({page.image.tobytes() for page in shown}) == len(shown)


def test_a_code_covers_the_display_and_is_never_given_away(safe, tmp_path, monkeypatch):
    display = Display()
    monkeypatch.setattr("device.hardware.display.open_display", lambda _wiring: display)
    with SafePanel(tmp_path, "en", safe.said, lambda _: None) as face:
        face.greet("http://192.168.1.23:8000")
        eventually(lambda: any(Image.open(io.BytesIO(face.png())).getextrema()))  # the pages have a thread of their own
        face.show_code(Shown("123456"))
        assert display.covered_by is not None
        assert Image.open(io.BytesIO(face.png())).tobytes() != display.covered_by.tobytes()
        face.show_code(Shown())
        assert display.covered_by is None


@pytest.mark.parametrize(
    "broken", ["device.hardware.display", "device.oled.carousel", "device.hardware.buttons", "device.oled.pages.join"]
)
def test_a_display_or_buttons_that_cannot_be_loaded_are_left_out(safe, tmp_path, monkeypatch, broken):
    monkeypatch.setitem(sys.modules, broken, None)
    with SafePanel(tmp_path, "en", safe.said, lambda _: None) as face:
        face.greet("http://192.168.1.23:8000")
        face.show_code(Shown("123456"))
        face.show_code(Shown())
        assert not face.is_visible


def test_a_wiring_that_cannot_be_read_is_the_usual_one(safe, tmp_path, monkeypatch):
    (tmp_path / "wiring.toml").mkdir()
    pins, pressed = MockFactory(), SimpleQueue[str]()
    monkeypatch.setattr(Device, "pin_factory", pins)
    with SafePanel(tmp_path, "en", safe.said, pressed.put):
        pins.pin(5).drive_low()
        pins.pin(5).drive_high()
        assert pressed.get(timeout=PATIENCE_S) == "ok"
    pins.reset()


def test_a_port_that_cannot_be_had_is_another_one(tmp_path, monkeypatch, capsys):
    stop_at_once(monkeypatch)
    with socket.create_server(("0.0.0.0", 0)) as other:
        taken = other.getsockname()[1]
        options = Options.of(["run", "--data", str(tmp_path), "--port", str(taken), "--lang", "en"])
        assert run_safe_mode(options, failed_starts(tmp_path), ports=(taken,)) is False
    found = re.search(r"http://[\d.]+:(\d+)", capsys.readouterr().out)
    assert found is not None
    assert int(found[1]) != taken


def report(folder, starts, *more, **how):
    """What is in a report, by file."""
    pieces = list(bug_report(folder, "en", starts, *more, **how))
    assert max(map(len, pieces)) < 1_000_000
    with zipfile.ZipFile(io.BytesIO(b"".join(pieces))) as files:
        assert files.testzip() is None
        return {name: files.read(name) for name in files.namelist()}


def test_the_report_tells_all_but_secrets_and_pictures(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    starts = failed_starts(tmp_path)
    (tmp_path / "wiring.toml").write_text("the wiring")
    (tmp_path / "phones.json").write_text("the phones")
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures/1.jpg").write_bytes(b"the picture")
    (tmp_path / "journal.db").write_bytes(os.urandom(3_000_000))
    (tmp_path / "sheet.toml").mkdir()
    always = {"about.json", STARTS, "files.txt", "doctor.txt", "log.txt", "wiring.toml"}
    for journal in (False, True):
        told = report(tmp_path, starts, journal, doctor="print('well')")
        assert set(told) == always | ({"journal.db"} if journal else set())
        assert told["wiring.toml"] == b"the wiring"
        assert b"pictures/1.jpg" in told["files.txt"]
        assert json.loads(told[STARTS])["failed"] == MAX_FAILED_STARTS
        assert not any(b"the phones" in text or b"the picture" in text for text in told.values())
        assert told["doctor.txt"].endswith(b"\nwell\n")
        assert b"No such file" in told["log.txt"]  # there is no journalctl


def test_a_program_that_does_not_answer_is_not_waited_for(tmp_path):
    told = report(tmp_path, failed_starts(tmp_path), doctor="import time; time.sleep(600)", doctor_s=0.5)
    assert b"timed out" in told["doctor.txt"]


def test_without_a_page_it_still_runs_until_it_is_stopped(tmp_path, monkeypatch, caplog):
    stop_at_once(monkeypatch)
    monkeypatch.setitem(sys.modules, "web.pages.safe_mode", None)
    monkeypatch.setattr(PhoneAccess, "announce_changes", lambda _: pytest.fail("there is no page"))
    options = Options.of(["run", "--data", str(tmp_path), "--lang", "en"])
    assert run_safe_mode(options, failed_starts(tmp_path)) is False
    assert "libGL.so.1 is missing" in caplog.text
    assert "has no page" in caplog.text
