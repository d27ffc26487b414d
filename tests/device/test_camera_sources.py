"""The list of camera sources: who takes which name, what is live, and what other packages add."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from cli.commands.run import settings_of
from cli.main import command_line
from device import cameras
from device.cameras import FORMS, SOURCES, DemoSource, open_camera, source_of
from device.hardware.camera.files import FolderCamera
from device.testing.camera import StandInSource
from tests.support.device.other_packages import install, python_with

OTHER_PACKAGE = """
from device.hardware.camera.files import FolderCamera
from device.hardware.camera.source import CameraSource, Connected

class AttachedSource(CameraSource):
    form = "attached:N"
    def takes(self, spec): return spec.startswith("attached:")
    def open(self, spec): return FolderCamera([])
    def connected(self): return [Connected("attached:1", "Microscope")]

SOURCE = AttachedSource()
"""


def asked_for(camera):
    """What `jarapon run --camera …` makes of its words."""
    return settings_of(command_line().parse_args(["run", "--camera", camera]), camera, FolderCamera([]))


@pytest.mark.parametrize("name", ["pictures", "pi-photos", "demo-evening", "demo.png", "usb:films"])
def test_pictures_are_not_live_whatever_their_names_begin_with(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    picture = np.zeros((48, 64, 3), np.uint8)
    if name.endswith(".png"):
        cv2.imwrite(name, picture)
    else:
        (tmp_path / name).mkdir()
        cv2.imwrite(f"{name}/1.png", picture)
    assert asked_for(name).recorded
    assert asked_for(f"{name}/" if Path(name).is_dir() else name).recorded


@pytest.mark.parametrize("name", ["pi", "usb:0", "usb:12"])
def test_cameras_are_live(name):
    assert not asked_for(name).recorded


def test_the_first_source_that_takes_a_name_opens_it_and_the_help_lists_each_form_once(monkeypatch, capsys):
    with pytest.raises(SystemExit):
        command_line().parse_args(["run", "--help"])
    assert (FORMS, FORMS in capsys.readouterr().out) == ("demo|pi|usb:N|DIR|FILE", True)
    given = FolderCamera([])
    monkeypatch.setattr(cameras, "SOURCES", (StandInSource("pi", given, is_live=True), *SOURCES))
    assert open_camera("pi") is given
    assert isinstance(source_of("demo"), DemoSource)


def test_a_source_of_another_package_is_listed_and_found_and_broken_ones_are_left_out(tmp_path):
    (tmp_path / "attached.py").write_text(OTHER_PACKAGE)
    entries = ("attached = attached:SOURCE", "broken = nowhere:SOURCE", "no_source = attached:__name__")
    install(tmp_path, "attached", "jarapon.cameras", *entries)
    program = (
        "from device import cameras; print(cameras.FORMS, cameras.source_of('attached:7').form, "
        "[camera for camera in cameras.connected_cameras() if camera.name == 'Microscope'])"
    )
    done = python_with(tmp_path, "-c", program)
    assert done.stdout.startswith("demo|pi|usb:N|DIR|FILE|attached:N attached:N [Connected(spec='attached:1'")
    assert "broken = nowhere:SOURCE cannot be used" in done.stderr
    assert "TypeError: no CameraSource" in done.stderr
