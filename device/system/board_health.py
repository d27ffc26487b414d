"""Finds faults of the Pi itself: a weak power supply, heat, a full or read-only card, a wrong clock.

All of it is read from files of the kernel. What a machine does not measure is not reported.
"""

import logging
import os
import re
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from device.system import household_time
from device.texts import say
from engines.messages import Message, message

SYS = Path("/sys")
MODEL = Path("/proc/device-tree/model")
MIN_FREE_MB = 200
HOT_C = 80.0  # from this temperature on a Pi throttles itself
CHECK_EVERY_S = 2.0  # as often as the kernel itself asks the firmware for the voltage
# A weak supply sags for moments, again and again: a fault is reported until it was absent for so long.
QUIET_S = 30.0
# Time synchronisation may set the clock back by this much.
SLACK = timedelta(minutes=1)

_LOW_NOW, _LOW_BEFORE = 1 << 0, 1 << 16  # bits of `get_throttled`

_log = logging.getLogger(__name__)


def supply_now(sys: Path = SYS) -> bool | None:
    """Whether the supply is strong enough; None where that is not measured."""
    alarm = _read_voltage_alarm(sys)
    if alarm is not None:
        return alarm == 0
    bits = _read_throttled(sys)
    return None if bits is None else not bits & _LOW_NOW


def supply_was_low(sys: Path = SYS) -> bool:
    """Whether the firmware remembers that the supply was too weak at some point."""
    return bool((_read_throttled(sys) or 0) & _LOW_BEFORE)


def celsius(sys: Path = SYS) -> float | None:
    """How warm the processor is, in °C; None where that is not measured."""
    thousandths = _read_number(sys / "class/thermal/thermal_zone0/temp")
    return None if thousandths is None else thousandths / 1000


def amperes_for(model: Path = MODEL) -> str:
    """The amperes (at 5 V) of the official supply for this Pi; those of a Pi 4 for any other machine."""
    name = _read_text(model)
    if re.search(r"Pi 5|Module 5", name):  # the 500 too
        return "5"
    return "2.5" if re.search(r"Pi [123]\b|Pi Zero|Module 3", name) else "3"


def is_read_only(disk: os.statvfs_result) -> bool:
    """Whether the system has made a disk read-only, as it does with a card that fails."""
    return bool(disk.f_flag & os.ST_RDONLY)


def free_mb(disk: os.statvfs_result) -> int:
    """The free MB of a disk that any user may fill."""
    return disk.f_bavail * disk.f_frsize // 1_000_000


class BoardHealth:
    """Checks the Pi itself every two seconds; `data` is the folder of the box's data.

    `written_at`: the time (ISO 8601) of the journal's last entry before this start. A clock that is behind that, or
    behind this program's own files, is wrong.
    """

    def __init__(
        self,
        data: Path,
        written_at: str = "",
        sys: Path = SYS,
        model: Path = MODEL,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = household_time.now,
        statvfs: Callable[[Path], os.statvfs_result] = os.statvfs,
    ) -> None:
        released_at = datetime.fromtimestamp(Path(__file__).stat().st_mtime, UTC)
        self._not_before = max(released_at, _parse_moment(written_at)) - SLACK
        self._data, self._sys, self._model = data, sys, model
        self._clock, self._now, self._statvfs = clock, now, statvfs
        self._check_at_s = clock()
        self._said: dict[str, Message] = {}
        self._observed_at_s: dict[str, float] = {}

    def troubles(self) -> Mapping[str, Message]:
        """What is wrong now, by part; cheap, so it may be called at any time."""
        now_s = self._clock()
        if now_s >= self._check_at_s:
            self._check_at_s = now_s + CHECK_EVERY_S
            for part, said in self._find_faults():
                self._observed_at_s[part] = now_s
                if self._said.get(part) != said:
                    self._said[part] = said
                    _log.warning("%s", say(said, "en"))
            for part in [part for part in self._said if now_s - self._observed_at_s[part] >= QUIET_S]:
                del self._said[part]
                _log.warning("%s: well again", part)
        return dict(self._said)

    def _find_faults(self) -> Iterator[tuple[str, Message]]:
        if supply_now(self._sys) is False:
            yield "power", message("health.power_low", amperes=amperes_for(self._model))
        if (celsius(self._sys) or 0.0) >= HOT_C:
            yield "heat", message("health.hot")
        yield from self._check_card()
        if (now := self._now().astimezone()) < self._not_before:
            yield "clock", message("health.clock", today=now.date().isoformat())

    def _check_card(self) -> Iterator[tuple[str, Message]]:
        try:
            disk = self._statvfs(self._data)
        except OSError:  # reported by whatever writes there
            return
        if is_read_only(disk):
            yield "card", message("health.read_only")
        elif free_mb(disk) < MIN_FREE_MB:
            yield "card", message("health.full", least=MIN_FREE_MB)


def _read_voltage_alarm(sys: Path) -> int | None:
    """1 when the voltage was too low in the last two seconds, by the kernel's own driver; None without one."""
    for sensor in sorted((sys / "class/hwmon").glob("hwmon*")):
        if _read_text(sensor / "name").strip() == "rpi_volt":
            return _read_number(sensor / "in0_lcrit_alarm")
    return None


def _read_throttled(sys: Path) -> int | None:
    """The firmware's bits, None without them; the folder has an address in its name on a Pi 5."""
    files = sorted((sys / "devices/platform").glob("soc*/soc*:firmware/get_throttled"))
    return _read_number(files[0], 16) if files else None


def _read_number(file: Path, base: int = 10) -> int | None:
    """The number in a file; None where it has none."""
    try:
        return int(_read_text(file), base)
    except ValueError:
        return None


def _read_text(file: Path) -> str:
    """The text of a file; empty where there is none, or where its device does not answer."""
    try:
        return file.read_text(errors="replace")
    except OSError:
        return ""


def _parse_moment(written_at: str) -> datetime:
    """Parse a moment in ISO 8601; the earliest one where it is invalid, so that it does not count."""
    try:
        return household_time.local(written_at)
    except (ValueError, OverflowError):
        return datetime.min.replace(tzinfo=UTC) + SLACK
