"""Checks the exposure of a playing field, and evens out the light of small pictures."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.quality.surface import overexposed
from vision.reading import Picture, Points

# On photographs of ordinary rooms the brightest hundredth of the field begins at 160 at least. Tables are read well at
# a fifth of that light; below this limit mistakes begin.
_MIN_BRIGHTNESS = 30  # of 255 in the brightest channel
_WIDE = 320  # px: wider pictures are sampled down to this
OVEREXPOSED, _UNDEREXPOSED = 250, 16  # of 255: from the first and up to the second in all channels
# A cream sheet is overexposed long before its tiles are, a dark one never: so the overexposed shares (all channels) of
# field and tiles are added. A field that is overexposed in some channel nearly everywhere is lost, too.
# How often this is right: `jarapon bench spoilt`, kind `light`.
_MAX_OVEREXPOSED, _MAX_PARTLY_OVEREXPOSED = 0.9, 0.95
# A camera exposes for the mean of its picture, so that white cards on a dark table are overexposed. The paper of cards,
# or the brightest spots where no card is detected, is brought to the target if it leaves these limits.
_MIN_PAPER, _TARGET_PAPER, _MAX_PAPER = 140.0, 200.0, 232.0  # of 255
_MAX_EXPOSURE_STEP = 1.0  # EV of one change: the brightness of overexposed paper is unknown
_GAMMA = 2.2  # of pictures
# Percentiles of the paper in a card, of bright cards among all, and of bright spots in a picture
_PAPER_PERCENTILE, _CARDS_PERCENTILE, _SPOTS_PERCENTILE = 70, 80, 98
_LIGHT_CELL = 8  # px over which light is averaged
_LIGHT_SIGMA = 4.0  # cells: light changes more slowly than what lies in it
_MAX_EVEN_RATIO = (
    5.0  # of the brightest to the darkest twentieth of the light, if it needs no change; one low lamp: 8 to 20
)
_MAX_GAIN = 8.0  # times as bright as before


@dataclass(frozen=True)
class Exposure:
    """The exposure of a region."""

    mean: float  # of the brightest channel, of 255
    lightest: float  # 99th percentile of the brightest channel, of 255
    overexposed: float  # share (0 to 1) that is white in all channels
    underexposed: float  # share (0 to 1) that is black in all channels


def exposure_of(picture: Picture, region: Points) -> Exposure | None:
    """The exposure of a convex region (n × 2 px); None where none of it is in the picture.

    >>> everywhere = np.array([[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0]])
    >>> exposure_of(np.full((10, 10, 3), 255, np.uint8), everywhere)
    Exposure(mean=255.0, lightest=255.0, overexposed=1.0, underexposed=0.0)
    """
    pixels = pixels_of_field(picture, region)
    if not pixels.size:
        return None
    darkest, brightest = channel_extremes(pixels)
    return Exposure(
        float(brightest.mean()),
        lightest_of(pixels),
        float((darkest >= OVEREXPOSED).mean()),
        float((brightest <= _UNDEREXPOSED).mean()),
    )


def too_dark(pixels: NDArray[np.uint8]) -> bool:
    """Whether the field with these pixels (n × 3) is too dark to read.

    >>> pixels = np.full((100, 3), 99, np.uint8)
    >>> too_dark(pixels // 10), too_dark(pixels)
    (True, False)
    """
    # A few white tiles on a black sheet are enough evidence of light.
    return lightest_of(pixels) < _MIN_BRIGHTNESS


def times_as_bright(picture: Picture, times: float) -> Picture:
    """The picture with its brightness multiplied, clipped at 255."""
    return np.asarray(cv2.convertScaleAbs(picture, alpha=times), np.uint8)


def too_bright(pixels: NDArray[np.uint8], tiles: Sequence[Picture]) -> bool:
    """Whether so much of the field (its pixels, n × 3) and of its `tiles` (crops) is white that others may be lost.

    >>> dark, white, cream = (np.full((44, 32, 3), colour, np.uint8) for colour in (60, 255, (190, 230, 249)))
    >>> [too_bright(field.reshape(-1, 3), tiles) for field, tiles in ((dark, [white]), (cream, [dark]), (white, []))]
    [True, False, True]
    """
    if not pixels.size:
        return False
    darkest, brightest = channel_extremes(pixels)
    if float((brightest >= OVEREXPOSED).mean()) > _MAX_PARTLY_OVEREXPOSED:
        return True
    of_field = float((darkest >= OVEREXPOSED).mean())
    # Where no tile is detected, one that is there would be overexposed like the sheet.
    of_tiles = float(np.mean([overexposed(tile) for tile in tiles])) if tiles else of_field
    return of_field + of_tiles > _MAX_OVEREXPOSED


def lacking_exposure(picture: Picture, cards: Sequence[Points]) -> float:
    """The change of exposure (EV) that makes the paper of cards bright but not overexposed.

    `cards`: the outlines (4 × 2 px each) of those that lie face up; without any, the brightest spots count.

    >>> card, dark = np.array([[20.0, 20], [40, 20], [40, 50], [20, 50]]), np.full((60, 80, 3), 40, np.uint8)
    >>> lacking_exposure(dark, [card]), lacking_exposure(dark + 180, []), round(lacking_exposure(dark + 215, []), 2)
    (1.0, 0.0, -0.77)
    """
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    papers = [
        float(np.percentile(shown, _PAPER_PERCENTILE)) for ring in cards if (shown := pixels_of_field(grey, ring)).size
    ]
    level = (
        float(np.percentile(papers, _CARDS_PERCENTILE))
        if papers
        else float(np.percentile(grey[::4, ::4], _SPOTS_PERCENTILE))
    )
    if _MIN_PAPER <= level <= _MAX_PAPER:
        return 0.0
    return float(np.clip(_GAMMA * np.log2(_TARGET_PAPER / max(level, 1.0)), -_MAX_EXPOSURE_STEP, _MAX_EXPOSURE_STEP))


def lightest_of(pixels: NDArray[np.uint8]) -> float:
    """The 99th percentile of pixels (n × 3) in the brightest channel (of 255); 255 without pixels."""
    return float(np.percentile(channel_extremes(pixels)[1], 99)) if pixels.size else 255.0


def channel_extremes(pixels: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The darkest and the brightest channel (n each) of pixels (n × 3, at least one)."""
    blue, green, red = cv2.split(pixels[None])  # NumPy takes eight times as long
    darkest, brightest = (pick(pick(blue, green), red) for pick in (cv2.min, cv2.max))
    return np.asarray(darkest[0], np.uint8), np.asarray(brightest[0], np.uint8)


def pixels_of_field(picture: Picture, field: Points) -> NDArray[np.uint8]:
    """A sample of some thousand pixels of the field (n × 3; n of a grey picture); none of one beside the picture."""
    step = max(1, picture.shape[1] // _WIDE)
    ring = np.round(field / step).astype(np.int32)
    (left, top), (right, bottom) = np.maximum(ring.min(axis=0), 0), np.maximum(ring.max(axis=0) + 1, 0)
    few = picture[::step, ::step][top:bottom, left:right]  # a card's field is a small part of it
    inside = np.zeros(few.shape[:2], np.uint8)
    if inside.size:
        cv2.fillConvexPoly(inside, ring - (left, top), 1)
    return np.asarray(few[inside > 0], np.uint8)


def evenly_lit(picture: Picture) -> Picture:
    """A picture (some 320 px wide) with its dark parts brightened to the median, where light is uneven.

    One low lamp leaves the picture's edge too dark to show what is there.

    >>> across = np.linspace(8, 200, 320).astype(np.uint8)
    >>> low_lamp = np.broadcast_to(across[None, :, None], (240, 320, 3)).copy()
    >>> bool(low_lamp[:, 16].mean() < 20), bool(evenly_lit(low_lamp)[:, 16].mean() > 50)
    (True, True)
    >>> lit_room = low_lamp // 2 + np.uint8(100)
    >>> evenly_lit(lit_room) is lit_room
    True
    """
    high, wide = picture.shape[:2]
    brightest = cv2.resize(
        picture, (max(1, wide // _LIGHT_CELL), max(1, high // _LIGHT_CELL)), interpolation=cv2.INTER_AREA
    )
    light = cv2.GaussianBlur(brightest.max(axis=2).astype(np.float32) + 1, (0, 0), _LIGHT_SIGMA)
    dark, bright = np.percentile(light, (5, 95))
    if bright <= _MAX_EVEN_RATIO * dark:
        return picture
    gains = np.clip(np.median(light) / light, 1.0, _MAX_GAIN)
    fine = cv2.resize(gains, (wide, high), interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.clip((picture + np.float32(1)) * fine[..., None], 0, 255), np.uint8)
