"""The two printed planes of a frame as textures: its back, and the fronts of its bars."""

from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from engines.drop_it.frame import Circle, Edge, Frame
from simulator.render.frame.camera import SceneCamera
from simulator.render.frame.polygons import counter, divided, fill, offset
from simulator.render.frame.styles import FrameStyle, Marks
from simulator.render.light import to_linear
from simulator.render.pieces import Colour
from vision.reading import Points

_DOTS = 8  # per mm of a texture
_MARGIN = 4.0  # mm of a texture round a frame
_WORTH = {"large": "1", "medium": "2", "small": "3"}
_MARK = 4.2  # mm: half the size of a shape that is printed on an edge
_MARK_WIDE = 9.0  # mm of an edge's paper on the back
_SEAM = 0.5  # mm

Field = NDArray[np.float32]


class Texture:
    """A plane of a frame in dots of an eighth of a millimetre, with opacity."""

    def __init__(self, low: Points, high: Points) -> None:
        self._corner = np.array([low[0] - _MARGIN, high[1] + _MARGIN])
        columns, rows = (np.ceil(high - low + 2 * _MARGIN).astype(int) * _DOTS).tolist()
        self._colour = np.zeros((rows, columns, 3), np.uint8)
        self._there = np.zeros((rows, columns), np.uint8)

    def paint(self, polygon: Points, colour: Colour, there: float = 1.0) -> None:
        """Fills a polygon (n × 2 mm); `there`: its opacity."""
        dots = counter(self._dots(polygon))
        fill(self._colour, dots, colour)
        fill(self._there, dots, round(255 * there))

    def grain(self, share: float, rng: np.random.Generator) -> None:
        """Varies the lightness of all that is painted so far, as on paper and wood."""
        rows, columns = self._there.shape
        rough = rng.normal(1.0, share, (rows // 6 + 1, columns // 6 + 1)).astype(np.float32)
        soft = cv2.resize(rough, (columns, rows), interpolation=cv2.INTER_LINEAR)
        self._colour = np.clip(self._colour * soft[..., None], 0, 255).astype(np.uint8)

    def write(self, text: str, middle: Points, high: float, colour: Colour) -> None:
        """Writes a short text, `high` mm tall, centred on `middle` (2, mm)."""
        scale = high * _DOTS / 21
        thick = max(1, round(high * _DOTS / 6))
        (wide, tall), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
        x, y = self._dots(middle[None])[0]
        at = (round(x - wide / 2), round(y + tall / 2))
        cv2.putText(self._colour, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, colour, thick, cv2.LINE_AA)
        cv2.putText(self._there, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, 255, thick, cv2.LINE_AA)

    def projected(self, camera: SceneCamera, z: float) -> tuple[Field, Field]:
        """The plane, `z` mm before the print, in a camera: linear light times opacity, and opacity."""
        rows, columns = self._there.shape
        width, height = camera.size
        corners = self._corner + np.array([[0, 0], [columns, 0], [columns, -rows], [0, -rows]]) / _DOTS
        edge = camera.project(divided(corners, 5.0), z)
        low = np.clip(np.floor(edge.min(axis=0)).astype(int), 0, (width, height))
        high = np.clip(np.ceil(edge.max(axis=0)).astype(int) + 1, low, (width, height))
        laid = np.zeros((height, width, 4), np.float32)
        if (high <= low).any():
            return laid[..., :3], laid[..., 3]
        x, y = np.meshgrid(np.arange(low[0], high[0], dtype=np.float64), np.arange(low[1], high[1], dtype=np.float64))
        dots = self._dots(camera.on_plane(np.column_stack([x.ravel(), y.ravel()]), z)).astype(np.float32)
        across, down = (np.ascontiguousarray(one.reshape(x.shape)) for one in dots.T)
        there = self._there.astype(np.float32) / 255
        texture = np.dstack([to_linear(self._colour) * there[..., None], there])
        in_a_pixel = round(columns / float(np.ptp(edge[:, 0]))) | 1  # odd: about its middle
        soft = cv2.blur(texture, (in_a_pixel, in_a_pixel), borderType=cv2.BORDER_CONSTANT)
        laid[low[1] : high[1], low[0] : high[0]] = cv2.remap(
            soft, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT
        )
        return np.ascontiguousarray(laid[..., :3]), np.ascontiguousarray(laid[..., 3])

    def _dots(self, points: Points) -> Points:
        return np.asarray((points - self._corner) * (_DOTS, -_DOTS) - 0.5)


def back_of(frame: Frame, style: FrameStyle, rng: np.random.Generator) -> Texture:
    """The printed back."""
    inside = np.array(frame.outline)
    texture = Texture(inside.min(axis=0), inside.max(axis=0))
    texture.paint(offset(inside, 1.0), style.back.colour, there=1.0 - style.back.clear)
    texture.grain(style.grain, rng)
    for line in frame.lines:
        ends, half = np.array([line.left, line.right]), np.array([0.0, style.back.line_width / 2])
        texture.paint(np.vstack([ends - half, ends[::-1] + half]), style.back.lines)
    _write_levels(texture, frame, style)
    for circle in frame.circles:
        _paint_circle(texture, circle, style)
    if not style.marks.on_bars:
        for edge in frame.edges:
            _paint_edge(texture, edge, style.marks, _MARK_WIDE, inwards=True)
    return texture


def fronts_of(frame: Frame, style: FrameStyle, rng: np.random.Generator) -> Texture:
    """The fronts of the bars."""
    inside = np.array(frame.outline)
    beyond = offset(inside, style.bars.width, closed=False)
    texture = Texture(beyond.min(axis=0), beyond.max(axis=0))
    texture.paint(np.vstack([offset(inside, style.bars.rounded, closed=False), beyond[::-1]]), style.bars.colour)
    texture.grain(style.grain, rng)
    if style.marks.on_bars:
        for edge in frame.edges:
            _paint_edge(texture, edge, style.marks, style.bars.width, inwards=False)
    return texture


def _write_levels(texture: Texture, frame: Frame, style: FrameStyle) -> None:
    """The number of each level, at one side between its lines."""
    left, right = (f(x for x, _ in frame.outline) for f in (min, max))
    x = right - 10.0 if style.back.numbers_right else left + 10.0
    heights = [0.0, *(line.height_at(x) for line in frame.lines)]
    heights.append(heights[-1] + 22.0)
    for level, (low, high) in enumerate(pairwise(heights), start=1):
        at = x if level <= len(frame.lines) else x * 0.35
        texture.write(str(level), np.array([at, (low + high) / 2]), 6.5, style.back.numbers)


def _paint_circle(texture: Texture, circle: Circle, style: FrameStyle) -> None:
    spot, around = style.spots[circle.size], np.linspace(0, 2 * np.pi, 128, endpoint=False)
    ring = np.column_stack([np.cos(around), np.sin(around)])
    texture.paint(ring * circle.radius + circle.centre, spot.rim)
    texture.paint(ring * circle.radius * (1 - spot.rim_share) + circle.centre, spot.inside)
    texture.write(_WORTH[circle.size], np.array(circle.centre), circle.radius * 0.8, spot.ink)


def _paint_edge(texture: Texture, edge: Edge, marks: Marks, wide: float, inwards: bool) -> None:
    start, end = np.array(edge.segment)
    along = (end - start) / np.linalg.norm(end - start)
    across = np.array([along[1], -along[0]]) * (-1 if inwards else 1)
    start, end = start + along * _SEAM, end - along * _SEAM
    near = across * (0.0 if inwards else marks.inset)
    texture.paint(np.array([start + near, end + near, end + across * wide, start + across * wide]), marks.paper)
    around = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    shapes = {
        "circle": np.column_stack([np.cos(around), np.sin(around)]) * 0.85,
        "square": np.array([[-0.8, -0.8], [0.8, -0.8], [0.8, 0.8], [-0.8, 0.8]]),
        "diamond": np.array([[0, -0.75], [1.2, 0], [0, 0.75], [-1.2, 0]]),
        "triangle": np.array([[-0.85, -0.85], [0.95, 0.0], [-0.85, 0.85]]),
    }
    turned = np.array([along, across])
    texture.paint(shapes[edge.shape] * _MARK @ turned + (start + end) / 2 + across * wide / 2, marks.ink)
