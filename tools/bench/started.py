"""`python -m tools.bench.started run …`: a box whose display is in memory, as `jarapon bench start` measures it.

It notifies the service manager's socket when its first text is shown, with the processor time used by then.
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
    """A bus that notifies the service manager of its display's first text."""

    _is_lit = False

    def write(self, address: int, values: list[int]) -> None:
        """Pass commands on; of pictures only check whether anything is lit."""
        if values[0] != PICTURE:
            super().write(address, values)
        elif not self._is_lit and any(values[1:]):
            self._is_lit = True
            Notifier()._send(f"{FIRST_TEXT}{time.process_time()}")


def main() -> int:
    """Run `jarapon` with the words of the command line."""
    for part, name, instead in (
        (smbus2, "SMBus", _Bus(SSD1306)),
        (display, "bus_path", lambda _wiring: Path(os.devnull)),
    ):
        setattr(part, name, instead)
    # Imported by name, since tools must not depend on the command line.
    return int(import_module("cli.main").main())


if __name__ == "__main__":
    sys.exit(main())
