"""Shows one of the pictures that `jarapon first-boot` has drawn, with nothing but a fresh system's own Python.

    python3 first_boot_screen.py SCREENS NAME BUS

SCREENS is the file of `device/oled/pages/installing.py`, BUS the device file of the display's I²C bus.
"""

import fcntl
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

I2C_SLAVE = 0x0703  # linux/i2c-dev.h
ADDRESSES = (0x3C, 0x3D)
COMMAND, NOP = 0x00, 0xE3
# As in device/hardware/oled_chip.py: the lower half of what an SH1106 answers when it is read.
SH1106_STATUS = 0x8
# The bus has been switched on a moment ago.
APPEARS_S = 5.0


class Bus:
    """The display's bus, spoken to without any library."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR)

    def choose(self, address: int) -> None:
        """Speak to this address from now on."""
        fcntl.ioctl(self._file, I2C_SLAVE, address)

    def write(self, data: bytes) -> None:
        """Write all of it at once."""
        os.write(self._file, data)

    def read(self) -> int:
        """Read one byte."""
        return os.read(self._file, 1)[0]


def main(screens: Path, name: str, path: Path, open_bus: Callable[[Path], Bus] = Bus) -> int:
    """Show the picture of that name; 1 where nobody is there to show it."""
    pictures = json.loads(screens.read_text(encoding="utf-8"))[name]
    until = time.monotonic() + APPEARS_S
    while not path.exists() and time.monotonic() < until:
        time.sleep(0.1)
    try:
        bus = open_bus(path)
        address = next((address for address in ADDRESSES if _answers(bus, address)), None)
        if address is None:
            sys.stdout.write("jarapon: no display answers; the installation goes on without it\n")
            return 1
        bus.write(bytes((COMMAND,)))
        kind = "sh1106" if bus.read() & 0x0F == SH1106_STATUS else "ssd1306"
        for data in pictures[kind]:
            bus.write(bytes.fromhex(data))
    except OSError as fault:
        sys.stdout.write(
            f"jarapon: the display shows nothing ({fault.strerror}); the installation goes on without it\n"
        )
        return 1
    return 0


def _answers(bus: Bus, address: int) -> bool:
    bus.choose(address)
    try:
        bus.write(bytes((COMMAND, NOP)))
    except OSError:
        return False
    return True


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])))
