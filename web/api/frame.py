"""Measuring a Drop It frame: a picture of the empty frame, the proposed outline, and what people mark on it."""

from collections.abc import Sequence
from typing import Annotated

import numpy as np
from flask import Blueprint
from msgspec import Meta, Struct

from device.config.frames import frame_in
from device.drop_it.frame_lesson import FrameLesson
from device.drop_it.frame_sketch import MAX_CORNERS, MAX_NAME_LENGTH, Sketch, SketchedCircle, Wall
from device.drop_it.measured_frame import MeasuredFrame
from device.record.pictures import jpeg_of
from device.system.data_folder import DataFolder
from engines import messages
from engines.data_file import BadData
from engines.drop_it.frame import frame_note
from engines.drop_it.moves import BONUS
from engines.drop_it.pieces import COLOURS, SHAPES
from engines.messages import message
from vision.frame.proposal import ProposedCircle
from vision.reading import Points
from web.api.fields import (
    Count,
    DataAddress,
    Message,
    Outcome,
    Point,
    SentCount,
    Size,
    data_address,
    message_of,
    one_of,
    outcome_of,
)
from web.api.operation import operation
from web.languages import request_language
from web.security.guard import photo_turn
from web.services import service

frame = Blueprint("frame", __name__, url_prefix="/api/frame")
_MAX_ITEMS = 64  # of each kind in a sketch; the box's own, lower limits have messages
_MAX_GOOD_ERROR = 3.0  # px: the largest distance from the marks that counts as good
_Text = Annotated[str, Meta(max_length=200)]
_Pixel = tuple[float, float]
_Pixels = Annotated[list[_Pixel], Meta(max_length=_MAX_ITEMS)]


class FrameCircle(Struct):
    x: float
    y: float
    radius: float
    size: Annotated[str, one_of(*BONUS)]


class FrameSeen(Message):
    number: Count
    picture: DataAddress
    size: Size
    outline: list[Point]
    lines: list[tuple[Point, Point]]
    circles: list[FrameCircle]
    printed: tuple[list[str], list[str], list[str]]
    in_use: str


class SketchPrint(Struct):
    shape: Annotated[str, one_of("", *SHAPES)]
    colour: Annotated[str, one_of("", *COLOURS)]


class SketchWall(Struct):
    start: SentCount
    prints: Annotated[list[SketchPrint], Meta(max_length=_MAX_ITEMS)]


class FrameSketch(Struct):
    number: SentCount
    name: str
    outline: _Pixels
    lines: Annotated[list[tuple[_Pixel, _Pixel]], Meta(max_length=_MAX_ITEMS)]
    circles: Annotated[list[FrameCircle], Meta(max_length=_MAX_ITEMS)]
    walls: Annotated[list[SketchWall], Meta(max_length=MAX_CORNERS)]
    width: float
    height: float
    depth: float
    back: float
    front: float

    @property
    def sketch(self) -> Sketch:
        """The sketch as the box's own type."""
        return Sketch(
            self.name[: 2 * MAX_NAME_LENGTH],
            tuple(self.outline),
            tuple(self.lines),
            tuple(SketchedCircle((one.x, one.y), one.radius, one.size) for one in self.circles),
            tuple(Wall(wall.start, tuple((one.shape, one.colour) for one in wall.prints)) for wall in self.walls),
            self.width,
            self.height,
            self.depth,
            (self.back, self.front),
        )


class FrameChecked(Message):
    outline: list[Point]
    lines: list[list[Point]]
    circles: list[list[Point]]
    edges: list[list[Point]]
    mean_off: float
    most_off: float


@frame.post("/look")
@operation("set_up", "see_frame")
def propose_frame() -> FrameSeen:
    """Propose a frame on the camera's newest picture, in its pixels; the picture is kept for a sketch."""
    with photo_turn():
        offer = service(FrameLesson).propose()
    height, width = offer.picture.shape[:2]
    proposal = offer.proposal
    picture = data_address("jpeg", jpeg_of(offer.picture, quality=90))
    proposed = message("frame_lesson.proposed", lines=len(proposal.lines), circles=len(proposal.circles))
    return {
        "number": offer.number,
        "picture": picture,
        "size": [width, height],
        "outline": _rounded(proposal.outline),
        "lines": [(ends[0], ends[1]) for ends in map(_rounded, proposal.lines)],
        "circles": [_circle(one) for one in proposal.circles],
        "printed": (list(proposal.left), list(proposal.base), list(proposal.right)),
        "in_use": _frame_in_use()["sentence"],
        **message_of(proposed if proposal.lines else message("frame_lesson.none"), request_language()),
    }


@frame.post("/check")
@operation("set_up", "check_frame")
def check(sent: FrameSketch) -> FrameChecked:
    """Measure the frame of a sketch and project it back onto its picture; an impossible frame is refused."""
    with photo_turn():
        found = service(FrameLesson).measure(sent.number, sent.sketch)
    return {
        "outline": _rounded(found.drawn.outline),
        "lines": [_rounded(line) for line in found.drawn.lines],
        "circles": [_rounded(rim) for rim in found.drawn.circles],
        "edges": [_rounded(edge) for edge in found.drawn.edges],
        "mean_off": round(found.mean_off, 2),
        "most_off": round(found.most_off, 2),
        **message_of(_verdict(found), request_language()),
    }


@frame.post("")
@operation("set_up", "save_frame")
def save(sent: FrameSketch) -> Outcome:
    """Use the frame of a sketch from now on; the previous one is kept."""
    with photo_turn():
        saved = service(FrameLesson).save(sent.number, sent.sketch)
    return outcome_of(message("frame_lesson.saved", frame=saved.name), request_language())


@frame.post("/rename")
@operation("set_up", "rename_frame")
def rename(*, frame: _Text, name: _Text) -> Outcome:
    """Keep a frame under another name."""
    renamed = service(FrameLesson).rename(frame, name)
    return outcome_of(message("frame_lesson.renamed", frame=renamed.name), request_language())


@frame.post("/put_away")
@operation("set_up", "put_frame_away")
def put_away(*, frame: _Text) -> Outcome:
    """Offer a frame no more; nothing of it is lost."""
    service(FrameLesson).put_away(frame)
    return outcome_of(message("frame_lesson.is_away", frame=frame), request_language())


@frame.post("/bring_back")
@operation("set_up", "bring_frame_back")
def bring_back(*, key: _Text) -> Outcome:
    """Offer an earlier frame again."""
    back = service(FrameLesson).bring_back(key)
    return outcome_of(message("frame_lesson.is_back", frame=back.name), request_language())


def _circle(circle: ProposedCircle) -> FrameCircle:
    x, y, radius = (round(length, 1) for length in (*circle.centre, circle.radius))
    return FrameCircle(x, y, radius, circle.size)


def _verdict(found: MeasuredFrame) -> messages.Message:
    kind, number = found.farthest
    key = "frame_lesson.checked" if found.most_off < _MAX_GOOD_ERROR else f"frame_lesson.off_{kind}"
    return message(key, mean=f"{found.mean_off:.1f}", most=f"{found.most_off:.1f}", number=number)


def _frame_in_use() -> Outcome:
    """The frame in use, or the error in its file."""
    try:
        return outcome_of(frame_note(frame_in(service(DataFolder).path)), request_language())
    except BadData as bad:
        return outcome_of(bad.said, request_language())


def _rounded(points: Points) -> list[Sequence[float]]:
    rounded: list[Sequence[float]] = np.round(points, 1).tolist()
    return rounded
