"""The display: what is shown is what is seen, whatever its wires do."""

import io
import random
from contextlib import contextmanager
from dataclasses import replace
from errno import EACCES, EAGAIN, EIO, ENXIO, EREMOTEIO, ETIMEDOUT
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
import smbus2
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw

from device.hardware.burn_in import DIM_AFTER_S, OFFSETS, STEP_S, BurnIn
from device.hardware.display import SIZE, OledDisplay, open_display
from device.hardware.wiring import DisplayWiring
from device.testing.display import SH1106, SSD1306, DisplayBus
from device.texts import say
from engines.messages import message
from tests.support.clock import Clock
from tests.support.waiting import eventually

AUTO = DisplayWiring("auto", bus=1, address=0x3C, upside_down=False)
CHIPS = {"ssd1306": SSD1306, "sh1106": SH1106}
REFUSED = PermissionError(EACCES, "Permission denied")
QUICK = {"paint_s": 0.2, "retry_s": 0.01, "refresh_s": 0.05}


def picture(text="f5"):
    image = Image.new("1", SIZE)
    draw = ImageDraw.Draw(image)
    draw.text((3, 5), text, fill=1)
    draw.line((0, 63, 127, 40), fill=1)
    return image


def sees(bus, text="f5"):
    """Wait until people see a picture."""
    eventually(lambda: bus.picture() == picture(text).tobytes())


@contextmanager
def shown(bus, wiring, text="f5", **more):
    """A display on which a picture is seen."""
    with OledDisplay(wiring, **QUICK, **more) as display:
        display.show(picture(text))
        sees(bus, text)
        yield display


@pytest.fixture(params=sorted(CHIPS))
def wiring(request):
    return DisplayWiring(request.param, bus=1, address=0x3C, upside_down=False)


@pytest.fixture
def bus(wiring, monkeypatch):
    return plugged_in(CHIPS[wiring.kind], monkeypatch)


def plugged_in(make_chip, patch):
    fake = DisplayBus(make_chip)
    patch.setattr(smbus2, "SMBus", fake)
    return fake


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
        assert bus.picture() == picture("123 456").tobytes()
        display.cover(None)
        sees(bus, "d6")
        assert display.png() == after
        assert display.is_visible


def test_a_display_mounted_upside_down_is_turned(bus, wiring):
    with OledDisplay(replace(wiring, upside_down=True), **QUICK) as display:
        display.show(picture())
        eventually(lambda: bus.picture() == picture().rotate(180).tobytes())


@pytest.mark.parametrize("stays_lit", [False, True])
def test_at_the_end_it_lets_go_of_the_bus_and_is_dark_but_for_what_people_must_still_read(bus, wiring, stays_lit):
    with shown(bus, wiring) as display:
        display.stays_lit = stays_lit
    assert (bus.chip.lit(), bus.open) == (stays_lit, 0)
    assert not stays_lit or bus.picture() == picture().tobytes()


# What happens to a bus, how it is mended, and what is told of it.
FAULTS = {
    "display.missing": (DisplayBus.unplug, DisplayBus.plug_in, "0x3C"),
    "display.hangs": (lambda bus: bus.flows.clear(), lambda bus: bus.flows.set(), ""),
    "display.failed": (lambda bus: setattr(bus, "fault", REFUSED), lambda bus: setattr(bus, "fault", None), "denied"),
}


@pytest.mark.parametrize("key", FAULTS)
def test_a_fault_of_the_bus_holds_nobody_up_is_said_once_and_afterwards_the_latest_picture_is_seen(bus, wiring, key):
    breaks, mends, fact = FAULTS[key]
    with shown(bus, wiring, "before") as display:
        breaks(bus)
        display.show(picture("meanwhile"))
        # A busy machine may take longer than the bus is given, and is told that first.
        eventually(lambda: display.trouble and display.trouble.key == key)
        assert fact in say(display.trouble, "en")
        display.show(picture("after"))
        mends(bus)
        sees(bus, "after")
        eventually(lambda: display.trouble is None)
        assert [notice.key for notice in display.notices] == [key, "display.back"]


def test_a_display_that_is_plugged_in_late_is_found(bus, wiring):
    bus.unplug()
    with OledDisplay(wiring, **QUICK) as display:
        display.show(picture())
        eventually(lambda: display.trouble)
        bus.plug_in()
        sees(bus)


@pytest.mark.parametrize(("kind", "key"), [("ssd1306", "display.no_bus"), ("none", None)])
def test_without_a_bus_or_a_display_a_stand_in_keeps_the_picture(kind, key):
    assert not Path("/dev/i2c-31").exists()
    with open_display(replace(AUTO, kind=kind, bus=31)) as display:
        display.show(picture())
        assert Image.open(io.BytesIO(display.png())).tobytes() == picture().tobytes()
        assert (display.notices, display.trouble and display.trouble.key) == ([], key)


def test_a_bus_that_is_closed_to_us_is_said_to_be_closed(wiring, monkeypatch):
    monkeypatch.setattr(smbus2, "SMBus", Mock(side_effect=PermissionError(EACCES, "Permission denied", "/dev/i2c-1")))
    with OledDisplay(wiring, **QUICK) as display:
        eventually(lambda: display.trouble)
        assert display.trouble.key == "display.closed"


def test_a_display_at_the_other_address_is_used_and_that_is_said_once(bus, wiring):
    bus.address = 0x3D
    with shown(bus, wiring, "before") as display:
        bus.unplug()
        eventually(lambda: display.trouble)
        bus.plug_in()
        sees(bus, "before")
        eventually(lambda: display.trouble is None)
        told, *others = display.notices
        assert told == message("display.other_address", found="0x3D", wired="0x3C")
        assert [notice.key for notice in others] == ["display.missing", "display.back"]


@pytest.mark.parametrize(("first", "then"), [("ssd1306", "sh1106"), ("sh1106", "ssd1306")])
def test_a_chip_that_nobody_has_named_is_asked_which_it_is_as_is_the_one_that_takes_its_place(monkeypatch, first, then):
    bus = plugged_in(CHIPS[first], monkeypatch)
    with shown(bus, AUTO) as display:
        assert display.kind == first
        bus.unplug()
        eventually(lambda: display.trouble)
        bus.make_chip = CHIPS[then]
        bus.plug_in()
        sees(bus)
        assert display.kind == then
    bus.make_chip = SSD1306  # one that cannot be read is taken for the usual one
    bus.plug_in()
    bus.read_byte_data = Mock(side_effect=OSError(EREMOTEIO, "Remote I/O error"))
    with shown(bus, AUTO):
        pass


def test_a_chip_taken_for_the_other_one_is_seen_to_be_wrong_and_right_after_one_word(bus, wiring):
    wrong = next(name for name in CHIPS if name != wiring.kind)
    with OledDisplay(replace(wiring, kind=wrong), **QUICK) as display:
        display.show(picture())
        eventually(lambda: bus.chip.scan.on)
        assert bus.picture() != picture().tobytes()
        assert display.use_other_kind() == wiring.kind  # the right one
        sees(bus)
        bus.unplug()
        eventually(lambda: display.trouble)
        bus.plug_in()
        sees(bus)


def broken_bus(make_chip, seed, every, share_torn):
    """A bus that fails at every so manieth call in one of the ways that buses have, or lets wrong bytes through."""
    fake, chance, calls = DisplayBus(make_chip), random.Random(seed), 0
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
            assert fake.chip.scan.contrast == {"ssd1306": 0xCF, "sh1106": 0x7F}[kind]
    assert fake.open == 0


def test_a_display_that_nobody_uses_goes_dim_and_is_bright_again_at_a_press(bus, wiring):
    clock = Clock()
    with shown(bus, wiring, clock=clock) as display:
        bright = bus.chip.scan.contrast
        clock.now += DIM_AFTER_S - 1
        display.show(picture("page 2"))  # a page turned by itself is no news
        sees(bus, "page 2")
        assert bus.chip.scan.contrast == bright
        clock.now += 1
        eventually(lambda: bus.chip.scan.contrast < bright / 10)
        assert bus.picture() == picture("page 2").tobytes()
        clock.now += STEP_S
        eventually(lambda: bus.picture() not in (None, picture("page 2").tobytes()))
        display.wake()
        eventually(lambda: bus.chip.scan.contrast == bright)
        sees(bus, "page 2")
        assert Image.open(io.BytesIO(display.png())).tobytes() == picture("page 2").tobytes()
        clock.now += 2 * DIM_AFTER_S
        eventually(lambda: bus.chip.scan.contrast < bright / 10)
        display.cover(picture("123 456"))  # for somebody beside the table
        eventually(lambda: bus.chip.scan.contrast == bright)
        sees(bus, "123 456")


def test_only_the_edge_is_moved_out_of_the_picture_and_over_hours_every_pixel_is_lit_for_half_of_the_time():
    clock = Clock()
    burn_in = BurnIn(clock)
    clock.now += DIM_AFTER_S
    shown, steps, lit = picture(), 2 * len(OFFSETS), np.zeros((64, 128))
    ImageDraw.Draw(shown).rectangle((0, 0, 127, 12), fill=1)
    for step in range(steps):
        moved = burn_in.shifted(shown)
        lit += np.asarray(moved)
        if step < len(OFFSETS):
            right, down = OFFSETS[step]
            back = ImageChops.offset(moved, -right, -down).crop((0, 0, 127, 63))
            assert back.tobytes() == shown.crop((0, 0, 127, 63)).tobytes()
        clock.now += STEP_S
    assert (lit == steps / 2).all()


@pytest.mark.parametrize(
    "stray",
    [[0x2F], [0xA5], [0xA7], [0x47], [0xD3, 7], [0xA8, 15], [0x81, 0], [0xA0], [0xC0], [0xAE], [0x26], [0x21], [0xA8]],
    ids=lambda stray: " ".join(f"{code:02X}" for code in stray),
)
def test_a_wrong_byte_on_the_bus_does_not_last(bus, wiring, stray):
    with shown(bus, wiring) as display:
        bus.chip.commands(stray)
        painted = bus.chip.paintings
        eventually(lambda: bus.chip.paintings > painted + 2 and bus.picture() == picture().tobytes())
        assert display.trouble is None
        bus.plug_in()  # it has lost its power, unseen
        assert not bus.chip.lit()
        sees(bus)
