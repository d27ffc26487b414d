"""Makes the map of the Alexander campaign, once, from Natural Earth's land, which is in the public domain.

    npm pack world-atlas@2 && tar xzf world-atlas-2*.tgz && python -m tools.coastline package/land-50m.json

`world-atlas` is Natural Earth's data as TopoJSON (the package's own licence is ISC). Here the land between the Atlantic
and the Indus is cut out and simplified, and becomes rings of whole hundredths of a degree: [east, north, east, …].
"""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

MADE = Path(__file__).parents[1] / "device" / "data" / "maps" / "alexander.json"
WEST, SOUTH, EAST, NORTH = -11.0, 21.0, 77.0, 47.0  # degrees
MAX_DEVIATION = 0.03  # degrees by which a simplified coast may differ, about 3 km
MIN_AREA = 0.03  # square degrees: smaller islands are left out
SOURCE = "Natural Earth 1:50m land (public domain), from the npm package world-atlas 2; made by tools/coastline.py"

Point = tuple[float, float]
Ring = list[Point]
_SIDES: tuple[Callable[[Point], float], ...] = (
    lambda point: point[0] - WEST,
    lambda point: EAST - point[0],
    lambda point: point[1] - SOUTH,
    lambda point: NORTH - point[1],
)


def main(file: Path) -> None:
    """Write the map."""
    rings = [ring for ring in map(_cut, _rings(json.loads(file.read_text(encoding="utf-8")))) if ring]
    written = {"source": SOURCE, "box": [WEST, SOUTH, EAST, NORTH], "rings": [_in_hundredths(ring) for ring in rings]}
    MADE.parent.mkdir(exist_ok=True)
    text = json.dumps(written, separators=(",", ":"))
    MADE.write_text(text.replace(":[[", ":[\n[").replace("],[", "],\n[") + "\n", encoding="utf-8")


def _rings(topology: dict[str, Any]) -> Iterator[Ring]:
    """Every ring of the land, holes too, in degrees."""
    arcs = list(_arcs(topology))
    for shape in topology["objects"]["land"]["geometries"]:
        for polygon in shape["arcs"] if shape["type"] == "MultiPolygon" else [shape["arcs"]]:
            for ring in polygon:
                yield [point for arc in ring for point in (arcs[arc] if arc >= 0 else arcs[~arc][::-1])]


def _arcs(topology: dict[str, Any]) -> Iterator[Ring]:
    """The arcs in degrees; TopoJSON stores each point as a step, in whole numbers, from the one before."""
    scale, move = (topology["transform"][name] for name in ("scale", "translate"))
    for arc in topology["arcs"]:
        points = np.cumsum(np.array(arc), axis=0) * scale + move
        yield [(float(east), float(north)) for east, north in points]


def _cut(ring: Ring) -> Ring:
    """A ring cut to the map and simplified; empty if too little is left to draw."""
    for inside in _SIDES:
        ring = _clipped(ring, inside)
    if len(ring) < 3:
        return []
    line = np.array(ring, np.float32)
    if cv2.contourArea(line) < MIN_AREA:
        return []
    return [(float(east), float(north)) for east, north in cv2.approxPolyDP(line, MAX_DEVIATION, closed=True)[:, 0]]


def _clipped(ring: Sequence[Point], inside: Callable[[Point], float]) -> Ring:
    """The part of a ring on one side of a line, where `inside` is not negative (Sutherland and Hodgman)."""
    kept: Ring = []
    for a, b in zip((*ring[-1:], *ring[:-1]), ring, strict=True):
        was, now = inside(a), inside(b)
        if (was < 0) != (now < 0):
            part = was / (was - now)
            kept.append((a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])))
        if now >= 0:
            kept.append(b)
    return kept


def _in_hundredths(ring: Ring) -> list[int]:
    return [round(100 * degrees) for point in ring for degrees in point]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
