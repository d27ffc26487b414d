"""The small display beside the table: 128 × 64 pixels, each lit or dark, on the I²C bus.

Wires come loose in the middle of a game, and a disturbed bus may hang for ever. So a thread of its own paints, reports
once that the display is gone, searches for it every few seconds, and sets it up again when it is back.
"""

import io
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Self

import smbus2
from luma.core.error import DevicePermissionError
from luma.core.error import Error as LumaError
from PIL import Image

from device.hardware.burn_in import BurnIn
from device.hardware.oled_chip import USUAL, OledConnection, addresses, is_no_answer, kind_of
from device.hardware.timeout import NoAnswerError, call_with_timeout
from device.hardware.wiring import DisplayWiring
from device.system.error_text import error_text
from device.system.watched_thread import Turn, WatchedThread
from engines.messages import Message, message

SIZE = (128, 64)
PAINT_S = 2.0
RETRY_S = 3.0
# After a short power failure a display answers as before, but stays dark until it is set up again.
REFRESH_S = 10.0
# More than painting and waiting for the next picture take together.
PATIENCE_S = 20.0


class Display:
    """A display of 128 × 64 pixels. This base class has no hardware; it keeps its pictures for the page.

    >>> with Display() as display:
    ...     display.show(Image.new("1", SIZE, 1))
    ...     display.cover(Image.new("1", SIZE, 0))
    ...     Image.open(io.BytesIO(display.png())).getextrema()
    (255, 255)
    """

    def __init__(self, trouble: Message | None = None) -> None:
        self.trouble = trouble  # what is wrong now
        self.notices: list[Message] = []  # one for every change after the start
        self.threads: tuple[WatchedThread, ...] = ()  # threads that paint
        self.last, self._is_secret = Image.new("1", SIZE), False
        # whether the picture stays when closed, for what people must read while the machine is off
        self.stays_lit = False
        self.covered_by: Image.Image | None = None

    @property
    def is_visible(self) -> bool:
        """Whether people beside the table can see the display."""
        return False

    @property
    def kind(self) -> str:
        """The chip's kind; empty if there is none."""
        return ""

    def show(self, image: Image.Image, is_secret: bool = False) -> None:
        """Show a picture (mode `"1"`) until the next one; never waits or fails. `is_secret`: as in `cover`."""
        self.last, self._is_secret = image, is_secret

    def cover(self, image: Image.Image | None) -> None:
        """Show a secret over all pictures, only for people beside the table; None removes it."""
        self.covered_by = image

    def wake(self) -> None:
        """Brighten a dim display, since somebody pressed a button or there is something new to read."""

    def use_other_kind(self) -> str:
        """Use the other chip's protocol from now on; returns its kind, or `""` without a chip."""
        return ""

    def png(self) -> bytes:
        """The last picture as a PNG file; dark before the first, and for a secret, which is never given away."""
        file = io.BytesIO()
        (Image.new("1", SIZE) if self._is_secret else self.last).save(file, "PNG")
        return file.getvalue()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is open."""


class OledDisplay(Display):
    """A display with an SSD1306 or SH1106 chip.

    with OledDisplay(load_wiring().display) as display:
        display.show(Image.new("1", (128, 64), 1))
    """

    def __init__(
        self,
        wiring: DisplayWiring,
        first: Image.Image | None = None,  # the first picture
        paint_s: float = PAINT_S,  # how long painting may take
        retry_s: float = RETRY_S,  # between attempts to find a lost display
        refresh_s: float = REFRESH_S,  # between setting it up anew
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        if first is not None:
            self.last = first
        self.tried = Event()  # the first picture is painted, or could not be
        self._wiring, self._connection = wiring, OledConnection(wiring, paint_s)
        self._reported_address = wiring.address
        self._paint_s, self._retry_s, self._refresh_s = paint_s, retry_s, refresh_s
        self._burn_in = BurnIn(clock)
        self._changed, self._ending = Event(), Event()
        self._painter = WatchedThread("display", self._paint_until_the_end, PATIENCE_S)
        self.threads = (self._painter,)
        self._painter.start()

    def show(self, image: Image.Image, is_secret: bool = False) -> None:
        """Have the picture painted as soon as the display is ready."""
        super().show(image, is_secret)
        self._changed.set()

    def cover(self, image: Image.Image | None) -> None:
        """Have the secret painted instead of the picture, or the picture again."""
        super().cover(image)
        self._burn_in.wake()
        self._changed.set()

    def wake(self) -> None:
        """Brighten, and have the picture painted unshifted."""
        if self._burn_in.wake():
            self._changed.set()

    def use_other_kind(self) -> str:
        """Have the picture painted with the other chip's protocol."""
        other = self._connection.use_other_kind()
        self._changed.set()
        return other

    @property
    def kind(self) -> str:
        """The chip's kind."""
        return self._connection.kind

    @property
    def is_visible(self) -> bool:
        """Whether the display works, as far as is known."""
        return self.trouble is None

    def __exit__(self, *_: object) -> None:
        """Go dark, unless the picture `stays_lit`, and release the bus."""
        self._ending.set()
        self._painter.stop(3 * self._paint_s, wake=self._changed.set)

    def _paint_until_the_end(self, turn: Turn) -> None:
        while True:
            # Cleared before checking for the end, which sets it once the turn is over: it is never missed.
            self._changed.clear()
            if not turn.goes_on():
                break
            self._try(self._paint)
            self.tried.set()
            self._changed.wait(self._refresh_s if self.trouble is None else self._retry_s)
        if self._ending.is_set() and self.trouble is None:
            self._try(self._connection.close if self.stays_lit else self._connection.hide_and_close)

    def _paint(self) -> None:
        self._connection.paint(self._burn_in.shifted(self.covered_by or self.last), self._burn_in.is_dim)

    def _try(self, call: Callable[[], None]) -> None:
        """Make a call that may fail or hang, and note the display's state."""
        try:
            call()
        except (LumaError, OSError, NoAnswerError) as fault:
            self._connection.drop()
            self._report_address()
            if self.trouble is None:
                self.trouble = _describe(fault, self._wiring)
                self.notices.append(self.trouble)
        else:
            self._report_address()
            if self.trouble is not None:
                self.trouble = None
                self.notices.append(message("display.back"))

    def _report_address(self) -> None:
        """Report once that the display answers at another address than the wired one."""
        if self._connection.address != self._reported_address:
            self._reported_address = self._connection.address
            self.notices.append(other_address(self._wiring, self._reported_address))


def open_display(wiring: DisplayWiring, first: Image.Image | None = None) -> Display:
    """The wired display with its `first` picture, or a stand-in if there is no display or bus. Never fails."""
    if wiring.kind == "none":
        return Display()
    if not bus_path(wiring).exists():
        return Display(message("display.no_bus", bus=str(bus_path(wiring))))
    return OledDisplay(wiring, first)


def bus_path(wiring: DisplayWiring) -> Path:
    """The device file of the display's bus."""
    return Path(f"/dev/i2c-{wiring.bus}")


def find_display(wiring: DisplayWiring) -> tuple[int, str] | None:
    """The address at which a display answers, and its kind; None if none does.

    The wired address comes first. Raises `OSError` when the bus cannot be used or hangs.
    """
    try:
        return call_with_timeout(PAINT_S, lambda: _answering(wiring))
    except NoAnswerError as hangs:
        raise OSError(str(hangs)) from hangs


def _answering(wiring: DisplayWiring) -> tuple[int, str] | None:
    with smbus2.SMBus(wiring.bus) as opened:
        for address in addresses(wiring):
            try:
                opened.read_byte(address)
            except OSError as fault:
                if not is_no_answer(fault):
                    raise
            else:
                return address, kind_of(wiring, address) or USUAL
    return None


def other_address(wiring: DisplayWiring, address: int) -> Message:
    """The message about a display that answers at another address than the wired one."""
    return message("display.other_address", found=f"0x{address:02X}", wired=f"0x{wiring.address:02X}")


def _describe(fault: Exception, wiring: DisplayWiring) -> Message:
    """The message for a fault of the bus."""
    if isinstance(fault, NoAnswerError):
        return message("display.hangs")
    if isinstance(fault, DevicePermissionError):
        return message("display.closed", bus=str(bus_path(wiring)))
    if is_no_answer(fault):
        return message("display.missing", address=f"0x{wiring.address:02X}", bus=str(bus_path(wiring)))
    return message("display.failed", reason=error_text(fault))
