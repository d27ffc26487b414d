"""The colours of pieces, whatever the white balance."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drop_it.frame_view import Flat, Mask
from vision.reading import Picture

COLOURS = ("blue", "yellow", "green", "red")
NONE = -1
_HUES = {"blue": (96, 130), "yellow": (16, 36), "green": (42, 88), "red": (168, 192)}  # of 180, red goes past 180
_COLOURFUL = 0.38  # of the brightest channel
_BRIGHT = 28.0  # of 255: darker is a shadow
_WELL_EXPOSED, _MOST_EXPOSED = 220.0, 2.5  # of 255 in what is bright; and how often as bright it is made at most
_MOST_TINTED = 1.6  # times as strong is a channel of the picture than another
_CHANGED = 22.0  # of 255 in the channel that differs most

Colours = NDArray[np.int8]  # the number of a pixel's colour, or NONE


def balanced(flat: Flat, picture: Picture) -> Flat:
    """A rectified picture as if exposed well in white light: the whole picture is taken to be grey in the mean."""
    means = picture[::8, ::8].reshape(-1, 3).mean(axis=0)
    grey = flat * np.clip(means.mean() / np.maximum(means, 1.0), 1 / _MOST_TINTED, _MOST_TINTED)
    bright = float(np.percentile(grey.max(axis=2), 98))
    return np.asarray(grey * np.clip(_WELL_EXPOSED / max(bright, 1.0), 1.0, _MOST_EXPOSED), np.float32)


def evened(now: Flat, before: Flat) -> Flat:
    """A rectified picture with the white balance of another one; what has changed is left out by taking the median."""
    few, then = now[::3, ::3].reshape(-1, 3), before[::3, ::3].reshape(-1, 3)
    usable = (few.min(axis=1) > 10) & (then.min(axis=1) > 10) & (few.max(axis=1) < 250) & (then.max(axis=1) < 250)
    if usable.sum() < 50:
        return now
    return np.asarray(now * np.median(then[usable] / few[usable], axis=0), np.float32)


def changed(now: Flat, before: Flat) -> Mask:
    """Where two pictures of one white balance differ."""
    return np.asarray(np.abs(now - before).max(axis=2) > _CHANGED)


def colours_of(picture: Flat) -> Colours:
    """The colour of each pixel that could be a piece's."""
    hsv = cv2.cvtColor(np.clip(picture, 0, 255).astype(np.uint8), cv2.COLOR_BGR2HSV)
    hue, colourful, bright = (hsv[..., at] for at in range(3))
    is_piece = (colourful > _COLOURFUL * 255) & (bright > _BRIGHT)
    out = np.full(picture.shape[:2], NONE, np.int8)
    for number, colour in enumerate(COLOURS):
        low, high = _HUES[colour]
        out[is_piece & (hue >= low) & (hue <= high)] = number
        out[is_piece & (hue.astype(int) + 180 <= high)] = number
    return out
