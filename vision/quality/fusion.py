"""Fuses pictures of one still table in several exposures into one in which every part is well exposed."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Picture

Coarse = NDArray[np.float32]  # a value for each 4 × 4 pixels

# Radiance is in units of what becomes white in the camera's own exposure. Each part of the picture gets an exposure of
# its own, which varies slowly: first by the light on the tiles around it, so that dark plastic stays dark beside white
# paper; then by the specular highlight on the tile itself. Where the camera's own exposure suits both, its picture is
# left as it is, as in lessons.
_SHRINK_FACTOR = 4  # by which pictures are shrunk to compute exposures
_GAMMA = 2.2  # of a camera's tone curve, nearly; only how exposures are chosen depends on it
# Of white: the values by which radiance is measured best, neither noisy nor overexposed
_BEST_VALUE, _VALUE_SIGMA = 0.5, 0.15
_MIN_WEIGHT = 1e-4  # of any value, for measuring radiance
_LIT_RANGE = (0.1, 0.45)  # radiance of well lit surroundings
_MAX_DIFFUSE = 2.0  # radiance of paper or plastic in that light: more is a specular highlight
# The number of windows across a picture: of some tiles, of one with its rim, and of the inside of most tiles
_WINDOWS_ACROSS, _TILE_WINDOWS_ACROSS, _INNER_WINDOWS_ACROSS = 9, 30, 45
_MIN_GLARE, _DULLED_GLARE = 0.5, 0.35  # radiance from which a tile is exposed less, and what any highlight becomes
# Radiance at which a print may be lost in noise, and the variation of brightness (%) below which no print shows
_MIN_BLINDING, _MAX_PLAIN_VARIATION = 6.0, 3.0


def fused(pictures: Sequence[Picture], exposures: Sequence[float]) -> Picture:
    """One picture of several (height × width × 3 each) in which each part is exposed as it needs.

    `exposures`: of each picture in EV, 0 for the one that the camera chose itself. A specular highlight so bright that
    it hides any print stays white, so that the face does not pass for a plain back.

    >>> dark, bright = np.full((64, 64, 3), 8, np.uint8), np.full((64, 64, 3), 255, np.uint8)
    >>> dark[:, 32:], bright[:, :32] = 130, 20  # a lamp on the right half, which only a short exposure shows
    >>> whole = fused([bright, dark], [0.0, -2.0])
    >>> int(whole[32, 4, 0]) < 40, int(whole[32, 60, 0]) < 200
    (True, True)
    """
    ordered = sorted(zip(exposures, pictures, strict=True), key=lambda taken: taken[0])
    steps, taken = np.array([step for step, _ in ordered]), [picture for _, picture in ordered]
    high, wide = taken[0].shape[:2]
    radiance = _radiance(taken, steps)
    tile = radiance.shape[1] // _TILE_WINDOWS_ACROSS | 1
    nearest = np.interp(_needed_exposure(radiance, tile), steps, np.arange(len(steps)))
    whole, weight = taken[0], np.zeros((high, wide), np.float32)
    for at, exposed in enumerate(taken):
        share = np.asarray(np.maximum(1 - np.abs(nearest - at), 0), np.float32)
        if share.any():
            more = np.asarray(cv2.resize(share, (wide, high)), np.float32)
            whole = np.asarray(cv2.blendLinear(whole, exposed, weight, more), np.uint8)
            weight += more
    blinding = cv2.resize(_blurred(radiance, tile), (wide, high)) > _MIN_BLINDING
    if blinding.any():
        blinding &= _is_plain(whole)
    return np.where(blinding[..., None], np.uint8(255), whole)


def _radiance(pictures: Sequence[Picture], exposures: NDArray[np.float64]) -> Coarse:
    """The radiance of each part of the table, by those pictures that are neither dark nor overexposed there."""
    high, wide = pictures[0].shape[:2]
    size = (wide // _SHRINK_FACTOR, high // _SHRINK_FACTOR)
    light, weight = np.zeros(size[::-1], np.float32), np.zeros(size[::-1], np.float32)
    for picture, more in zip(pictures, exposures, strict=True):
        shares = cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        reliability = np.exp(-0.5 * ((shares.max(axis=2) - _BEST_VALUE) / _VALUE_SIGMA) ** 2) + np.float32(_MIN_WEIGHT)
        light += reliability * (shares**_GAMMA).mean(axis=2) * np.float32(2.0**-more)
        weight += reliability
    return np.asarray(light / weight, np.float32)


def _needed_exposure(radiance: Coarse, tile: int) -> Coarse:
    """The exposure (EV) that each part needs; `tile`: the width of a tile's surroundings."""
    around, inner = radiance.shape[1] // _WINDOWS_ACROSS | 1, radiance.shape[1] // _INNER_WINDOWS_ACROSS | 1
    lit = _blurred(_blurred(np.minimum(radiance, np.float32(_MAX_DIFFUSE)), around), around // 2 | 1)
    surroundings = np.log2(np.clip(lit, *_LIT_RANGE) / np.maximum(lit, np.float32(1e-3)))
    # The brightest part of a tile counts for all of it: else its middle would become darker than its rim.
    brightest = np.asarray(cv2.dilate(_blurred(radiance, 3), np.ones((inner, inner), np.uint8)), np.float32)
    above = np.maximum(_blurred(brightest, inner) * 2**surroundings, _MIN_GLARE)
    dulled = _DULLED_GLARE + (_MIN_GLARE - _DULLED_GLARE) * np.exp(1 - above / _MIN_GLARE)
    return _blurred(surroundings + np.log2(dulled / above), tile // 2 | 1)


def _blurred(field: Coarse, span: int) -> Coarse:
    return np.asarray(cv2.blur(field, (span, span)), np.float32)


def _is_plain(picture: Picture) -> NDArray[np.bool_]:
    """Whether nothing is drawn in the surroundings of each pixel (height × width), slow changes of light left out."""
    grey = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (0, 0), 1.2).astype(np.float32)
    span = picture.shape[1] // 61 | 1  # narrower than a tile, so that a plain one's edges lie outside
    light = cv2.blur(grey, (span, span))
    varies = np.sqrt(cv2.blur((grey - light) ** 2, (span, span))) / (light + 30) * 100
    return np.asarray(varies < _MAX_PLAIN_VARIATION)
