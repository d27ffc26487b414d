"""The household's local time: that of the time zone of the box's system, on the day in question.

>>> at = written(datetime(2026, 1, 2, 21, 30))
>>> local(at).strftime("%Y-%m-%d %H:%M"), local("2026-01-02T21:30:00") == local(at)
('2026-01-02 21:30', True)
"""

import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from engines.messages import Refusal, message

ZONE_LINK = Path("/etc/localtime")
SET_ZONE = ("timedatectl", "--no-ask-password", "set-timezone")
PATIENCE_S = 20.0


def now() -> datetime:
    """The local time now."""
    return _in_zone(datetime.now())


def written(moment: datetime) -> str:
    """A moment in ISO 8601 (to the second) with the local offset on that day."""
    return _in_zone(moment).isoformat(timespec="seconds")


def local(at: str) -> datetime:
    """Parse a written moment into local time; one without an offset, from an older program, is local already."""
    return _in_zone(datetime.fromisoformat(at))


def local_iso(at: str) -> str:
    """A written moment in ISO 8601 with the local offset on that day."""
    return local(at).isoformat(timespec="seconds")


def zone_name(link: Path = ZONE_LINK, environment: Mapping[str, str] = os.environ) -> str:
    """The zone's name in the tz database, as "Asia/Tokyo"; empty where the system names none.

    >>> zone_name(environment={"TZ": ":Asia/Tokyo"}), zone_name(Path("/none"), {})
    ('Asia/Tokyo', '')
    """
    if chosen := environment.get("TZ", "").lstrip(":"):
        return chosen
    return str(link.readlink()).partition("zoneinfo/")[2] if link.is_symlink() else ""


def known_zone(name: str) -> str:
    """The name itself, if the tz database has such a zone; raises `Refusal` for any other."""
    try:
        return str(ZoneInfo(name))
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise Refusal(message("clock.no_zone", zone=name[:40])) from error


def set_zone(name: str, command: Sequence[str] = SET_ZONE) -> None:
    """Set the time zone of the whole system, by systemd; raises `Refusal`, with the command for an administrator."""
    zone = known_zone(name)
    try:
        subprocess.run([*command, zone], stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE_S, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise Refusal(message("clock.not_set", zone=zone)) from error


def _in_zone(moment: datetime) -> datetime:
    time.tzset()  # somebody may have set another zone since
    return moment.astimezone()
