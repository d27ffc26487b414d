"""The two chips of small displays, SSD1306 and SH1106, on an I²C bus that may come and go.

luma sets a chip up once, when its object is made. Those commands are recorded, to be sent to every display found.
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
# Errors of the bus's drivers where nothing answers at an address.
NOBODY = (EIO, ENXIO, EREMOTEIO)
_NOP, _SCROLL_OFF, _CONTRAST = 0xE3, 0x2E, 0x81
_DIM = 0x01
# The lower half of an SH1106's status byte; an SSD1306 answers 3, 6 or 7. Neither data sheet guarantees it, but the
# library OneBitDisplay (Larry Bank) relies on it.
_SH1106_STATUS = 0x8


class Bus(Protocol):
    """The used part of luma's bus, which has no types."""

    def command(self, *command: int) -> None:
        """Send one or several command bytes."""

    def data(self, data: Sequence[int]) -> None:
        """Send bytes of a picture."""

    def cleanup(self) -> None:
        """Close the bus."""


class Chip:
    """A chip's protocol for set-up and pictures; `kind` is `"ssd1306"` or `"sh1106"`."""

    def __init__(self, kind: str, upside_down: bool) -> None:
        self.kind = kind
        self._wire = _RecordingBus()
        self._device = CHIPS[kind](self._wire, rotate=2 if upside_down else 0)
        # Otherwise luma clears the display at the end of the program, on a bus that may hang.
        self._device.persist = True
        self._set_up = self._wire.recorded

    def paint(self, bus: Bus, image: Image.Image, is_dim: bool = False) -> None:
        """Set the chip up and send it the picture (128 × 64 pixels, mode `"1"`).

        It is set up every time: that takes thirty bytes, and a display needs it after a power failure, or after it took
        a wrong byte for a command.
        """
        self._wire.bus = bus
        bus.command(_SCROLL_OFF)  # the only effect of a wrong byte that luma does not undo
        for command in self._set_up:
            bus.command(*((_CONTRAST, _DIM) if is_dim and command[0] == _CONTRAST else command))
        self._device.display(image)

    def hide(self, bus: Bus) -> None:
        """Go dark."""
        self._wire.bus = bus
        self._device.hide()


class OledConnection:
    """The connection to a display's chip, over a bus that may fail or hang.

    A failed call raises `OSError` or luma's `Error`. A call longer than `timeout_s` raises `NoAnswerError`, and so does
    every further call while it hangs.
    """

    def __init__(self, wiring: DisplayWiring, timeout_s: float) -> None:
        self.kind = ""  # kind of the chip; empty before the bus was opened
        self.address = wiring.address  # address at which it last answered
        self._wiring, self._timeout_s = wiring, timeout_s
        self._bus: Bus | None = None
        self._chips = {kind: Chip(kind, wiring.upside_down) for kind in DISPLAY_KINDS}
        self._is_free = Event()  # set while no call hangs
        self._is_free.set()

    def paint(self, image: Image.Image, is_dim: bool) -> None:
        """Open the bus if necessary, set the chip up, and send it the picture (128 × 64 pixels, mode `"1"`)."""
        self._call(lambda: self._paint(image, is_dim))

    def hide_and_close(self) -> None:
        """Go dark, and close the bus."""
        self._call(self._hide_and_close)

    def close(self) -> None:
        """Close the bus; what the display shows stays."""
        self._call(self._close)

    def drop(self) -> None:
        """Close a failed bus, unless it hangs, so that the display is searched for again."""
        if self._is_free.is_set():
            self._close()

    def use_other_kind(self) -> str:
        """Use the other chip's protocol from now on; returns its kind, or `""` before the bus was opened."""
        if not self.kind:
            return ""
        other = next(kind for kind in self._chips if kind != self.kind)
        self._wiring = replace(self._wiring, kind=other)  # the wired kind is no longer used
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
        # Asked every time, so that a disturbed answer does not last.
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
    """The bytes written to a display of a kind so that it shows a picture from any state, one item per write."""
    recorder = _Recorder()
    Chip(kind, upside_down=False).paint(i2c(bus=recorder, address=DISPLAY_ADDRESSES[0]), image)
    return recorder.writes


class _Recorder:
    """Stands in for the system's bus and records what is written."""

    def __init__(self) -> None:
        self.writes: list[bytes] = []

    def write_i2c_block_data(self, _address: int, register: int, values: Sequence[int]) -> None:
        self.writes.append(bytes((register, *values)))


class _RecordingBus:
    """The bus of luma's chip object: records the set-up, then forwards everything to the open bus."""

    def __init__(self) -> None:
        self.bus: Bus | None = None
        self.recorded: list[tuple[int, ...]] = []  # the commands since luma's object was made

    def command(self, *command: int) -> None:
        """Record or forward a command."""
        if self.bus is None:
            self.recorded.append(command)
        else:
            self.bus.command(*command)

    def data(self, data: Sequence[int]) -> None:
        """Forward bytes of a picture."""
        if self.bus is not None:
            self.bus.data(data)

    def cleanup(self) -> None:
        """Ignore luma's clean-up: the bus has been closed by then."""


def addresses(wiring: DisplayWiring) -> tuple[int, ...]:
    """Where to search for a display: at its wired address, then at the other one that displays have."""
    return wiring.address, *(address for address in DISPLAY_ADDRESSES if address != wiring.address)


def open_bus(wiring: DisplayWiring) -> tuple[Bus, int]:
    """Open the bus; returns it and the address at which a display answers.

    Raises the wired address's error if none answers.
    """
    missing: Exception | None = None
    for address in addresses(wiring):
        bus: Bus = i2c(port=wiring.bus, address=address)
        try:
            bus.command(_NOP)
        except (LumaError, OSError) as fault:
            bus.cleanup()
            if not is_no_answer(fault):
                raise
            missing = missing or fault
        else:
            return bus, address
    assert missing is not None
    raise missing


def kind_of(wiring: DisplayWiring, address: int) -> str | None:
    """The kind of chip at an address: the wired one, or as the chip reports; None if it does not answer."""
    if wiring.kind != "auto":
        return wiring.kind
    try:
        with smbus2.SMBus(wiring.bus) as bus:
            status = bus.read_byte_data(address, 0x00)
    except OSError:
        return None
    return "sh1106" if status & 0x0F == _SH1106_STATUS else USUAL


def is_no_answer(fault: Exception) -> bool:
    """Whether a fault means that nothing answers at an address."""
    return isinstance(fault, DeviceNotFoundError) or (isinstance(fault, OSError) and fault.errno in NOBODY)
