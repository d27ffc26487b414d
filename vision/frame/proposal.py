"""Proposes, from one picture of an empty frame of which nothing is known, what its frame file will need."""

from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame.outline_proposal import Rows, printed_rows, proposed_outline
from vision.frame.print_finder import largest_of_each, round_spots
from vision.frame.printed_lines import common_edge, printed_lines
from vision.frame.profiles import rim_near
from vision.reading import Picture, Points

SIZES = ("large", "medium", "small")
_LINE = 5  # px beside the middle of a line where it is not printed any more, of a picture 1280 px wide
_WIDEST = 1280  # px: a larger picture shows no more of a frame
_MIN_LINES = 3  # lines that a frame has
_WHOLE = 0.7  # of its radius: so much of a circle lies between the ends of the lines, which may end before the sides
_SMALLEST = 0.3  # of the largest circle: a smaller one is part of a number
_MAX_RIM_OFFSET = 0.4  # of the radius that the exact rim may be beside a spot's
_MAX_SIZE_RATIO = 1.18  # times: circles of one size differ less, whatever the perspective


@dataclass(frozen=True)
class ProposedCircle:
    """A printed circle: its centre and radius (px), and which size it seems to have."""

    centre: tuple[float, float]
    radius: float
    size: str


@dataclass(frozen=True)
class FrameProposal:
    """What may be a frame on a picture (px): its outline (n × 2), its lines (2 × 2 each, lowest first), its circles.

    The outline runs on the fronts of the bars, from the left end of the top down, along the base, and up to the right.
    `left`, `base`, `right`: the shapes that are printed along them, as the outline runs; "" where none can be read.
    """

    outline: Points
    lines: tuple[Points, ...]
    circles: tuple[ProposedCircle, ...]
    left: tuple[str, ...]
    base: tuple[str, ...]
    right: tuple[str, ...]


def proposed_frame(picture: Picture) -> FrameProposal:
    """What a picture of an empty frame shows of it, as far as it can be read."""
    scale = max(1.0, picture.shape[1] / _WIDEST)
    if scale > 1:
        small = cv2.resize(picture, None, fx=1 / scale, fy=1 / scale, interpolation=cv2.INTER_AREA)
        picture = np.asarray(small, np.uint8)
    lines = printed_lines(picture)
    circles = (
        ProposedCircle((x * scale, y * scale), radius * scale, size) for x, y, radius, size in _circles(picture, lines)
    )
    rows = printed_rows(picture, lines)
    outline = proposed_outline(picture, lines, rows) * scale
    return FrameProposal(outline, tuple(ends * scale for ends in lines), tuple(circles), *_shapes(rows))


def _circles(picture: Picture, lines: list[Points]) -> list[tuple[float, float, float, str]]:
    """The printed circles between the sides: x, y, radius, size."""
    if len(lines) < _MIN_LINES:
        return []
    scale = picture.shape[1] / _WIDEST
    left, right = (common_edge(np.array([ends[side] for ends in lines]), scale) for side in (0, 1))
    rows = [ends[:, 1].mean() for ends in lines]
    between = (max(rows) - min(rows)) / (len(rows) - 1)
    high, low = max(0, int(min(rows) - 2 * between)), int(max(rows) + 2 * between)
    detected = [round_spots(one[high:low]) for one in (picture, _without(picture, lines))]
    spots = largest_of_each(np.add(np.vstack(detected), (0, high, 0)))
    spots = np.array([_exact(picture, spot) for spot in spots]).reshape(-1, 3)
    x, y, radius = spots.T
    inside = (x - _WHOLE * radius > left(y)) & (x + _WHOLE * radius < right(y))
    spots = spots[inside & (y > min(rows) - 1.5 * between) & (y < max(rows) + 1.5 * between)]
    spots = spots[spots[:, 2] > _SMALLEST * spots[:, 2].max(initial=0)]
    sizes = _sizes(spots[:, 2]) if len(spots) else []
    return [(float(x), float(y), float(radius), size) for (x, y, radius), size in zip(spots, sizes, strict=True)]


def _shapes(rows: Rows) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The shapes along the left side, the base and the right side, as the outline runs."""
    left, base, right = (() if row is None else row.shapes for row in (rows.left, rows.base, rows.right))
    return left, base, right[::-1]


def _exact(picture: Picture, spot: NDArray[np.float64]) -> tuple[float, float, float]:
    x, y, radius = (float(one) for one in spot)
    rim = rim_near(picture, (x, y), radius)
    return (x, y, radius) if rim is None or abs(rim[1] - radius) > _MAX_RIM_OFFSET * radius else (*rim[0], rim[1])


def _without(picture: Picture, lines: list[Points]) -> Picture:
    """A picture whose lines are painted over with what is above and below them, so that they cut no circle."""
    out = picture.copy()
    reach = round(_LINE * picture.shape[1] / _WIDEST)
    shares = np.arange(1, 2 * reach)[:, None, None] / (2 * reach)
    for (left, low), (right, high) in lines:
        columns = np.arange(int(left), int(right) + 1)
        rows = np.round(low + (high - low) * (columns - left) / (right - left)).astype(int)
        rows = rows.clip(reach, len(picture) - reach - 1)
        above, below = picture[rows - reach, columns], picture[rows + reach, columns]
        for step, share in enumerate(shares, start=1 - reach):
            out[rows + step, columns] = above * (1 - share) + below * share
    return out


def _sizes(radii: NDArray[np.float64]) -> list[str]:
    """Which of three sizes circles of these radii (px) have: parted so that those of one size differ least."""
    logs = np.sort(np.log(radii))
    # One size of circles is likelier than two of nearly the same radius.
    parted = min(
        (cuts for parts in range(len(SIZES)) for cuts in combinations(range(1, len(logs)), parts)),
        key=lambda cuts: (
            sum(np.square(part - part.mean()).sum() for part in np.split(logs, cuts))
            + np.log(_MAX_SIZE_RATIO) ** 2 * len(cuts)
        ),
    )
    limits = [(logs[at - 1] + logs[at]) / 2 for at in parted]
    names = SIZES[: len(limits) + 1][::-1]
    return [names[sum(np.log(radius) > limit for limit in limits)] for radius in radii]
