"""Whether a playing field has light enough, and not too much, for its tiles to be read at all."""

import cv2
import numpy as np

from vision.reading import Picture, Points

# On photographs of ordinary rooms the brightest hundredth of the field begins at 160 at least, and 0.06 of it at most
# is burnt. Tables are read well at a fifth and at the double of that light; these stand where mistakes begin.
_DARK = 30  # of 255 in the brightest channel
_BURNT, _MOST_BURNT = 250, 0.65


def badly_lit(picture: Picture, field: Points) -> str | None:
    """`"too_dark"` or `"too_bright"` when the field (4 × 2 px) cannot be read for its light; None when it can.

    >>> field, picture = np.array([[1.0, 1.0], [9.0, 1.0], [9.0, 9.0], [1.0, 9.0]]), np.full((10, 10, 3), 99, np.uint8)
    >>> [badly_lit(np.uint8(times * picture), field) for times in (0.1, 1.0, 2.57)]
    ['too_dark', None, 'too_bright']
    """
    inside = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, np.round(field).astype(np.int32), 1)
    brightest = picture[inside > 0].max(axis=1, initial=0)
    if not brightest.size:
        return None
    # A few white tiles on a black sheet are enough to show that there is light.
    if np.percentile(brightest, 99) < _DARK:
        return "too_dark"
    return "too_bright" if (brightest >= _BURNT).mean() > _MOST_BURNT else None
