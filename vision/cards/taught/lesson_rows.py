"""Which place of a lesson of cards, in reading order, no card is detected at, or something that is certainly none."""

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.common.plane import CardPlane
from vision.geometry.homography import mapped
from vision.reading import Points

_ASKEW = np.cos(np.radians(15))  # of all cards, which lie upright
_OVER = 0.1  # share of a card that another one may lie over: outlines are not exact
_ROOM = 1.6  # from card to card, of what is usual, that leaves room for one between them
_INDENTED = 0.6  # the same, by which a row begins or ends beside the others


@dataclass(frozen=True)
class LaidCards:
    """The cards of a lesson in reading order."""

    plane: CardPlane
    corners: NDArray[np.float64]  # n × 4 × 2 px, from each one's top left
    rows: tuple[int, ...]  # how many lie in each


@dataclass(frozen=True)
class Doubt:
    """A place at which something is wrong."""

    place: int  # in reading order, from 1
    corners: Points  # of the card that would lie there, 4 × 2 px
    is_missing: bool  # no card is detected there; else what is detected may be none


def doubt_of(laid: LaidCards, count: int) -> Doubt | None:
    """The first place that is in doubt of a lesson of so many cards; None where there is none, or nobody can say."""
    flat = laid.plane.on_plane(laid.corners.reshape(-1, 2)).reshape(-1, 4, 2)
    is_short, askew = len(flat) < count, _askew(flat)
    if askew is not None:
        return None if is_short else Doubt(askew + 1, laid.corners[askew], False)
    gap = _gap(flat, laid.rows, is_short)
    return None if gap is None else Doubt(gap[0] + 1, mapped(gap[1], laid.plane.to_picture), True)


def _askew(flat: NDArray[np.float64]) -> int | None:
    """The card that lies most askew of those that do, or that lie over another one."""
    across = flat[:, 1] - flat[:, 0]
    upright = across @ across.sum(axis=0) / np.linalg.norm(across, axis=1) / np.linalg.norm(across.sum(axis=0))
    doubtful = upright < _ASKEW
    rings = flat.astype(np.float32)
    for one in range(len(rings)):
        for other in range(one):
            shared = cv2.intersectConvexConvex(rings[one], rings[other])[0]
            doubtful[[one, other]] |= shared > _OVER * cv2.contourArea(rings[one])
    return int(np.where(doubtful, upright, np.inf).argmin()) if doubtful.any() else None


def _gap(flat: NDArray[np.float64], rows: tuple[int, ...], is_short: bool) -> tuple[int, Points] | None:
    """The number of the first card that is missing, and where it would lie on the plane.

    Between two cards there is room for one; where cards are missing (`is_short`) a row may be shorter than the others,
    too: at its start, or at its end.
    """
    across = (flat[:, 1] - flat[:, 0]).sum(axis=0)
    along = across / np.linalg.norm(across)
    starts = np.cumsum([0, *rows])
    places = [flat[low:high].mean(axis=1) @ along for low, high in pairwise(starts)]
    steps = np.concatenate([np.diff(x) for x in places])
    if not len(steps):
        return None
    usual = float(np.median(steps))
    least, most = (float(edge([x[at] for x in places])) for edge, at in ((np.min, 0), (np.max, -1)))
    for low, x in zip(starts, places, strict=False):
        if is_short and x[0] - least > _INDENTED * usual:
            return int(low), flat[low] - usual * along
        wide = np.flatnonzero(np.diff(x) > _ROOM * usual)
        if len(wide):
            before = low + wide[0]
            return int(before + 1), flat[before] + usual * along
        if is_short and most - x[-1] > _INDENTED * usual:
            last = low + len(x) - 1
            return int(last + 1), flat[last] + usual * along
    return None
