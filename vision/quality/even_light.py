"""Takes uneven light out of a small picture, as of one low lamp, so that its dark edge shows what is there."""

import cv2
import numpy as np

from vision.reading import Picture

_CELL = 8  # px over which light is averaged
_REACH = 4.0  # cells: light changes more slowly than what lies in it
_UNEVEN = 5.0  # times as bright as the darkest twentieth: light that needs no change; of one low lamp it is 8 to 20
_MOST = 8.0  # times as bright as before


def evenly_lit(picture: Picture) -> Picture:
    """The same picture (some 320 px wide) with its dark parts as bright as its middle ones, where light is uneven.

    >>> across = np.linspace(8, 200, 320).astype(np.uint8)
    >>> low_lamp = np.broadcast_to(across[None, :, None], (240, 320, 3)).copy()
    >>> bool(low_lamp[:, 16].mean() < 20), bool(evenly_lit(low_lamp)[:, 16].mean() > 50)
    (True, True)
    >>> lit_room = low_lamp // 2 + np.uint8(100)
    >>> evenly_lit(lit_room) is lit_room
    True
    """
    high, wide = picture.shape[:2]
    brightest = cv2.resize(picture, (max(1, wide // _CELL), max(1, high // _CELL)), interpolation=cv2.INTER_AREA)
    light = cv2.GaussianBlur(brightest.max(axis=2).astype(np.float32) + 1, (0, 0), _REACH)
    dark, bright = np.percentile(light, (5, 95))
    if bright <= _UNEVEN * dark:
        return picture
    gains = np.clip(np.median(light) / light, 1.0, _MOST)
    fine = cv2.resize(gains, (wide, high), interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.clip((picture + np.float32(1)) * fine[..., None], 0, 255), np.uint8)
