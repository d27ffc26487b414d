"""Things with a height among cards: stacks of chips, glasses, hands."""

import cv2
import numpy as np
from numpy.typing import NDArray

from simulator.artwork.paint import Pad, Rng, colour, mixed, ring, rounded
from simulator.scenes.french_tables import CardTable
from simulator.scenes.strewn_things import chip_colours, paint_chip

_THICK = 3.3  # mm: a chip
_SHIFT = 4
Spots = NDArray[np.float64]
Camera = NDArray[np.float64]  # 3 × 4, from mm to px


def projected(camera: Camera, points: Spots) -> Spots:
    """Points (n × 3 mm) in the picture (n × 2 px)."""
    there = np.column_stack([points, np.ones(len(points))]) @ camera.T
    return np.asarray(there[:, :2] / there[:, 2:])


def _circle(camera: Camera, at: Spots, radius: float, height: float) -> Spots:
    flat = ring((float(at[0]), float(at[1])), (radius, radius))
    return projected(camera, np.column_stack([flat, np.full(len(flat), height)]))


def _fixed(points: Spots) -> NDArray[np.int32]:
    return np.asarray(np.round(points * (1 << _SHIFT)), np.int32)


def _body(low: Spots, top: Spots) -> Spots:
    """The outline of a solid between two rings."""
    return np.asarray(cv2.convexHull(np.vstack([low, top]).astype(np.float32))[:, 0], np.float64)


def _hide(table: CardTable, outline: Spots) -> None:
    cv2.fillPoly(table.owner, [np.round(outline).astype(np.int32)], -1)


def _shade(rng: Rng, table: CardTable, outline: Spots, dark: float) -> None:
    """A soft shadow about an outline."""
    wide = max(1.5, 0.12 * float(np.ptp(outline[:, 0])))
    moved = outline + rng.normal(0, 0.08, 2) * np.ptp(outline, axis=0)
    low = np.maximum(np.floor(moved.min(axis=0) - 3 * wide).astype(int), 0)
    top = np.minimum(np.ceil(moved.max(axis=0) + 3 * wide).astype(int), table.picture.shape[1::-1])
    if (top - low < 3).any():
        return
    part = table.picture[low[1] : top[1], low[0] : top[0]]
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(moved - low).astype(np.int32)], 255)
    share = cv2.GaussianBlur(mask, (0, 0), wide).astype(np.float32)[..., None] / 255 * dark
    part[:] = (part * (1 - share)).astype(np.uint8)


def stack(rng: Rng, table: CardTable, at: Spots, radius: float, count: int) -> None:
    """`count` chips on one another at `at` (2, mm), of one kind or of several."""
    kinds = [chip_colours(rng) for _ in range(1 if rng.random() < 0.7 else 3)]
    _shade(rng, table, _circle(table.camera, at, radius * 1.06, 0.0), rng.uniform(0.2, 0.6))
    outlines = []
    for number in range(count):
        own = at + rng.normal(0, 0.7, 2)
        low, top = (_circle(table.camera, own, radius, _THICK * (number + k)) for k in (0, 1))
        one, other = kinds[int(rng.integers(len(kinds)))]
        outlines.append(_body(low, top))
        cv2.fillPoly(table.picture, [_fixed(outlines[-1])], mixed(one, (0, 0, 0), 0.3), cv2.LINE_AA, _SHIFT)
        start, stripes = int(rng.integers(26)), 6
        for stripe in range(stripes):  # on the side; the top hides those that face away
            part = (np.arange(2) + start + stripe * 26 // stripes) % len(low)
            quad = np.vstack([low[part], top[part[::-1]]])
            cv2.fillPoly(table.picture, [_fixed(quad)], mixed(other, (0, 0, 0), 0.25), cv2.LINE_AA, _SHIFT)
        cv2.polylines(table.picture, [_fixed(low)], True, mixed(one, (0, 0, 0), 0.65), 1, cv2.LINE_AA, _SHIFT)
        middle = top.mean(axis=0)
        cv2.fillPoly(table.picture, [_fixed(top)], one, cv2.LINE_AA, _SHIFT)
        if number == count - 1:
            scale = float(np.linalg.norm(top - middle, axis=1).min())
            paint_chip(rng, Pad(table.picture, (middle[0], middle[1]), scale, rng.uniform(0, 6)), one, other)
    for outline in outlines:
        _hide(table, outline)


def glass(rng: Rng, table: CardTable, at: Spots) -> None:
    """A glass at `at` (2, mm), empty or with a drink."""
    high, foot = rng.uniform(70, 150), rng.uniform(22, 34)
    rim = foot * rng.uniform(1.0, 1.35)
    low, top = _circle(table.camera, at, foot, 0.0), _circle(table.camera, at, rim, high)
    outline = _body(low, top)
    _shade(rng, table, low, rng.uniform(0.2, 0.5))
    mask = np.zeros(table.picture.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(outline).astype(np.int32)], 255)
    share = mask[..., None].astype(np.float32) / 255
    through = cv2.GaussianBlur(np.roll(table.picture, rng.integers(-9, 10, 2), axis=(0, 1)), (0, 0), rng.uniform(2, 5))
    table.picture[:] = (table.picture * (1 - share) + (through * 0.8 + 25) * share).astype(np.uint8)
    if rng.random() < 0.7:
        full = rng.uniform(0.2, 0.85)
        level = _circle(table.camera, at, foot + (rim - foot) * full, high * full)
        drink = colour(
            rng.choice([0.08, 0.12, 0.02, 0.5]) + rng.normal(0, 0.03), rng.uniform(0.2, 1), rng.uniform(0.1, 1)
        )
        drawn = table.picture.copy()
        cv2.fillPoly(drawn, [_fixed(_body(low, level))], mixed(drink, (0, 0, 0), 0.3), cv2.LINE_AA, _SHIFT)
        cv2.fillPoly(drawn, [_fixed(level)], drink, cv2.LINE_AA, _SHIFT)
        clear = rng.uniform(0.05, 0.5)
        table.picture[:] = (drawn * (1 - clear) + table.picture * clear).astype(np.uint8)
    for edge in (low, top):
        cv2.polylines(
            table.picture, [_fixed(edge)], True, (230, 235, 235), int(rng.integers(1, 3)), cv2.LINE_AA, _SHIFT
        )
    for _ in range(int(rng.integers(1, 4))):  # reflected lamps
        start, share_of = int(rng.integers(20)), rng.uniform(0.1, 0.9)
        bow = (low + (top - low) * share_of)[start : start + int(rng.integers(2, 6))]
        cv2.polylines(
            table.picture, [_fixed(bow)], False, (255, 255, 255), int(rng.integers(1, 5)), cv2.LINE_AA, _SHIFT
        )
    _hide(table, outline)


def hand(rng: Rng, table: CardTable, at: Spots, turn: float) -> None:
    """A hand with its fingertips at `at` (2, mm); it comes from below after a turn by `turn` (radians)."""
    middle, beside = projected(table.camera, np.array([[*at, 5.0], [at[0] + 1, at[1], 5.0]]))
    scale = float(np.hypot(*(beside - middle)))
    skin = colour(rng.uniform(0.02, 0.08), rng.uniform(0.25, 0.6), rng.uniform(0.3, 0.95))
    upwards = projected(table.camera, np.array([[*at, 0.0], [at[0] + np.sin(turn), at[1] - np.cos(turn), 0.0]]))
    up = upwards[1] - upwards[0]
    pad = Pad(table.picture, (middle[0], middle[1]), scale, float(np.arctan2(up[0], -up[1])))
    parts = [
        rounded(((k - 1.5) * 19.0, 30 + 5 * (k - 1.5) ** 2), (8.5, 40.0), 8.5) for k in range(int(rng.integers(1, 5)))
    ]
    parts.append(rounded((0.0, 100.0), (42.0, 45.0), 25.0))
    for part in reversed(parts):
        outline = pad.px(part) / (1 << _SHIFT)
        _shade(rng, table, outline, 0.25)
        pad.area(part, skin)
        pad.line(part, 1.0, mixed(skin, (0, 0, 0), 0.25), closed=True)
        _hide(table, outline)
