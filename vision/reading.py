"""The reading of one picture, and its JSON form."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from engines.messages import Message, message
from engines.vocabulary import TILE_FACES, UNSURE
from vision.facts import Facts, Probabilities

Picture = NDArray[np.uint8]  # height × width × 3, BGR
Points = NDArray[np.float64]  # n × 2
Pose = Literal["flat", "sideways", "upright"]
Laid = Literal["sheet", "cards", "frame"]
_MIN_UP = 0.85  # probability from which a picture lies up, whichever it is
_UNLIT, _SPOILT = ("too_dark", "too_bright"), ("blurred", "smeared", "noisy", "no_colours")
# Readings that leave a place open, after which it is taken to stay open
MAX_OPEN_READINGS = 8
NO_FACTS = Facts()
MarkKind = Literal["piece", "touch", "apart", "line", "circle", "doubtful"]


@dataclass(frozen=True)
class DetectedPiece:
    """One detected piece."""

    face: str  # the most probable one, or `"?"` when the confidence is low
    pose: Pose
    xy: tuple[float, float]  # the middle of its upper side, in px of the picture
    place: str | None
    confidence: float
    probabilities: Mapping[str, float]  # of each face; they sum to 1
    corners: tuple[tuple[float, float], ...] = ()  # of its upper side, in px of the picture

    @property
    def shown(self) -> str:
        """The face as people are shown it: `"up"` for an untaught one that certainly lies face up."""
        shares = {self.probabilities.get(face, 0.0) for face in TILE_FACES}
        is_up = len(shares) == 1 and len(TILE_FACES) * max(shares) >= _MIN_UP and self.pose != "upright"
        return "up" if is_up and self.face == UNSURE else self.face

    def to_json(self) -> dict[str, object]:
        """As the command line prints it."""
        return {
            "face": self.face,
            "pose": self.pose,
            "xy": [round(v, 1) for v in self.xy],
            "place": self.place,
            "confidence": round(self.confidence, 3),
        }


@dataclass(frozen=True)
class PictureWarning:
    """Something in the picture that people can mend."""

    # `no_board`, `another_board` (or another square), `too_dark`, `too_bright`, `blurred`, `smeared` (the lens),
    # `noisy` (too little light), `no_colours`, `hand`, `glare`, `turned_or_not` (ambiguous); of a lesson `differs`,
    # `alike`, `no_card_sure`, `no_place` (in its rows); of cards `no_cards`, `too_small`, `twice`, `cut_off` (by the
    # picture's edge), `untaught` (a deck that is not known), `not_laid` (places of piles are not known yet).
    kind: str
    at: tuple[int, int] | None = None  # px
    other: str | None = None  # the face that is alike, or shown twice

    def __str__(self) -> str:
        named = self.kind if self.other is None else f"{self.kind} {self.other}"
        return named if self.at is None else f"{named} at [{self.at[0]}, {self.at[1]}]"

    def said(self) -> Message:
        """The sentence for people."""
        return message(f"seen.{self.kind}") if self.other is None else message(f"seen.{self.kind}", other=self.other)


@dataclass(frozen=True)
class Mark:
    """Something that was measured, to be drawn over its picture."""

    # The outline of a `"piece"`; where it comes to `"touch"` something, or nearly, is `"apart"`; a `"line"` or a
    # `"circle"` by which it counts; or what is too close to call, `"doubtful"`.
    kind: MarkKind
    points: tuple[tuple[float, float], ...]  # px
    label: str = ""  # in figures


@dataclass(frozen=True)
class Reading:
    """What one picture shows."""

    # The field's corners (4 × 2 px), clockwise from the top left in the picture; None where none was found.
    field: Points | None
    pieces: tuple[DetectedPiece, ...]
    places: Mapping[str, Probabilities] = dataclasses.field(default_factory=dict)  # what each place shows
    warnings: tuple[PictureWarning, ...] = ()
    # The places that this picture leaves open though another one soon may not, and for how many pictures it has missed
    # what lies there: none where something new has come.
    left_open: Mapping[str, int] = dataclasses.field(default_factory=dict)
    laid: Laid = "sheet"  # what the pieces lie on or in, which is the field; of cards it is the whole picture
    marks: tuple[Mark, ...] = ()  # what was measured
    facts: Facts = NO_FACTS  # what the reader knows beyond places

    @property
    def unreadable(self) -> PictureWarning | None:
        """The warning why the field is found, but its tiles cannot be read."""
        if self.field is None:
            return None
        kinds = _UNLIT if self.places else (*_UNLIT, *_SPOILT)
        return next((warned for warned in self.warnings if warned.kind in kinds), None)

    @property
    def shows_hand(self) -> bool:
        """Whether a hand is over it."""
        return any(warned.kind == "hand" for warned in self.warnings)

    @property
    def unsure(self) -> tuple[Message, ...]:
        """What was measured and is too close to call, in sentences."""
        return ()

    def to_json(self) -> dict[str, object]:
        """As the command line prints it, without `photo`, `game` and `ms`, which the caller knows."""
        corners = None if self.field is None else [[round(float(x), 1), round(float(y), 1)] for x, y in self.field]
        return {
            "field": corners,
            "pieces": [piece.to_json() for piece in self.pieces],
            "warnings": [str(warned) for warned in self.warnings],
        }
