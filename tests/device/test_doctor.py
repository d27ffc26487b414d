"""`jarapon doctor`: each part's finding on good and bad days, and what the command prints."""

import json
import os
import socket
import sys
from dataclasses import replace
from importlib.metadata import PackageNotFoundError
from pathlib import Path

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
from device.hardware.wiring import DEFAULT, EncoderWiring, load_wiring, parse_wiring
from device.record.journal import Journal
from device.texts import say
from engines.messages import message
from tests.support.device.fake_oled import SH1106, SSD1306, FakeBus
from tests.support.device.fake_pi import FakePi
from vision.cards.taught import TaughtCards

WIRING = load_wiring()


def told(finding, language="en"):
    assert say(finding.said, "ja")
    return say(finding.said, language)


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


def test_a_bare_machine_is_well_since_the_demo_needs_nothing(bare_machine, tmp_path, capsys, free_port):
    assert main(["doctor", "--data", str(tmp_path), "--port", str(free_port), "--lang", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    *parts, last = lines
    assert len(parts) == 17
    assert all(line[0] in "✓–" for line in parts)
    assert last == "Ready: nothing needs to be done."
    assert any("python3-lgpio" in line for line in lines)


def test_json_has_the_same_findings_for_programs(bare_machine, tmp_path, capsys, free_port):
    assert main(["doctor", "--data", str(tmp_path), "--port", str(free_port), "--json", "--lang", "ja"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["ok"] is True
    port = next(part for part in printed["parts"] if part["part"] == "port")
    assert port["facts"] == {"port": free_port}
    assert "空いて" in port["said"]


def test_a_port_that_is_in_use_makes_the_answer_no(bare_machine, tmp_path, capsys):
    with socket.socket() as taken:
        taken.bind(("", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["doctor", "--data", str(tmp_path), "--port", str(port), "--lang", "en"]) == 1
    printed = capsys.readouterr().out
    assert f"✗ Port: {port} is in use" in printed
    assert printed.splitlines()[-1].startswith(f"Not ready. Do this first. Port: {port} is in use")


def test_the_last_line_names_what_keeps_the_box_from_working_before_what_only_disturbs():
    hot = Finding("temperature", "wrong", message("doctor.hot", celsius=84))
    full = Finding("disk", "wrong", message("doctor.disk_full", free=5, folder="data"), needed=True)
    well = Finding("fonts", "ok", message("doctor.fonts"))
    assert say(verdict([well, hot], "en"), "en").startswith(
        "Ready, but this should be put right first. Temperature: 84"
    )
    assert say(verdict([hot, well, full], "en"), "en").startswith("Not ready. Do this first. Disk: Only 5 MB")
    assert say(verdict([hot, well, full], "ja"), "ja").startswith("まだ使えません。まずこれをしてください。ディスク：")


def test_a_wrong_wiring_file_is_said_and_the_rest_is_still_looked_at(bare_machine, tmp_path, capsys, free_port):
    (tmp_path / "wiring.toml").write_text("[display]\n", encoding="utf-8")
    assert main(["doctor", "--data", str(tmp_path), "--port", str(free_port), "--lang", "en"]) == 1
    printed = capsys.readouterr().out
    assert "✗ Wiring: " in printed
    assert "wiring.toml" in printed
    assert "✓ Port: " in printed


def test_the_camera_that_must_work_is_tried(tmp_path):
    cv2.imwrite(str(tmp_path / "table.png"), np.zeros((48, 64, 3), np.uint8))
    assert "64 × 48" in told(checkup.one_camera(str(tmp_path)))
    missing = checkup.one_camera("usb:97")
    assert missing.keeps_from_working
    assert "/dev/video97" in told(missing)
    (tmp_path / "table.png").write_bytes(b"")
    assert checkup.one_camera(str(tmp_path)).keeps_from_working


def test_connected_cameras_are_listed(monkeypatch):
    monkeypatch.setattr(pi, "pi_cameras", lambda: ["imx708"])
    monkeypatch.setattr(usb, "usb_cameras", lambda: {0: "HD Webcam"})
    assert told(checkup.cameras()) == (
        "pi: imx708, usb:0: HD Webcam. Hang the Camera Module 3 62 to 108 cm above the table."
    )
    monkeypatch.setattr(pi, "pi_cameras", list)
    assert told(checkup.cameras()) == "usb:0: HD Webcam."


@pytest.fixture
def bus(monkeypatch):
    """A bus with a display at 0x3C that also answers when it is only asked whether it is there."""

    fake = FakeBus(SSD1306)
    monkeypatch.setattr(smbus2, "SMBus", fake)
    monkeypatch.setattr(checkup, "bus_path", lambda wiring: Path("/dev/null"))
    return fake


def test_a_box_whose_camera_has_come_off_is_not_said_to_be_ready():
    """It was installed for a camera, so the demo table is no answer."""
    loose = checkup.cameras([], installed="pi")
    assert loose.state == "wrong"
    assert "cable" in told(loose)
    assert "cable" in say(verdict([loose], "en"), "en")
    assert checkup.cameras([], installed="demo").state == "absent"
    assert checkup.cameras([]).state == "absent"


def test_the_display_is_asked_for_at_its_address(bus):
    assert checkup.display(WIRING).state == "ok"
    assert "ssd1306 at 0x3C" in told(checkup.display(WIRING))
    bus.unplug()
    assert "four wires" in told(checkup.display(WIRING))


def test_the_chip_of_a_display_is_named(bus):
    bus.make_chip = SH1106
    bus.plug_in()
    assert "sh1106" in told(checkup.display(WIRING))


def test_a_display_at_the_other_address_is_found_and_used(bus):
    bus.address = 0x3D
    finding = checkup.display(WIRING)
    assert finding.state == "ok"
    assert "0x3D" in told(finding)


def test_a_bus_that_cannot_be_used_is_said(bus, monkeypatch):
    def refuse(port):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(smbus2, "SMBus", refuse)
    assert "Permission denied" in told(checkup.display(WIRING))


def test_a_box_may_do_without_display_buttons_and_buzzer():
    text = DEFAULT.read_text(encoding="utf-8")
    text = text.replace('"auto"', '"none"', 1).replace('"tone"', '"none"', 1)
    bare = parse_wiring(
        "".join(line for line in text.splitlines(True) if line.split(" ")[0] not in WIRING.buttons), "x"
    )
    findings = [checkup.display(bare), checkup.buttons(bare), checkup.buzzer(bare)]
    assert [finding.state for finding in findings] == ["absent"] * 3
    assert all(told(finding) for finding in findings)


def test_pins_that_work_are_named(monkeypatch):
    monkeypatch.setattr(Device, "pin_factory", MockFactory(pin_class=MockPWMPin))
    assert "ok=GPIO5" in told(checkup.buttons(WIRING))
    assert "GPIO18" in told(checkup.buzzer(WIRING))


def test_a_knob_is_named_and_a_button_that_nobody_presses_is_said(monkeypatch):
    pins = MockFactory()
    monkeypatch.setattr(Device, "pin_factory", pins)
    knob = replace(WIRING, encoder=EncoderWiring(23, 24, None))
    assert "encoder.a=GPIO23" in told(checkup.buttons(knob))
    pins.pin(13)._set_pull = lambda _: None  # its wire touches ground
    pins.pin(13).drive_low()
    finding = checkup.buttons(WIRING)
    assert finding.state == "wrong"
    assert "undo" in told(finding)
    assert not finding.keeps_from_working


def test_the_machine_names_itself(tmp_path):
    (tmp_path / "model").write_bytes(b"Raspberry Pi 4 Model B Rev 1.5\0")
    sentence = told(checkup.machine(tmp_path / "model"))
    assert "Raspberry Pi 4 Model B Rev 1.5, Python" in sentence
    assert "\0" not in sentence
    assert sys.version.split()[0] in told(checkup.machine(tmp_path / "none"))


@pytest.mark.parametrize(
    ("bits", "state", "word"), [("0", "ok", "enough"), ("50005", "wrong", "too weak"), ("50000", "wrong", "some point")]
)
def test_a_weak_power_supply_is_said(tmp_path, bits, state, word):
    pi = FakePi(tmp_path, "Raspberry Pi 5 Model B Rev 1.0")
    assert checkup.power(pi.sys, pi.model).state == "absent"
    pi.firmware(bits, soc="soc@107c000000")
    finding = checkup.power(pi.sys, pi.model)
    assert finding.state == state
    assert word in told(finding)
    assert ("5 V and 5 A" in told(finding)) == (state == "wrong")
    assert not finding.keeps_from_working


def test_the_kernels_own_alarm_says_whether_the_supply_is_too_weak_now(tmp_path):
    pi = FakePi(tmp_path)
    pi.sags()
    assert "5 V and 3 A" in told(checkup.power(pi.sys, pi.model))
    pi.recovers()
    assert checkup.power(pi.sys, pi.model).state == "ok"


@pytest.mark.parametrize(("celsius", "state"), [(48.3, "ok"), (80.0, "wrong")])
def test_a_hot_processor_is_said(tmp_path, celsius, state):
    pi = FakePi(tmp_path)
    pi.warms_to(celsius)
    finding = checkup.temperature(pi.sys)
    assert finding.state == state
    assert str(int(celsius)) in told(finding)


def test_a_missing_library_is_named():
    def version_of(name):
        if name == "waitress":
            raise PackageNotFoundError(name)
        return "1.0"

    finding = checkup.libraries(version_of)
    assert finding.keeps_from_working
    assert "waitress" in told(finding)


def test_a_full_disk_is_said_for_a_folder_that_is_still_to_be_made(tmp_path):
    data = tmp_path / "not" / "yet"
    assert checkup.room(data).said.facts[1] == ("folder", str(tmp_path))
    full = checkup.room(data, lambda _folder: os.statvfs_result((4096, 1000, 10**6, 10**6, 5000, 9, 9, 9, 0, 255)))
    assert full.keeps_from_working
    assert "5 MB" in told(full)


def test_a_disk_that_takes_nothing_is_said(tmp_path):
    def read_only(_folder):
        return os.statvfs_result((4096, 4096, 9, 9, 9, 9, 9, 9, os.ST_RDONLY, 255))

    finding = checkup.room(tmp_path, read_only)
    assert finding.keeps_from_working
    assert "new card" in told(finding)


def test_a_journal_is_looked_at_without_leaving_a_trace(tmp_path):
    path = tmp_path / "journal.db"
    assert "first game" in told(checkup.journal(path))
    with Journal(path) as journal:
        journal.start_game("reversi", ["Aya", "Ben"], {})
        journal.append("move", {"move": "f5"})
        # While the box runs, what it wrote last stands in the file beside the journal.
        assert "It has 2 entries" in told(checkup.journal(path))
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert "It has 2 entries" in told(checkup.journal(path))
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


@pytest.mark.parametrize("damage", [lambda data: data[:3000], lambda data: b"not a database" * 100])
def test_a_damaged_journal_is_said(tmp_path, damage):
    path = tmp_path / "journal.db"
    with Journal(path) as journal:
        journal.start_game("reversi", ["Aya", "Ben"], {})
    path.write_bytes(damage(path.read_bytes()))
    finding = checkup.journal(path)
    assert finding.keeps_from_working
    assert "damaged" in told(finding)


def test_taught_tiles_and_the_score_sheet_are_said(tmp_path):
    assert checkup.taught(tmp_path / "taught").state == "absent"
    (tmp_path / "taught").mkdir()
    (tmp_path / "taught" / "taught.json").write_text("{")
    assert checkup.taught(tmp_path / "taught").keeps_from_working
    assert "only Skip-Bo" in told(checkup.taught(tmp_path / "cards", TaughtCards))
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "cards.npz").write_text("no cards")
    assert checkup.taught(tmp_path / "cards", TaughtCards).keeps_from_working
    assert "reconstruction" in told(checkup.sheet(tmp_path))
    (tmp_path / "sheet.toml").write_text("[sheet", encoding="utf-8")
    assert checkup.sheet(tmp_path).keeps_from_working


def test_fonts_that_cannot_be_read_are_said(monkeypatch):
    assert checkup.fonts().state == "ok"

    def broken(name):
        raise OSError("cannot open resource")

    monkeypatch.setattr(checkup, "load", broken)
    assert checkup.fonts().keeps_from_working


def test_every_library_that_the_package_requires_is_listed():
    said = told(checkup.libraries())
    assert all(f"{name}=" in said for name in ("onnxruntime", "segno", "ifaddr", "flask", "opencv-python-headless"))
    assert "torch" not in said
