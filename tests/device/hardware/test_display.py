"""The display: what is shown is what is seen, whatever its wires do."""

import io
import random
from contextlib import contextmanager
from errno import EACCES, EAGAIN, EBUSY, EIO, ENXIO, EREMOTEIO, ETIMEDOUT
from pathlib import Path

import numpy as np
import pytest
import smbus2
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw

from device.hardware.burn_in import DIM_AFTER_S, OFFSETS, STEP_S, BurnIn
from device.hardware.display import SIZE, Display, OledDisplay, open_display
from device.hardware.wiring import DisplayWiring
from device.texts import say
from tests.support.clock import Clock
from tests.support.device.fake_oled import SH1106, SSD1306, FakeBus
from tests.support.waiting import eventually

AUTO = DisplayWiring("auto", bus=1, address=0x3C, upside_down=False)
CHIPS = {"ssd1306": SSD1306, "sh1106": SH1106}
QUICK = {"paint_s": 0.2, "retry_s": 0.01, "refresh_s": 0.05}


def picture(text="f5"):
    image = Image.new("1", SIZE)
    draw = ImageDraw.Draw(image)
    draw.text((3, 5), text, fill=1)
    draw.line((0, 63, 127, 40), fill=1)
    return image


def sees(bus, text="f5"):
    """Wait until people see a picture."""
    eventually(lambda: bus.seen() == picture(text).tobytes())


@contextmanager
def shown(bus, wiring, text="f5", **more):
    """A display on which a picture is seen."""
    with OledDisplay(wiring, **QUICK, **more) as display:
        display.show(picture(text))
        sees(bus, text)
        yield display


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
    with shown(bus, wiring) as display:
        assert display.trouble is None


def test_a_secret_covers_the_picture_on_the_display_only(bus, wiring):
    with OledDisplay(wiring, **QUICK) as display:
        display.show(picture())
        shown = display.png()
        display.cover(picture("123 456"))
        sees(bus, "123 456")
        assert display.png() == shown
        display.show(picture("d6"))
        after = display.png()
        assert after != shown
        assert bus.seen() == picture("123 456").tobytes()
        display.cover(None)
        sees(bus, "d6")
        assert display.png() == after
        assert display.is_seen


def test_a_display_mounted_upside_down_is_turned(bus, kind):
    with OledDisplay(DisplayWiring(kind, bus=1, address=0x3C, upside_down=True), **QUICK) as display:
        display.show(picture())
        eventually(lambda: bus.seen() == picture().rotate(180).tobytes())


def test_it_goes_dark_and_lets_go_of_the_bus_at_the_end(bus, wiring):
    with shown(bus, wiring):
        pass
    assert not bus.chip.lit()
    assert bus.open == 0


def test_what_people_must_read_while_the_machine_is_switched_off_stays_at_the_end(bus, wiring):
    with OledDisplay(wiring, **QUICK) as display:
        display.show(picture())
        display.stays_lit = True
        sees(bus)
    assert bus.seen() == picture().tobytes()
    assert bus.open == 0


def test_a_display_that_is_pulled_out_is_said_once_and_comes_back_by_itself(bus, wiring):
    with shown(bus, wiring, "before") as display:
        bus.unplug()
        display.show(picture("meanwhile"))
        eventually(lambda: display.trouble)
        assert "0x3C" in say(display.trouble, "en")
        display.show(picture("after"))
        bus.plug_in()
        sees(bus, "after")
        eventually(lambda: display.trouble is None)
        assert [notice.key for notice in display.notices] == ["display.missing", "display.back"]


def test_a_display_that_lost_its_power_unseen_is_lit_again(bus, wiring):
    with shown(bus, wiring):
        bus.plug_in()
        assert not bus.chip.lit()
        sees(bus)


def test_a_bus_that_hangs_holds_nobody_up(bus, wiring):
    with shown(bus, wiring, "before") as display:
        bus.flows.clear()
        display.show(picture("after"))
        eventually(lambda: display.trouble)
        assert display.trouble.key == "display.hangs"
        bus.flows.set()
        sees(bus, "after")
        eventually(lambda: display.trouble is None)
        assert [notice.key for notice in display.notices] == ["display.hangs", "display.back"]


def test_a_display_that_is_plugged_in_late_is_found(bus, wiring):
    bus.unplug()
    with OledDisplay(wiring, **QUICK) as display:
        display.show(picture())
        eventually(lambda: display.trouble)
        bus.plug_in()
        sees(bus)


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


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_display_at_the_other_address_is_used_and_that_is_said_once(bus, wiring, language):
    bus.address = 0x3D
    with shown(bus, wiring, "before") as display:
        bus.unplug()
        eventually(lambda: display.trouble)
        assert "0x3C" in say(display.trouble, language)
        bus.plug_in()
        sees(bus, "before")
        eventually(lambda: display.trouble is None)
        assert [notice.key for notice in display.notices] == [
            "display.other_address",
            "display.missing",
            "display.back",
        ]
        assert "0x3D" in say(display.notices[0], language)


def test_a_chip_that_nobody_has_named_is_asked_which_it_is(bus, kind):
    with shown(bus, AUTO) as display:
        assert display.kind == kind


@pytest.mark.parametrize(("first", "then"), [(SSD1306, SH1106), (SH1106, SSD1306)])
def test_a_display_with_the_other_chip_takes_the_place_of_the_first(monkeypatch, first, then):
    fake = FakeBus(first)
    monkeypatch.setattr(smbus2, "SMBus", fake)
    with shown(fake, AUTO) as display:
        fake.unplug()
        eventually(lambda: display.trouble)
        fake.make_chip = then
        fake.plug_in()
        sees(fake)


def test_a_chip_taken_for_the_other_one_is_seen_to_be_wrong_and_right_after_one_word(bus, kind):
    wrong = next(name for name in CHIPS if name != kind)
    with OledDisplay(DisplayWiring(wrong, bus=1, address=0x3C, upside_down=False), **QUICK) as display:
        display.show(picture())
        eventually(lambda: bus.chip.on)
        assert bus.seen() != picture().tobytes()
        assert display.use_other_kind() == kind  # the right one
        sees(bus)
        bus.unplug()
        eventually(lambda: display.trouble)
        bus.plug_in()
        sees(bus)


def test_a_chip_that_cannot_be_read_is_taken_for_the_usual_one(monkeypatch):
    fake = FakeBus(SSD1306)

    def refuse(address, register):
        raise OSError(EREMOTEIO, "Remote I/O error")

    fake.read_byte_data = refuse
    monkeypatch.setattr(smbus2, "SMBus", fake)
    with shown(fake, AUTO):
        pass


def broken_bus(make_chip, seed, every, share_torn):
    """A bus that fails at every so manieth call in one of the ways that buses have, or lets wrong bytes through."""
    fake, chance, calls = FakeBus(make_chip), random.Random(seed), 0
    faults = [OSError(number, "broken") for number in (EIO, EREMOTEIO, ENXIO, ETIMEDOUT, EAGAIN)] + [TimeoutError()]

    def spoilt(values):
        nonlocal calls
        calls += 1
        if calls % every:
            return values, None
        if chance.random() < share_torn:  # part of it arrives, and some of that wrong
            arrives = values[: chance.randrange(len(values) + 1)]
            return [value ^ (chance.randrange(256) if chance.random() < 0.3 else 0) for value in arrives], None
        return values[: chance.randrange(len(values) + 1)], chance.choice(faults)

    fake.spoilt = spoilt
    return fake


@settings(max_examples=12, deadline=None, derandomize=True)
@given(
    st.sampled_from(sorted(CHIPS)), st.sampled_from(["auto", "named"]), st.integers(0, 10**6), st.integers(1, 40),
    st.floats(0, 1),
)  # fmt: skip
def test_whatever_a_bus_has_done_the_picture_is_whole_when_it_works_again(kind, named, seed, every, share_torn):
    fake = broken_bus(CHIPS[kind], seed, every, share_torn)
    wiring = DisplayWiring(kind if named == "named" else "auto", bus=1, address=0x3C, upside_down=False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(smbus2, "SMBus", fake)
        with OledDisplay(wiring, paint_s=5.0, retry_s=0.001, refresh_s=0.001) as display:
            for number in range(5):
                display.show(picture(f"move {number}"))
                display.cover(picture("secret") if number == 3 else None)
            del fake.spoilt
            sees(fake, "move 4")
            eventually(lambda: display.trouble is None)
            assert fake.chip.contrast == {"ssd1306": 0xCF, "sh1106": 0x7F}[kind]
    assert fake.open == 0


def test_a_display_that_nobody_uses_goes_dim_and_is_bright_again_at_a_press(bus, wiring):
    clock = Clock()
    with shown(bus, wiring, clock=clock) as display:
        bright = bus.chip.contrast
        clock.now += DIM_AFTER_S - 1
        display.show(picture("page 2"))  # a page turned by itself is no news
        sees(bus, "page 2")
        assert bus.chip.contrast == bright
        clock.now += 1
        eventually(lambda: bus.chip.contrast < bright / 10)
        assert bus.seen() == picture("page 2").tobytes()
        clock.now += STEP_S
        eventually(lambda: bus.seen() not in (None, picture("page 2").tobytes()))
        display.wake()
        eventually(lambda: bus.chip.contrast == bright)
        sees(bus, "page 2")
        assert Image.open(io.BytesIO(display.png())).tobytes() == picture("page 2").tobytes()


def test_a_secret_for_somebody_beside_the_table_is_bright(bus, wiring):
    clock = Clock()
    with OledDisplay(wiring, **QUICK, clock=clock) as display:
        clock.now += 2 * DIM_AFTER_S
        eventually(lambda: bus.chip.contrast < 0x10)
        display.cover(picture("123 456"))
        eventually(lambda: bus.chip.contrast > 0x10)
        sees(bus, "123 456")


def test_over_hours_every_pixel_is_lit_for_half_of_the_time():
    clock = Clock()
    burn_in = BurnIn(clock)
    clock.now += DIM_AFTER_S
    shown = picture()
    ImageDraw.Draw(shown).rectangle((0, 0, 127, 12), fill=1)
    lit = np.zeros((64, 128))
    steps = 2 * len(OFFSETS)
    for _ in range(steps):
        lit += np.asarray(burn_in.spared(shown))
        clock.now += STEP_S
    assert (lit == steps / 2).all()


def test_for_a_while_only_the_edge_is_moved_out_of_the_picture():
    clock = Clock()
    burn_in = BurnIn(clock)
    clock.now += DIM_AFTER_S
    for right, down in OFFSETS:
        moved = burn_in.spared(picture())
        back = ImageChops.offset(moved, -right, -down).crop((0, 0, 127, 63))
        assert back.tobytes() == picture().crop((0, 0, 127, 63)).tobytes()
        clock.now += STEP_S


@pytest.mark.parametrize(
    "stray",
    [[0x2F], [0xA5], [0xA7], [0x47], [0xD3, 7], [0xA8, 15], [0x81, 0], [0xA0], [0xC0], [0xAE], [0x26], [0x21], [0xA8]],
    ids=lambda stray: " ".join(f"{code:02X}" for code in stray),
)
def test_a_wrong_byte_on_the_bus_does_not_last(bus, wiring, stray):
    with shown(bus, wiring) as display:
        bus.chip.commands(stray)
        painted = bus.chip.paintings
        eventually(lambda: bus.chip.paintings > painted + 2 and bus.seen() == picture().tobytes())
        assert display.trouble is None
