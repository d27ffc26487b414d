"""Photographs of an invented frame of Drop It with pieces in it, drawn by a small painter."""

from functools import cache
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from engines.drop_it.frame import Circle, Edge, Frame, Line, write_frame
from vision.frame.reader import FrameReader, FrameReading, view_of
from vision.frame.view import FrameView
from vision.reading import Picture

Points = NDArray[np.float64]

SIZE = (1280, 960)
FRONT, BACK, BARS = 17.0, 1.0, 20.5  # mm before the print
COLOURS = {"blue": (185, 85, 40), "yellow": (40, 190, 225), "green": (60, 140, 30), "red": (40, 45, 195)}
CORNERS = {
    "square": [(19.5, 19.5), (-19.5, 19.5), (-19.5, -19.5), (19.5, -19.5)],
    "diamond": [(0, 29.6), (-18.7, 0), (0, -29.6), (18.7, 0)],
    "triangle": [(0, 26.5), (-23.4, -14.0), (23.4, -14.0)],
}
RADIUS = 20.3
_PAINTED = 2  # px painted for each px of the photograph
_WIDE = 13.0  # mm of a bar
_HALF_A_LINE = np.array([0.0, 0.4])  # mm

_MIDDLE = np.array([0.0, 150.0, 0.0])  # of the frame (mm), about which it is turned

Piece = tuple[str, float, float, float]  # its name, its middle (mm), its turn (degrees)
Move = tuple[float, ...]  # by x, y, z (mm) and about these axes (degrees); what is left out is 0


@cache
def frame() -> Frame:
    """A frame with a mouth, slanted lines, segments along sides and base, and seven circles."""
    outline = (
        (-50.0, 320.0),
        (-50.0, 300.0),
        (-105.0, 270.0),
        (-105.0, 0.0),
        (105.0, 0.0),
        (105.0, 270.0),
        (50.0, 300.0),
    )
    circles = [(-60, 75, 8, "small"), (45, 60, 11, "medium"), (0, 110, 15, "large"), (70, 150, 8, "small")]
    circles += [(-70, 170, 11, "medium"), (10, 200, 11, "medium"), (-45, 235, 15, "large"), (60, 245, 8, "small")]
    shapes = ("square", "circle", "triangle")
    return Frame(
        name="painted",
        measured=True,
        outline=(*outline, (50.0, 320.0)),
        mouth=((-50.0, 300.0), (50.0, 300.0)),
        lines=tuple(Line((-105.0, 36.0 * n + 17), (105.0, 36.0 * n + 7)) for n in range(1, 8)),
        edges=(
            *(Edge(((x, 0.0), (x + 70, 0.0)), shape, "red") for x, shape in zip((-105, -35, 35), shapes, strict=True)),
            Edge(((-105.0, 270.0), (-105.0, 0.0)), "diamond", "blue"),
            Edge(((105.0, 0.0), (105.0, 270.0)), "diamond", "blue"),
        ),
        circles=tuple(Circle((float(x), float(y)), float(radius), size) for x, y, radius, size in circles),
    )


def as_file() -> str:
    """The frame's file."""
    return write_frame(frame())


def outline(piece: Piece) -> Points:
    """The outline of a piece in mm."""
    name, x, y, turn = piece
    angle = np.radians(turn)
    around = np.linspace(0, 2 * np.pi, 96, endpoint=False)
    corners = CORNERS.get(name.partition("/")[0], RADIUS * np.column_stack([np.cos(around), np.sin(around)]))
    turned = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(np.asarray(corners, np.float64) @ turned.T + (x, y))


def off(found: Points, piece: Piece) -> float:
    """How far an outline (n × 2 mm) is from the true one of a piece, in mm, its corners left out."""
    true = outline(piece)
    along = np.linspace(0.2, 0.8, 7)[:, None, None]
    points = (true * (1 - along) + np.roll(true, -1, axis=0) * along).reshape(-1, 1, 2)
    sides = np.roll(found, -1, axis=0) - found
    share = np.clip(((points - found) * sides).sum(axis=2) / (sides * sides).sum(axis=1), 0.0, 1.0)
    away = np.linalg.norm(points - found - share[..., None] * sides, axis=2)
    return float(away.min(axis=1).max())


def pixels(points: Points, z: float, move: Move = ()) -> Points:
    """Where points (n × 2 mm, `z` mm before the print) are in a photograph of the frame that was moved."""
    turn = np.array([[0.99, 0.02, -0.12], [0.01, -0.99, -0.08], [-0.12, 0.08, -0.99]])
    rotation, _ = cv2.Rodrigues(cv2.Rodrigues(turn)[0])
    by = np.array([*move, *np.zeros(6 - len(move))])
    turned, _ = cv2.Rodrigues(np.radians(by[3:]))
    deep = (np.column_stack([points, np.full(len(points), z)]) - _MIDDLE) @ turned.T + _MIDDLE + by[:3]
    lens = np.array([[960.0, 0, 642], [0, 960, 477], [0, 0, 1]])
    bent = np.array([-0.03, 0.0, 0.0, 0.0])
    flat, _ = cv2.projectPoints(deep, cv2.Rodrigues(np.asarray(rotation))[0], np.array([0.0, 155.0, 430.0]), lens, bent)
    return np.asarray(flat, np.float64).reshape(-1, 2)


def photograph(
    *pieces: Piece,
    move: Move = (),
    white: tuple[float, float, float] = (1.0, 1.0, 1.0),
    blur: float = 0.7,
    seed: int = 1,
) -> Picture:
    """The frame with pieces in it; `move`: how it was moved, or the camera; `white`: the white balance (B, G, R)."""
    painted = np.full((SIZE[1] * _PAINTED, SIZE[0] * _PAINTED, 3), (150, 165, 160), np.uint8)
    _paint_print(painted, move)
    _paint_walls(painted, move)
    for piece in sorted(pieces, key=lambda one: one[2]):
        ring = outline(piece)
        both = np.vstack([pixels(ring, FRONT, move), pixels(ring, BACK, move)]).astype(np.float32)
        colour = COLOURS[piece[0].partition("/")[2]]
        _fill(
            painted,
            np.asarray(cv2.convexHull(both), np.float64).reshape(-1, 2),
            tuple(round(0.6 * one) for one in colour),
        )
    for piece in pieces:
        _fill(painted, pixels(outline(piece), FRONT, move), COLOURS[piece[0].partition("/")[2]])
    _paint_bars(painted, move)
    sharp = cv2.resize(painted, SIZE, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(sharp, (0, 0), blur) * np.array(white, np.float32)
    return np.asarray(cv2.add(soft, _noise()[seed : seed + SIZE[1]], dtype=cv2.CV_8U), np.uint8)


@cache
def _noise() -> NDArray[np.float32]:
    """Noise from which each photograph takes a part of its own: to draw it anew took most of a photograph's time."""
    return np.asarray(2 * np.random.default_rng(3).standard_normal((SIZE[1] + 100, SIZE[0], 3), np.float32))


@cache
def empty() -> Picture:
    """The frame without pieces."""
    return photograph(seed=0)


@cache
def view() -> FrameView:
    """The frame as it is found in the picture without pieces."""
    found = view_of(frame(), empty())
    assert found is not None
    return found


def _paint_print(painted: Picture, move: Move) -> None:
    drawn = frame()
    inside = np.array(drawn.outline)
    _fill(painted, pixels(inside, 0.0, move), (95, 70, 62))
    for line in drawn.lines:
        ends = np.array([line.left, line.right])
        _fill(painted, pixels(np.vstack([ends + _HALF_A_LINE, ends[::-1] - _HALF_A_LINE]), 0.0, move), (215, 220, 220))
    for circle in drawn.circles:
        for share, colour in ((1.0, (90, 120, 30)), (0.88, (225, 230, 232))):
            around = np.linspace(0, 2 * np.pi, 64, endpoint=False)
            rim = share * circle.radius * np.column_stack([np.cos(around), np.sin(around)]) + circle.centre
            _fill(painted, pixels(rim, 0.0, move), colour)


def _paint_walls(painted: Picture, move: Move) -> None:
    """The inner sides of the bars."""
    for start, end in pairwise(frame().outline):
        wall = np.array([start, end])
        _fill(painted, np.vstack([pixels(wall, 0.0, move), pixels(wall[::-1], BARS, move)]), (60, 48, 44))


def _paint_bars(painted: Picture, move: Move) -> None:
    inside = np.array(frame().outline)
    outside = inside * (1 + _WIDE / 105, 1.0) + np.where(inside[:, 1:] < 1, (0.0, -_WIDE), (0.0, 4.0))
    for number in range(len(inside) - 1):
        ends, outer = inside[number : number + 2], outside[number : number + 2]
        _fill(painted, np.vstack([pixels(ends, BARS, move), pixels(outer[::-1], BARS, move)]), (175, 205, 215))


def _fill(painted: Picture, polygon: Points, colour: tuple[int, ...]) -> None:
    corners = np.round(((polygon + 0.5) * _PAINTED - 0.5) * 16).astype(np.int32)
    cv2.fillPoly(painted, [corners], colour, lineType=cv2.LINE_AA, shift=4)


def seen_by(reader: FrameReader, picture: Picture) -> FrameReading:
    """What a reader says of a photograph, which is taken for true."""
    reading = reader.read(picture)
    reader.accept()
    return reading
