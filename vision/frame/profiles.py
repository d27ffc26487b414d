"""Colours along short lines across an edge, and where the edge, or the rim of a circle, is to a fraction of a pixel."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Picture, Points

Profiles = NDArray[np.float32]  # n × steps × 3
STEP = 0.5  # px between two samples of a profile
_RAYS = 48
_RIM_REACH = 5.0  # px beside the rim as it was given
_MAX_OFF_RIM = 1.5  # px beside the usual rim that it is searched for on each ray
_MIN_RIM_CHANGE = 8.0  # a change of colour below this is noise
_MIN_RIM_CLEARNESS = 0.1  # of the clearest ring: a change of colour that is as clear is the rim of the print
_MAX_RAYS_WITHOUT_RIM = 35  # % of the rays that may lack a rim: lines and numbers cut it
_RIM_ROUNDS = 3


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


def line_strengths(profiles: Profiles) -> NDArray[np.float32]:
    """How much each sample differs from its own profile's median colour, smoothed: n × steps, highest on a line."""
    usual = np.median(profiles, axis=1, keepdims=True)
    off = np.asarray(np.sqrt(np.square(profiles - usual).sum(axis=2)), np.float32)
    return np.asarray(cv2.GaussianBlur(off, (7, 1), 1.2), np.float32)


def peaks(values: NDArray[np.float32], reach: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Where each row (n × steps) is highest, in px from the middle and to a fraction of a sample, and how high."""
    best = np.clip(values.argmax(axis=1), 1, values.shape[1] - 2)
    rows = np.arange(len(values))
    low, top, high = (values[rows, best + step].astype(np.float64) for step in (-1, 0, 1))
    bend = np.minimum(low - 2 * top + high, -1e-6)
    fraction = np.clip(0.5 * (low - high) / bend, -0.5, 0.5)
    return (best + fraction) * STEP - reach, top


def rim_near(picture: Picture, centre: tuple[float, float], radius: float) -> tuple[tuple[float, float], float] | None:
    """Centre and radius (px) of the circle that is printed near a given one, by its outermost rim; None without one."""
    angles = np.linspace(0, 2 * np.pi, _RAYS, endpoint=False)
    rays = np.column_stack([np.cos(angles), np.sin(angles)])
    # A circle appears as an ellipse whose middle is the circle's, as nearly as a pixel shows it.
    forms = np.column_stack([np.ones(_RAYS), rays, np.cos(2 * angles), np.sin(2 * angles)])
    (x, y), reach = centre, min(_RIM_REACH, 0.4 * radius)
    form = np.array([radius, 0.0, 0.0, 0.0, 0.0])
    for _ in range(_RIM_ROUNDS):
        rim = rays * (forms @ form)[:, None] + (x, y)
        steep = slopes(across(picture, rim, rays, reach))
        mean = np.percentile(steep, _MAX_RAYS_WITHOUT_RIM, axis=0)
        tops = np.flatnonzero((mean[1:-1] >= mean[:-2]) & (mean[1:-1] > mean[2:])) + 1
        tops = tops[mean[tops] > max(_MIN_RIM_CHANGE, _MIN_RIM_CLEARNESS * mean.max())]
        if not len(tops):
            return None
        usual = tops[-1] * STEP - reach
        offsets = np.arange(steep.shape[1]) * STEP - reach
        off, strength = peaks(np.where(np.abs(offsets - usual) < _MAX_OFF_RIM, steep, 0).astype(np.float32), reach)
        visible = strength > _MIN_RIM_CHANGE
        if visible.sum() < _RAYS // 2:
            return None
        change, *_ = np.linalg.lstsq(forms[visible], off[visible], rcond=None)
        form += change
        x, y = x + float(form[1]), y + float(form[2])
        form[1:3] = 0
        reach = 3.0
    return (x, y), float(form[0])
