"""An enlarged crop of a picture around some places, so that people can recognise tiles on a phone."""

from dataclasses import replace

import cv2
import numpy as np

from vision.reading import Picture, Reading

WIDTH = 1280  # px that the part is made wide
_MARGIN = 0.6  # around it, in sizes of a piece
_MOST_TIMES = 4.0  # a larger enlargement shows nothing more


def crop_to_places(picture: Picture, reading: Reading, places: str) -> tuple[Picture, Reading]:
    """The part of a picture around the pieces on places whose names begin with `places`, and what was read there.

    Gives the whole picture where nothing was read on such places.

    >>> from vision.reading import DetectedPiece
    >>> ring = ((100.0, 100.0), (140.0, 100.0), (140.0, 150.0), (100.0, 150.0))
    >>> piece = DetectedPiece("5", "flat", (120.0, 125.0), "hand/1/1", 0.9, {}, ring)
    >>> part, read = crop_to_places(np.zeros((960, 1280, 3), np.uint8), Reading(None, (piece,)), "hand/")
    >>> part.shape, read.pieces[0].xy
    ((440, 400, 3), (200.0, 220.0))
    """
    near = [piece for piece in reading.pieces if (piece.place or "").startswith(places)]
    if not near:
        return picture, reading
    points = np.array([xy for piece in near for xy in piece.corners])
    margin = _MARGIN * np.ptp(np.array(near[0].corners), axis=0).max()
    high, wide = picture.shape[:2]
    left, top = np.clip(np.floor(points.min(axis=0) - margin), 0, (wide - 1, high - 1)).astype(int)
    right, bottom = np.clip(np.ceil(points.max(axis=0) + margin), (left + 1, top + 1), (wide, high)).astype(int)
    times = min(_MOST_TIMES, WIDTH / (right - left))
    part = cv2.resize(picture[top:bottom, left:right], None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)

    def moved(xy: tuple[float, float]) -> tuple[float, float]:
        return float((xy[0] - left) * times), float((xy[1] - top) * times)

    pieces = tuple(replace(one, xy=moved(one.xy), corners=tuple(map(moved, one.corners))) for one in near)
    return np.asarray(part, np.uint8), Reading(None, pieces)
