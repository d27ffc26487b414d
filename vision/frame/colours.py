"""The colours of pieces, whatever the white balance."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame.view import Flat, Mask
from vision.reading import Picture

COLOURS = ("blue", "yellow", "green", "red")
NONE = -1
_HUES = {"blue": (96, 130), "yellow": (16, 36), "green": (42, 88), "red": (168, 192)}  # of 180, red goes past 180
_MIN_COLOURFULNESS = 0.38  # of the brightest channel
_MIN_BRIGHTNESS = 28.0  # of 255: darker is a shadow
_TARGET_BRIGHTNESS, _MAX_GAIN = 220.0, 2.5  # of 255, to which bright parts are brought; and the gain at most
_WHITE_PERCENTILE = 99  # the percentile that is taken for white
_MAX_TINT, _MAX_BALANCE = 2.5, 1.8  # times as strong one channel of white is as another; and a channel is made
_MIN_CHANGE = 22.0  # of 255 in the channel that differs most

Colours = NDArray[np.int8]  # the number of a pixel's colour, or NONE


def balance(flat: Flat, circles: Mask, picture: Picture) -> NDArray[np.float32]:
    """The gains of the channels (3) that make a rectified picture look well exposed in white light.

    The lightest values of each channel inside the printed circles are taken for white: their paper, their figures, or
    circles of several colours together. Where these are coloured, the mean of the whole picture is taken for grey.
    """
    light = np.percentile(flat[circles], _WHITE_PERCENTILE, axis=0) if circles.any() else np.zeros(3)
    if light.min() * _MAX_TINT < light.max() or light.max() < _MIN_BRIGHTNESS:
        light = picture[::8, ::8].reshape(-1, 3).mean(axis=0)
    white = np.clip(light.mean() / np.maximum(light, 1.0), 1 / _MAX_BALANCE, _MAX_BALANCE)
    bright = float(np.percentile((flat * white).max(axis=2), 98))
    return np.asarray(white * np.clip(_TARGET_BRIGHTNESS / max(bright, 1.0), 1.0, _MAX_GAIN), np.float32)


def evened(now: Flat, before: Flat) -> Flat:
    """A rectified picture with the white balance of another one; what has changed is left out by taking the median."""
    few, then = now[::3, ::3].reshape(-1, 3), before[::3, ::3].reshape(-1, 3)
    usable = (few.min(axis=1) > 10) & (then.min(axis=1) > 10) & (few.max(axis=1) < 250) & (then.max(axis=1) < 250)
    if usable.sum() < 50:
        return now
    return np.asarray(now * np.median(then[usable] / few[usable], axis=0), np.float32)


def changed(now: Flat, before: Flat) -> Mask:
    """Where two pictures of one white balance differ."""
    return np.asarray(np.abs(now - before).max(axis=2) > _MIN_CHANGE)


def colours_of(picture: Flat) -> Colours:
    """The colour of each pixel that could be a piece's."""
    hsv = cv2.cvtColor(np.clip(picture, 0, 255).astype(np.uint8), cv2.COLOR_BGR2HSV)
    hue, colourful, bright = (hsv[..., at] for at in range(3))
    is_piece = (colourful > _MIN_COLOURFULNESS * 255) & (bright > _MIN_BRIGHTNESS)
    out = np.full(picture.shape[:2], NONE, np.int8)
    for number, colour in enumerate(COLOURS):
        low, high = _HUES[colour]
        out[is_piece & (hue >= low) & (hue <= high)] = number
        out[is_piece & (hue.astype(int) + 180 <= high)] = number
    return out
