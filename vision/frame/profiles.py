"""Colours along short lines across an edge, and where the edge is to a fraction of a pixel."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Picture, Points

Profiles = NDArray[np.float32]  # n × steps × 3
STEP = 0.5  # px between two samples of a profile


def across(picture: Picture, at: Points, normals: Points, reach: float) -> Profiles:
    """Colours along the normals (n × 2, of length 1) through points (n × 2 px), from -`reach` to +`reach` px."""
    offsets = np.arange(-reach, reach + STEP / 2, STEP)
    where = at[:, None] + offsets[None, :, None] * normals[:, None]
    x, y = where[..., 0].astype(np.float32), where[..., 1].astype(np.float32)
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR), np.float32)


def slopes(profiles: Profiles) -> NDArray[np.float32]:
    """How much the colour changes at each sample: n × steps, 0 at both ends."""
    smooth = cv2.GaussianBlur(profiles.reshape(len(profiles), -1, 3), (5, 1), 1.0)
    steep = np.zeros(profiles.shape[:2], np.float32)
    steep[:, 1:-1] = np.sqrt(np.square(smooth[:, 2:] - smooth[:, :-2]).sum(axis=2))
    return steep


def peaks(values: NDArray[np.float32], reach: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Where each row (n × steps) is highest, in px from the middle and to a fraction of a sample, and how high."""
    best = np.clip(values.argmax(axis=1), 1, values.shape[1] - 2)
    rows = np.arange(len(values))
    low, top, high = (values[rows, best + step].astype(np.float64) for step in (-1, 0, 1))
    bend = np.minimum(low - 2 * top + high, -1e-6)
    fraction = np.clip(0.5 * (low - high) / bend, -0.5, 0.5)
    return (best + fraction) * STEP - reach, top
