"""Random frames of Drop It: geometry, artwork, pieces, room, camera and light.

Seeds up to 99 are for inspection and for choosing parameters; seeds from 100 on are held out.
"""

import colorsys
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from engines.drop_it.frame import USUAL_DEPTH, USUAL_PIECE_DEPTHS, Circle, Edge, Frame, Line
from engines.drop_it.pieces import COLOURS, OF_EACH, SHAPES
from simulator.render.frame.camera import SceneCamera
from simulator.render.frame.pieces import PieceSizes
from simulator.render.frame.scene import FrameScene
from simulator.render.frame.styles import (
    PIECE_COLOURS,
    Back,
    Bars,
    FrameLight,
    FrameStyle,
    Marks,
    Reflection,
    Room,
    Spot,
    Thing,
)
from simulator.render.light import Sensor, develop
from simulator.render.pieces import Colour
from vision.reading import Picture

HELD_BACK = 100  # the first held-out seed
_RADII = {"large": 0.72, "medium": 0.55, "small": 0.39}  # of bonus circles, as shares of a piece's radius
_BALANCE_DEVIATION = 0.015  # standard deviation of the white balance from picture to picture
Rng = np.random.Generator


@dataclass(frozen=True)
class RandomFrame:
    """A frame before a camera."""

    scene: FrameScene
    sensor: Sensor

    @property
    def is_clear(self) -> bool:
        """Whether the back is transparent, so that the room shows through."""
        return self.scene.style.back.clear > 0

    def developed(self, light: NDArray[np.float32], rng: np.random.Generator) -> Picture:
        """The picture of a scene's light, with a white balance that varies a little from picture to picture."""
        blue, green, red = (np.array(self.sensor.balance) * rng.normal(1.0, _BALANCE_DEVIATION, 3)).tolist()
        return develop(light, replace(self.sensor, balance=(blue, green, red)), rng)


def random_frame(seed: int, lines: int | None = None) -> RandomFrame:
    """A frame with some level lines, by default 4 to 10; every third has a clear back, every fourth another depth."""
    rng = np.random.default_rng([seed, 41])
    radius = rng.uniform(17.0, 24.0)
    frame = _geometry(rng, seed, radius, lines or int(rng.integers(4, 11)))
    shares = {shape: float(rng.normal(1.0, 0.004)) for shape in SHAPES}
    is_clear = seed % 3 == 2
    scene = FrameScene(
        frame,
        _rounded(_style(rng, is_clear), np.random.default_rng([seed, 43])),
        PieceSizes(radius, shares, float(rng.uniform(1.0, 1.8))),
        _camera(rng, frame),
        _light(rng, frame),
        _room(rng, is_clear),
    )
    return RandomFrame(scene, _sensor(rng))


def _geometry(rng: Rng, seed: int, radius: float, lines: int) -> Frame:
    half = max(rng.uniform(85.0, 130.0), 4.6 * radius)
    high, shoulder = half * rng.uniform(2.3, 2.9), half * rng.uniform(0.25, 0.4)
    mouth = max(half * rng.uniform(0.42, 0.55), 1.75 * radius)
    neck, cut = rng.uniform(12.0, 26.0), rng.choice([0.0, 0.0, rng.uniform(8.0, 22.0)])
    left = [(-mouth, high + shoulder + neck), (-mouth, high + shoulder), (-half, high)]
    left += [(-half, cut), (-half + cut, 0.0)] if cut else [(-half, 0.0)]
    outline = [(round(float(x), 2), round(float(y), 2)) for x, y in (*left, *((-x, y) for x, y in left[::-1]))]
    top = high + shoulder * 0.8
    steps = np.linspace(top / (lines + 1.0) * 0.75, top, lines)
    tilts = rng.choice([-1, 1]) * (-1.0) ** np.arange(lines) * rng.uniform(0.1, 0.3) * (steps[1] - steps[0])
    beyond = np.maximum(steps + np.abs(tilts) - high, 0.0)  # of the sides, where the shoulders come in
    depth = round(float(rng.uniform(17.0, 24.0)), 1) if seed % 4 == 3 else USUAL_DEPTH
    return Frame(
        f"invented {seed}",
        True,
        tuple(outline),
        ((outline[1][0], outline[1][1]), (outline[-2][0], outline[-2][1])),
        tuple(
            Line((round(-reach, 2), round(y - tilt, 2)), (round(reach, 2), round(y + tilt, 2)))
            for y, tilt, reach in np.column_stack([steps, tilts, half - 1.4 * beyond]).tolist()
        ),
        tuple(_edges(rng, half, high, cut)),
        tuple(_circles(rng, half, high + shoulder * 0.4, radius)),
        depth,
        (USUAL_PIECE_DEPTHS[0], round(depth - USUAL_DEPTH + USUAL_PIECE_DEPTHS[1], 1)),
    )


def _edges(rng: Rng, half: float, high: float, cut: float) -> list[Edge]:
    """Segments of both sides and the base, no shape twice in a row."""
    on_a_side, on_the_base = int(rng.integers(4, 8)), int(rng.integers(3, 6))
    sides = np.linspace(high, cut, on_a_side + 1)
    base = np.linspace(-half + cut, half - cut, on_the_base + 1)
    left = [((-half, a), (-half, b)) for a, b in pairwise(sides)]
    right = [((half, b), (half, a)) for a, b in pairwise(sides)][::-1]
    found: list[Edge] = []
    shape = ""
    for (ax, ay), (bx, by) in [*left, *(((a, 0.0), (b, 0.0)) for a, b in pairwise(base)), *right]:
        shape = str(rng.choice([one for one in SHAPES if one != shape]))
        ends = ((round(float(ax), 2), round(float(ay), 2)), (round(float(bx), 2), round(float(by), 2)))
        found.append(Edge(ends, shape, str(rng.choice(COLOURS))))
    return found


def _circles(rng: Rng, half: float, high: float, radius: float) -> list[Circle]:
    """Six to sixteen bonus circles that do not overlap."""
    found: list[Circle] = []
    wanted = int(rng.integers(6, 17))
    for _ in range(400):
        size = str(rng.choice(list(_RADII)))
        own = round(radius * _RADII[size] * float(rng.uniform(0.93, 1.07)), 1)
        x, y = rng.uniform(-half + own + 3, half - own - 3), rng.uniform(own + 15, high - own)
        if all(np.hypot(x - one.centre[0], y - one.centre[1]) > own + one.radius + 4 for one in found):
            found.append(Circle((round(float(x), 1), round(float(y), 1)), own, size))
        if len(found) == wanted:
            break
    return found


def _colour(rng: Rng, saturation: tuple[float, float], value: tuple[float, float]) -> Colour:
    red, green, blue = colorsys.hsv_to_rgb(rng.uniform(), rng.uniform(*saturation), rng.uniform(*value))
    return (255 * blue, 255 * green, 255 * red)


def _style(rng: Rng, is_clear: bool) -> FrameStyle:
    is_light = is_clear or rng.uniform() < 0.4
    back = _colour(rng, (0.02, 0.2), (0.7, 0.92)) if is_light else _colour(rng, (0.1, 0.4), (0.2, 0.45))
    ink = _colour(rng, (0.0, 0.3), (0.05, 0.2)) if is_light else _colour(rng, (0.0, 0.15), (0.8, 0.95))
    is_filled = rng.uniform() < 0.5
    spots = {}
    for size in _RADII:
        strong, pale = _colour(rng, (0.55, 0.95), (0.45, 0.8)), _colour(rng, (0.0, 0.06), (0.88, 0.97))
        spots[size] = (
            Spot(strong, strong, pale) if is_filled else Spot(strong, pale, strong, float(rng.uniform(0.08, 0.2)))
        )
    bars_light = rng.uniform() < 0.35
    paper_light = rng.uniform() < 0.6
    return FrameStyle(
        bars=Bars(
            colour=_colour(rng, (0.05, 0.5), (0.55, 0.85) if bars_light else (0.15, 0.4)),
            width=float(rng.uniform(9.0, 15.0)),
        ),
        back=Back(
            colour=back,
            clear=float(rng.uniform(0.75, 0.92)) if is_clear else 0.0,
            lines=ink,
            line_width=float(rng.uniform(0.6, 1.3)),
            numbers=ink,
            numbers_right=bool(rng.uniform() < 0.5),
        ),
        spots=spots,
        marks=Marks(
            on_bars=bool(rng.uniform() < 0.6),
            ink=_colour(rng, (0.0, 0.6), (0.1, 0.3) if paper_light else (0.75, 0.95)),
            paper=_colour(rng, (0.0, 0.25), (0.75, 0.95) if paper_light else (0.08, 0.25)),
        ),
        foot=_colour(rng, (0.1, 0.5), (0.15, 0.5)),
        pieces={colour: _near(rng, bgr) for colour, bgr in PIECE_COLOURS.items()},
    )


def _rounded(style: FrameStyle, rng: Rng) -> FrameStyle:
    """The style with rounded edges of the bars, and segments printed at some distance from them."""
    bars = replace(style.bars, rounded=float(rng.uniform(0.1, 0.6)))
    return replace(style, bars=bars, marks=replace(style.marks, inset=float(rng.uniform(0.4, 1.4))))


def _near(rng: Rng, colour: Colour) -> Colour:
    """A random colour near another one."""
    blue, green, red = np.clip(np.array(colour) * rng.uniform(0.85, 1.1) + rng.normal(0, 8, 3), 5, 245).tolist()
    return (blue, green, red)


def _camera(rng: Rng, frame: Frame) -> SceneCamera:
    """A camera that has the whole frame in its picture, a little from one side."""
    high, half = frame.outline[0][1], max(x for x, _ in frame.outline)
    focal = float(rng.uniform(880.0, 1080.0))
    away = float(max(high + 60.0, half * 1.6) * focal / 900.0 * rng.uniform(1.0, 1.2))
    eye = (float(rng.normal(0, 0.12) * away), float(high * 0.45 + rng.normal(0, 0.1) * away), away)
    return SceneCamera(
        eye,
        (float(rng.normal(0, 8.0)), float(high * 0.47 + rng.normal(0, 6.0)), 0.0),
        roll=float(rng.normal(0, 0.02)),
        focal=focal,
        centre=(float(640 + rng.normal(0, 6)), float(480 + rng.normal(0, 6))),
        radial=(float(rng.uniform(-0.06, 0.02)), float(rng.normal(0, 0.004))),
    )


def _light(rng: Rng, frame: Frame) -> FrameLight:
    high, half = frame.outline[0][1], max(x for x, _ in frame.outline)
    mirrored: tuple[Reflection, ...] = ()
    if rng.uniform() < 0.5:
        place = rng.uniform(-0.6, 0.6) * half, rng.uniform(0.35, 0.9) * high
        size = rng.uniform(15, 40), rng.uniform(25, 70)
        kind = rng.uniform(-0.2, 0.2), rng.uniform(0.05, 0.3), rng.uniform(1.0, 8.0)
        mirrored = (Reflection(*map(float, (*place, *size, *kind))),)
    towards = (float(rng.uniform(-0.8, 0.8)), float(rng.uniform(0.3, 1.0)), float(rng.uniform(0.5, 0.9)))
    return FrameLight(towards, float(rng.uniform(0.3, 0.75)), float(rng.uniform(0.05, 0.3)), mirrored)


def _room(rng: Rng, is_clear: bool) -> Room:
    """A wall and a table; behind a clear frame no colours as saturated as those of pieces."""
    lively = (0.05, 0.3) if is_clear else (0.05, 0.6)
    things = tuple(random_thing(rng, is_clear) for _ in range(int(rng.integers(0, 4))))
    other = _colour(rng, (0.0, 0.2), (0.75, 0.95)) if rng.uniform() < 0.3 else None
    return Room(_colour(rng, lively, (0.45, 0.9)), _colour(rng, lively, (0.3, 0.7)), other, things=things)


def random_thing(rng: Rng, is_pale: bool) -> Thing:
    """Something in the room behind the frame."""
    size = rng.uniform(0.05, 0.2, 2)
    colour = _colour(rng, (0.05, 0.3) if is_pale else (0.1, 0.8), (0.2, 0.8))
    return Thing(float(rng.uniform(0.1, 0.9)), float(rng.uniform(0.1, 0.6)), float(size[0]), float(size[1]), colour)


def _sensor(rng: Rng) -> Sensor:
    return Sensor(
        exposure=float(rng.uniform(0.75, 1.25)),
        balance=(float(rng.uniform(0.85, 1.15)), 1.0, float(rng.uniform(0.85, 1.15))),
        saturation=float(rng.uniform(0.9, 1.1)),
        blur=float(rng.uniform(0.5, 0.9)),
        noise=float(rng.uniform(1.0, 3.0)),
        quality=int(rng.integers(88, 96)),
    )


def shuffled_pieces(rng: Rng) -> list[str]:
    """The 36 pieces in random order."""
    pieces = [f"{shape}/{colour}" for colour in COLOURS for shape, count in OF_EACH.items() for _ in range(count)]
    rng.shuffle(pieces)
    return pieces
