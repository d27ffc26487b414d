"""Invented suit signs of French-suited cards, as masks."""

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import ImageFont

from simulator.artwork.paint import Rng, ring

Mask = NDArray[np.uint8]  # height × width, 255 where there is ink, trimmed to it
SUITS = "SHDC"
_SIGNS = dict(zip(SUITS, "♠♥♦♣", strict=True))
_SIDE = 128  # px
_SHIFT = 4
_ABSENT = "\uffff"  # in no font, which draws its sign for a missing letter


def trimmed(mask: Mask) -> Mask:
    """The part of a mask that has ink."""
    left, top, wide, high = cv2.boundingRect(mask)
    return mask[top : top + high, left : left + wide]


def glyph(text: str, font: str, high: int = _SIDE) -> Mask:
    """Letters of a font file as a mask `high` px tall; raises `ValueError` for a blank one. `""`: Pillow's own font."""
    made = ImageFont.truetype(font, high * 2) if font else ImageFont.load_default(high * 2)
    mask = _drawn_text(text, made)
    is_absent = np.array_equal(mask, _drawn_text(_ABSENT * len(text), made))
    if mask.size == 0 or mask.shape[0] < high // 4 or is_absent:
        raise ValueError(f"{font} has no {text}")
    wide = max(3, round(mask.shape[1] * high / mask.shape[0]))
    return np.asarray(cv2.resize(mask, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)


def has_letters(font: str, letters: Iterable[str]) -> bool:
    """Whether a font file has these letters."""
    try:
        return all(glyph(letter, font).size for letter in letters)
    except (ValueError, OSError):
        return False


def _drawn_text(text: str, font: ImageFont.FreeTypeFont | ImageFont.ImageFont) -> Mask:
    drawn = font.getmask(text, mode="L")
    return trimmed(np.asarray(drawn, np.uint8).reshape(drawn.size[1], drawn.size[0]))


def _filled(*areas: NDArray[np.float64]) -> Mask:
    """The union of polygons about the origin, each within ±1.2."""
    mask = np.zeros((_SIDE, _SIDE), np.uint8)
    for area in areas:
        points = np.round((area / 1.3 + 1) / 2 * _SIDE * (1 << _SHIFT)).astype(np.int32)
        cv2.fillPoly(mask, [points], 255, cv2.LINE_AA, _SHIFT)
    return trimmed(mask)


def _heart(rng: Rng) -> NDArray[np.float64]:
    turn = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    x = np.sign(np.sin(turn)) * np.abs(np.sin(turn)) ** rng.uniform(2.2, 3.2)
    dip, soft = rng.uniform(4, 6.5), rng.uniform(0.5, 2.5)
    y = -(13 * np.cos(turn) - dip * np.cos(2 * turn) - soft * np.cos(3 * turn) - np.cos(4 * turn)) / 16
    return np.stack([x * rng.uniform(0.85, 1.1), y], axis=1)


def _stem(rng: Rng, top: float) -> NDArray[np.float64]:
    foot, waist = rng.uniform(0.2, 0.5), rng.uniform(0.04, 0.14)
    bow = rng.uniform(0.3, 0.8)
    half = [(waist, top), (waist + (foot - waist) * 0.25, top + (1.1 - top) * bow), (foot, 1.1)]
    return np.array([*half, *((-x, y) for x, y in reversed(half))])


def _drawn(suit: str, rng: Rng) -> Mask:
    if suit == "H":
        return _filled(_heart(rng))
    if suit == "S":
        body = _heart(rng) * (1, -0.85) - (0, 0.15)
        return _filled(body, _stem(rng, 0.2))
    if suit == "D":
        wide, bow = rng.uniform(0.65, 1.0), rng.uniform(-0.22, 0.08)
        tips = np.array([(0, -1), (wide, 0), (0, 1), (-wide, 0)])
        sides = [tips[k] + (tips[(k + 1) % 4] - tips[k]) * share for k in range(4) for share in (0.0, 0.25, 0.5, 0.75)]
        inward = np.array([1.0, 1 + 0.75 * bow, 1 + bow, 1 + 0.75 * bow] * 4)[:, None]
        return _filled(np.array(sides) * inward)
    radius, high = rng.uniform(0.4, 0.5), rng.uniform(0.5, 0.62)
    side = rng.uniform(0.45, 0.6)
    lobes = [ring(at, (radius, radius)) for at in ((0, -high), (side, 0.25), (-side, 0.25))]
    core = ring((0, 0), (0.25, 0.3))
    return _filled(*lobes, core, _stem(rng, 0.0))


def _outlined(mask: Mask, rng: Rng) -> Mask:
    """Only the rim of a sign."""
    wide = int(rng.integers(5, 11))
    padded = cv2.copyMakeBorder(mask, 2, 2, 2, 2, cv2.BORDER_CONSTANT)
    return trimmed(np.asarray(padded - cv2.erode(padded, np.ones((wide * 2 + 1, wide * 2 + 1), np.uint8)), np.uint8))


def random_pips(rng: Rng, fonts: list[str]) -> dict[str, Mask]:
    """The four signs of one deck, drawn or from one of the fonts that have them."""
    font = str(rng.choice(fonts)) if fonts and rng.random() < 0.45 else ""
    pips = {suit: glyph(_SIGNS[suit], font) if font else _drawn(suit, rng) for suit in SUITS}
    if rng.random() < 0.03:
        pips = {suit: _outlined(mask, rng) for suit, mask in pips.items()}
    return pips
