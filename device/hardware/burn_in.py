"""Prevents burn-in: pixels fade by being lit, and a box may show one picture for days.

Two minutes after the last press and the last news the display dims. From then on the picture moves every minute, by one
pixel at a time round a small square, which spares thin lines. In every other round it is dark on light, which spares
the bars: over two rounds every pixel is lit half of the time. Nothing is hidden.
"""

import time
from collections.abc import Callable

from PIL import Image, ImageChops

DIM_AFTER_S = 120.0
STEP_S = 60.0
OFFSETS = ((0, 0), (1, 0), (1, 1), (0, 1))  # px right and down


class BurnIn:
    """Tracks how long nobody has pressed anything and nothing new was shown.

    >>> now = [0.0]
    >>> burn_in = BurnIn(lambda: now[0])
    >>> now[0] = 119.0; burn_in.is_dim
    False
    >>> now[0] = 121.0; burn_in.is_dim
    True
    >>> burn_in.wake(), burn_in.is_dim
    (True, False)
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._woken_at_s = clock()

    def wake(self) -> bool:
        """Reset the idle time; returns whether the display was dim until now."""
        was_dim = self.is_dim
        self._woken_at_s = self._clock()
        return was_dim

    @property
    def is_dim(self) -> bool:
        """Whether to dim the display."""
        return self._idle_s() >= DIM_AFTER_S

    def shifted(self, image: Image.Image) -> Image.Image:
        """A picture (mode `"1"`) as it should be shown now."""
        if not self.is_dim:
            return image
        rounds, step = divmod(int((self._idle_s() - DIM_AFTER_S) // STEP_S), len(OFFSETS))
        moved = Image.new("1", image.size)
        moved.paste(image, OFFSETS[step])
        # Not `invert`: it keeps a pixel lit that was drawn as 1 and not as 255.
        return ImageChops.logical_xor(moved, Image.new("1", image.size, 1)) if rounds % 2 else moved

    def _idle_s(self) -> float:
        return self._clock() - self._woken_at_s
