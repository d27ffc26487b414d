"""Cuts an index out of a picture, turned upright and scaled to one size."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Picture

CROP = 48  # px
_AROUND = 1.5  # the crop's side in heights of the index


def cut_index(picture: Picture, middle: NDArray[np.floating], up: NDArray[np.floating]) -> Picture:
    """The crop (CROP × CROP) about an index at `middle`, `up` from there to the rank's upper edge (2, px each)."""
    step = 2 * _AROUND / CROP * np.asarray(up, np.float64)  # px of the picture a px of the crop, upwards
    matrix = np.array([[-step[1], -step[0], 0.0], [step[0], -step[1], 0.0]])
    matrix[:, 2] = np.asarray(middle) - matrix[:, :2] @ (np.full(2, (CROP - 1) / 2))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    fine = float(np.hypot(*step))
    if fine > 1.6:  # smaller crops than the picture's: average, so that nothing is left out
        return _averaged(picture, matrix, int(np.ceil(fine)))
    return np.asarray(cv2.warpAffine(picture, matrix, (CROP, CROP), flags=flags, borderMode=cv2.BORDER_REPLICATE))


def _averaged(picture: Picture, matrix: NDArray[np.float64], times: int) -> Picture:
    finer = matrix.copy()
    finer[:, :2] /= times
    finer[:, 2] -= finer[:, :2] @ np.full(2, (times - 1) / 2)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (CROP * times, CROP * times)
    large = cv2.warpAffine(picture, finer, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(large, (CROP, CROP), interpolation=cv2.INTER_AREA))
