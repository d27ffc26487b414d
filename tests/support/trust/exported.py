"""Exports of games as JSON, entry by entry: right ones, and ones that no box would write."""

import json
from typing import Any

from device.record.exports import FORMAT, FORMAT_VERSION

AT = "2026-01-02T15:04:05"


def export(entries: list[Any], **more: Any) -> bytes:
    """A file with these entries."""
    return json.dumps({"format": FORMAT, "format_version": FORMAT_VERSION, "entries": entries, **more}).encode()


def entry(number: int, kind: str, **data: Any) -> dict[str, Any]:
    """One of any kind."""
    return {"number": number, "kind": kind, "data": data, "at": AT}


def start_entry(**other: Any) -> dict[str, Any]:
    """The first entry of a game of reversi."""
    return entry(1, "start", **({"game": "reversi", "players": ["Aya", "Ben"], "options": {}} | other))


def move_entry(number: int, **other: Any) -> dict[str, Any]:
    """A move that the camera has seen."""
    return entry(number, "move", **({"move": "f5", "picture": None, "by": "camera"} | other))
