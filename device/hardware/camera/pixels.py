"""Converts the pixel formats of Picamera2 to BGR.

Picamera2 names formats by the order of bits in a word: its `RGB888` lies in memory as B, G, R.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Picture

AS_IT_IS = {"RGB888"}
BY_CHANNELS = {
    "BGR888": cv2.COLOR_RGB2BGR,
    "XBGR8888": cv2.COLOR_RGBA2BGR,
    "XRGB8888": cv2.COLOR_BGRA2BGR,
    "MJPEG": cv2.COLOR_RGB2BGR,  # decoded by Picamera2 already
}
BY_BRIGHTNESS = {
    "YUV420": cv2.COLOR_YUV2BGR_I420,
    "YVU420": cv2.COLOR_YUV2BGR_YV12,
    "NV12": cv2.COLOR_YUV2BGR_NV12,
    "NV21": cv2.COLOR_YUV2BGR_NV21,
    "YUYV": cv2.COLOR_YUV2BGR_YUYV,
    "YVYU": cv2.COLOR_YUV2BGR_YVYU,
    "UYVY": cv2.COLOR_YUV2BGR_UYVY,
}
# OpenCV expects brightness from 16 to 235 and colour from 16 to 240; a still camera sends both from 0 to 255.
_LEVELS = np.arange(256, dtype=np.float64)
_BRIGHTNESS = np.round(16 + _LEVELS * 219 / 255).astype(np.uint8)
_COLOUR = np.round(128 + (_LEVELS - 128) * 224 / 255).astype(np.uint8)


class PixelFormatError(ValueError):
    """A pixel format that is not in the tables above."""


def to_bgr(pixels: NDArray[np.uint8], pixel_format: str, size: tuple[int, int], full_range: bool) -> Picture:
    """Convert an array of a pixel format from Picamera2; raises `PixelFormatError`.

    `size` is width and height in pixels; arrays may be wider, since rows are padded. `full_range`: brightness goes from
    0 to 255.

    >>> to_bgr(np.full((3, 2), 128, np.uint8), "NV12", (2, 2), full_range=True)[0, 0].tolist()
    [128, 128, 128]
    """
    width, height = size
    if pixel_format in AS_IT_IS:
        return pixels
    if pixel_format in BY_CHANNELS:
        return cv2.cvtColor(pixels, BY_CHANNELS[pixel_format]).astype(np.uint8, copy=False)
    if pixel_format not in BY_BRIGHTNESS:
        raise PixelFormatError(pixel_format)
    if full_range:
        pixels = _narrowed(pixels, pixel_format, height)
    bgr = cv2.cvtColor(np.ascontiguousarray(pixels), BY_BRIGHTNESS[pixel_format])
    return np.ascontiguousarray(bgr[:height, :width]).astype(np.uint8, copy=False)


def _narrowed(pixels: NDArray[np.uint8], pixel_format: str, height: int) -> NDArray[np.uint8]:
    """The picture in the narrower range of values that OpenCV expects."""
    if pixels.ndim == 3:  # brightness and colour alternate
        order = (_COLOUR, _BRIGHTNESS) if pixel_format == "UYVY" else (_BRIGHTNESS, _COLOUR)
        return np.stack([order[0][pixels[..., 0]], order[1][pixels[..., 1]]], axis=-1)
    # Brightness in the first rows, colour below.
    return np.concatenate([_BRIGHTNESS[pixels[:height]], _COLOUR[pixels[height:]]])
