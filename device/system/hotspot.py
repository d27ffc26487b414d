"""Switches the box's own Wi-Fi on and off through NetworkManager.

Its command `nmcli` is on every Raspberry Pi OS, and a process that hangs can be killed; a D-Bus library would be one
more dependency. The permissions that the box needs stand in systemd/50-jarapon-polkit.rules.
"""

import os
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from device.system.hotspot_profile import FILE, NAME, HotspotAccess, known_access
from engines.messages import Message, Refusal, message

CHANGE_S = 30.0  # a Pi's Wi-Fi leaves a network and makes another one in 3 to 10 s
ASK_S = 5.0
# Exit codes of nmcli; see its manual.
_TOOK_TOO_LONG, _NOT_RUNNING, _UNKNOWN = 3, 8, 10


@dataclass(frozen=True)
class Answer:
    """The exit code and output of nmcli; `code` is None where it is not installed."""

    code: int | None
    said: str


def nmcli(*words: str, timeout_s: float) -> Answer:
    """Run `nmcli` with these arguments and English output."""
    try:
        done = subprocess.run(
            ["nmcli", *words],
            env={"LC_ALL": "C", "PATH": os.environ.get("PATH", os.defpath)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=timeout_s,
            check=False,
        )
    except FileNotFoundError:
        return Answer(None, "")
    except subprocess.TimeoutExpired:
        return Answer(_TOOK_TOO_LONG, "")
    return Answer(done.returncode, done.stdout.decode(errors="replace").strip())


class Hotspot:
    """The box's own Wi-Fi; may be used by many threads.

    `file` is its profile, `ask` runs `nmcli`. What fails raises a `Refusal` that says what to do about it.
    """

    def __init__(self, file: Path = FILE, ask: Callable[..., Answer] = nmcli) -> None:
        self._file, self._ask = file, ask
        self._changing = Lock()

    @property
    def offered(self) -> HotspotAccess | None:
        """How phones join when it is on; None where it was never set up."""
        return known_access(self._file)

    @property
    def access(self) -> HotspotAccess | None:
        """How phones join now; None where it is off."""
        answer = self._ask("--terse", "--fields", "NAME,STATE", "connection", "show", "--active", timeout_s=ASK_S)
        return self.offered if f"{NAME}:activated" in answer.said.splitlines() else None

    def start(self) -> HotspotAccess:
        """Switch it on unless it is, and wait until phones can join; the Pi leaves its present Wi-Fi."""
        access = self.offered
        if access is None:
            raise Refusal(message("hotspot.not_set_up"))
        with self._changing:
            if self.access is None:
                self._change("up")
        return access

    def stop(self) -> None:
        """Switch it off; NetworkManager returns to a known Wi-Fi by itself."""
        with self._changing:
            self._change("down")

    def _change(self, to: str) -> None:
        answer = self._ask("--wait", f"{CHANGE_S:.0f}", "connection", to, NAME, timeout_s=CHANGE_S + ASK_S)
        if answer.code == 0 or (to == "down" and "not an active connection" in answer.said):
            return
        raise Refusal(self._why(answer))

    def _why(self, failed: Answer) -> Message:
        """Why NetworkManager failed, and what to do."""
        known = {
            None: "hotspot.no_manager",
            _NOT_RUNNING: "hotspot.not_running",
            _TOOK_TOO_LONG: "hotspot.too_long",
            _UNKNOWN: "hotspot.not_set_up",
        }
        if failed.code in known:
            return message(known[failed.code])
        if "not authorized" in failed.said.lower() or "insufficient privileges" in failed.said.lower():
            return message("hotspot.not_allowed")
        radio = self._ask("--terse", "--fields", "WIFI-HW,WIFI", "radio", timeout_s=ASK_S).said
        if radio.startswith("missing"):
            return message("hotspot.no_device")
        if "disabled" in radio:
            return message("hotspot.switched_off")
        return message("hotspot.failed", why=failed.said.removeprefix("Error: ") or f"nmcli: {failed.code}")
