"""Degrades photographs as poor lenses, dim rooms, shaken cameras and unusual lamps do, by kind and strength.

Each kind is a pure function of a picture (height × width × 3, BGR), a strength and a random generator. `KINDS` were
used to tune parameters; `HELD_BACK` are held out.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from simulator.render.light import to_linear
from vision.reading import Picture

Rng = np.random.Generator
Field = NDArray[np.float32]


@dataclass(frozen=True)
class Spoiling:
    """A kind of degradation at one strength."""

    kind: str  # a key of `KINDS` or `HELD_BACK`
    strength: float  # in the unit of the kind's function

    def __str__(self) -> str:
        return f"{self.kind} {self.strength:g}"

    def of(self, picture: Picture, seed: int) -> Picture:
        """The degraded picture; the same seed gives the same picture.

        >>> white = np.full((9, 9, 3), 255, np.uint8)
        >>> int(Spoiling("shadow", 0.5).of(white, 1).min())
        128
        """
        spoil, _ = {**KINDS, **HELD_BACK}[self.kind]
        return spoil(picture, self.strength, np.random.default_rng([seed, *self.kind.encode()]))


def blur(picture: Picture, sigma: float, _: Rng) -> Picture:
    """A soft lens: a Gaussian of `sigma` px."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.uint8)


def motion(picture: Picture, length: float, rng: Rng) -> Picture:
    """A camera that moved by `length` px in any direction while it exposed."""
    return as_bytes(_smeared(picture.astype(np.float32), length, rng.uniform(0, np.pi)))


def noise(picture: Picture, sigma: float, rng: Rng) -> Picture:
    """A sensor in the dark: independent noise of `sigma` of 255 in each channel."""
    return as_bytes(picture + rng.standard_normal(picture.shape, np.float32) * np.float32(sigma))


def coarse(picture: Picture, times: float, _: Rng) -> Picture:
    """A camera with `times` fewer pixels in each direction, its picture enlarged again."""
    small = cv2.resize(picture, None, fx=1 / times, fy=1 / times, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, picture.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.uint8)


def jpeg(picture: Picture, quality: float, _: Rng) -> Picture:
    """Strong compression: JPEG of a `quality` from 0 to 100."""
    packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(quality)])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def warm(picture: Picture, share: float, _: Rng) -> Picture:
    """A warm lamp: `share` of the blue is left, and more of the green."""
    return as_bytes(picture * np.array([share, (1 + share) / 2, 1.0], np.float32))


def cold(picture: Picture, share: float, _: Rng) -> Picture:
    """Blue light: `share` of the red is left, and more of the green."""
    return as_bytes(picture * np.array([1.0, (1 + share) / 2, share], np.float32))


def grey(picture: Picture, share: float, _: Rng) -> Picture:
    """A camera with `share` of the saturation, none at 0."""
    plain = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    return np.asarray(cv2.addWeighted(picture, share, plain, 1 - share, 0), np.uint8)


def gamma(picture: Picture, power: float, _: Rng) -> Picture:
    """A tone curve that is bent: brighter below a power of 1, darker above it."""
    return np.asarray(cv2.LUT(picture, as_bytes(255 * (np.arange(256) / 255) ** power)), np.uint8)


def shadow(picture: Picture, left: float, rng: Rng) -> Picture:
    """Something before a lamp: beyond a straight edge through the picture's middle part, `left` of the brightness."""
    away = _away_from_line(picture, rng.uniform(0, 2 * np.pi), rng.uniform(-0.15, 0.15))
    return as_bytes(picture * np.where(away < 0, np.float32(left), np.float32(1))[..., None])


def haze(picture: Picture, share: float, _: Rng) -> Picture:
    """A fogged or smeared lens: `share` of the light of each spot is scattered far around it."""
    small = cv2.resize(to_linear(picture), None, fx=0.1, fy=0.1, interpolation=cv2.INTER_AREA)
    far = cv2.resize(cv2.GaussianBlur(small, (0, 0), picture.shape[1] / 120), picture.shape[1::-1])
    return _encoded((1 - share) * to_linear(picture) + share * np.asarray(far, np.float32) + 0.15 * share)


def dust(picture: Picture, specks: float, rng: Rng) -> Picture:
    """Dust before the sensor: `specks` soft dark spots, 3 to 14 px wide."""
    high, wide = picture.shape[:2]
    veil = np.ones((high, wide), np.float32)
    for _ in range(int(specks)):
        at = (int(rng.integers(wide)), int(rng.integers(high)))
        cv2.circle(veil, at, int(rng.integers(2, 8)), float(rng.uniform(0.1, 0.6)), -1, cv2.LINE_AA)
    return as_bytes(picture * cv2.GaussianBlur(veil, (0, 0), 1.2)[..., None])


def defocus(picture: Picture, radius: float, _: Rng) -> Picture:
    """A lens out of focus: each spot of light becomes a disc of `radius` px."""
    reach = int(np.ceil(radius))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    disc = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1).astype(np.float32)
    return _encoded(np.asarray(cv2.filter2D(to_linear(picture), -1, disc / disc.sum()), np.float32))


def rotation(picture: Picture, degrees: float, rng: Rng) -> Picture:
    """A camera that turned by `degrees` about a spot near the picture's middle while it exposed."""
    high, wide = picture.shape[:2]
    about = (float(wide * rng.uniform(0.35, 0.65)), float(high * rng.uniform(0.35, 0.65)))
    linear, total = to_linear(picture), np.zeros(picture.shape, np.float32)
    turns = np.linspace(-degrees / 2, degrees / 2, 13)
    for turn in turns:
        turned = cv2.getRotationMatrix2D(about, float(turn), 1.0)
        total += cv2.warpAffine(linear, turned, (wide, high), borderMode=cv2.BORDER_REPLICATE)
    return _encoded(total / len(turns))


def double(picture: Picture, apart: float, rng: Rng) -> Picture:
    """A camera that was pushed: the picture twice, `apart` px from each other."""
    angle = rng.uniform(0, 2 * np.pi)
    move = np.array([[1, 0, apart * np.cos(angle)], [0, 1, apart * np.sin(angle)]])
    linear = to_linear(picture)
    other = cv2.warpAffine(linear, move, picture.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    return _encoded(0.55 * linear + 0.45 * np.asarray(other, np.float32))


def banding(picture: Picture, depth: float, rng: Rng) -> Picture:
    """A flickering lamp under a rolling shutter: bands that lack up to `depth` of the light."""
    rows = np.arange(picture.shape[0]) / picture.shape[0] * rng.uniform(2, 6) + rng.uniform(0, 1)
    light = 1 - depth * (0.5 + 0.5 * np.sin(2 * np.pi * rows)).astype(np.float32)
    return _encoded(to_linear(picture) * light[:, None, None])


def vignette(picture: Picture, left: float, _: Rng) -> Picture:
    """A lens that darkens towards the corners, where `left` of the light remains."""
    high, wide = picture.shape[:2]
    y, x = np.mgrid[-1 : 1 : high * 1j, -1 : 1 : wide * 1j]
    return _encoded(to_linear(picture) * (1 - (1 - left) * (x * x + y * y) / 2).astype(np.float32)[..., None])


def chroma(picture: Picture, sigma: float, rng: Rng) -> Picture:
    """Blotches of false colour, 3 px wide, of `sigma` of 255, as cheap sensors make in the dark."""
    high, wide = picture.shape[:2]
    small = rng.standard_normal((high // 3 + 1, wide // 3 + 1, 2), np.float32) * np.float32(sigma)
    blotches = cv2.resize(small, (wide, high), interpolation=cv2.INTER_LINEAR)
    colours = cv2.cvtColor(picture, cv2.COLOR_BGR2YCrCb).astype(np.float32)
    colours[..., 1:] += blotches
    return np.asarray(cv2.cvtColor(as_bytes(colours), cv2.COLOR_YCrCb2BGR), np.uint8)


def fog(picture: Picture, share: float, rng: Rng) -> Picture:
    """Stray light from one side: from nothing at one edge of the picture to a `share` of white at the other."""
    away = _away_from_line(picture, rng.uniform(0, 2 * np.pi), 0.0)
    veil = np.clip(away + 0.5, 0, 1).astype(np.float32)[..., None] * np.float32(share)
    return _encoded(to_linear(picture) * (1 - veil) + veil)


def grease(picture: Picture, share: float, rng: Rng) -> Picture:
    """A finger's mark on the lens: a `share` of the light is smeared 90 px along one direction and softened."""
    smear = _smeared(to_linear(picture), 90, rng.uniform(0, np.pi))
    soft = cv2.GaussianBlur(to_linear(picture), (0, 0), 4)
    return _encoded((1 - share) * to_linear(picture) + share * (0.5 * smear + 0.5 * np.asarray(soft, np.float32)))


def dim(picture: Picture, light: float, rng: Rng) -> Picture:
    """A dark room: `light` of the light, with shot and read noise, amplified to the original brightness."""
    electrons = to_linear(picture) * np.float32(1000 * light)
    counted = rng.poisson(electrons).astype(np.float32) + rng.normal(0, 3, picture.shape).astype(np.float32)
    return _encoded(counted / np.float32(1000 * light))


Spoil = Callable[[Picture, float, Rng], Picture]
Kinds = Mapping[str, tuple[Spoil, tuple[float, ...]]]  # each kind with its strengths
KINDS: Kinds = {
    "blur": (blur, (1, 2, 3)),
    "motion": (motion, (7, 10, 13)),
    "noise": (noise, (12, 18, 25)),
    "coarse": (coarse, (3,)),
    "jpeg": (jpeg, (8,)),
    "warm": (warm, (0.5,)),
    "cold": (cold, (0.5,)),
    "grey": (grey, (0,)),
    "gamma": (gamma, (0.5, 2.2)),
    "shadow": (shadow, (0.4,)),
    "haze": (haze, (0.3, 0.6)),
    "dust": (dust, (150,)),
}
HELD_BACK: Kinds = {
    "defocus": (defocus, (3, 5)),
    "rotation": (rotation, (1, 2)),
    "double": (double, (6, 10)),
    "banding": (banding, (0.7,)),
    "vignette": (vignette, (0.2,)),
    "chroma": (chroma, (25, 40)),
    "fog": (fog, (0.5,)),
    "grease": (grease, (0.5,)),
    "dim": (dim, (0.1, 0.03)),
    "pale": (grey, (0.3,)),
}


def spoilings(kinds: Kinds) -> tuple[Spoiling, ...]:
    """All kinds at all their strengths."""
    return tuple(Spoiling(kind, strength) for kind, (_, strengths) in kinds.items() for strength in strengths)


def _smeared(picture: Field, length: float, angle: float) -> Field:
    """The mean along a line of `length` px."""
    reach = int(np.ceil(length / 2)) + 1
    kernel = np.zeros((2 * reach + 1,) * 2, np.float32)
    for along in np.linspace(-length / 2, length / 2, int(8 * length) + 1):
        x, y = reach + along * np.cos(angle), reach + along * np.sin(angle)
        left, top = int(x), int(y)
        kernel[top : top + 2, left : left + 2] += np.outer([top + 1 - y, y - top], [left + 1 - x, x - left])
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.float32)


def _away_from_line(picture: Picture, angle: float, off: float) -> NDArray[np.float64]:
    """The signed distance of each pixel from a line at `off` from the picture's middle, in widths of the picture."""
    high, wide = picture.shape[:2]
    y, x = np.mgrid[0:high, 0:wide]
    return np.asarray(((x - wide / 2) * np.cos(angle) + (y - high / 2) * np.sin(angle)) / wide - off)


def as_bytes(picture: NDArray[np.floating] | NDArray[np.uint8]) -> Picture:
    """Grey levels rounded and clipped to bytes."""
    return np.asarray(np.clip(np.rint(picture), 0, 255), np.uint8)


def _encoded(linear: NDArray[np.floating]) -> Picture:
    """Linear light from 0 to 1 as sRGB bytes (IEC 61966-2-1)."""
    light = np.clip(linear, 0, 1)
    return as_bytes(255 * np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055))
