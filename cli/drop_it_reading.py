"""`jarapon read PHOTO… --game drop_it …`: what each drop was, and what is too close to call."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from device.config.frames import load_frame
from engines.drop_it.frame import Frame
from engines.drop_it.geometry import Point
from engines.drop_it.landing import Resting
from engines.drop_it.measuring import Measured, measured_landing
from engines.messages import Message, Refusal, message
from vision.drop_it.frame_view import FRONT, FrameView
from vision.drop_it.look import SeenPiece
from vision.drop_it.reader import FrameReader, FrameReading, view_of
from vision.pictures import open_picture
from vision.reading import DetectedPiece, Picture, Points, Reading

ERROR = 0.15  # mm: by so much an outline that was measured may be wrong


@dataclass(frozen=True)
class DropReading(Reading):
    """A reading of a frame, with the outline of the new piece (mm) and how it landed."""

    outline: tuple[Point, ...] = ()
    measured: Measured | None = None

    def to_json(self) -> dict[str, object]:
        """As the command line prints it: `dropped` stands only where a piece is new."""
        return super().to_json() | ({"dropped": _dropped(self.outline, self.measured)} if self.measured else {})

    def told(self) -> list[Message]:
        """What is said of the new piece, and of what is too close to call."""
        if self.measured is None:
            return []
        drop = self.measured.drop
        said = [message("reading.dropped", piece=drop.piece, level=drop.level)]
        if drop.touches:
            said.append(message("reading.touches", pieces=" ".join(drop.touches)))
        if drop.edges:
            said.append(message("reading.touches_edges", marks=" ".join(f"edge/{mark}" for mark in drop.edges)))
        if drop.circles:
            said.append(message("reading.covers", circles=" ".join(f"size/{size}" for size in drop.circles)))
        if drop.above:
            said.append(message("reading.above"))
        return [*said, *(_too_close(item, away) for item, away in self.measured.doubtful)]


def _too_close(item: str, away: float) -> Message:
    kind, _, what = item.partition(" ")
    margin = f"{away:.2f}"
    if kind == "touch":
        return message("reading.close_touch", other=what, margin=margin)
    if kind == "edge":
        return message("reading.close_edge", mark=f"edge/{what}", margin=margin)
    if kind == "circle":
        return message("reading.close_circle", size=f"size/{what}", margin=margin)
    return message("reading.close_level" if kind == "level" else "reading.close_above", margin=margin)


def drop_it_reader(frame_file: Path | None, empty: Path | None) -> Callable[[Picture], Reading]:
    """What reads the photographs of one stretch in their order; raises `Refusal` where the frame cannot be found."""
    if frame_file is None or empty is None:
        raise Refusal(message("reading.needs_frame"))
    frame, without = load_frame(frame_file), open_picture(empty)
    view = view_of(frame, without)
    if view is None:
        raise Refusal(message("reading.no_frame", file=frame_file.name, photo=empty.name))
    reader, field = FrameReader(view, without), _field(frame, view)
    return lambda picture: _reading(frame, view, field, reader.read(picture))


def _reading(frame: Frame, view: FrameView, field: Points, seen: FrameReading) -> DropReading:
    pieces = tuple(_detected(view, piece) for piece in seen.pieces)
    if seen.new is None:
        return DropReading(field, pieces, warnings=seen.warnings)
    others: list[Resting] = [(piece.name, _outline(piece)) for piece in seen.pieces if piece is not seen.new]
    outline = _outline(seen.new)
    measured = measured_landing(frame, seen.new.name, outline, others, ERROR)
    return DropReading(field, pieces, warnings=seen.warnings, outline=outline, measured=measured)


def _dropped(outline: tuple[Point, ...], measured: Measured) -> dict[str, object]:
    drop = measured.drop
    said: dict[str, object] = {
        "piece": drop.piece,
        "outline_mm": [[round(x, 2), round(y, 2)] for x, y in outline],
        "touches": list(drop.touches),
        "edges": list(drop.edges),
        "level": drop.level,
        "circles": list(drop.circles),
        "doubtful": [item for item, _ in measured.doubtful],
        "gaps": [[near.item, round(near.gap, 2)] for near in measured.near],
        "margins": [[item, round(away, 2)] for item, away in measured.doubtful],
    }
    return said | ({"above": True} if drop.above else {})


def _detected(view: FrameView, piece: SeenPiece) -> DetectedPiece:
    x, y = view.camera.project(piece.placed.outline, FRONT).mean(axis=0)
    return DetectedPiece(piece.name, "flat", (float(x), float(y)), None, piece.share, {piece.name: 1.0})


def _outline(piece: SeenPiece) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in piece.placed.outline)


def _field(frame: Frame, view: FrameView) -> Points:
    """The corners of the box round the frame's inside, clockwise from its top left (4 × 2 px)."""
    (left, low), (right, top) = np.min(frame.outline, axis=0), np.max(frame.outline, axis=0)
    return view.camera.project(np.array([[left, top], [right, top], [right, low], [left, low]]), 0.0)
