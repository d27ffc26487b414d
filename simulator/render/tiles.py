"""Renders a simulated table of tiles, with ground truth."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from simulator.render import light as lighting
from simulator.render import tray as trays
from simulator.render.canvas import HAND, Canvas, hand_shadow, polygon, shaded
from simulator.render.pieces import Colour, Die, Table, Tile
from vision.dimensions import SHEET, TILE_THICK
from vision.geometry.camera_pose import CameraView, sheet_corners
from vision.reading import Picture, Points

_TILT_DEVIATION = 0.006  # radians: standard deviation of the tilt of tiles
_TABLE_SPREAD = 1600.0  # mm that the table's texture covers


@dataclass(frozen=True)
class Truth:
    """The ground truth of a rendered picture."""

    field: Points  # corners of the sheet (4 × 2 px)
    tops: NDArray[np.float64]  # corners of each tile's upper side (n × 4 × 2 px), clockwise from its top left
    visible: NDArray[np.float64]  # visible share of that side (n, 0 to 1)
    hand: NDArray[np.bool_]  # pixels of hands and arms (height × width)


def _boxes(things: Sequence[Tile | Die]) -> NDArray[np.float64]:
    return np.array([thing.corners() for thing in things]).reshape(-1, 8, 3)


def _ground_shadow(canvas: Canvas, things: Sequence[Tile | Die]) -> NDArray[np.float32]:
    """The share of light on the sheet beside tiles and dice (coarse, 0 to 1), with soft cast shadows."""
    view = canvas.view
    mask = np.zeros((view.size[1] // 2, view.size[0] // 2), np.uint8)
    table = canvas.table
    lips = [] if table.art.tray is None else trays.lips(table.tray_high, table.tray_gap)
    fallen = np.concatenate([_boxes(things), np.array(lips).reshape(-1, 8, 3)])
    fallen[:, :4, :2] -= canvas.sun * fallen[:, :4, 2:]
    fallen[:, :, 2] = 0
    for corners in fallen[canvas.shows(fallen)]:
        hull = cv2.convexHull((view.project(corners) / 2).astype(np.float32)).reshape(-1, 2)
        polygon(mask, np.asarray(hull, np.float64), 255.0)
    soft = np.asarray(cv2.GaussianBlur(mask, (0, 0), 4.0), np.float32) / 255
    # ambient occlusion close beside tiles, whatever lamps there are
    close = np.zeros_like(mask)
    boxes = _boxes(things)
    for corners in boxes[canvas.shows(boxes)]:
        foot = corners[4:] * np.array([1.0, 1.0, 0.0])
        polygon(close, view.project(foot) / 2, 255.0)
    for lip in lips:
        polygon(close, view.project(lip[4:]) / 2, 255.0)
    near = np.asarray(cv2.GaussianBlur(close, (0, 0), 2.2), np.float32) / 255
    cast = 1 - soft * (0.75 * (1 - 0.6 * min(1.0, canvas.light.ambient)))
    return np.asarray(cast * (1 - 0.65 * near), np.float32)


def render(
    table: Table, view: CameraView, light: lighting.Light, sensor: lighting.Sensor, rng: np.random.Generator
) -> tuple[Picture, Truth]:
    """The picture of a table and its ground truth."""
    linear, truth = radiance(table, view, light, rng)
    return lighting.develop(linear, sensor, rng), truth


def radiance(
    table: Table, view: CameraView, light: lighting.Light, rng: np.random.Generator
) -> tuple[lighting.Field, Truth]:
    """The light from a table (height × width × 3, linear, 1 for white in mean light), and its ground truth.

    Painter's algorithm: table top, sheet, shadows, tray, then tiles and dice from far to near, hands, and light in
    linear space.
    """
    canvas = Canvas(view, table, light)
    canvas.surface(table.art.table, _TABLE_SPREAD, -4.0)
    if table.art.tray is not None:
        floor = view.project(np.column_stack([sheet_corners(SHEET + 2 * table.tray_gap), np.zeros(4)]))
        polygon(canvas.colour, floor, shaded(table.art.tray, 0.6))
    canvas.surface(table.art.sheet, SHEET, 0.0)
    shadow = cv2.resize(_ground_shadow(canvas, (*table.tiles, *table.dice)), view.size)
    canvas.colour = np.asarray(canvas.colour * shadow[..., None], np.uint8)
    canvas.gloss[:] = int(255 * min(1.0, light.sheet_gloss))
    canvas.tray()
    for x, y, radius, high, colour in table.clutter:
        _clutter(canvas, x, y, radius, high, colour)
    things: list[Tile | Die] = [*table.tiles, *table.dice]
    order = sorted(range(len(things)), key=lambda i: (things[i].z, -canvas.away(things[i].corners())))
    shown = canvas.shows(_boxes(things))
    for place, index in enumerate(order):
        thing = things[index]
        if thing.z > 0 and (place == 0 or things[order[place - 1]].z == 0):
            above = (things[i] for i in order[place:])
            canvas.shadow_on_tiles([tile for tile in above if isinstance(tile, Tile) and tile.pose == "flat"])
        tone, gloss = float(rng.uniform(0.94, 1.04)) if isinstance(thing, Tile) else 1.0, float(rng.uniform(0.7, 1))
        if isinstance(thing, Die):
            canvas.die(thing, gloss)
        elif shown[index]:
            canvas.tile(thing, index + 1, tone, gloss)
    reach = np.zeros((view.size[1] // lighting.COARSE, view.size[0] // lighting.COARSE), np.uint8)
    for hand in table.hands:
        canvas.hand(hand, reach)
    return _lit(canvas, reach, rng), _truth(canvas)


def _lit(canvas: Canvas, reach: NDArray[np.uint8], rng: np.random.Generator) -> lighting.Field:
    view, light = canvas.view, canvas.light
    linear = lighting.to_linear(canvas.colour) * lighting.enlarged(lighting.diffuse(light, view), view)
    if reach.any():
        depth = 0.6 * (1 - 0.6 * min(1.0, light.ambient))
        linear *= hand_shadow(view, reach, depth)[..., None]
    tilts = rng.normal(np.zeros((len(canvas.table.tiles), 2)), _TILT_DEVIATION)
    coarse = lighting.mirror_images(light, view, TILE_THICK)
    if float(coarse.max()) * light.tile_gloss > 0.01:
        glare = lighting.enlarged(coarse, view)
        glare[canvas.owner > 0] = lighting.mirror_images_on_tiles(light, view, canvas.owner, tilts)
        share = np.asarray(canvas.gloss, np.float32) * np.float32(light.tile_gloss / 255)
        linear += glare * share[..., None]
    return linear


def _clutter(canvas: Canvas, x: float, y: float, radius: float, high: float, colour: Colour) -> None:
    round_ = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    ring = np.stack([x + radius * np.cos(round_), y + radius * np.sin(round_)], axis=1)
    foot = canvas.view.project(np.column_stack([ring, np.zeros(24)]))
    head = canvas.view.project(np.column_stack([ring, np.full(24, high)]))
    hull = cv2.convexHull(np.vstack([foot, head]).astype(np.float32)).reshape(-1, 2)
    polygon(canvas.colour, np.asarray(hull, np.float64), shaded(colour, 0.7))
    polygon(canvas.colour, head, colour)
    polygon(canvas.gloss, np.asarray(hull, np.float64), 40.0)


def _truth(canvas: Canvas) -> Truth:
    view, tiles = canvas.view, canvas.table.tiles
    seen = np.bincount(np.maximum(canvas.owner, 0).ravel(), minlength=len(tiles) + 1)[1:]
    tops = np.array([view.project(tile.corners()[:4]) for tile in tiles]).reshape(-1, 4, 2)
    areas = np.array([abs(cv2.contourArea(top.astype(np.float32))) for top in tops])
    field = view.project(np.column_stack([sheet_corners(), np.zeros(4)]))
    return Truth(field, tops, np.minimum(1.0, seen / np.maximum(areas, 1)), canvas.owner == HAND)
