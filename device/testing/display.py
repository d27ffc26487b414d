"""An I²C bus in memory with a display on it, that understands the chips' own commands: see their data sheets."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from errno import EREMOTEIO
from typing import Protocol, Self

from PIL import Image

PICTURE = 0x40  # the first byte of what is sent, where the others are a picture
ARGUMENTS = {0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
ARGUMENTS |= {0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0xA3: 2}  # scrolling
# The SH1106 has neither memory modes, scrolling nor a charge pump command: those bytes mean nothing to it.
SH1106_ARGUMENTS = {code: count for code, count in ARGUMENTS.items() if code >= 0x81 and code not in {0x8D, 0xA3}}
# Commands that set a field of `Scan`.
SWITCHES = {
    **{0xAE: ("on", False), 0xAF: ("on", True), 0xA4: ("all_lit", False), 0xA5: ("all_lit", True)},
    **{0xA0: ("mirrored", True), 0xA1: ("mirrored", False), 0xC0: ("upside_down", True), 0xC8: ("upside_down", False)},
    **{0xA6: ("inverted", False), 0xA7: ("inverted", True)},
}


class Sent(Protocol):
    """What is written to an address at once, as `smbus2.i2c_msg` has it."""

    addr: int

    def __iter__(self) -> Iterator[int]: ...


@dataclass
class Scan:
    """How a chip shows what its memory holds."""

    on: bool = False
    mirrored: bool = True  # as the modules are built, segment remap 0xA1 and scan direction 0xC8 stand upright
    upside_down: bool = True
    all_lit: bool = False
    inverted: bool = False
    scrolls: bool = False
    start_line: int = 0
    offset: int = 0  # lines
    rows: int = 64
    contrast: int = 0x7F


class Chip(ABC):
    """What both chips have: 8 pages of columns, each byte eight pixels down, and a picture only when switched on."""

    def __init__(self, columns: int, first_column: int, arguments: Mapping[int, int]) -> None:
        self.ram = [[0xA5] * columns for _ in range(8)]  # what memory holds when power comes is anybody's guess
        self.first_column = first_column
        self.arguments = arguments
        self.scan = Scan()
        self.page = self.column = 0
        self.unfinished: list[int] = []
        self.paintings = 0  # counted by their beginnings, when it is switched off

    def commands(self, codes: Iterable[int]) -> None:
        """Bytes of commands; a command that they leave unfinished takes its arguments from the next ones."""
        codes, self.unfinished = [*self.unfinished, *codes], []
        while codes:
            count = 1 + self.arguments.get(codes[0], 0)
            if len(codes) < count:
                self.unfinished = codes
                return
            self.command(codes[0], codes[1:count])
            del codes[:count]

    def command(self, code: int, arguments: Sequence[int]) -> None:
        """Obeys one command."""
        if code in SWITCHES:
            setattr(self.scan, *SWITCHES[code])
            self.paintings += code == 0xAE
        elif 0x40 <= code <= 0x7F:
            self.scan.start_line = code - 0x40
        elif code == 0x81:
            self.scan.contrast = arguments[0]
        elif code == 0xA8:
            self.scan.rows = (arguments[0] & 0x3F) + 1
        elif code == 0xD3:
            self.scan.offset = arguments[0] & 0x3F

    def picture(self) -> Image.Image:
        """The picture that a person sees."""
        image, scan = Image.new("1", (128, 64)), self.scan
        if not self.lit():
            return image
        for y in range(scan.rows):
            line = (y + scan.start_line + scan.offset + 7 * scan.scrolls) % 64
            for x in range(128):
                dot = self.ram[line // 8][self.first_column + x] >> (line % 8) & 1
                if scan.all_lit or dot != scan.inverted:
                    image.putpixel((127 - x if scan.mirrored else x, 63 - y if scan.upside_down else y), 1)
        return image

    def lit(self) -> bool:
        """Whether a picture is to be seen."""
        return self.scan.on

    @property
    @abstractmethod
    def status(self) -> int:
        """What is read from it: the upper bits say that it is off, the lower ones are the chip's own."""

    @abstractmethod
    def data(self, values: Iterable[int]) -> None:
        """Bytes of the picture, where the commands before have put them."""


class SSD1306(Chip):
    """Writes along a window of columns and pages that commands 0x21 and 0x22 set; needs its charge pump on."""

    def __init__(self) -> None:
        super().__init__(128, 0, ARGUMENTS)
        self.pump = False
        self.horizontal = False
        self.columns, self.pages = (0, 127), (0, 7)

    def command(self, code: int, arguments: Sequence[int]) -> None:
        """Obeys one command, of its own too."""
        super().command(code, arguments)
        if code == 0x20:
            self.horizontal = list(arguments) == [0]
        elif code == 0x21:
            self.columns = (arguments[0], arguments[1])
            self.column = arguments[0]
        elif code == 0x22:
            self.pages = (arguments[0], arguments[1])
            self.page = arguments[0]
        elif code == 0x8D:
            self.pump = list(arguments) == [0x14]
        elif code in {0x2E, 0x2F}:
            self.scan.scrolls = code == 0x2F

    def data(self, values: Iterable[int]) -> None:
        """Bytes of the picture, along the window."""
        for value in values:
            self.ram[self.page % 8][self.column % 128] = value
            self.column += 1
            if self.column > self.columns[1]:
                self.column = self.columns[0]
                if self.horizontal:
                    self.page = self.pages[0] if self.page == self.pages[1] else self.page + 1

    def lit(self) -> bool:
        """Whether it is on and has the voltage for it."""
        return self.scan.on and self.pump

    @property
    def status(self) -> int:
        """What is read from it."""
        return 0x06 | (not self.scan.on) << 6


class SH1106(Chip):
    """Writes along one page, set by 0xB0…0xB7, from a column set by nibbles; 132 columns, of which 128 are seen."""

    def __init__(self) -> None:
        super().__init__(132, 2, SH1106_ARGUMENTS)

    def command(self, code: int, arguments: Sequence[int]) -> None:
        """Obeys one command, of its own too."""
        super().command(code, arguments)
        if 0xB0 <= code <= 0xB7:
            self.page = code - 0xB0
        elif code <= 0x0F:
            self.column = self.column & 0xF0 | code
        elif code <= 0x1F:
            self.column = self.column & 0x0F | (code & 0x0F) << 4

    def data(self, values: Iterable[int]) -> None:
        """Bytes of the picture, along the page."""
        for value in values:
            self.ram[self.page][self.column] = value
            self.column = min(self.column + 1, 131)

    @property
    def status(self) -> int:
        """What is read from it."""
        return 0x08 | (not self.scan.on) << 6


class DisplayBus:
    """Stands in for `smbus2.SMBus`: any number of openings find the one display, if it is plugged in.

    >>> bus = DisplayBus(SSD1306)
    >>> bus(1).read_byte(0x3C)  # that it is off
    70
    """

    def __init__(self, make_chip: Callable[[], Chip], address: int = 0x3C) -> None:
        self.make_chip = make_chip
        self.address = address
        self.flows = threading.Event()  # cleared, whatever is sent hangs
        self.flows.set()
        self.fault: Exception | None = None  # what whoever sends something is told
        self.open = 0
        self.plug_in()

    def plug_in(self) -> None:
        """A display is there, new and without power until now."""
        self.chip: Chip | None = self.make_chip()

    def unplug(self) -> None:
        """No display is there."""
        self.chip = None

    def picture(self) -> bytes | None:
        """The picture that a person sees, eight pixels a byte; None without a display."""
        return self.chip.picture().tobytes() if self.chip else None

    def __call__(self, port: int) -> Self:  # noqa: ARG002 — whichever port it is
        """Opens it, as `smbus2.SMBus(port)` does."""
        self.open += 1
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def write_i2c_block_data(self, address: int, register: int, values: Iterable[int]) -> None:
        """Commands, a few at a time."""
        self.write(address, [register, *values])

    def i2c_rdwr(self, *messages: Sent) -> None:
        """Several writes, such as a picture."""
        for sent in messages:
            self.write(sent.addr, list(sent))

    def read_byte(self, address: int) -> int:
        """The chip's status."""
        return self._answering(address).status

    def read_byte_data(self, address: int, register: int) -> int:  # noqa: ARG002 — a display has one register
        """The chip's status."""
        chip = self._answering(address)
        values, torn = self.spoilt([chip.status])
        if torn is not None:
            raise torn
        return values[0] if values else 0xFF

    def write(self, address: int, values: list[int]) -> None:
        """Everything that is sent comes by here: whether it is a picture or commands, then the bytes."""
        chip = self._answering(address)
        values, torn = self.spoilt(values)
        if values and values[0] == PICTURE:
            chip.data(values[1:])
        elif values:
            chip.commands(values[1:])
        if torn is not None:
            raise torn

    def spoilt(self, values: list[int]) -> tuple[list[int], Exception | None]:
        """What arrives of what is sent, and what the sender is told; a test may set another."""
        return values, None

    def close(self) -> None:
        """One of the openings ends."""
        self.open -= 1

    def _answering(self, address: int) -> Chip:
        """The chip at an address, where nothing is wrong with the bus."""
        self.flows.wait()
        if self.fault:
            raise self.fault
        if self.chip is None or address != self.address:
            raise OSError(EREMOTEIO, "Remote I/O error")
        return self.chip
