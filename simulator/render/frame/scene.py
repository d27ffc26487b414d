"""Renders a simulated frame with the pieces that lie in it.

Light is added in linear space. Constant parts are drawn once: the room, the printed back and the inner sides of the
bars behind the pieces, the fronts of the bars before them. Pieces are prisms of equal height: their fronts hide sides
but never one another, and of two sides that of the piece nearer to the camera's foot point is in front.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from engines.drop_it.frame import Frame
from simulator.render import light as lighting
from simulator.render.canvas import capsule, hand_capsules
from simulator.render.frame.artwork import Field, back_of, fronts_of
from simulator.render.frame.camera import SceneCamera, Vector3
from simulator.render.frame.pieces import Lying, PieceSizes
from simulator.render.frame.polygons import Window, counter, covered, divided, hull, offset
from simulator.render.frame.room import FOOT_HIGH, behind, draw_foot
from simulator.render.frame.styles import FrameLight, FrameStyle, Reflection, Room
from simulator.render.pieces import Colour, Hand
from vision.reading import Picture, Points

_BEVEL = 0.4  # mm: width and depth of the bevel round a piece's front
_DEEP = 0.55  # share of the ambient light on the sides of pieces and the inner sides of bars
_RIM_LIGHT = 1.12  # brightness of a piece's bevelled rim relative to its front
_UNDER = 1.5  # mm by which the edge of a bar continues under its front
_STEP = 6.0  # mm: maximum length of the straight segments of a distorted side
_SHADOW_FROM = 9.0  # mm before the print: height that casts a piece's shadow
_FACET = np.cos(np.radians(12))  # sides that turn by less are drawn as one


@dataclass(frozen=True)
class FrameScene:
    """A frame with its style and set of pieces, its camera, light and room."""

    frame: Frame
    style: FrameStyle = field(default_factory=FrameStyle)
    sizes: PieceSizes = field(default_factory=PieceSizes)
    camera: SceneCamera = field(default_factory=SceneCamera)
    light: FrameLight = field(default_factory=FrameLight)
    room: Room = field(default_factory=Room)

    def moved(self, by: Vector3, turned: Vector3 = (0.0, 0.0, 0.0)) -> "FrameScene":
        """The same scene with the frame displaced (mm: right, up, to the camera) and turned (degrees)."""
        return replace(self, camera=self.camera.after(by, turned))

    def radiance(self, pieces: Sequence[Lying], hands: Sequence[Hand] = ()) -> Field:
        """Linear light (rows × columns × 3) that reaches the camera."""
        image = self._behind.copy()
        self._shadows(image, pieces)
        for piece in sorted(pieces, key=self._away, reverse=True):
            self._draw_sides(image, piece)
        for piece in pieces:
            self._draw_front(image, piece)
        light, there = self._fronts
        image *= 1 - there[..., None]
        image += light
        image += self._mirrored
        image *= self._vignette
        for hand in hands:
            self.hold(image, hand)
        return image

    def picture(
        self,
        pieces: Sequence[Lying],
        sensor: lighting.Sensor,
        rng: np.random.Generator,
        hands: Sequence[Hand] = (),
    ) -> Picture:
        """A photograph of the frame with pieces at rest."""
        return lighting.develop(self.radiance(pieces, hands), sensor, rng)

    def blurred(
        self,
        moments: Sequence[Sequence[Lying]],
        sensor: lighting.Sensor,
        rng: np.random.Generator,
        hands: Sequence[Hand] = (),
    ) -> Picture:
        """A photograph exposed while pieces moved, through all these moments."""
        light = np.mean([self.radiance(pieces, hands) for pieces in moments], axis=0, dtype=np.float32)
        return lighting.develop(np.asarray(light, np.float32), sensor, rng)

    def room_alone(self) -> Field:
        """Linear light (rows × columns × 3) of the room without the frame."""
        return behind(self.room, self.camera, -self.style.bars.width - FOOT_HIGH)

    @cached_property
    def _behind(self) -> Field:
        image = self.room_alone()
        draw_foot(image, self.camera, self.style.foot, max(x for x, _ in self.frame.outline), -self.style.bars.width)
        light, there = self._back
        image *= 1 - there[..., None]
        image += light * self._print_shade[..., None]
        for corners, outward in (*self._walls(inner=True), *self._rounded()):
            self._face(image, corners, outward, self.style.bars.colour)
        return image

    def _rounded(self) -> list[tuple[NDArray[np.float64], tuple[float, float, float]]]:
        """The rounded inner edges of the bars (n × 3 mm each), which continue under the fronts, and their normals."""
        inside, depth = np.array(self.frame.outline), self.frame.depth
        beyond, found = offset(inside, self.style.bars.rounded + _UNDER, closed=False), []
        for near, far in zip(pairwise(inside), pairwise(beyond), strict=True):
            along = (near[1] - near[0]) / np.linalg.norm(near[1] - near[0])
            low, high = (divided(np.array(ends), _STEP, closed=False) for ends in (near, far))
            corners = np.vstack(
                [np.insert(low, 2, depth - self.style.bars.rounded, 1), np.insert(high, 2, depth, 1)[::-1]]
            )
            found.append((corners, (-along[1] / 2**0.5, along[0] / 2**0.5, 0.5**0.5)))
        return found

    @cached_property
    def _back(self) -> tuple[Field, Field]:
        light, there = back_of(self.frame, self.style, np.random.default_rng(1)).projected(self.camera, 0.0)
        return light * np.float32(self._lit((0.0, 0.0, 1.0))), there

    @cached_property
    def _print_shade(self) -> Field:
        """The share of light on the back under the shadows of the bars (rows × columns)."""
        mask = np.zeros(self.camera.size[::-1], np.float32)
        inside = np.array(self.frame.outline)
        lit = offset(inside, 0.5) + self._slant * self.frame.depth * 0.7
        window, share = covered(self.camera.project(divided(lit, _STEP), 0.0), self.camera.size)
        mask[window] = share
        soft = cv2.GaussianBlur(mask, (0, 0), 6.0)
        return np.asarray(1 - 0.45 * self.light.direct * (1 - soft), np.float32)

    @cached_property
    def _fronts(self) -> tuple[Field, Field]:
        """The bars as one layer: linear light times opacity, and opacity."""
        light, there = fronts_of(self.frame, self.style, np.random.default_rng(2)).projected(
            self.camera, self.frame.depth
        )
        layer = np.zeros((*there.shape, 4), np.float32)
        for corners, outward in self._walls(inner=False):
            self._face(layer, corners, outward, self.style.bars.colour)
        layer *= 1 - there[..., None]
        layer += np.dstack([light * np.float32(self._lit((0.0, 0.0, 1.0))), there])
        return np.asarray(layer[..., :3], np.float32), np.asarray(layer[..., 3], np.float32)

    def _walls(self, inner: bool) -> list[tuple[NDArray[np.float64], tuple[float, float, float]]]:
        """The visible sides of the bars (n × 3 mm each), and their normals.

        The inner ones continue under the fronts, so that no gap shows between the two.
        """
        inside = np.array(self.frame.outline)
        line = inside if inner else offset(inside, self.style.bars.width, closed=False)
        under = offset(inside, _UNDER, closed=False) if inner else line
        eye, found = self.camera.foot, []
        for (start, end), front in zip(pairwise(line), pairwise(under), strict=True):
            along = (end - start) / np.linalg.norm(end - start)
            facing = np.array([-along[1], along[0]]) * (1 if inner else -1)
            if (eye[:2] - start) @ facing <= 0:
                continue
            near, far = (
                np.insert(divided(np.array(ends), _STEP, closed=False), 2, z, axis=1)
                for ends, z in ((front, self.frame.depth), ((start, end), 0.0))
            )
            found.append((np.vstack([near, far[::-1]]), (float(facing[0]), float(facing[1]), 0.0)))
        return found

    @property
    def _slant(self) -> NDArray[np.float64]:
        """The offset of a shadow (2, mm), per mm before the print."""
        x, y, z = self.light.towards
        return np.array([-x, -y]) / max(z, 0.2)

    def _lit(self, facing: tuple[float, float, float], around: float = 1.0) -> float:
        """The brightness of a plane with this normal; `around`: the share of the ambient light that reaches it."""
        lamp = np.array(self.light.towards) / np.linalg.norm(self.light.towards)
        straight = max(0.0, float(np.dot(facing, lamp)))
        return (1 - self.light.direct) * around + self.light.direct * straight

    def _face(
        self, image: Field, corners: NDArray[np.float64], facing: tuple[float, float, float], colour: Colour
    ) -> None:
        """Draws a plane part (n × 3 mm) of one colour."""
        pixels = self.camera.project(corners[:, :2], corners[:, 2])
        _lay(image, pixels, _linear(colour) * self._lit(facing, _DEEP))

    def _shadows(self, image: Field, pieces: Sequence[Lying]) -> None:
        """Draws soft shadows of pieces on the printed back."""
        size = self.camera.size
        cast, close = np.zeros(size[::-1], np.float32), np.zeros(size[::-1], np.float32)
        for piece in pieces:
            outline = piece.outline(self.sizes)
            for mask, shift in ((cast, self._slant * _SHADOW_FROM), (close, np.zeros(2))):
                window, share = covered(self.camera.project(outline + shift, 0.0), size)
                mask[window] = np.maximum(mask[window], share)
        if not pieces:
            return
        rows, columns = self._within
        dark = cv2.GaussianBlur(cast[rows, columns], (0, 0), 4.0) * 0.6 * self.light.direct
        dark = 1 - (1 - dark) * (1 - 0.5 * cv2.GaussianBlur(close[rows, columns], (0, 0), 3.0))
        image[rows, columns] *= 1 - (dark * self._back[1][rows, columns])[..., None]

    @cached_property
    def _within(self) -> tuple[slice, slice]:
        """The part of the picture that shows the frame's inside."""
        pixels = self.camera.project(np.array(self.frame.outline), 0.0)
        low = np.maximum(np.floor(pixels.min(axis=0)).astype(int) - 30, 0)
        high = np.ceil(pixels.max(axis=0)).astype(int) + 30
        return slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))

    def _away(self, piece: Lying) -> float:
        """The distance of a piece from the foot point of the camera on the print (mm)."""
        return float(np.linalg.norm(piece.outline(self.sizes) - self.camera.foot[:2], axis=1).min())

    def _draw_sides(self, image: Field, piece: Lying) -> Window:
        rim, project = piece.outline(self.sizes), self.camera.project
        colour = _linear(self.style.pieces[piece.colour])
        back, front = self.frame.pieces
        whole = hull(np.vstack([project(rim, front), project(rim, back)]))
        window = _lay(image, whole, colour * self._lit((0.0, 0.0, 0.0), _DEEP))
        for near, facing in self._sides(rim):
            quad = np.vstack([project(near, front), project(near[::-1], back)])
            _lay(image, quad, colour * self._lit(facing, _DEEP))
        return window

    def _draw_front(self, image: Field, piece: Lying) -> Window:
        rim, front, project = piece.outline(self.sizes), self.frame.pieces[1], self.camera.project
        light = _linear(self.style.pieces[piece.colour]) * self._lit((0.0, 0.0, 1.0))
        window = _lay(image, project(divided(rim, _STEP), front), light * _RIM_LIGHT)
        _lay(image, project(divided(offset(rim, -_BEVEL), _STEP), front + _BEVEL), light)
        return window

    def _sides(self, rim: Points) -> list[tuple[Points, tuple[float, float, float]]]:
        """The visible sides of a prism: the edge of each at the front (n × 2 mm), and its normal."""
        eye = self.camera.foot[:2]
        ends = np.roll(rim, -1, axis=0)
        along = (ends - rim) / np.linalg.norm(ends - rim, axis=1, keepdims=True)
        facing = np.column_stack([along[:, 1], -along[:, 0]])
        found: list[tuple[Points, tuple[float, float, float]]] = []
        run: list[int] = []
        for at in [*np.nonzero(((eye - rim) * facing).sum(axis=1) > 0)[0].tolist(), -1]:
            if run and (at != run[-1] + 1 or facing[at] @ facing[run[0]] < _FACET):
                mean = facing[run].mean(axis=0)
                found.append((np.vstack([rim[run], ends[run[-1]]]), (float(mean[0]), float(mean[1]), 0.0)))
                run = []
            run.append(at)
        return found

    @cached_property
    def _mirrored(self) -> Field:
        """The reflections in the front pane (rows × columns × 3)."""
        image = np.zeros((*self.camera.size[::-1], 3), np.float32)
        if not self.light.reflections:
            return image
        inside = np.array(self.frame.outline)
        window, pane = covered(self.camera.project(divided(inside, _STEP), self.frame.depth), self.camera.size)
        per_mm = float(np.ptp(self.camera.project(inside, self.frame.depth)[:, 0]) / np.ptp(inside[:, 0]))
        for mirrored in self.light.reflections:
            light = np.zeros(self.camera.size[::-1], np.float32)
            for part in _panes(mirrored):
                where, share = covered(self.camera.project(divided(part, _STEP), self.frame.depth), self.camera.size)
                light[where] = np.maximum(light[where], share)
            soft = cv2.GaussianBlur(light, (0, 0), max(0.3, mirrored.soft * per_mm))
            image[window] += (soft[window] * pane * mirrored.bright)[..., None]
        return image

    @cached_property
    def _vignette(self) -> Field:
        width, high = self.camera.size
        x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-high / width, high / width, high))
        return np.asarray(1 - self.light.vignette * (x**2 + y**2), np.float32)[..., None]

    def hold(self, image: Field, hand: Hand, held: Lying | None = None) -> Window:
        """Draws a hand (z: mm before the print), and what it holds; returns its window in the picture."""
        changed = [] if held is None else [self._draw_sides(image, held), self._draw_front(image, held)]
        for points, radius, colour in hand_capsules(hand):
            seen = self.camera.project(points[:, :2], points[:, 2])
            beside = self.camera.project(points[:, :2] + (radius, 0.0), points[:, 2])
            wide = np.linalg.norm(beside - seen, axis=1)
            light = _linear(colour) * self._lit((0.0, 0.0, 1.0))
            changed.append(_lay(image, capsule(seen, wide), light * 0.6))
            _lay(image, capsule(seen - wide[:, None] * 0.12, wide * 0.75), light)
        return _enclosing(changed)


def _linear(colour: Colour) -> NDArray[np.float32]:
    return np.asarray(lighting.to_linear(np.array([[colour]], np.uint8))[0, 0], np.float32)


def _lay(image: Field, pixels: Points, light: NDArray[np.floating]) -> Window:
    """Blends one colour into an image (3 channels, or 4 with opacity), by the coverage of each pixel."""
    window, share = covered(pixels, (image.shape[1], image.shape[0]))
    part = image[window]
    part *= 1 - share[..., None]
    part[..., :3] += share[..., None] * light.astype(np.float32)
    if image.shape[2] == 4:
        part[..., 3] += share
    return window


def _enclosing(windows: Sequence[Window]) -> Window:
    """The smallest window round some windows."""
    rows, columns = ((min(part[at].start for part in windows), max(part[at].stop for part in windows)) for at in (0, 1))
    return slice(*rows), slice(*columns)


def _panes(mirrored: Reflection) -> list[Points]:
    """The four panes of a window in the frame's plane (mm)."""
    cos, sin = np.cos(mirrored.turn), np.sin(mirrored.turn)
    turned = np.array([[cos, sin], [-sin, cos]])
    low, high = np.array([0.06, 0.06]), np.array([1.0, 1.0])
    unit = np.array([low, [high[0], low[1]], high, [low[0], high[1]]])
    quarters = [unit * (across, up) for across in (-1, 1) for up in (-1, 1)]
    return [counter(one * (mirrored.wide, mirrored.high) @ turned + (mirrored.x, mirrored.y)) for one in quarters]
