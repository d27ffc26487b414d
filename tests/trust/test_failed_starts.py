"""Boxes that fail to start as systemd starts them: what they say then, what they offer, and how they come back."""

import io
import json
import re
import signal
import sqlite3
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest

from device.system.data_folder import GOOD, STARTS
from device.system.starts import MAX_FAILED_STARTS
from tests.support.noted_display import PATIENT, shown, starting, with_display
from tests.support.service_manager import ServiceManager
from tests.support.trust.figure import Figure
from tests.support.trust.real_box import PATIENCE_S, RealBox
from tests.support.waiting import eventually

NO_CV2 = """
import sys
class Broken:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("cv2", "onnxruntime", "numpy"):
            raise ImportError(f"{name}: libGL.so.1: cannot open shared object file")
sys.meta_path.insert(0, Broken())
"""
KILLED = """
import os, signal, sys
from importlib.abc import MetaPathFinder
class Killed(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == "cv2":
            os.kill(os.getpid(), signal.SIGKILL)
sys.meta_path.insert(0, Killed())
"""
# The wiring of this box is what breaks its start, until the good one is back.
BAD_WIRING = """
from device import box
from device.hardware.wiring import wiring_in
def checked(data):
    if "bad" in (data / "wiring.toml").read_text():
        raise RuntimeError("this wiring sets the box on fire")
    return wiring_in(data)
box.wiring_in = checked
"""


def started(folder: Path, before: str = "", **more: Any) -> RealBox:
    """One start by systemd, to be waited for."""
    environment = {"NOTIFY_SOCKET": str(folder / "notify")}
    return RealBox(folder / "data", before=before, environment=environment, wait=False, **more)


def safe_mode_of(folder: Path, before: str = "", **more: Any) -> tuple[RealBox, int]:
    """A box that is started until it stays up, as systemd does; and how many starts it took."""
    for times in range(1, 2 * MAX_FAILED_STARTS):
        box = started(folder, before, **more)
        if box.is_up():
            return box, times
        assert box.process.wait(PATIENCE_S) != 0
    raise AssertionError(box.said())


@pytest.mark.full
def test_a_library_that_cannot_be_loaded_leads_to_a_page_that_says_so(
    tmp_path: Path, systemd: ServiceManager, figure: Figure
) -> None:
    begun, pictures = time.monotonic(), tmp_path / "pictures"
    box, times = safe_mode_of(tmp_path, with_display(pictures, PATIENT + NO_CV2))
    with box:
        assert times == MAX_FAILED_STARTS
        # The display says first that the box starts, and then why not, before the page is loaded, which may fail too.
        seen = shown(pictures)
        assert seen[0] == (starting("program"), [])
        assert seen[-1] != seen[0]
        assert next(heavy for picture, heavy in seen if picture != starting("program")) == []
        figure("cv2, NumPy and ONNX Runtime broken: starts until the page is there", times)
        figure("of these starts together", f"{time.monotonic() - begun:.1f} s")
        status, told = box.ask("GET", "/api/safe_mode")
        assert status == 200
        assert "libGL.so.1" in told["sentence"]
        assert told["failed"] == MAX_FAILED_STARTS
        assert 0 < told["next_try_s"] <= 600
        for language, word in (("en", "Start normally"), ("ja", "ふつうに起動する")):
            status, page = box.ask("GET", f"/games?language={language}")
            assert (status, word in page.decode()) == (200, True)
        status, told = box.ask("GET", "/api/state")
        assert (status, told["code"]) == (503, "safe_mode")
        systemd.wait_for("READY=1")
        systemd.wait_for("WATCHDOG=1")
        figure("a box in safe mode", f"{box.usage().resident_mb:.0f} MB, {box.usage().threads} threads")
        box.process.send_signal(signal.SIGTERM)
        assert box.process.wait(PATIENCE_S) == 0
    # Stopped by somebody, it comes back in safe mode, since nothing has become better.
    with started(tmp_path, NO_CV2) as box:
        assert box.is_up()
        assert box.ask("GET", "/api/safe_mode")[0] == 200


@pytest.mark.trust
def test_only_whoever_reads_the_code_starts_the_box_or_takes_its_report(
    tmp_path: Path, systemd: ServiceManager, figure: Figure
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "phones.json").write_text('{"last_number": 0, "phones": [], "secret": "hidden"}')
    (data / "pictures").mkdir()
    (data / "pictures" / "1.jpg").write_bytes(b"a picture")
    box, _ = safe_mode_of(tmp_path, NO_CV2)
    with box:
        for method, path in (
            ("POST", "/api/safe_mode/start"), ("POST", "/api/safe_mode/good"), ("GET", "/api/safe_mode/report.zip"),
        ):  # fmt: skip
            status, told = box.ask(method, path, {} if method == "POST" else None)
            assert (status, told["code"]) == (403, "not_paired"), path
        box.pair()
        status, report = box.ask("GET", "/api/safe_mode/report.zip?journal=1")
        assert status == 200
        figure("bug report", f"{len(report) / 1024:.0f} kB")
        with zipfile.ZipFile(io.BytesIO(report)) as files:
            assert files.testzip() is None
            names = set(files.namelist())
            texts = {name: files.read(name).decode() for name in names}
        assert names >= {"about.json", "doctor.txt", "files.txt", "log.txt", STARTS}
        assert "libGL.so.1" in json.loads(texts[STARTS])["last"]["trace"]
        assert "pictures/1.jpg" in texts["files.txt"]
        assert not any(name.endswith((".jpg", "phones.json")) for name in names)
        assert box.cookie not in (everything := "".join(texts.values()))
        assert "hidden" not in everything
        assert "a picture" not in everything
        status, told = box.ask("POST", "/api/safe_mode/start", {})
        assert status == 200, told
        assert box.process.wait(PATIENCE_S) == 0
    with started(tmp_path) as box:
        assert box.is_up()
        assert box.state()["game"] == "reversi"


@pytest.mark.full
def test_starts_that_are_killed_count_as_well(tmp_path: Path, systemd: ServiceManager) -> None:
    box, times = safe_mode_of(tmp_path, KILLED)
    with box:
        assert times == MAX_FAILED_STARTS + 1
        assert box.ask("GET", "/api/safe_mode")[1]["key"] == "safe_mode.ended"


@pytest.mark.trust
def test_the_last_good_settings_get_a_box_going_again(tmp_path: Path, systemd: ServiceManager) -> None:
    data = tmp_path / "data"
    (data / GOOD).mkdir(parents=True)
    good = '[display]\nkind = "none"\nbus = 1\naddress = 0x3c\nupside_down = false\n[buttons]\n'
    good += '[buzzer]\nkind = "none"\npin = 18\nmuted = false\n'
    (data / GOOD / "wiring.toml").write_text(good)
    (data / "wiring.toml").write_text("bad")
    box, times = safe_mode_of(tmp_path, BAD_WIRING)
    with box:
        assert times == MAX_FAILED_STARTS
        assert "on fire" in box.ask("GET", "/api/safe_mode")[1]["sentence"]
        box.pair()
        status, told = box.ask("POST", "/api/safe_mode/good", {})
        assert (status, told["files"]) == (200, ["wiring.toml"])
        assert box.process.wait(PATIENCE_S) == 0
    with started(tmp_path, BAD_WIRING) as box:
        assert box.is_up()
        assert box.state()["game"] == "reversi"
    assert [path.read_text() for path in data.glob("wiring-*.toml")] == ["bad"]


@pytest.mark.full
def test_a_newer_journal_leads_straight_to_the_page_and_is_not_touched(
    tmp_path: Path, systemd: ServiceManager, figure: Figure
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    with sqlite3.connect(data / "journal.db") as newer:
        newer.execute("PRAGMA journal_mode = WAL")
        newer.execute("CREATE TABLE entry (move)")
        newer.execute("PRAGMA user_version = 99")
    newer.close()
    before = (data / "journal.db").read_bytes()
    with started(tmp_path) as box:
        assert box.is_up()
        status, told = box.ask("GET", "/api/safe_mode")
        assert (status, told["key"]) == (200, "journal.newer")
        figure("a newer journal: starts until the page is there", 1)
        figure("a newer journal: next try after", f"{told['next_try_s'] / 60:.0f} min")
    assert (data / "journal.db").read_bytes() == before


@pytest.mark.trust
def test_by_hand_safe_mode_is_an_option_and_ends_with_a_normal_start(tmp_path: Path) -> None:
    with RealBox(tmp_path / "data", more=["--safe-mode"]) as box:
        told = box.ask("GET", "/api/safe_mode")[1]
        assert (told["key"], told["next_try_s"]) == ("safe_mode.asked", None)
        box.pair()
        address = re.compile(r"^http://[\w.]+:(\d+)$", re.MULTILINE)  # alone on its line, once a start
        before = len(address.findall(box.said()))
        assert box.ask("POST", "/api/safe_mode/start", {})[0] == 200
        eventually(lambda: len(address.findall(box.said())) > before)
        box.port = int(address.findall(box.said())[-1])
        assert box.state()["game"] == "reversi"
