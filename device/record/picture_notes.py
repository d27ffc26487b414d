"""What was read in a picture, noted in the picture's own file (as a JPEG comment), so that it goes wherever that goes.

>>> import numpy as np, cv2
>>> jpeg = cv2.imencode(".jpg", np.zeros((48, 64, 3), np.uint8))[1].tobytes()
>>> corners = ((1.0, 1.0), (9.0, 1.0), (9.0, 9.0), (1.0, 9.0))
>>> reading = Reading(None, (DetectedPiece("5", "flat", (5.2, 5.0), "d4", 0.9, {}, corners),))
>>> again = noted(with_note(jpeg, reading))
>>> (again.pieces[0].face, again.pieces[0].xy), noted(jpeg) is None
(('5', (5.0, 5.0)), True)
"""

import json
from typing import Any

import numpy as np

from vision.reading import DetectedPiece, Reading

_START, _COMMENT = b"\xff\xd8", b"\xff\xfe"
_LENGTH_BYTES = 2
_MOST_BYTES = 0xFFFF - _LENGTH_BYTES
_CORNERS = 4
_FURTHEST, _LONGEST, _MOST_PIECES = 1 << 15, 20, 500  # px, letters, pieces: a file may come from anywhere


def with_note(jpeg: bytes, reading: Reading) -> bytes:
    """A JPEG file with a reading's field and pieces noted in it, their places by the camera's names.

    It stays as it is where they are too many for a note.
    """
    told = {
        "field": None if reading.field is None else np.round(reading.field).astype(int).tolist(),
        "pieces": [
            [one.face, *_rounded(one.xy), [_rounded(xy) for xy in one.corners], one.place]
            for one in reading.pieces
            if len(one.corners) == _CORNERS
        ],
    }
    note = json.dumps(told, separators=(",", ":")).encode()
    if len(note) > _MOST_BYTES:
        return jpeg
    return _START + _COMMENT + (len(note) + _LENGTH_BYTES).to_bytes(_LENGTH_BYTES, "big") + note + jpeg[len(_START) :]


def noted(jpeg: bytes) -> Reading | None:
    """The reading that is noted in a JPEG file: where its field and pieces lie; None where there is none."""
    begins = len(_START) + len(_COMMENT) + _LENGTH_BYTES
    if jpeg[: begins - _LENGTH_BYTES] != _START + _COMMENT:
        return None
    ends = begins - _LENGTH_BYTES + int.from_bytes(jpeg[begins - _LENGTH_BYTES : begins], "big")
    try:
        told = json.loads(jpeg[begins:ends])
        field = None if told["field"] is None else np.array(_corners(told["field"]), np.float64)
        pieces = tuple(_piece(*one) for one in told["pieces"][:_MOST_PIECES])
    except (ValueError, TypeError, KeyError, RecursionError):
        # Another program's comment, or a damaged one: then nothing is known of the picture.
        return None
    return Reading(field, pieces)


def _piece(face: Any, x: Any, y: Any, corners: Any, place: Any) -> DetectedPiece:
    return DetectedPiece(
        _word(face), "flat", _point((x, y)), None if place is None else _word(place), 1.0, {}, _corners(corners)
    )


def _word(value: Any) -> str:
    if not isinstance(value, str) or not value.isascii() or len(value) > _LONGEST:
        raise TypeError("not the name of a face or a place")
    return value


def _corners(told: Any) -> tuple[tuple[float, float], ...]:
    if len(told) != _CORNERS:
        raise ValueError("not a field or piece of four corners")
    return tuple(_point(xy) for xy in told)


def _point(xy: Any) -> tuple[float, float]:
    x, y = xy
    if not all(type(value) in (int, float) and abs(value) < _FURTHEST for value in (x, y)):  # which inf and nan are not
        raise ValueError("not a point of a picture")
    return float(x), float(y)


def _rounded(xy: tuple[float, float]) -> tuple[int, int]:
    return round(xy[0]), round(xy[1])
