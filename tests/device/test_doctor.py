"""`jarapon doctor`: each part's finding on good and bad days, and what the command prints."""

import json
import os
import socket
import sys
from dataclasses import replace
from datetime import datetime, timedelta
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from unittest.mock import Mock
from zoneinfo import ZoneInfo

import cv2
import numpy as np
import pytest
import smbus2
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from cli.commands.doctor import verdict
from cli.main import main
from device import doctor as checkup
from device.doctor import Finding
from device.hardware.camera import pi, usb
from device.hardware.wiring import EncoderWiring, load_wiring
from device.record.journal import Journal
from device.testing.display import SH1106, SSD1306, DisplayBus
from device.testing.raspberry_pi import StandInPi
from device.texts import LANGUAGES, say
from engines.messages import Refusal, message
from vision.cards.taught.taught_cards import TaughtCards
from vision.faces.recogniser import TaughtFaces

WIRING = load_wiring()


def told(finding):
    """A finding's state, with an exclamation mark where the box cannot work so, and what is said: its key and facts."""
    assert all(say(finding.said, language) for language in LANGUAGES)
    return f"{finding.state}{'!' * finding.keeps_from_working} {Refusal(finding.said)}"


@pytest.fixture
def bare_machine(monkeypatch):
    """A machine without pins, whatever this one has."""
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)


@pytest.fixture
def free_port():
    with socket.socket() as listening:
        listening.bind(("", 0))
        return listening.getsockname()[1]


def test_a_bare_machine_is_well_unless_its_port_is_in_use_or_its_wiring_wrong(
    bare_machine, tmp_path, capsys, free_port
):
    def examined(*more):
        """The exit status of the command, and what it prints."""
        status = main(["doctor", "--data", str(tmp_path), "--port", str(free_port), "--lang", "en", *more])
        return status, capsys.readouterr().out

    status, printed = examined()
    *parts, last = printed.splitlines()
    assert (status, len(parts), last) == (0, 19, "Ready: nothing needs to be done."), "the demo needs nothing"
    assert all(line[0] in "✓–" for line in parts)
    assert "python3-lgpio" in printed
    status, printed = examined("--json", "--lang", "ja")
    findings = json.loads(printed)
    assert (status, findings["ok"]) == (0, True)
    port = next(part for part in findings["parts"] if part["part"] == "port")
    assert port["facts"] == {"port": free_port}
    assert "空いて" in port["said"]
    with socket.socket() as taken:
        taken.bind(("", free_port))
        taken.listen()
        status, printed = examined()
    assert status == 1
    assert f"✗ Port: {free_port} is in use" in printed
    assert printed.splitlines()[-1].startswith(f"Not ready. Do this first. Port: {free_port} is in use")
    (tmp_path / "wiring.toml").write_text("[display]\n", encoding="utf-8")
    status, printed = examined()
    assert status == 1
    assert all(part in printed for part in ("✗ Wiring: ", "wiring.toml", "✓ Port: "))


def test_the_last_line_names_what_keeps_the_box_from_working_before_what_only_disturbs():
    hot = Finding("temperature", "wrong", message("doctor.hot", celsius=84))
    full = Finding("disk", "wrong", message("doctor.disk_full", free=5, folder="data"), needed=True)
    well = Finding("fonts", "ok", message("doctor.fonts"))
    last = [say(verdict(findings, "en"), "en") for findings in ([well, hot], [hot, well, full])]
    assert last[0].startswith("Ready, but this should be put right first. Temperature: 84")
    assert last[1].startswith("Not ready. Do this first. Disk: Only 5 MB")
    assert say(verdict([hot, well, full], "ja"), "ja").startswith("まだ使えません。まずこれをしてください。ディスク：")


def test_the_camera_that_must_work_is_tried(tmp_path):
    picture = tmp_path / "table.png"
    cv2.imwrite(str(picture), np.zeros((48, 64, 3), np.uint8))
    assert told(checkup.one_camera(str(picture))) == f"ok doctor.camera camera={picture} width=64 height=48"
    assert told(checkup.one_camera("usb:97")).startswith("wrong! camera.usb_")
    picture.write_bytes(b"")
    assert told(checkup.one_camera(str(picture))) == f"wrong! doctor.no_picture camera={picture}"


def test_connected_cameras_are_listed_and_one_that_has_come_off_is_missed(monkeypatch):
    monkeypatch.setattr(pi, "pi_cameras", lambda: ["imx708"])
    monkeypatch.setattr(usb, "usb_cameras", lambda: {0: "HD Webcam"})
    names = "pi: imx708, usb:0: HD Webcam"
    module = "module=Camera Module 3 low=62 high=108"
    assert told(checkup.cameras()) == f"ok doctor.camera_module cameras={names} {module}"
    monkeypatch.setattr(pi, "pi_cameras", list)
    assert told(checkup.cameras()) == "ok doctor.cameras cameras=usb:0: HD Webcam"
    # The box was installed for a camera, so the demo table is no answer.
    loose = checkup.cameras([], installed="pi")
    assert told(loose) == "wrong doctor.camera_missing camera=pi"
    assert "cable" in say(verdict([loose], "en"), "en")
    for installed in ("demo", None):
        assert told(checkup.cameras([], installed)) == "absent doctor.no_camera"


def test_the_display_is_asked_for_at_its_address_and_at_the_other_and_its_chip_is_named(monkeypatch):
    bus = DisplayBus(SSD1306)
    monkeypatch.setattr(smbus2, "SMBus", bus)
    monkeypatch.setattr(checkup, "bus_path", lambda wiring: Path("/dev/null"))
    assert told(checkup.display(WIRING)) == "ok doctor.display kind=ssd1306 address=0x3C bus=/dev/null"
    bus.make_chip = SH1106
    bus.plug_in()
    assert told(checkup.display(WIRING)) == "ok doctor.display kind=sh1106 address=0x3C bus=/dev/null"
    bus.address = 0x3D
    assert told(checkup.display(WIRING)) == "ok display.other_address found=0x3D wired=0x3C"
    bus.unplug()
    assert told(checkup.display(WIRING)) == "wrong display.missing address=0x3C bus=/dev/null"
    monkeypatch.setattr(smbus2, "SMBus", Mock(side_effect=PermissionError(13, "Permission denied")))
    assert told(checkup.display(WIRING)) == "wrong display.failed reason=[Errno 13] Permission denied"


def test_a_box_may_do_without_display_buttons_and_buzzer():
    none = replace(WIRING, display=replace(WIRING.display, kind="none"), buzzer=replace(WIRING.buzzer, kind="none"))
    bare = replace(none, buttons={})
    assert told(checkup.display(bare)) == "absent doctor.no_display"
    assert told(checkup.buttons(bare)) == "absent doctor.no_buttons"
    assert told(checkup.buzzer(bare)) == "absent doctor.no_buzzer"


def test_pins_that_work_are_named_and_a_button_that_nobody_presses_is_said(monkeypatch):
    pins = MockFactory(pin_class=MockPWMPin)
    monkeypatch.setattr(Device, "pin_factory", pins)
    wired = "pins=ok=GPIO5 back=GPIO6 undo=GPIO13 next=GPIO19"
    assert told(checkup.buttons(WIRING)) == f"ok doctor.buttons {wired}"
    knob = replace(WIRING, encoder=EncoderWiring(23, 24, None))
    assert told(checkup.buttons(knob)) == f"ok doctor.buttons {wired} encoder.a=GPIO23 encoder.b=GPIO24"
    assert told(checkup.buzzer(WIRING)) == "ok doctor.buzzer pin=18"
    pins.pin(13)._set_pull = lambda _: None  # its wire touches ground
    pins.pin(13).drive_low()
    assert told(checkup.buttons(WIRING)) == "wrong doctor.button_closed buttons=button/undo"


def test_the_machine_names_itself(tmp_path):
    (tmp_path / "model").write_bytes(b"Raspberry Pi 4 Model B Rev 1.5\0")
    python = sys.version.split()[0]
    name = "Raspberry Pi 4 Model B Rev 1.5"
    assert told(checkup.machine(tmp_path / "model")) == f"ok doctor.machine name={name} python={python}"
    assert told(checkup.machine(tmp_path / "none")).endswith(f" python={python}")


def test_the_time_is_said_with_its_zone_for_people_to_compare(live_in):
    live_in("America/Los_Angeles")
    found = checkup.clock()
    facts = dict(found.said.facts)
    assert (found.state, facts["zone"][:-5]) == ("ok", "America/Los_Angeles UTC")
    there = datetime.now(ZoneInfo("America/Los_Angeles")).replace(tzinfo=None)
    assert timedelta(0) <= there - datetime.fromisoformat(facts["time"]) < timedelta(minutes=2)


@pytest.mark.parametrize(
    ("bits", "found"),
    [
        ("0", "ok doctor.power"),
        ("50005", "wrong health.power_low amperes=5"),
        ("50000", "wrong doctor.power_was_low amperes=5"),
    ],
)
def test_a_weak_power_supply_is_said(tmp_path, bits, found):
    pi = StandInPi(tmp_path, "Raspberry Pi 5 Model B Rev 1.0")
    assert told(checkup.power(pi.sys, pi.model)) == "absent doctor.no_power"
    pi.set_firmware_bits(bits, soc="soc@107c000000")
    assert told(checkup.power(pi.sys, pi.model)) == found
    pi.drop_voltage()  # as the kernel's own alarm says, which goes before
    assert told(checkup.power(pi.sys, pi.model)) == "wrong health.power_low amperes=5"


def test_a_hot_processor_is_said(tmp_path):
    pi = StandInPi(tmp_path)
    assert told(checkup.temperature(pi.sys)) == "absent doctor.no_temperature"
    for celsius, found in ((48.3, "ok doctor.temperature celsius=48"), (80.0, "wrong doctor.hot celsius=80")):
        pi.set_temperature(celsius)
        assert told(checkup.temperature(pi.sys)) == found


def test_every_library_that_the_package_requires_is_listed_and_a_missing_one_named():
    said = told(checkup.libraries())
    assert all(f"{name}=" in said for name in ("onnxruntime", "segno", "ifaddr", "flask", "opencv-python-headless"))
    assert "torch" not in said

    def version_of(name):
        if name == "waitress":
            raise PackageNotFoundError(name)
        return "1.0"

    assert told(checkup.libraries(version_of)) == "wrong! doctor.no_library name=waitress"


def test_a_disk_that_is_full_or_takes_nothing_is_said_for_a_folder_that_is_still_to_be_made(tmp_path):
    def disk(blocks, flags):
        return lambda _folder: os.statvfs_result((4096, 1000, 10**6, 10**6, blocks, 9, 9, 9, flags, 255))

    data = tmp_path / "not" / "yet"
    assert told(checkup.room(data)).endswith(f" folder={tmp_path}")
    assert told(checkup.room(data, disk(5000, 0))) == f"wrong! doctor.disk_full free=5 folder={tmp_path}"
    assert told(checkup.room(data, disk(10**6, os.ST_RDONLY))) == "wrong! health.read_only"


def test_a_journal_is_looked_at_without_leaving_a_trace(tmp_path):
    path = tmp_path / "journal.db"
    assert told(checkup.journal(path)) == f"ok doctor.no_journal file={path}"
    with Journal(path) as journal:
        journal.start_game("reversi", ["Aya", "Ben"], {})
        journal.append("move", {"move": "f5"})
        # While the box runs, what it wrote last stands in the file beside the journal.
        assert told(checkup.journal(path)) == f"ok doctor.journal file={path} entries=2"
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert told(checkup.journal(path)) == f"ok doctor.journal file={path} entries=2"
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
    for damaged in (path.read_bytes()[:3000], b"not a database" * 100):
        path.write_bytes(damaged)
        assert told(checkup.journal(path)).startswith(f"wrong! doctor.journal_damaged file={path}")


def test_what_was_taught_and_the_score_sheet_are_said(tmp_path):
    for part, file, kind in (("taught", "taught.json", TaughtFaces), ("cards", "cards.npz", TaughtCards)):
        assert told(checkup.taught(tmp_path / part, kind)) == f"absent doctor.not_{part}"
        (tmp_path / part).mkdir()
        (tmp_path / part / file).write_text("{")
        assert told(checkup.taught(tmp_path / part, kind)).startswith("wrong! ")
    assert told(checkup.sheet(tmp_path)).startswith("ok sheet.used_reconstruction ")
    (tmp_path / "sheet.toml").write_text("[sheet", encoding="utf-8")
    assert told(checkup.sheet(tmp_path)).startswith("wrong! ")


def test_fonts_that_cannot_be_read_are_said(monkeypatch):
    assert told(checkup.fonts()) == "ok doctor.fonts"
    monkeypatch.setattr(checkup, "load", Mock(side_effect=OSError("cannot open resource")))
    assert told(checkup.fonts()) == "wrong! doctor.no_fonts reason=cannot open resource"
