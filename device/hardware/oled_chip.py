"""The two chips of small displays, SSD1306 and SH1106, on an I²C bus that may come and go.

luma sets a chip up once, when its object is made. What it says then is kept, to be said to every display that is found.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from errno import EIO, ENXIO, EREMOTEIO
from threading import Event
from typing import Protocol

import smbus2
from luma.core.error import DeviceNotFoundError
from luma.core.error import Error as LumaError
from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, ssd1306
from PIL import Image

from device.hardware.timeout import NoAnswerError, call_with_timeout
from device.hardware.wiring import DISPLAY_ADDRESSES, DISPLAY_KINDS, DisplayWiring

CHIPS = {"ssd1306": ssd1306, "sh1106": sh1106}
USUAL = "ssd1306"
# What the bus's drivers say where nobody answers at an address.
NOBODY = (EIO, ENXIO, EREMOTEIO)
_NOP, _SCROLL_OFF, _CONTRAST = 0xE3, 0x2E, 0x81
_DIM = 0x01
# The lower half of the byte that an SH1106 answers when it is read; an SSD1306 answers 3, 6 or 7. Neither data sheet
# promises it: the library OneBitDisplay (Larry Bank) tells them apart by it.
_SH1106_STATUS = 0x8


class Bus(Protocol):
    """What is used of luma's bus, which has no types."""

    def command(self, *command: int) -> None:
        """Send a command, or several at once."""

    def data(self, data: Sequence[int]) -> None:
        """Send bytes of a picture."""

    def cleanup(self) -> None:
        """Close the bus."""


class Chip:
    """A chip with its own way to be set up and to be given a picture; `kind` is `"ssd1306"` or `"sh1106"`."""

    def __init__(self, kind: str, upside_down: bool) -> None:
        self.kind = kind
        self._wire = _Wire()
        self._device = CHIPS[kind](self._wire, rotate=2 if upside_down else 0)
        # Otherwise luma clears the display at the end of the program, on a bus that may hang.
        self._device.persist = True
        self._set_up = self._wire.heard

    def paint(self, bus: Bus, image: Image.Image, is_dim: bool = False) -> None:
        """Set the chip up and give it the picture (128 × 64 pixels, mode `"1"`).

        Set up every time: it is thirty bytes, and a display that lost its power for a moment needs it, or that took a
        wrong byte for a command.
        """
        self._wire.bus = bus
        bus.command(_SCROLL_OFF)  # of all that a wrong byte may do, the one thing that luma does not undo
        for command in self._set_up:
            bus.command(*((_CONTRAST, _DIM) if is_dim and command[0] == _CONTRAST else command))
        self._device.display(image)

    def hide(self, bus: Bus) -> None:
        """Go dark."""
        self._wire.bus = bus
        self._device.hide()


class OledConnection:
    """The connection to a display's chip, over a bus that may fail or hang.

    A call that fails raises `OSError` or luma's `Error`; one that takes longer than `timeout_s` raises `NoAnswerError`,
    and so does every call after it as long as it hangs.
    """

    def __init__(self, wiring: DisplayWiring, timeout_s: float) -> None:
        self.kind = ""  # of the chip; empty before the bus was opened
        self.address = wiring.address  # at which it answered last
        self._wiring, self._timeout_s = wiring, timeout_s
        self._bus: Bus | None = None
        self._chips = {kind: Chip(kind, wiring.upside_down) for kind in DISPLAY_KINDS}
        self._is_free = Event()  # no call hangs
        self._is_free.set()

    def paint(self, image: Image.Image, is_dim: bool) -> None:
        """Open the bus where it is not open, set the chip up, and give it the picture (128 × 64 pixels, mode `"1"`)."""
        self._call(lambda: self._paint(image, is_dim))

    def hide_and_close(self) -> None:
        """Go dark, and close the bus."""
        self._call(self._hide_and_close)

    def close(self) -> None:
        """Close the bus; what the display shows stays."""
        self._call(self._close)

    def drop(self) -> None:
        """Close a bus that has failed, unless it hangs, so that the display is looked for anew."""
        if self._is_free.is_set():
            self._close()

    def use_other_kind(self) -> str:
        """Take the chip for the other kind from now on; which one that is, empty before the bus was opened."""
        if not self.kind:
            return ""
        other = next(kind for kind in self._chips if kind != self.kind)
        self._wiring = replace(self._wiring, kind=other)  # what the wiring names is not asked any more
        return other

    def _call(self, call: Callable[[], None]) -> None:
        def call_alone() -> None:
            try:
                call()
            finally:
                self._is_free.set()

        if not self._is_free.is_set():
            raise NoAnswerError("the call before this one still hangs")
        self._is_free.clear()
        call_with_timeout(self._timeout_s, call_alone)

    def _paint(self, image: Image.Image, is_dim: bool) -> None:
        if self._bus is None:
            self._bus, self.address = open_bus(self._wiring)
        # Asked every time, so that an answer that was disturbed does not last.
        self.kind = kind_of(self._wiring, self.address) or self.kind or USUAL
        self._chips[self.kind].paint(self._bus, image, is_dim)

    def _hide_and_close(self) -> None:
        if self._bus is not None:
            self._chips[self.kind].hide(self._bus)
            self._close()

    def _close(self) -> None:
        bus, self._bus = self._bus, None
        if bus is not None:
            bus.cleanup()


def writes_of(kind: str, image: Image.Image) -> list[bytes]:
    """What is written to a display of a kind, each of it at once, so that it shows a picture whatever it did before."""
    heard = _Recorder()
    Chip(kind, upside_down=False).paint(i2c(bus=heard, address=DISPLAY_ADDRESSES[0]), image)
    return heard.writes


class _Recorder:
    """Stands in for the system's bus, and keeps what is written."""

    def __init__(self) -> None:
        self.writes: list[bytes] = []

    def write_i2c_block_data(self, _address: int, register: int, values: Sequence[int]) -> None:
        self.writes.append(bytes((register, *values)))


class _Wire:
    """What luma draws over: it learns how the chip is set up, and then passes everything on to the open bus."""

    def __init__(self) -> None:
        self.bus: Bus | None = None
        self.heard: list[tuple[int, ...]] = []  # the commands since luma's object was made

    def command(self, *command: int) -> None:
        """luma's command."""
        if self.bus is None:
            self.heard.append(command)
        else:
            self.bus.command(*command)

    def data(self, data: Sequence[int]) -> None:
        """luma's bytes of a picture."""
        if self.bus is not None:
            self.bus.data(data)

    def cleanup(self) -> None:
        """luma's end of the program; the bus has been closed by then."""


def addresses(wiring: DisplayWiring) -> tuple[int, ...]:
    """Where a display is looked for: at its wired address, then at the other one that displays have."""
    return wiring.address, *(address for address in DISPLAY_ADDRESSES if address != wiring.address)


def open_bus(wiring: DisplayWiring) -> tuple[Bus, int]:
    """The bus, and the address at which a display answers; raises what the wired one did where there is none."""
    missing: Exception | None = None
    for address in addresses(wiring):
        bus: Bus = i2c(port=wiring.bus, address=address)
        try:
            bus.command(_NOP)
        except (LumaError, OSError) as fault:
            bus.cleanup()
            if not is_nobody(fault):
                raise
            missing = missing or fault
        else:
            return bus, address
    assert missing is not None
    raise missing


def kind_of(wiring: DisplayWiring, address: int) -> str | None:
    """The kind of chip at an address: the wired one, or what the chip answers; None where it does not answer."""
    if wiring.kind != "auto":
        return wiring.kind
    try:
        with smbus2.SMBus(wiring.bus) as bus:
            status = bus.read_byte_data(address, 0x00)
    except OSError:
        return None
    return "sh1106" if status & 0x0F == _SH1106_STATUS else USUAL


def is_nobody(fault: Exception) -> bool:
    """Whether a fault means that nobody answers at an address."""
    return isinstance(fault, DeviceNotFoundError) or (isinstance(fault, OSError) and fault.errno in NOBODY)
