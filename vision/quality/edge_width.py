"""Measures the width of the edges in a picture, which are wide out of focus, in any light and on any table."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Picture, Points

_WIDE = 1280  # px: pictures of all sizes are compared at this width
_FINE_SIGMA, _COARSE_SIGMA = 1.0, 2.0  # px: standard deviations of the two blurs that are compared
_SOBEL_VARIANCE = 1 / 3  # px²: the variance that differences of pixels two apart add to both
_EDGE_PERCENTILE = 97.0  # of gradients, from which pixels are edges
_MIN_GRADIENT = 1.2  # of 255 a pixel, of an edge: less is noise, of which the coarser blur leaves a tenth
_MIN_EDGES = 50  # pixels of edges for a measurement
_MAX_WIDTH = 6.0  # px: beyond it both blurs are equal
_SIGMAS_TEN_TO_NINETY = 2.563  # standard deviations from 10 to 90 % of a blurred step


def edge_width(picture: Picture, region: Points | None = None) -> float | None:
    """The median width of edges from 10 to 90 % of their contrast, in px of a picture 1280 px wide; None without edges.

    At least 1, the sharpest that pixels can show. `region`: a polygon (n × 2 px) to measure in, or everywhere.

    A step blurred by σ keeps sqrt((σ² + c²) / (σ² + f²)) of its gradient between a blur by f and one by c, however
    strong it is. Source: Zhuo and Sim 2011, with two blurs, so that noise counts less.

    >>> step = np.zeros((960, 1280, 3), np.uint8)
    >>> step[:, 640:] = 200
    >>> [round(edge_width(cv2.GaussianBlur(step, (0, 0), blur)), 1) for blur in (1, 2, 3)]
    [2.8, 5.2, 8.0]
    """
    scale = min(1.0, _WIDE / picture.shape[1])
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    if scale < 1:
        grey = np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    inside = np.ones(grey.shape, np.uint8)
    if region is not None:
        inside[:] = 0
        cv2.fillPoly(inside, [np.round(region * scale).astype(np.int32)], 1)
        left, top, wide, high = cv2.boundingRect(inside)
        grey, inside = (part[top : top + high, left : left + wide] for part in (grey, inside))
        if not grey.size:
            return None
    ratio = _ratios(np.asarray(grey, np.float32), inside > 0)
    if len(ratio) < _MIN_EDGES:
        return None
    squared = np.maximum(ratio**2, 1.0001)
    fine, coarse = (blur**2 + _SOBEL_VARIANCE for blur in (_FINE_SIGMA, _COARSE_SIGMA))
    deviation = np.sqrt(np.clip((coarse - squared * fine) / (squared - 1), 0.0, _MAX_WIDTH**2))
    return max(1.0, float(np.median(deviation)) * _SIGMAS_TEN_TO_NINETY)


def _ratios(grey: NDArray[np.float32], inside: NDArray[np.bool_]) -> NDArray[np.float32]:
    """The ratio of gradients in the finer to the coarser blur, at the strongest edges."""
    fine, coarse = (
        _gradient(np.asarray(cv2.GaussianBlur(grey, (0, 0), blur))) for blur in (_FINE_SIGMA, _COARSE_SIGMA)
    )
    size, limit = np.hypot(*coarse), _MIN_GRADIENT
    if inside.any():
        limit = max(limit, float(np.percentile(size[inside], _EDGE_PERCENTILE)))
    across = np.abs(coarse[0]) > np.abs(coarse[1])
    beside = np.where(across, cv2.dilate(size, np.ones((1, 3))), cv2.dilate(size, np.ones((3, 1))))
    edges = inside & (size >= limit) & (size >= beside)
    return np.asarray(np.hypot(*fine)[edges] / size[edges], np.float32)


def _gradient(grey: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The derivatives (of 255 a pixel) to the right and down."""
    right, down = (cv2.Sobel(grey, cv2.CV_32F, *order, ksize=3, scale=1 / 8) for order in ((1, 0), (0, 1)))
    return np.asarray(right, np.float32), np.asarray(down, np.float32)
