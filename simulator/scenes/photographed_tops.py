"""Real photographs of tables, varied as by another camera, and as table tops of invented tables."""

import cv2
import numpy as np
from numpy.typing import NDArray

from simulator.artwork.paint import Rng
from simulator.render.light import Light, Sensor, develop, diffuse, enlarged, to_linear
from simulator.scenes.flat_things import Thing
from vision.geometry.camera_pose import CameraView, sheet_corners
from vision.geometry.homography import mapped, picture_corners
from vision.reading import Picture, Points

TOP = 1600  # px of a table top's side, 1 px per mm
_SIZES = (480, 1440)  # px: bounds of the longer side of a varied photograph


def rephotograph(picture: Picture, rng: Rng) -> Picture:
    """A photograph varied as by another camera: a part of it, aslant, turned, mirrored, in other light."""
    high, wide = picture.shape[:2]
    aspect = (4, 3) if rng.random() < 0.5 else (3, 4)
    quad = _part(rng, high, wide, aspect)
    long = float(np.exp(rng.uniform(*np.log(_SIZES))))
    size = (round(long * aspect[0] / 4), round(long * aspect[1] / 4))
    corners = np.array([[0, 0], [size[0], 0], size, [0, size[1]]], np.float32)
    if rng.random() < 0.5:
        corners = corners[[1, 0, 3, 2]]
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), corners)
    seen = cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT_101)
    warm = rng.uniform(-0.25, 0.25)
    gains = np.array([1 - warm, 1.0, 1 + warm]) * np.exp(rng.uniform(-0.6, 0.4))
    bent = (seen / 255.0) ** np.exp(rng.uniform(-0.5, 0.5)) * 255 * gains
    return np.asarray(np.clip(bent, 0, 255), np.uint8)


def _part(rng: Rng, high: int, wide: int, aspect: tuple[int, int]) -> np.ndarray:
    """A quadrilateral within a picture (4 × 2 px, clockwise): a turned rectangle in perspective."""
    share, turn = (
        rng.uniform(0.6, 1.0),
        rng.choice([0, 90, 180, 270]) + rng.choice([rng.normal(0, 8), rng.uniform(0, 90)]),
    )
    unit = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(aspect) / 4
    unit = unit * (1 + rng.uniform(-0.12, 0.12, (4, 2)))
    cosine, sine = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    turned = unit @ np.array([[cosine, sine], [-sine, cosine]])
    room = np.array([wide, high]) / np.ptp(turned, axis=0)
    spread = turned * room.min() * share
    free = np.array([wide, high]) - np.ptp(spread, axis=0)
    return np.asarray(spread - spread.min(axis=0) + rng.uniform(0, 1, 2) * free)


def table_top(picture: Picture, rng: Rng) -> Picture:
    """A table top (TOP × TOP × 3) from a photograph, repeated in mirror image to cover it."""
    long = rng.uniform(450, 1100)  # mm that the photograph shows
    scale = long / max(picture.shape[:2])
    flags = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    small = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=flags))
    high, wide = small.shape[:2]
    matrix = cv2.getRotationMatrix2D((wide / 2, high / 2), rng.uniform(0, 360), 1.0)
    moved = np.asarray(matrix, np.float64) + np.array([[0, 0, TOP - wide], [0, 0, TOP - high]]) / 2
    return np.asarray(cv2.warpAffine(small, moved, (TOP, TOP), borderMode=cv2.BORDER_REFLECT_101), np.uint8)


def with_thing(
    top: Picture, thing: Thing, view: CameraView, light: Light, sensor: Sensor, rng: Rng
) -> tuple[Picture, Points]:
    """A photograph of a table top with a thing of 180 to 400 mm on it, and the corners of the thing (4 × 2 px)."""
    high, wide = thing.picture.shape[:2]
    half, turn = np.array([wide, high]) / max(high, wide) * rng.uniform(90, 200), rng.uniform(0, 2 * np.pi)
    ring = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * half
    ring = ring @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + rng.normal(0, 25, 2)
    to_view = cv2.getPerspectiveTransform(picture_corners(TOP, TOP, 0), sheet_corners(float(TOP)).astype(np.float32))
    linear = to_linear(_warped(top, view.plane(0.0) @ to_view, view)) * _darkened(ring, thing.thick, view, light)
    edge = to_linear(np.asarray(np.median(thing.picture, axis=(0, 1))[None, None] * 0.6, np.uint8))
    for low in np.arange(0, thing.thick, 2):
        share = _filled([mapped(ring, view.plane(float(low)))], view)[..., None]
        linear += (edge - linear) * share
    corners = mapped(ring, view.plane(thing.thick))
    matrix = cv2.getPerspectiveTransform(picture_corners(wide, high, 0), corners.astype(np.float32))
    linear += (to_linear(_warped(thing.picture, matrix, view)) - linear) * _filled([corners], view)[..., None]
    seen = develop(linear * enlarged(diffuse(light, view), view), sensor, rng)
    return seen, corners


def _warped(picture: Picture, matrix: NDArray[np.floating | np.integer], view: CameraView) -> Picture:
    warped = cv2.warpPerspective(picture, matrix, view.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(warped, np.uint8)


def _filled(rings: list[Points], view: CameraView) -> NDArray[np.float32]:
    """The share of each pixel (0 to 1) that quadrilaterals (4 × 2 px) cover."""
    mask = np.zeros(view.size[::-1], np.uint8)
    for ring in rings:
        cv2.fillConvexPoly(mask, np.round(ring * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    return np.asarray(mask / np.float32(255), np.float32)


def _darkened(ring: Points, thick: float, view: CameraView, light: Light) -> NDArray[np.float32]:
    """The share of light (rows × columns × 1) that is left beside a thing with corners at `ring` (4 × 2 mm)."""
    lamp = light.lamps[0].at
    away = np.array(lamp[:2]) / lamp[2]
    rings = [mapped(ring - away * low, view.plane(0.0)) for low in np.linspace(0, thick, 6)]
    soft = np.asarray(cv2.GaussianBlur(_filled(rings, view), (0, 0), 2 + thick / 4), np.float32)
    return np.asarray(1 - soft * 0.55 * (1 - 0.6 * min(1.0, light.ambient)), np.float32)[..., None]
