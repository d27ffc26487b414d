"""The noise of a sensor, laid over pictures patch by patch, each time another part of what there is of it."""

import cv2
import numpy as np

from vision.reading import Picture

_NOISE = 2.0  # of 255
_PATCH, _SHIFTS = 320, 64  # px


class Noise:
    """Noise of one sensor."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        noise = np.round(rng.normal(0, _NOISE, (_PATCH + _SHIFTS, _PATCH + _SHIFTS, 3)))
        # What it adds and what it takes away, apart: bytes are added several times as fast as with their signs.
        self._lighter, self._darker = (np.clip(way * noise, 0, 127).astype(np.uint8) for way in (1, -1))

    def over(self, shown: Picture, noisy: Picture) -> Picture:
        """A picture with noise, written into `noisy`, which may be the picture itself."""
        for top in range(0, shown.shape[0], _PATCH):
            for left in range(0, shown.shape[1], _PATCH):
                part = (slice(top, top + _PATCH), slice(left, left + _PATCH))
                high, wide = shown[part].shape[:2]
                x, y = (int(v) for v in self._rng.integers(0, _SHIFTS, 2))
                of_noise = (slice(y, y + high), slice(x, x + wide))
                noisy[part] = cv2.subtract(cv2.add(shown[part], self._lighter[of_noise]), self._darker[of_noise])
        return noisy
