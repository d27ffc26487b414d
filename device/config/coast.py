"""The coastline on the map of the Alexander campaign, which `tools/coastline.py` has made.

>>> load_coast().box
(-11.0, 21.0, 77.0, 47.0)
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SHIPPED_COAST = Path(__file__).parents[1] / "data" / "maps" / "alexander.json"


@dataclass(frozen=True)
class Coast:
    """The land of a map."""

    source: str
    box: tuple[float, float, float, float]  # west, south, east, north (degrees)
    rings: tuple[tuple[tuple[float, float], ...], ...]  # points, degrees east and north


@cache
def load_coast() -> Coast:
    """The shipped coastline."""
    data = json.loads(SHIPPED_COAST.read_text(encoding="utf-8"))
    west, south, east, north = data["box"]
    rings = (tuple(degrees / 100 for degrees in ring) for ring in data["rings"])
    points = tuple(tuple(zip(ring[::2], ring[1::2], strict=True)) for ring in rings)
    return Coast(data["source"], (west, south, east, north), points)
