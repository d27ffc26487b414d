"""`python -m tools.bench.started run …`: a box whose display is in memory, as `jarapon bench start` measures it.

It tells the socket of the service manager when its first text is seen, and what processor time it has used by then.
"""

import os
import sys
import time
from importlib import import_module
from pathlib import Path

import smbus2

from device.hardware import display
from device.system.notify import Notifier
from device.testing.display import PICTURE, SSD1306, DisplayBus

FIRST_TEXT = "FIRST_TEXT="


class _Bus(DisplayBus):
    """A bus of whose display's first text the service manager hears."""

    _is_lit = False

    def write(self, address: int, values: list[int]) -> None:
        """Obeys commands; of pictures it only looks whether anything is lit."""
        if values[0] != PICTURE:
            super().write(address, values)
        elif not self._is_lit and any(values[1:]):
            self._is_lit = True
            Notifier()._send(f"{FIRST_TEXT}{time.process_time()}")


def main() -> int:
    """Be `jarapon` with the words of the command line."""
    for part, name, instead in (
        (smbus2, "SMBus", _Bus(SSD1306)),
        (display, "bus_path", lambda _wiring: Path(os.devnull)),
    ):
        setattr(part, name, instead)
    # By name: tools need nothing of the command line, they only start it here.
    return int(import_module("cli.main").main())


if __name__ == "__main__":
    sys.exit(main())
