"""A camera over a filmed table: renders it once, then only what changes, and adds hand, shadow and noise.

Rendering a whole picture takes a fifth of a second and 120 MB. Therefore only the surroundings of what has changed are
rendered, large regions strip by strip, and a moving hand is painted over the lit picture.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from simulator.film.furniture import LAMP, SENSOR, Noise, demo_light
from simulator.render import light as lighting
from simulator.render.canvas import hand_capsules
from simulator.render.light import Lamp, Sensor
from simulator.render.pieces import Hand
from vision.dimensions import TILE_THICK
from vision.geometry.camera_pose import CameraView
from vision.reading import Picture, Points

_BLOCK = lighting.COARSE  # regions begin and end on the grid on which light is computed
_MARGIN = 16  # px for soft shadows and blur round what changes
_SHADOW = 0.42  # share of the light that a hand blocks
_STRIP = 96  # px: maximum height that is rendered at once
Region = tuple[int, int, int, int]  # left, top, right, bottom in px


class StillView(ABC):
    """Things that lie before a camera; a picture of them has the noise of a sensor, and perhaps a hand over them.

    `lamp`: the only lamp. A class for a kind of things knows them before it calls this `__init__`, which renders them.
    """

    def __init__(self, view: CameraView, rng: np.random.Generator, lamp: Lamp = LAMP) -> None:
        self._view, self._light = view, demo_light(lamp)
        self._sun = np.array(lamp.at[:2]) / lamp.at[2]
        self._daylight = lighting.diffuse(self._light, self._view)
        width, high = self._view.size
        self._still: Picture = np.zeros((high, width, 3), np.uint8)
        self._render_part((0, 0, width, high))
        self._noise = Noise(rng)

    @abstractmethod
    def _draw(self, view: CameraView, sensor: Sensor) -> Picture:
        """Renders what lies there as a part of the camera's picture shows it."""

    def _shown(self, hand: Hand | None) -> Picture:
        """The still picture with noise, and a hand over it or none."""
        shown = self._still if hand is None else self._with_hand(hand)
        return self._noise.over(shown, np.empty_like(shown) if shown is self._still else shown)

    def _render_round(self, corners: NDArray[np.float64]) -> None:
        """Renders the surroundings of things with these corners (n × 3, mm) anew."""
        self._render_part(self._region_of(corners))

    def _region_of(self, corners: NDArray[np.float64]) -> Region:
        """The region of things and their shadows in the picture, on the grid of the light; it may be empty."""
        shadows = corners.copy()
        shadows[:, :2] -= self._sun * shadows[:, 2:]
        shadows[:, 2] = 0
        seen = self._view.project(np.vstack([corners, shadows]))
        low = np.floor((seen.min(0) - _MARGIN) / _BLOCK).astype(int) * _BLOCK
        high = np.ceil((seen.max(0) + _MARGIN) / _BLOCK).astype(int) * _BLOCK
        (left, top), (right, bottom) = np.maximum(low, 0), np.minimum(high, self._view.size)
        return int(left), int(top), int(right), int(bottom)

    def _render_part(self, region: Region) -> None:
        """Renders a region, strip by strip."""
        left, top, right, bottom = region
        for strip in _strips(region) if left < right and top < bottom else ():
            self._render_strip(strip)

    def _render_strip(self, region: Region) -> None:
        """Renders one region and copies it to the still picture without its rim, which lacks blur from beyond."""
        left, top, right, bottom = region
        matrix = self._view.matrix - np.array([[0, 0, left], [0, 0, top], [0, 0, 0]])
        view = CameraView(matrix, self._view.rotation, self._view.shift, (right - left, bottom - top))
        # light is relative to the mean of the picture: scale that of the part to that of the whole
        part = lighting.diffuse(self._light, view)
        gain = float(self._daylight[top // _BLOCK, left // _BLOCK, 1] / part[0, 0, 1])
        sensor = replace(SENSOR, exposure=SENSOR.exposure * gain)
        drawn = self._draw(view, sensor)
        inner = [edge and _BLOCK for edge in (left, top, self._view.size[0] - right, self._view.size[1] - bottom)]
        rows = slice(inner[1], drawn.shape[0] - inner[3])
        columns = slice(inner[0], drawn.shape[1] - inner[2])
        self._still[top:bottom, left:right][rows, columns] = drawn[rows, columns]

    def _with_hand(self, hand: Hand) -> Picture:
        """The still picture with a hand, an arm and their shadow on the table."""
        picture, shadow = self._still.copy(), np.zeros(self._still.shape[:2], np.uint8)
        sun = np.array([*self._sun, 0.0])
        parts = hand_capsules(hand)
        for points, radius, _ in parts:
            low = points * np.array([1, 1, 0]) - sun * points[:, 2:] + np.array([0, 0, TILE_THICK / 2])
            _capsule(shadow, self._view, low, radius, (255.0,))
        _darken(picture, shadow)
        for points, radius, colour in parts:
            dark = (colour[0] * 0.75, colour[1] * 0.75, colour[2] * 0.75)
            _capsule(picture, self._view, points, radius, dark)
            _capsule(picture, self._view, points + np.array([0, radius * 0.12, radius * 0.3]), radius * 0.74, colour)
        return picture


def _strips(region: Region) -> Iterator[Region]:
    """A region in strips of its width that overlap by as much as their rims lack."""
    left, top, right, bottom = region
    while bottom - top > _STRIP:
        yield left, top, right, top + _STRIP
        top += _STRIP - 2 * _BLOCK
    yield left, top, right, bottom


def _capsule(
    picture: Picture, view: CameraView, ends: NDArray[np.float64], radius: float, colour: Sequence[float]
) -> None:
    """Paints a capsule (`ends` 2 × 3 and `radius` in mm), as wide at each end as it appears there."""
    seen: Points = view.project(ends)
    wide = np.linalg.norm(view.project(ends + np.array([radius, 0, 0])) - seen, axis=1)
    for spot, size in zip(seen, wide, strict=True):
        cv2.circle(picture, _pixel(spot), round(float(size)), colour, -1, cv2.LINE_AA)
    along = seen[1] - seen[0]
    across = np.array([-along[1], along[0]]) / max(float(np.linalg.norm(along)), 1e-6)
    sides = np.array([seen[0] + across * wide[0], seen[1] + across * wide[1], seen[1] - across * wide[1]])
    outline = np.vstack([sides, seen[0] - across * wide[0]])
    cv2.fillConvexPoly(picture, np.round(outline * 16).astype(np.int32), colour, cv2.LINE_AA, 4)


def _pixel(spot: NDArray[np.float64]) -> tuple[int, int]:
    return round(float(spot[0])), round(float(spot[1]))


def _darken(picture: Picture, shadow: Picture) -> None:
    """Darkens a picture by a `shadow` mask (0 to 255), with a soft edge."""
    x, y, wide, high = cv2.boundingRect(shadow)
    if not wide:
        return
    left, top = max(0, x - 24), max(0, y - 24)
    part = (slice(top, y + high + 24), slice(left, x + wide + 24))
    small = cv2.resize(shadow[part], None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    soft = cv2.blur(cv2.blur(small, (5, 5)), (5, 5))
    size = (picture[part].shape[1], picture[part].shape[0])
    light = cv2.resize((255 - soft * _SHADOW).astype(np.uint8), size, interpolation=cv2.INTER_LINEAR)
    picture[part] = cv2.multiply(picture[part], cv2.cvtColor(light, cv2.COLOR_GRAY2BGR), scale=1 / 255)
