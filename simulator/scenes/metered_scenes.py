"""Invented tables, degraded in one respect each that the meter of *Set up* measures.

Light and focus are degraded in the finished picture; for angle, distance and glare the table is rendered anew.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from simulator.render.light import Lamp, Light, Sensor
from simulator.render.pieces import Art, Table
from simulator.render.tiles import Truth, render
from simulator.scenes import layouts
from simulator.scenes.light import random_light, random_sensor
from simulator.scenes.still_tables import SCENES, still_table
from vision.dimensions import TILE_THICK
from vision.geometry.camera_pose import CameraView, usual_matrix
from vision.meter import Kind
from vision.quality.exposure import times_as_bright
from vision.reading import Picture

Rng = np.random.Generator
_SIZE = (1280, 960)
_MATRIX = usual_matrix(_SIZE)
_NEAR, _AROUND = 480.0, 560.0  # mm over the picture's height: usually, and where the camera is tilted
_SLIGHT = 8.0  # degrees: usual tilt


@dataclass(frozen=True)
class Scene:
    """A table with its light and camera, before degradation."""

    name: str
    table: Table
    light: Light
    sensor: Sensor
    turns: tuple[float, float]  # radians: direction of the camera's tilt, and its roll
    usual_slant: float  # degrees
    seed: int  # of the rendering

    def photographed(self, slant: float, spread: float, light: Light | None = None) -> tuple[Picture, Truth]:
        """A photograph tilted by `slant` degrees, with `spread` mm over the picture's height."""
        rng = np.random.default_rng(self.seed)
        return render(self.table, self.view(slant, spread), light or self.light, self.sensor, rng)

    def view(self, slant: float, spread: float) -> CameraView:
        """The camera of such a photograph."""
        shift = np.array([0.0, 0.0, _MATRIX[0, 0] * spread / _SIZE[1]])
        return CameraView(_MATRIX, layouts.tilted(float(np.radians(slant)), *self.turns), shift, _SIZE)


def scene(rng: Rng, art: Art, number: int) -> Scene:
    """A table with this artwork."""
    name = tuple(SCENES)[number % len(SCENES)]
    table = still_table(rng, art, name, with_racks=False)
    turns = (float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(-np.pi, np.pi)))
    slant = float(abs(rng.normal(0, _SLIGHT)) % 18)
    return Scene(name, table, random_light(rng), random_sensor(rng), turns, slant, number)


def spoilt(scene: Scene, kind: Kind, strengths: tuple[float, ...], rng: Rng) -> Iterator[tuple[float, Picture, Truth]]:
    """The table degraded in one respect, at each strength."""
    usual, truth = scene.photographed(scene.usual_slant, _NEAR)
    for strength in strengths:
        if kind == "light":
            yield strength, times_as_bright(usual, strength), truth
        elif kind == "focus":
            blurred = cv2.GaussianBlur(usual, (0, 0), strength) if strength else usual
            yield strength, np.asarray(blurred, np.uint8), truth
        elif kind == "angle":
            yield strength, *scene.photographed(strength, _AROUND)
        elif kind == "distance":
            yield strength, *scene.photographed(_SLIGHT, strength)
        else:
            light = replace(scene.light, tile_gloss=strength, sheet_gloss=strength / 2)
            mirrored = _mirrored_lamp(scene.view(scene.usual_slant, _NEAR), rng)
            yield (
                strength,
                *scene.photographed(scene.usual_slant, _NEAR, replace(light, lamps=(*light.lamps, mirrored))),
            )


def _mirrored_lamp(view: CameraView, rng: Rng) -> Lamp:
    """A lamp with its mirror image in the camera somewhere on the sheet."""
    spot, high = rng.uniform(-110, 110, 2), float(rng.uniform(600, 1500))
    eye = view.position - np.array([*spot, TILE_THICK])
    x, y = (float(one) for one in spot - eye[:2] / eye[2] * (high - TILE_THICK))
    half = float(rng.uniform(40, 200)) * high / 1000
    return Lamp((x, y, high), (half, half), (1.0, 1.0, 1.0), 1.0, float(rng.uniform(0.3, 1)))
