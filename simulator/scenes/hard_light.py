"""Tables in light that is hard to expose for, photographed at any exposure."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from simulator.render.exposures import exposed
from simulator.render.light import Field, Lamp, Light, Sensor
from simulator.render.pieces import Art, Table
from simulator.render.tiles import Truth, radiance
from simulator.scenes import layouts
from simulator.scenes.light import random_light, random_sensor
from simulator.scenes.still_tables import still_table, truth_json
from vision.geometry.camera_pose import CameraView
from vision.reading import Picture

Rng = np.random.Generator
Lit = tuple[Light, Sensor]


def glary(rng: Rng) -> Lit:
    """Lamps and windows are mirrored in plastic, up to eight times as bright as white paper."""
    return replace(random_light(rng), tile_gloss=float(rng.uniform(2.0, 8.0))), random_sensor(rng)


def dim(rng: Rng) -> Lit:
    """Too dark by 3 to 6 EV for the longest exposure at the highest gain."""
    glow, sensor = random_light(rng), random_sensor(rng)
    dull = replace(glow, tile_gloss=min(glow.tile_gloss, 0.3))
    return dull, replace(sensor, exposure=2.0 ** -float(rng.uniform(3, 6)), noise=float(rng.uniform(4, 12)))


def contrasty(rng: Rng) -> Lit:
    """One low lamp over an edge of the sheet, and hardly any light from elsewhere."""
    high, away, where = rng.uniform(80, 200), rng.uniform(80, 200), rng.uniform(0, 2 * np.pi)
    at = (float(away * np.cos(where)), float(away * np.sin(where)), float(high))
    half = float(rng.uniform(15, 50))
    lamp = Lamp(at, (half, half), (0.85, 1.0, 1.12), float(rng.uniform(1.0, 2.0)), float(rng.uniform(0, 1)))
    return Light((lamp,), float(rng.uniform(0.0, 0.05)), float(rng.uniform(0, 0.6)), 0.05), random_sensor(rng)


KINDS: dict[str, Callable[[Rng], Lit]] = {"glary": glary, "dim": dim, "contrasty": contrasty}


@dataclass(frozen=True)
class HardTable:
    """A still table in hard light."""

    kind: str  # one of the `KINDS` of light
    scene: str  # one of the `SCENES`
    table: Table
    view: CameraView
    light: Light
    sensor: Sensor
    seed: int

    def picture(self, more: float = 0.0, frame: int = 0) -> Picture:
        """The table, exposed by `more` EV; each `frame` has other noise."""
        return exposed(self._radiance[0], self.sensor, more, self._noise(more, frame))

    @property
    def truth(self) -> dict[str, Any]:
        """The ground truth, as written beside a photograph."""
        return truth_json(self.table.tiles, self._radiance[1])

    @cached_property
    def _radiance(self) -> tuple[Field, Truth]:
        return radiance(self.table, self.view, self.light, np.random.default_rng(self.seed))

    def _noise(self, more: float, frame: int) -> Rng:
        return np.random.default_rng([self.seed, round(100 * (more + 10)), frame])


def hard_table(rng: Rng, art: Art, kind: str, scene: str) -> HardTable:
    """A table with this artwork, without hands."""
    table = still_table(rng, art, scene)
    return HardTable(kind, scene, table, layouts.whole_view(rng), *KINDS[kind](rng), int(rng.integers(1 << 31)))
