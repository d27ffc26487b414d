"""`python -m tools.bench.started run …`: a box whose display is in memory, as `jarapon bench start` measures it.

It tells the socket of the service manager when its first text is seen, and what processor time it has used by then.
"""

import os
import sys
import time
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Self

import smbus2

from device.hardware import display
from device.system.notify import Notifier

FIRST_TEXT = "FIRST_TEXT="


class _Bus:
    """An I²C bus with a display that takes everything, in the place of `smbus2.SMBus`."""

    def __init__(self, _port: int) -> None:
        self._is_lit = False

    def write_i2c_block_data(self, address: int, register: int, values: Iterable[int]) -> None:
        """Commands, a few at a time."""

    def i2c_rdwr(self, sent: Iterable[int]) -> None:
        """A picture; the first byte only says that it is one."""
        if not self._is_lit and any(list(sent)[1:]):
            self._is_lit = True
            Notifier()._send(f"{FIRST_TEXT}{time.process_time()}")

    def read_byte_data(self, _address: int, _register: int) -> int:
        """The status that an SSD1306 answers."""
        return 0x03

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is open."""

    def close(self) -> None:
        """Nothing is open."""


def main() -> int:
    """Be `jarapon` with the words of the command line."""
    for part, name, instead in (
        (smbus2, "SMBus", _Bus),
        (display, "bus_path", lambda _wiring: Path(os.devnull)),
    ):
        setattr(part, name, instead)
    # By name: tools need nothing of the command line, they only start it here.
    return int(import_module("cli.main").main())


if __name__ == "__main__":
    sys.exit(main())
