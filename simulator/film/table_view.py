"""A camera over a filmed table: renders it once, then only what changes, and adds hand, shadow and noise.

Rendering a whole picture takes a fifth of a second and 120 MB. Therefore only the surroundings of changed tiles are
rendered, large regions strip by strip, and a moving hand is painted over the lit picture.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from simulator.film.furniture import LAMP, SENSOR, Noise, demo_light, demo_view
from simulator.render import light as lighting
from simulator.render.canvas import hand_capsules
from simulator.render.light import Lamp
from simulator.render.pieces import Art, Die, Hand, Table, Tile
from simulator.render.tiles import render
from vision.dimensions import TILE_THICK
from vision.geometry.camera_pose import CameraView
from vision.reading import Picture, Points

_BLOCK = lighting.COARSE  # regions begin and end on the grid on which light is computed
_MARGIN = 16  # px for soft shadows and blur round what changes
_SHADOW = 0.42  # share of the light that a hand blocks
_STRIP = 96  # px: maximum height that is rendered at once
Region = tuple[int, int, int, int]  # left, top, right, bottom in px


class _MeanGenerator(np.random.Generator):
    """A generator that always returns the mean, so that a tile looks the same in every rendering."""

    def uniform(self, low: float = 0.0, high: float = 1.0, _size: None = None) -> float:  # type: ignore[override]
        """The middle between `low` and `high`."""
        return (low + high) / 2

    def normal(self, loc: float = 0.0, _scale: float = 1.0, _size: None = None) -> float:  # type: ignore[override]
        """The mean."""
        return loc


class TableView:
    """A table before its camera; `picture` gives 960 × 1280 × 3, BGR, with the noise of a sensor.

    `lamp`: the only lamp. `turn`: of the sheet (degrees).
    """

    def __init__(self, art: Art, rng: np.random.Generator, lamp: Lamp = LAMP, turn: float = 7.0) -> None:
        self._art = art
        self._view, self._light = demo_view(turn), demo_light(lamp)
        self._sun = np.array(lamp.at[:2]) / lamp.at[2]
        self._daylight = lighting.diffuse(self._light, self._view)
        self._tiles: tuple[Tile, ...] = ()
        self._dice: tuple[Die, ...] = ()
        width, high = self._view.size
        self._still: Picture = np.zeros((high, width, 3), np.uint8)
        self._render_part((0, 0, width, high))
        self._noise = Noise(rng)

    def picture(self, tiles: Sequence[Tile], hand: Hand | None, die: Die | None = None) -> Picture:
        """The table with these tiles, a die or none, and a hand over it or none."""
        self._lay(tuple(tiles), () if die is None else (die,))
        shown = self._still if hand is None else self._with_hand(hand)
        return self._noise.over(shown, np.empty_like(shown) if shown is self._still else shown)

    def _lay(self, tiles: tuple[Tile, ...], dice: tuple[Die, ...]) -> None:
        """Renders what has changed in the still picture."""
        changed: list[Tile | Die] = [*(set(tiles) ^ set(self._tiles)), *(set(dice) ^ set(self._dice))]
        self._tiles, self._dice = tiles, dice
        if changed:
            self._render_part(self._region_of(changed))

    def _region_of(self, things: Sequence[Tile | Die]) -> Region:
        """The region of these things and their shadows in the picture, on the grid of the light; it may be empty."""
        corners = np.vstack([thing.corners() for thing in things])
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
        table = Table(self._art, self._tiles, dice=self._dice)
        drawn = render(table, view, self._light, sensor, _MeanGenerator(np.random.PCG64(0)))[0]
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
