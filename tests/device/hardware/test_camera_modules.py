"""Where each camera module is to hang: the table of them, and what follows from it."""

import re

import pytest

from device.hardware.camera.frame import WATCHING_SIZE
from device.hardware.camera.modules import MODULES, RAIL, ROOM, highest_cm, lowest_cm, module_of, px_per_tile, view_mm
from device.hardware.camera.pi import FULL_SIZE, widest_mode
from tests.support.paths import ROOT
from tools.camera_table import camera_table
from vision.dimensions import TRAY
from vision.meter import ENOUGH_TILE_PX

# The modes of each sensor that `rpicam-hello --list-cameras` prints: size @ what of the sensor it reads, from and size.
MODES = {
    "ov5647": "640x480@16,0/2560x1920 1296x972@0,0/2592x1944 1920x1080@348,434/1928x1080 2592x1944@0,0/2592x1944",
    "imx219": "640x480@1000,752/1280x960 1640x1232@0,0/3280x2464 1920x1080@680,692/1920x1080 3280x2464@0,0/3280x2464",
    "imx708": "1536x864@768,432/3072x1728 2304x1296@0,0/4608x2592 4608x2592@0,0/4608x2592",
    "imx477": "1332x990@696,528/2664x1980 2028x1080@0,440/4056x2160 2028x1520@0,0/4056x3040 4056x3040@0,0/4056x3040",
}


def modes_of(sensor):
    numbers = [tuple(map(int, re.findall(r"\d+", mode))) for mode in MODES[sensor].split()]
    return [{"size": mode[:2], "crop_limits": mode[2:]} for mode in numbers]


def fits_tray(module, height):
    """Whether a camera that hangs so many mm above the table sees the whole tray, with some room."""
    return min(view_mm(module, height - RAIL)) >= ROOM * TRAY


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_between_its_heights_a_camera_sees_the_tray_and_tiles_are_large_enough(module):
    low, high = lowest_cm(module), highest_cm(module)
    assert 30 < low < high < 120
    for height in range(low, high + 1):
        assert fits_tray(module, 10 * height)
        assert min(view_mm(module, 10 * height)) > TRAY
        assert px_per_tile(module, 10 * height) >= ENOUGH_TILE_PX
    assert not fits_tray(module, 10 * low - 10) or low == module.nearest
    assert px_per_tile(module, 10 * high + 10) < ENOUGH_TILE_PX


def test_at_half_a_metre_only_a_wide_lens_sees_the_tray():
    assert [fits_tray(module_of(model), 500) for model in ("imx219", "imx708", "imx708_wide")] == [False, False, True]


@pytest.mark.parametrize("sensor", MODES)
def test_the_mode_in_the_table_is_the_one_that_is_asked_for(sensor):
    assert widest_mode(modes_of(sensor), WATCHING_SIZE)["size"] == module_of(sensor).mode
    assert widest_mode(modes_of(sensor), FULL_SIZE)["size"] == modes_of(sensor)[-1]["size"]


def test_a_picture_of_4_to_3_cuts_the_sides_of_a_wider_sensor_off_and_nothing_else():
    wide, square = module_of("imx708"), module_of("imx219")
    assert (wide.view_down, square.view_down) == (wide.down, pytest.approx(square.down, abs=0.5))
    assert wide.view_across < 0.85 * wide.across
    assert square.view_across == pytest.approx(square.across, abs=0.5)


def test_the_document_has_the_table_as_it_is_now():
    assert camera_table() in (ROOT / "docs" / "camera.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("page", "heights"), [("README.md", "{} to {} cm"), ("README.ja.md", "{}〜{} cm")])
def test_the_readme_has_the_heights_of_the_usual_modules(page, heights):
    text = (ROOT / page).read_text(encoding="utf-8")
    for sensor in ("imx219", "imx708", "c920"):
        assert heights.format(lowest_cm(module_of(sensor)), highest_cm(module_of(sensor))) in text


@pytest.mark.parametrize(("page", "heights"), [("build.md", "{} to {} cm"), ("build.ja.md", "{}〜{} cm")])
@pytest.mark.parametrize("model", ["imx219", "imx708", "imx708_wide", "c920"])
def test_the_build_guide_says_how_high_the_usual_cameras_hang(page, heights, model):
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    assert heights.format(lowest_cm(module_of(model)), highest_cm(module_of(model))) in text
