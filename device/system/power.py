"""Switches the machine off, by systemd: logind does it for the box's user where polkit has been told to allow it."""

import subprocess
from collections.abc import Sequence

from engines.messages import Refusal, message

POWER_OFF = ("systemctl", "--no-ask-password", "poweroff")
PATIENCE_S = 20.0


def power_off(command: Sequence[str] = POWER_OFF) -> None:
    """Ask for it; the box is stopped like any other service then. Raises `Refusal` where it may not, or cannot."""
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE_S, check=False, text=True
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Refusal(message("menu.no_power_off", why=str(error))) from error
    if done.returncode:
        raise Refusal(message("menu.no_power_off", why=" ".join(done.stderr.split())[:200] or str(done.returncode)))
