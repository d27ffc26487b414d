"""Stores the reading of a picture in the picture's own file, as a JPEG comment.

>>> import numpy as np, cv2
>>> jpeg = cv2.imencode(".jpg", np.zeros((48, 64, 3), np.uint8))[1].tobytes()
>>> corners = ((1.0, 1.0), (9.0, 1.0), (9.0, 9.0), (1.0, 9.0))
>>> places = {"d4": {"5": 0.7, "6": 0.295, "7": 0.001}}
>>> reading = Reading(None, (DetectedPiece("5", "flat", (5.2, 5.0), "d4", 0.9, {}, corners),), places)
>>> again = read_note(with_note(jpeg, reading))
>>> (again.pieces[0].face, again.pieces[0].xy), again.places, read_note(jpeg) is None
(('5', (5.0, 5.0)), {'d4': {'5': 0.7, '6': 0.295}}, True)
"""

import json
from typing import Annotated

import msgspec
import numpy as np
from msgspec import Meta, Struct

from vision.reading import DetectedPiece, Laid, Mark, MarkKind, Reading

_START, _COMMENT = b"\xff\xd8", b"\xff\xfe"
_LENGTH_BYTES = 2
_MAX_BYTES = 0xFFFF - _LENGTH_BYTES
_CORNERS = range(4, 65)  # of a tile or a card, and of the outline of a piece
# px, letters, pieces: a file may come from anywhere
_MAX_COORDINATE, _MAX_WORD, _MAX_LINE, _MAX_PIECES = 1 << 15, 20, 600, 500
_MIN_NOTED_PROBABILITY = 0.005  # probabilities below it are not noted


_Pixels = Annotated[float, Meta(gt=-_MAX_COORDINATE, lt=_MAX_COORDINATE)]
_Point = tuple[_Pixels, _Pixels]
_Corners = tuple[_Point, _Point, _Point, _Point]
_Outline = Annotated[list[_Point], Meta(min_length=1, max_length=_CORNERS[-1])]
_Word = Annotated[str, Meta(max_length=_MAX_WORD, pattern=r"^[\x00-\x7f]*\Z")]
_Line = Annotated[str, Meta(max_length=_MAX_LINE, pattern=r"^[\x00-\x7f]*\Z")]  # of a record: a landing
_Share = Annotated[float, Meta(ge=0.0, le=1.0)]


class _Note(Struct):
    field: _Corners | None
    pieces: list[tuple[_Word, _Pixels, _Pixels, _Outline, _Word | None]]
    places: Annotated[dict[_Word, dict[_Line, _Share]], Meta(max_length=_MAX_PIECES)] = {}
    laid: Laid = "sheet"
    marks: Annotated[list[tuple[MarkKind, _Outline, _Word]], Meta(max_length=_MAX_PIECES)] = []


def with_note(jpeg: bytes, reading: Reading) -> bytes:
    """A JPEG file with a reading's field, pieces and places noted in it, by the camera's names of places.

    It stays as it is where they are too many for a note.
    """
    data = {
        "field": None if reading.field is None else np.round(reading.field).astype(int).tolist(),
        "pieces": [
            [one.face, *_rounded(one.xy), [_rounded(xy) for xy in one.corners], one.place]
            for one in reading.pieces
            if len(one.corners) in _CORNERS
        ],
        "places": {
            place: {face: round(share, 3) for face, share in shares.items() if share >= _MIN_NOTED_PROBABILITY}
            for place, shares in reading.places.items()
        },
        "laid": reading.laid,
        "marks": [[one.kind, [(round(x, 1), round(y, 1)) for x, y in one.points], one.label] for one in reading.marks],
    }
    note = json.dumps(data, separators=(",", ":")).encode()
    if len(note) > _MAX_BYTES:
        return jpeg
    return _START + _COMMENT + (len(note) + _LENGTH_BYTES).to_bytes(_LENGTH_BYTES, "big") + note + jpeg[len(_START) :]


def read_note(jpeg: bytes) -> Reading | None:
    """The reading noted in a JPEG file: its field, pieces and the faces of its places.

    None where there is none; earlier notes have no places.
    """
    begins = len(_START) + len(_COMMENT) + _LENGTH_BYTES
    if jpeg[: begins - _LENGTH_BYTES] != _START + _COMMENT:
        return None
    ends = begins - _LENGTH_BYTES + int.from_bytes(jpeg[begins - _LENGTH_BYTES : begins], "big")
    try:
        note = msgspec.json.decode(jpeg[begins:ends], type=_Note)
    except (msgspec.MsgspecError, RecursionError):
        # Another program's comment, or a damaged one: then nothing is known of the picture.
        return None
    field = None if note.field is None else np.array(note.field, np.float64)
    return Reading(
        field,
        tuple(
            DetectedPiece(face, "flat", (x, y), place, 1.0, {}, tuple(corners))
            for face, x, y, corners, place in note.pieces[:_MAX_PIECES]
        ),
        note.places,
        laid=note.laid,
        marks=tuple(Mark(kind, tuple(points), label) for kind, points, label in note.marks),
    )


def _rounded(xy: tuple[float, float]) -> tuple[int, int]:
    return round(xy[0]), round(xy[1])
