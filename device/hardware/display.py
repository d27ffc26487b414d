"""The little display beside the table: 128 × 64 pixels, each lit or dark, on the I²C bus.

A display's wires come loose in the middle of a game, and a bus that is pulled at may hang for ever. So nobody who shows
something waits for the display: a thread of its own paints, says once that the display is gone, looks for it every few
seconds, sets it up anew when it is back, and paints what is due by then.
"""

import io
from collections.abc import Callable, Sequence
from errno import EIO, EREMOTEIO
from pathlib import Path
from threading import Event
from typing import Protocol, Self

from luma.core.error import DeviceNotFoundError, DevicePermissionError
from luma.core.error import Error as LumaError
from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, ssd1306
from PIL import Image
from smbus2 import SMBus

from device.hardware.timeout import NoAnswerError, call_with_timeout
from device.hardware.wiring import DisplayWiring
from device.system.error_text import error_text
from device.system.watched_thread import Turn, WatchedThread
from engines.messages import Message, message

SIZE = (128, 64)
DISPLAY_ADDRESSES = (0x3C, 0x3D)
CHIPS = {"ssd1306": ssd1306, "sh1106": sh1106}
PAINT_S = 2.0
RETRY_S = 3.0
# A display whose power failed for a moment answers as if nothing had happened, but is dark until it is set up anew.
REFRESH_S = 10.0
# More than painting and waiting for what is to be painted next take together.
PATIENCE_S = 20.0


class Display:
    """A display of 128 × 64 pixels; one of this class is not there, and keeps its pictures for the page.

    `trouble` is what people must know as long as it lasts; `notices` grows by a message for every change of it.
    `threads` paint.

    >>> with Display() as display:
    ...     display.show(Image.new("1", SIZE, 1))
    ...     display.cover(Image.new("1", SIZE, 0))
    ...     Image.open(io.BytesIO(display.png())).getextrema()
    (255, 255)
    """

    def __init__(self, trouble: Message | None = None) -> None:
        self.trouble = trouble
        self.notices: list[Message] = [trouble] if trouble else []
        self.threads: tuple[WatchedThread, ...] = ()
        self.last = Image.new("1", SIZE)
        self.covered_by: Image.Image | None = None

    @property
    def is_seen(self) -> bool:
        """Whether people beside the table can see what is shown."""
        return False

    def show(self, image: Image.Image) -> None:
        """Show a picture (mode `"1"`) until the next one; never waits and never fails."""
        self.last = image

    def cover(self, image: Image.Image | None) -> None:
        """Show a secret above all pictures, for people beside the table only; None takes it away."""
        self.covered_by = image

    def png(self) -> bytes:
        """The picture shown last, as a PNG file; dark before the first. What covers it is never given away."""
        file = io.BytesIO()
        self.last.save(file, "PNG")
        return file.getvalue()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is open."""


class OledDisplay(Display):
    """A display with an SSD1306 or SH1106 chip.

        with OledDisplay(load_wiring().display) as display:
            display.show(Image.new("1", (128, 64), 1))

    The seconds are: how long painting may take, between looks for a lost display, and between setting it up anew.
    """

    def __init__(
        self, wiring: DisplayWiring, paint_s: float = PAINT_S, retry_s: float = RETRY_S, refresh_s: float = REFRESH_S
    ) -> None:
        super().__init__()
        self._wiring = wiring
        self._paint_s, self._retry_s, self._refresh_s = paint_s, retry_s, refresh_s
        self._wire = _Wire(wiring)
        self._chip = CHIPS[wiring.kind](self._wire, rotate=2 if wiring.upside_down else 0)
        # Otherwise luma clears the display at the end of the program, on a bus that may hang.
        self._chip.persist = True
        self._changed, self._ending, self._bus_free = Event(), Event(), Event()
        self._bus_free.set()
        self._painter = WatchedThread("display", self._paint_until_the_end, PATIENCE_S)
        self.threads = (self._painter,)
        self._painter.start()

    def show(self, image: Image.Image) -> None:
        """Have the picture painted as soon as the display takes it."""
        super().show(image)
        self._changed.set()

    def cover(self, image: Image.Image | None) -> None:
        """Have the secret painted instead of the picture, or the picture again."""
        super().cover(image)
        self._changed.set()

    @property
    def is_seen(self) -> bool:
        """Whether the display works, as far as is known."""
        return self.trouble is None

    def __exit__(self, *_: object) -> None:
        """Go dark and let go of the bus."""
        self._ending.set()
        self._painter.stop(3 * self._paint_s, wake=self._changed.set)

    def _paint_until_the_end(self, turn: Turn) -> None:
        while True:
            # Cleared before looking at the end, which sets it once the turn is over: it is never missed.
            self._changed.clear()
            if not turn.goes_on():
                break
            self._on_the_bus(self._paint)
            self._changed.wait(self._refresh_s if self.trouble is None else self._retry_s)
        if self._ending.is_set() and self.trouble is None:
            self._on_the_bus(self._chip.hide)
            self._wire.close()

    def _paint(self) -> None:
        # Set up every time: it is thirty bytes, and a display that lost its power for a moment needs it.
        self._wire.set_up()
        self._chip.display(self.covered_by or self.last)

    def _on_the_bus(self, call: Callable[[], None]) -> None:
        """Do something that may fail or hang, and note how the display is."""

        def call_alone() -> None:
            try:
                call()
            finally:
                self._bus_free.set()

        try:
            if not self._bus_free.is_set():
                raise NoAnswerError("the call before this one still hangs")
            self._bus_free.clear()
            call_with_timeout(self._paint_s, call_alone)
        except (LumaError, OSError, NoAnswerError) as fault:
            self._lose(fault)
        else:
            self._find()

    def _lose(self, fault: Exception) -> None:
        if self._bus_free.is_set():
            self._wire.close()
        if self.trouble is None:
            self.trouble = _said(fault, self._wiring)
            self.notices.append(self.trouble)

    def _find(self) -> None:
        if self.trouble is not None:
            self.trouble = None
            self.notices.append(message("display.back"))


class _Bus(Protocol):
    """What is used of luma's bus, which has no types."""

    def command(self, *command: int) -> None: ...

    def data(self, data: Sequence[int]) -> None: ...

    def cleanup(self) -> None: ...


class _Wire:
    """What luma draws over: an I²C bus that may come and go.

    luma sets a chip up once, when its object is made. What it says then is kept, to be said to every display that is
    found.
    """

    def __init__(self, wiring: DisplayWiring) -> None:
        self._wiring = wiring
        self._set_up: list[tuple[int, ...]] = []
        self._bus: _Bus | None = None
        self._learning = True

    def command(self, *command: int) -> None:
        if self._learning:
            self._set_up.append(command)
        elif self._bus is not None:
            self._bus.command(*command)

    def data(self, data: Sequence[int]) -> None:
        if self._bus is not None:
            self._bus.data(data)

    def cleanup(self) -> None:
        """luma's end of the program; the bus has been closed by then."""

    def set_up(self) -> None:
        self._learning = False
        if self._bus is None:
            self._bus = i2c(port=self._wiring.bus, address=self._wiring.address)
        for command in self._set_up:
            self.command(*command)

    def close(self) -> None:
        bus, self._bus = self._bus, None
        if bus is not None:
            bus.cleanup()


def open_display(wiring: DisplayWiring) -> Display:
    """The display that is wired, or a stand-in where there is none or no bus for one; never fails."""
    if wiring.kind == "none":
        return Display()
    if not bus_path(wiring).exists():
        return Display(message("display.no_bus", bus=str(bus_path(wiring))))
    return OledDisplay(wiring)


def bus_path(wiring: DisplayWiring) -> Path:
    """The device file of the display's bus."""
    return Path(f"/dev/i2c-{wiring.bus}")


def listen_on(bus: int) -> list[int]:
    """The addresses of displays that answer on a bus; raises `OSError` when the bus cannot be used or hangs."""
    try:
        return call_with_timeout(PAINT_S, lambda: _answering(bus))
    except NoAnswerError as hangs:
        raise OSError(str(hangs)) from hangs


def _answering(bus: int) -> list[int]:
    answering = []
    with SMBus(bus) as opened:
        for address in DISPLAY_ADDRESSES:
            try:
                opened.read_byte(address)
            except OSError as nobody:
                if nobody.errno not in (EIO, EREMOTEIO):
                    raise
            else:
                answering.append(address)
    return answering


def _said(fault: Exception, wiring: DisplayWiring) -> Message:
    """What a fault of the bus means to people."""
    if isinstance(fault, NoAnswerError):
        return message("display.hangs")
    if isinstance(fault, DevicePermissionError):
        return message("display.closed", bus=str(bus_path(wiring)))
    if isinstance(fault, DeviceNotFoundError) or (isinstance(fault, OSError) and fault.errno in (EIO, EREMOTEIO)):
        return message("display.missing", address=f"0x{wiring.address:02X}", bus=str(bus_path(wiring)))
    return message("display.failed", reason=error_text(fault))
