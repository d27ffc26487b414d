"""The display: what is shown is what is seen, whatever its wires do."""

from errno import EACCES, EBUSY
from pathlib import Path

import pytest
import smbus2
from PIL import Image, ImageDraw

from device.hardware.display import SIZE, Display, OledDisplay, open_display
from device.hardware.wiring import DisplayWiring
from device.texts import say
from tests.support.device.fake_oled import SH1106, SSD1306, FakeBus
from tests.support.waiting import eventually

CHIPS = {"ssd1306": SSD1306, "sh1106": SH1106}
QUICK = {"paint_s": 0.2, "retry_s": 0.01, "refresh_s": 0.05}


def picture(text="f5"):
    image = Image.new("1", SIZE)
    draw = ImageDraw.Draw(image)
    draw.text((3, 5), text, fill=1)
    draw.line((0, 63, 127, 40), fill=1)
    return image


@pytest.fixture(params=sorted(CHIPS))
def kind(request):
    return request.param


@pytest.fixture
def bus(kind, monkeypatch):
    fake = FakeBus(CHIPS[kind])
    monkeypatch.setattr(smbus2, "SMBus", fake)
    return fake


@pytest.fixture
def wiring(kind):
    return DisplayWiring(kind, bus=1, address=0x3C, upside_down=False)


def test_the_picture_is_seen_on_the_display(bus, wiring):
    with OledDisplay(wiring, **QUICK) as display:
        display.show(picture())
        eventually(lambda: bus.seen() == picture().tobytes())
        assert display.trouble is None


def test_a_secret_covers_the_picture_on_the_display_only(bus, wiring):
    with OledDisplay(wiring, **QUICK) as display:
        display.show(picture())
        shown = display.png()
        display.cover(picture("123 456"))
        eventually(lambda: bus.seen() == picture("123 456").tobytes())
        assert display.png() == shown
        display.show(picture("d6"))
        after = display.png()
        assert after != shown
        assert bus.seen() == picture("123 456").tobytes()
        display.cover(None)
        eventually(lambda: bus.seen() == picture("d6").tobytes())
        assert display.png() == after
        assert display.is_seen


def test_a_display_mounted_upside_down_is_turned(bus, kind):
    with OledDisplay(DisplayWiring(kind, bus=1, address=0x3C, upside_down=True), **QUICK) as display:
        display.show(picture())
        eventually(lambda: bus.seen() == picture().rotate(180).tobytes())


def test_it_goes_dark_and_lets_go_of_the_bus_at_the_end(bus, wiring):
    with OledDisplay(wiring, **QUICK) as display:
        display.show(picture())
        eventually(lambda: bus.seen() == picture().tobytes())
    assert not bus.chip.lit()
    assert bus.open == 0


def test_a_display_that_is_pulled_out_is_said_once_and_comes_back_by_itself(bus, wiring):
    with OledDisplay(wiring, **QUICK) as display:
        display.show(picture("before"))
        eventually(lambda: bus.seen() == picture("before").tobytes())
        bus.unplug()
        display.show(picture("meanwhile"))
        eventually(lambda: display.trouble)
        assert "0x3C" in say(display.trouble, "en")
        display.show(picture("after"))
        bus.plug_in()
        eventually(lambda: bus.seen() == picture("after").tobytes())
        eventually(lambda: display.trouble is None)
        assert [notice.key for notice in display.notices] == ["display.missing", "display.back"]


def test_a_display_that_lost_its_power_unseen_is_lit_again(bus, wiring):
    with OledDisplay(wiring, **QUICK) as display:
        display.show(picture())
        eventually(lambda: bus.seen() == picture().tobytes())
        bus.plug_in()
        assert not bus.chip.lit()
        eventually(lambda: bus.seen() == picture().tobytes())


def test_a_bus_that_hangs_holds_nobody_up(bus, wiring):
    with OledDisplay(wiring, **QUICK) as display:
        display.show(picture("before"))
        eventually(lambda: bus.seen() == picture("before").tobytes())
        bus.flows.clear()
        display.show(picture("after"))
        eventually(lambda: display.trouble)
        assert display.trouble.key == "display.hangs"
        bus.flows.set()
        eventually(lambda: bus.seen() == picture("after").tobytes())
        eventually(lambda: display.trouble is None)
        assert [notice.key for notice in display.notices] == ["display.hangs", "display.back"]


def test_a_display_that_is_plugged_in_late_is_found(bus, wiring):
    bus.unplug()
    with OledDisplay(wiring, **QUICK) as display:
        display.show(picture())
        eventually(lambda: display.trouble)
        bus.plug_in()
        eventually(lambda: bus.seen() == picture().tobytes())


@pytest.mark.parametrize(("errno", "key"), [(EACCES, "display.failed"), (EBUSY, "display.failed")])
def test_other_faults_of_the_bus_are_said_with_their_reason(bus, wiring, errno, key):
    bus.fault = OSError(errno, "out of order")
    with OledDisplay(wiring, **QUICK) as display:
        eventually(lambda: display.trouble)
        assert display.trouble.key == key
        assert "out of order" in say(display.trouble, "en")


def test_a_bus_that_is_closed_to_us_names_the_group(kind, wiring, monkeypatch):
    def refuse(port):
        raise PermissionError(EACCES, "Permission denied", f"/dev/i2c-{port}")

    monkeypatch.setattr(smbus2, "SMBus", refuse)
    with OledDisplay(wiring, **QUICK) as display:
        eventually(lambda: display.trouble)
        assert "i2c" in say(display.trouble, "en")


def test_without_a_bus_a_stand_in_keeps_the_picture_and_says_so():
    wiring = DisplayWiring("ssd1306", bus=31, address=0x3C, upside_down=False)
    assert not Path("/dev/i2c-31").exists()
    with open_display(wiring) as display:
        assert isinstance(display, Display)
        display.show(picture())
        assert display.png().startswith(b"\x89PNG")
        assert "/dev/i2c-31" in say(display.trouble, "en")


def test_a_box_built_without_a_display_has_nothing_to_complain_of():
    with open_display(DisplayWiring("none", bus=1, address=0x3C, upside_down=False)) as display:
        assert display.trouble is None
        assert display.notices == []
