"""What a picture of a frame shows: the pieces in it, and how the last one has landed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from device.drop_it.verdict_marks import marks_of
from engines.drop_it.frame import Frame
from engines.drop_it.geometry import Point, polygon_of
from engines.drop_it.measuring import Measured, Resting, measured_landing
from engines.drop_it.moves import Drop
from engines.messages import Message, message
from engines.vocabulary import EMPTY
from vision.facts import Facts, Probabilities
from vision.frame.rectified_frame import FramePiece
from vision.frame.view import FrameView
from vision.reading import DetectedPiece, PictureWarning, Points, Reading

_DETECTED_LIKELIHOOD = 0.995  # likelihood of a piece that was detected


@dataclass(frozen=True)
class Landing:
    """How a piece may have landed."""

    # The possible drops, the likeliest first. Where the piece did not come alone, they describe how it lay when it was
    # observed; another piece may have moved it, or come after it.
    drops: tuple[Drop, ...]
    # Whether the landing was observed well.
    is_clear: bool = True


@dataclass(frozen=True)
class DropFacts(Facts):
    """What is known of the pieces in a frame beyond their names."""

    # The landing of each piece, by the number of its place.
    landings: Mapping[int, Landing] = field(default_factory=dict)


@dataclass(frozen=True)
class DropReading(Reading):
    """A reading of a frame, with the outline of the last piece (mm) and how it landed, once both are measured."""

    outline: tuple[Point, ...] = ()
    measured: Measured | None = None

    def to_json(self) -> dict[str, object]:
        """The JSON that the command line prints; `dropped` is present only where a piece was measured."""
        return super().to_json() | ({"dropped": _dropped(self.outline, self.measured)} if self.measured else {})

    @property
    def unsure(self) -> tuple[Message, ...]:
        """The messages of what is too close to call, each with its distance."""
        doubtful = () if self.measured is None else self.measured.doubtful
        return tuple(_too_close(item, away) for item, away in doubtful)

    def messages(self) -> list[Message]:
        """The messages about the measured piece, and about what is too close to call."""
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
        return [*said, *self.unsure]


def reading_of(
    frame: Frame,
    view: FrameView,
    pieces: Sequence[FramePiece],
    landings: Sequence[Landing],
    warnings: Sequence[PictureWarning] = (),
    measured: Measured | None = None,
    left_open: Mapping[str, int] | None = None,
) -> DropReading:
    """The reading of a frame with these pieces, in the order in which they came; `measured` is the last one's.

    `landings`: how each of them has landed, as far as known.
    """
    found = tuple(_detected(view, piece, place_of(number)) for number, piece in enumerate(pieces, start=1))
    places: dict[str, Probabilities] = {place_of(at): _shares(piece) for at, piece in enumerate(pieces, start=1)}
    return DropReading(
        field_of(view),
        found,
        places,
        tuple(warnings),
        left_open=left_open or {},
        laid="frame",
        marks=() if measured is None else marks_of(view, frame, outline_of(pieces[-1]), measured),
        facts=DropFacts(dict(enumerate(landings, start=1))),
        outline=() if measured is None else outline_of(pieces[-1]),
        measured=measured,
    )


def measure(frame: Frame, pieces: Sequence[FramePiece], edges_by: str, number: int = -1) -> Measured:
    """Measure how one of these pieces (the last by default) lies among the others, with edges that show `edges_by`."""
    piece = pieces[number]
    beside = [other for other in pieces if other is not piece]
    others: list[Resting] = [(other.name, outline_of(other)) for other in beside]
    barely_visible = [outline_of(other) for other in beside if other.is_hardly_seen]
    spreads = [one.may_be_off for one in (piece, *beside)]
    return measured_landing(
        frame, piece.name, outline_of(piece), others, edges_by=edges_by, uncertain=barely_visible, spreads=spreads
    )


def place_of(number: int) -> str:
    """The name of the place of the nth piece, from 1."""
    return f"frame/{number}"


def outline_of(piece: FramePiece) -> tuple[Point, ...]:
    """The outline of a piece (mm)."""
    return polygon_of(piece.placed.outline)


def field_of(view: FrameView) -> Points:
    """The corners of the bounding box of the frame's inside, clockwise from its top left (4 × 2 px)."""
    (left, low), (right, top) = view.outline.min(axis=0), view.outline.max(axis=0)
    return view.camera.project(np.array([[left, top], [right, top], [right, low], [left, low]]), 0.0)


def _shares(piece: FramePiece) -> Probabilities:
    return {piece.name: _DETECTED_LIKELIHOOD, EMPTY: 1 - _DETECTED_LIKELIHOOD}


def _detected(view: FrameView, piece: FramePiece, place: str) -> DetectedPiece:
    ring = view.camera.project(piece.placed.outline, view.front)
    (x, y), corners = ring.mean(axis=0), polygon_of(ring)
    return DetectedPiece(piece.name, "flat", (float(x), float(y)), place, piece.share, {piece.name: 1.0}, corners)


def _too_close(item: str, away: float) -> Message:
    kind, _, what = item.partition(" ")
    distance = f"{away:.1f}"
    if kind == "touch":
        return message("reading.close_touch", other=what, distance=distance)
    if kind == "edge":
        return message("reading.close_edge", mark=f"edge/{what}", distance=distance)
    if kind == "circle":
        return message("reading.close_circle", size=f"size/{what}", distance=distance)
    return message("reading.close_level" if kind == "level" else "reading.close_above", distance=distance)


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
        "gaps": [[contact.item, round(contact.gap, 2)] for contact in measured.contacts],
        "distances": [[item, round(away, 2)] for item, away in measured.doubtful],
    }
    return said | ({"above": True} if drop.above else {})
