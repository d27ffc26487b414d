"""Light on a simulated table: lamps and windows, their mirror images on plastic, and the response of the sensor."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dimensions import TILE_THICK
from vision.geometry.camera_pose import CameraView
from vision.reading import Picture

Field = NDArray[np.float32]
_NOISE = 1 << 18  # independent values of sensor noise; more would be slower without a visible difference
COARSE = 8  # px: light changes slowly, so it is computed on every eighth pixel and enlarged

_LINEAR = np.where(
    np.arange(256) / 255 <= 0.04045, np.arange(256) / 255 / 12.92, ((np.arange(256) / 255 + 0.055) / 1.055) ** 2.4
).astype(np.float32)
_STEPS = np.arange(4096) / 4095
_ENCODED = (np.where(_STEPS <= 0.0031308, _STEPS * 12.92, 1.055 * _STEPS ** (1 / 2.4) - 0.055) * 255 + 0.5).astype(
    np.uint8
)


@dataclass(frozen=True)
class Lamp:
    """A light source above the table."""

    at: tuple[float, float, float]  # mm
    half: tuple[float, float]  # half its width and height (mm), as it appears mirrored
    colour: tuple[float, float, float]  # BGR, relative
    power: float  # relative
    sharp: float  # 0: a soft highlight as on rough plastic; 1: a mirror image with an edge as on polish
    turn: float | None = None  # radians, of a window, with a rectangular image; None for a lamp, with a round one


@dataclass(frozen=True)
class Light:
    """All light of a scene."""

    lamps: tuple[Lamp, ...]
    ambient: float  # light from all directions, relative to the lamps
    tile_gloss: float  # strength of the lamps' mirror images on tiles
    sheet_gloss: float  # strength of the lamps' mirror images on the sheet


@dataclass(frozen=True)
class Sensor:
    """The response of a camera."""

    exposure: float  # gain
    balance: tuple[float, float, float]  # white balance, BGR
    saturation: float  # 1 leaves colours as they are
    blur: float  # px: standard deviation of a Gaussian
    noise: float  # grey levels: standard deviation
    quality: int  # of JPEG


def _ground(view: CameraView, height: float) -> tuple[NDArray[np.float64], tuple[int, int]]:
    """Table points (mm, rows × columns × 3) seen by the coarse pixels on the plane at `height`."""
    width, high = view.size[0] // COARSE, view.size[1] // COARSE
    columns, rows = np.meshgrid((np.arange(width) + 0.5) * COARSE, (np.arange(high) + 0.5) * COARSE)
    homogeneous = np.stack([columns, rows, np.ones_like(columns)], axis=-1) @ np.linalg.inv(view.plane(height)).T
    plane = homogeneous[..., :2] / homogeneous[..., 2:]
    return np.dstack([plane, np.full(plane.shape[:2], height)]), (width, high)


def diffuse(light: Light, view: CameraView) -> Field:
    """The diffuse light on each coarse pixel (rows × columns × 3), with mean 1."""
    points, _ = _ground(view, 0.0)
    total = np.full((*points.shape[:2], 3), light.ambient)
    for lamp in light.lamps:
        direction = np.array(lamp.at) - points
        distance = np.linalg.norm(direction, axis=-1)
        fall = (lamp.at[2] ** 2) * direction[..., 2] / distance**3
        total += fall[..., None] * np.array(lamp.colour) * lamp.power
    return np.asarray(total / max(1e-6, float(total.mean())), np.float32)


def mirror_images(light: Light, view: CameraView, height: float) -> Field:
    """The lamps' mirror images on the plane at `height` mm (coarse, 3 channels, 1 = as bright as a white sheet)."""
    points, direction = _mirrored_directions(view, height)
    total = np.zeros((*points.shape[:2], 3))
    for lamp in light.lamps:
        total += _image(lamp, points + direction * (lamp.at[2] - height))
    return total.astype(np.float32)


def mirror_images_on_tiles(
    light: Light, view: CameraView, owner: NDArray[np.int16], tilts: NDArray[np.float64]
) -> Field:
    """The lamps' mirror images (n × 3) in the pixels of upper sides (`owner` over 0), in the picture's order.

    `tilts`: of each tile along x and y (n × 2, radians), by which mirror images are offset from tile to tile.
    """
    points, direction = _mirrored_directions(view, TILE_THICK)
    pixels = owner > 0
    fine_points, fine_direction = (enlarged(part.astype(np.float32), view)[pixels] for part in (points, direction))
    lean = 2 * tilts[owner[pixels] - 1].astype(np.float32)  # a mirror image moves by twice the angle
    total = np.zeros((len(lean), 3), np.float32)
    for lamp in light.lamps:
        total += _image(lamp, fine_points + (fine_direction + lean) * np.float32(lamp.at[2] - TILE_THICK))
    return total


def _mirrored_directions(view: CameraView, height: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For coarse pixels, the point (x, y in mm) on the plane at `height`, and the slope (x, y) of the mirrored ray."""
    points, _ = _ground(view, height)
    eye = view.position - points
    return points[..., :2], -eye[..., :2] / eye[..., 2:]


def _image(lamp: Lamp, hit: NDArray[np.floating]) -> NDArray[np.floating]:
    """The brightness (… × 3) of a lamp's image where mirrored rays cross its height at `hit` (… × 2, mm)."""
    off = hit - np.array(lamp.at[:2], hit.dtype)
    if lamp.turn is not None:
        cos, sin = np.cos(lamp.turn), np.sin(lamp.turn)
        off = off @ np.array([[cos, -sin], [sin, cos]], hit.dtype)
    off = np.abs(off) / (np.array(lamp.half, hit.dtype) + 1)
    away = np.hypot(off[..., 0], off[..., 1]) if lamp.turn is None else off.max(axis=-1)
    soft = 0.04 + 0.9 * (1 - lamp.sharp)
    shape = 1 / (1 + np.exp(np.clip((away - 1) / soft * 3, -30, 30)))
    return np.asarray(shape[..., None] * (np.array(lamp.colour) * lamp.power).astype(hit.dtype))


def enlarged(coarse: Field, view: CameraView) -> Field:
    """A coarse field enlarged to the size of the picture."""
    return np.asarray(cv2.resize(coarse, view.size, interpolation=cv2.INTER_LINEAR), np.float32)


def to_linear(picture: Picture) -> Field:
    """sRGB bytes as linear light from 0 to 1 (IEC 61966-2-1)."""
    return np.asarray(cv2.LUT(picture, _LINEAR), np.float32)


def develop(linear: Field, sensor: Sensor, rng: np.random.Generator) -> Picture:
    """The picture of linear light: exposure, white balance, blur, tone, noise, JPEG."""
    if sensor.blur > 0.35:
        linear = np.asarray(cv2.GaussianBlur(linear, (0, 0), sensor.blur), np.float32)
    gains = np.array(sensor.balance, np.float32) * sensor.exposure
    if abs(sensor.saturation - 1) > 0.02:
        share = np.array([0.0722, 0.7152, 0.2126], np.float32) * (1 - sensor.saturation)
        mix = np.tile(share, (3, 1)) + np.eye(3, dtype=np.float32) * sensor.saturation
        linear = np.asarray(cv2.transform(linear, mix * gains[:, None]), np.float32)
    else:
        linear = linear * gains
    encoded = _ENCODED[np.clip(linear * 4095, 0, 4095).astype(np.uint16)]
    if sensor.noise:
        strip = rng.standard_normal(min(encoded.size, _NOISE) + 97).astype(np.float32) * sensor.noise
        noise = np.resize(strip, encoded.size).reshape(encoded.shape)
        encoded = np.clip(encoded + cv2.blur(noise, (2, 2)) * 1.4, 0, 255).astype(np.uint8)
    packed = cv2.imencode(".jpg", encoded, [cv2.IMWRITE_JPEG_QUALITY, sensor.quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
