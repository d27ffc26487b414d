"""Reads a picture in one orientation, by whichever quarter turn it is given.

Edge detectors and networks give slightly different results on a picture turned by a quarter.
"""

from collections.abc import Callable

import cv2
import numpy as np

from vision.cards.common.reading import Corner, DetectedCard
from vision.reading import Picture

# By quarter turns counter-clockwise. NumPy takes ten times as long.
_TURN = {1: cv2.ROTATE_90_COUNTERCLOCKWISE, 2: cv2.ROTATE_180, 3: cv2.ROTATE_90_CLOCKWISE}


def read_same_way_round(read: Callable[[Picture], list[DetectedCard]], picture: Picture) -> list[DetectedCard]:
    """What `read` gives for a picture with its lightest quarter at the bottom left, in px of the picture as it is.

    >>> card, picture = DetectedCard("AS", ((0, 0), (6, 0), (6, 8), (0, 8)), 1.0), np.zeros((48, 64, 3), np.uint8)
    >>> picture[:24, 32:] = 200
    >>> [one.corners[0] for one in read_same_way_round(lambda turned: [card], picture)]
    [(63.0, 47.0)]
    """
    turns, size = _turns_to_read(picture), picture.shape[:2]
    if not turns:
        return read(picture)
    return [_turned_back(card, turns, size) for card in read(np.asarray(cv2.rotate(picture, _TURN[turns]), np.uint8))]


def _turns_to_read(picture: Picture) -> int:
    """The quarter turns counter-clockwise (0 to 3) by which a picture's lightest quarter comes to the bottom left."""
    high, wide = (side // 2 for side in picture.shape[:2])
    clockwise = (picture[-high:, :wide], picture[:high, :wide], picture[:high, -wide:], picture[-high:, -wide:])
    light = [sum(cv2.sumElems(quarter)) for quarter in clockwise]
    return max(range(4), key=lambda turns: light[turns:] + light[:turns])


def _turned_back(card: DetectedCard, turns: int, size: tuple[int, ...]) -> DetectedCard:
    """A card of the turned picture in the one that was not, of a `size` (height, width)."""
    right, bottom = size[1] - 1, size[0] - 1

    def back(corner: Corner) -> Corner:
        x, y = corner
        turned_back = ((x, y), (right - y, x), (right - x, bottom - y), (y, bottom - x))
        return float(turned_back[turns][0]), float(turned_back[turns][1])

    return card.at(back)
