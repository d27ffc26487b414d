"""The background of a simulated frame: a wall, a table, blurred things, and the foot of the frame."""

import cv2
import numpy as np

from simulator.render.frame.artwork import Field
from simulator.render.frame.camera import SceneCamera
from simulator.render.frame.polygons import covered, divided
from simulator.render.frame.styles import Room
from simulator.render.light import to_linear
from simulator.render.pieces import Colour

_SQUARE, _FAR = 45.0, 900.0  # mm: squares of a table cloth; depth of the table behind the frame
FOOT_HIGH, _FOOT_BEFORE, _FOOT_BEHIND = 26.0, 60.0, 45.0  # mm
_OUT_OF_FOCUS = 2.0  # px


def behind(room: Room, camera: SceneCamera, low: float) -> Field:
    """The room, whose table is at a height of `low` mm, in linear light (rows × columns × 3)."""
    width, high = camera.size
    down = np.linspace(0.0, 1.0, high)[:, None]
    colour = np.asarray(room.wall)[None, None] * (1.08 - 0.22 * down)[..., None]
    image = np.broadcast_to(colour, (high, width, 3)).astype(np.float32)
    for thing in room.things:
        x, y = np.meshgrid(np.linspace(0, 1, width), np.linspace(0, 1, high))
        away = ((x - thing.x) / thing.wide) ** 4 + ((y - thing.y) / thing.high) ** 4
        share = 1 / (1 + away**2)
        image = (image * (1 - share[..., None]) + np.array(thing.colour) * share[..., None]).astype(np.float32)
    image = _table(np.asarray(image, np.float32), room, camera, low)
    return to_linear(np.clip(cv2.GaussianBlur(image, (0, 0), _OUT_OF_FOCUS), 0, 255).astype(np.uint8))


def _table(image: Field, room: Room, camera: SceneCamera, low: float) -> Field:
    """Draws a table top at a height of `low` mm, as far as `_FAR` behind the frame."""
    width, high = camera.size
    x, y = np.meshgrid((np.arange(width) - camera.centre[0]) / camera.focal, (np.arange(high) - camera.centre[1]))
    rays = np.stack([x, y / camera.focal, np.ones_like(x)], axis=-1) @ camera.rotation
    eye = np.array(camera.eye)
    along = np.where(rays[..., 1] < -1e-3, (low - eye[1]) / np.minimum(rays[..., 1], -1e-3), np.inf)
    across, deep = (eye[at] + rays[..., at] * np.minimum(along, 1e4) for at in (0, 2))
    is_table = np.isfinite(along) & (deep > -_FAR)
    tone = 1 - 0.06 * (np.sin(deep / 19.0) + np.sin(across / 140.0 + deep / 7.0))
    colour = np.asarray(room.table)[None, None] * tone[..., None]
    if room.other is not None:
        is_other = (np.floor(across / _SQUARE) + np.floor(deep / _SQUARE)) % 2 > 0
        colour = np.where(is_other[..., None], np.asarray(room.other), colour)
    return np.where(is_table[..., None], colour, image).astype(np.float32)


def draw_foot(image: Field, camera: SceneCamera, colour: Colour, half: float, high: float) -> None:
    """Draws the foot of a frame whose inside is `half` mm wide to each side, from a height of `high` mm down."""
    left, right, low = -half * 0.9, half * 0.9, high - FOOT_HIGH
    light = to_linear(np.array([[colour]], np.uint8))[0, 0]
    before, deep = _FOOT_BEFORE, -_FOOT_BEHIND
    top = [[left, high, before], [right, high, before], [right, high, deep], [left, high, deep]]
    front = [[left, low, before], [right, low, before], [right, high + 0.5, before], [left, high + 0.5, before]]
    for corners, tone in ((top, 0.9), (front, 0.55)):
        pixels = camera.project_room(camera.in_room(divided(np.array(corners, np.float64), 10.0)))
        window, share = covered(pixels, camera.size)
        image[window] = image[window] * (1 - share[..., None]) + light * np.float32(tone) * share[..., None]
