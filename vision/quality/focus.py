"""Measures the sharpness of a picture, for people who focus a lens: the number grows until edges are crisp."""

import cv2

from vision.reading import Picture

_WIDE = 1280  # px: pictures of all sizes are compared at this width
_MIDDLE = 3  # the middle third of the picture each way: that is where the board lies


def sharpness(picture: Picture) -> float:
    """The variance of the Laplacian in the middle of a picture (BGR), its noise smoothed a little; 0 is no edge at all.

    Only numbers of one table in one light can be compared with each other. Source: Pech-Pacheco and others 2000.

    >>> import numpy as np
    >>> edge = np.zeros((960, 1280, 3), np.uint8)
    >>> edge[:, 640:] = 255
    >>> sharpness(edge) > 2 * sharpness(cv2.GaussianBlur(edge, (0, 0), 3))
    True
    """
    scale = min(1.0, _WIDE / picture.shape[1])
    sized = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    high, wide = sized.shape[0] // _MIDDLE, sized.shape[1] // _MIDDLE
    grey = cv2.cvtColor(sized[high : 2 * high, wide : 2 * wide], cv2.COLOR_BGR2GRAY)
    return float(cv2.Laplacian(cv2.GaussianBlur(grey, (3, 3), 0), cv2.CV_32F).var())
