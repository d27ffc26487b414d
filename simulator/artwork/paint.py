"""Drawing tools for invented artwork: palettes, a pad with its own coordinates, and simple textures."""

import colorsys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from simulator.render.pieces import Colour
from vision.reading import Picture

Rng = np.random.Generator
Spot = tuple[float, float]

_SHIFT = 4  # fractional bits of corners
BLACK: Colour = (15.0, 15.0, 15.0)
WHITE: Colour = (250.0, 250.0, 250.0)
FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_ITALIC)


def colour(hue: float, saturation: float, value: float) -> Colour:
    """A colour (BGR, 0–255) from hue, saturation and value from 0 to 1; hue wraps round."""
    red, green, blue = colorsys.hsv_to_rgb(hue % 1, min(max(saturation, 0), 1), min(max(value, 0), 1))
    return (blue * 255, green * 255, red * 255)


def lightness(of: Colour) -> float:
    """How light a colour looks, 0 to 255."""
    return 0.114 * of[0] + 0.587 * of[1] + 0.299 * of[2]


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """A mixture of two colours; `share`: of `other`."""
    first, second = np.array(one), np.array(other)
    blue, green, red = first + (second - first) * share
    return (float(blue), float(green), float(red))


def paper(shape: tuple[int, int], of: Colour) -> Picture:
    """A picture of one colour."""
    return np.full((*shape, 3), np.clip(of, 0, 255), np.uint8)


@dataclass(frozen=True)
class Palette:
    """The colours of one print; all values 0 to 1."""

    hue: float
    spread: float  # maximum distance from `hue`
    saturation: tuple[float, float]  # bounds
    value: tuple[float, float]  # bounds

    def any(self, rng: Rng) -> Colour:
        """Any colour of the palette."""
        hue = self.hue + rng.uniform(-self.spread, self.spread)
        return colour(hue, rng.uniform(*self.saturation), rng.uniform(*self.value))

    def light(self, rng: Rng) -> Colour:
        """A light one."""
        return mixed(self.any(rng), (255, 255, 255), rng.uniform(0.55, 1))

    def dark(self, rng: Rng) -> Colour:
        """A dark one."""
        return mixed(self.any(rng), (0, 0, 0), rng.uniform(0.6, 0.95))

    def against(self, rng: Rng, ground: Colour) -> Colour:
        """One that stands out from `ground`."""
        chosen = self.any(rng)
        for _ in range(4):
            if float(np.abs(np.subtract(chosen, ground)).sum()) > 170:
                return chosen
            chosen = self.any(rng)
        return self.dark(rng) if lightness(ground) > 120 else self.light(rng)


PALETTES: tuple[Callable[[Rng], Palette], ...] = (
    lambda _rng: Palette(0, 0.5, (0.5, 1), (0.6, 1)),  # bright
    lambda _rng: Palette(0, 0.5, (0.15, 0.55), (0.75, 1)),  # pastel
    lambda _rng: Palette(0, 0.5, (0.2, 0.7), (0.3, 0.75)),  # earthy
    lambda rng: Palette(rng.random(), 0.06, (0.1, 0.9), (0.2, 1)),  # one hue
    lambda rng: Palette(rng.random(), 0.18, (0.3, 0.9), (0.3, 1)),  # neighbours
    lambda rng: Palette(rng.random(), 0.1, (0.0, 0.25), (0.05, 0.85)),  # nearly grey
)


def random_palette(rng: Rng) -> Palette:
    """Bright, pastel, earthy, of one hue, of neighbouring hues, or nearly grey."""
    return PALETTES[int(rng.choice(len(PALETTES), p=(0.36, 0.16, 0.14, 0.11, 0.12, 0.11)))](rng)


@dataclass(frozen=True)
class Pad:
    """Paints on a picture in its own coordinates, y downwards."""

    picture: Picture
    centre: Spot  # px of its origin
    scale: float  # px of its unit
    tilt: float = 0.0  # radians

    def px(self, points: Sequence[Spot] | NDArray[np.float64]) -> NDArray[np.int32]:
        """Points of the pad as fixed-point pixels."""
        cosine, sine = np.cos(self.tilt), np.sin(self.tilt)
        turned = np.asarray(points, np.float64).reshape(-1, 2) @ np.array([[cosine, sine], [-sine, cosine]])
        fixed = np.round((turned * self.scale + np.array(self.centre)) * (1 << _SHIFT))
        return np.asarray(fixed, np.int32)

    def part(self, at: Spot, scale: float, tilt: float = 0.0) -> "Pad":
        """A smaller pad at `at`."""
        x, y = self.px([at])[0] / (1 << _SHIFT)
        return Pad(self.picture, (float(x), float(y)), self.scale * scale, self.tilt + tilt)

    def area(self, points: Sequence[Spot] | NDArray[np.float64], ink: Colour) -> None:
        """A filled polygon."""
        cv2.fillPoly(self.picture, [self.px(points)], ink, cv2.LINE_AA, _SHIFT)

    def oval(self, at: Spot, radii: Spot, ink: Colour, turn: float = 0.0, arc: Spot = (0, 360)) -> None:
        """A filled ellipse, or a slice of it by degrees of `arc`."""
        self.area(ring(at, radii, turn, arc), ink)

    def disc(self, at: Spot, radius: float, ink: Colour) -> None:
        """A filled circle."""
        self.oval(at, (radius, radius), ink)

    def line(
        self, points: Sequence[Spot] | NDArray[np.float64], wide: float, ink: Colour, closed: bool = False
    ) -> None:
        """A line of `wide` pad units."""
        thick = max(1, round(wide * self.scale))
        cv2.polylines(self.picture, [self.px(points)], closed, ink, thick, cv2.LINE_AA, _SHIFT)

    def bow(self, at: Spot, radii: Spot, wide: float, ink: Colour, arc: Spot = (0, 360), turn: float = 0.0) -> None:
        """A line along an ellipse."""
        self.line(ring(at, radii, turn, arc), wide, ink, closed=arc[1] - arc[0] >= 360)

    def box(self, at: Spot, half: Spot, ink: Colour, soft: float = 0.0) -> None:
        """A filled rectangle with corners rounded by `soft`."""
        self.area(rounded(at, half, soft), ink)

    def text(self, words: str, at: Spot, high: float, ink: Colour, font: int = FONTS[0], wide: float = 0.0) -> None:
        """Words centred on `at`, `high` pad units tall, no wider than `wide` when given; never turned."""
        fit = high * self.scale / 22  # the fonts' capitals are 22 px tall at scale 1
        thick = max(1, round(fit * 2.5))
        (across, tall), _ = cv2.getTextSize(words, font, fit, thick)
        if wide and across > wide * self.scale:
            fit *= wide * self.scale / across
            (across, tall), _ = cv2.getTextSize(words, font, fit, thick)
        x, y = self.px([at])[0] / (1 << _SHIFT)
        cv2.putText(
            self.picture, words, (round(x - across / 2), round(y + tall / 2)), font, fit, ink, thick, cv2.LINE_AA
        )


# Paints a motif on a pad that reaches from -1 to 1 across, for the tile of a number (10: the wild one).
Motif = Callable[[Pad, Rng, Palette, int], None]


@lru_cache(maxsize=256)
def _unit_arc(arc: Spot) -> NDArray[np.float64]:
    """Points along a slice of the unit circle (26 × 2)."""
    angles = np.radians(np.linspace(*arc, 26, endpoint=arc[1] - arc[0] < 360))
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def ring(at: Spot, radii: Spot, turn: float = 0.0, arc: Spot = (0, 360)) -> NDArray[np.float64]:
    """Points along an ellipse (n × 2); `turn` in radians, `arc` in degrees."""
    points = _unit_arc(arc) * np.array(radii)
    if not turn:
        return np.asarray(points + np.array(at))
    cosine, sine = np.cos(turn), np.sin(turn)
    return np.asarray(points @ np.array([[cosine, sine], [-sine, cosine]]) + np.array(at))


def rounded(at: Spot, half: Spot, soft: float) -> NDArray[np.float64]:
    """A rectangle's outline with corners rounded by `soft` (n × 2)."""
    soft = min(soft, *half)
    x, y = half[0] - soft, half[1] - soft
    quarters = zip(((x, y), (-x, y), (-x, -y), (x, -y)), (0, 90, 180, 270), strict=True)
    corners = [ring(spot, (soft, soft), 0, (a, a + 90))[::5] for spot, a in quarters]
    return np.asarray(np.vstack(corners) + np.array(at))


def star(at: Spot, points: int, outer: float, inner: float, turn: float = -np.pi / 2) -> NDArray[np.float64]:
    """A star's outline (2·points × 2)."""
    angles = turn + np.arange(points * 2) * np.pi / points
    radii = np.where(np.arange(points * 2) % 2, inner, outer)
    return np.stack([at[0] + np.cos(angles) * radii, at[1] + np.sin(angles) * radii], axis=1)


def clouds(rng: Rng, shape: tuple[int, int], inks: Sequence[Colour], cells: int = 4) -> Picture:
    """Soft clouds of colours, as in a photograph out of focus, `cells` of them along the shorter side."""
    short = min(shape)
    rows, columns = (max(2, round(cells * side / short)) for side in shape)
    chosen = np.array(inks, np.float32)[rng.integers(0, len(inks), (rows, columns))]
    return np.clip(cv2.resize(chosen, shape[::-1], interpolation=cv2.INTER_CUBIC), 0, 255).astype(np.uint8)


def roughened(rng: Rng, picture: Picture, by: float, grain: Spot = (1, 1)) -> Picture:
    """The picture with print or fibre noise of standard deviation `by` and a grain of `grain` px across and down."""
    high, wide = picture.shape[:2]
    small = (max(2, int(high / grain[1])), max(2, int(wide / grain[0])))
    noise = (rng.integers(0, 256, small, np.uint8).astype(np.float32) - 127.5) * (by / 74)
    full = cv2.resize(noise, (wide, high), interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.clip(picture + full[..., None], 0, 255), np.uint8)
