"""Draws a reading on its picture, so that people can check it."""

from collections.abc import Collection

import cv2
import numpy as np

from engines.vocabulary import BACK, UNSURE
from vision.close_up import close_up
from vision.letters import written
from vision.reading import Picture, Reading

_NAMED, _BACK, _DOUBT, _FIELD = (80, 220, 60), (230, 160, 40), (40, 40, 255), (255, 255, 255)
_WARNING_COLOUR = (0, 200, 255)
_MARK_RADIUS = 11  # radius of a mark, in widths of a line


def draw_reading(picture: Picture, reading: Reading, across: int = 640, wrong: Collection[str] = ()) -> Picture:
    """A copy of the picture with the field's outline, each piece's outline and face; doubtful pieces are red.

    Yellow rings mark what the reading warns of, and the pieces at places where something is `wrong`. Lines and letters
    are sized for a picture that is shown `across` px wide. What was measured is drawn larger, above the whole.
    """
    drawn = picture.copy()
    thick = max(2, picture.shape[1] // across)
    if reading.field is not None and reading.laid != "frame":
        cv2.polylines(drawn, [np.round(reading.field).astype(np.int32)], True, _FIELD, thick, cv2.LINE_AA)
    for piece in reading.pieces:
        ring = np.round(np.array(piece.corners)).astype(np.int32)
        cv2.polylines(drawn, [ring], True, _colour(piece.shown), thick, cv2.LINE_AA)
    if reading.laid != "frame":  # there everybody sees what a piece is
        written(_label_faces, drawn, reading, thick)
    marked = {warned.at for warned in reading.warnings if warned.at is not None}
    marked |= {(round(piece.xy[0]), round(piece.xy[1])) for piece in reading.pieces if piece.place in wrong}
    for at in marked:
        cv2.circle(drawn, at, _MARK_RADIUS * thick, (0, 0, 0), 2 * thick, cv2.LINE_AA)
        cv2.circle(drawn, at, _MARK_RADIUS * thick, _WARNING_COLOUR, thick, cv2.LINE_AA)
    if not reading.marks:
        return drawn
    high, wide = drawn.shape[:2]
    return np.asarray(np.vstack([close_up(picture, reading.marks, (wide, high)), drawn]), np.uint8)


def _label_faces(drawn: Picture, reading: Reading, thick: int) -> None:
    for piece in reading.pieces:
        if piece.face != BACK:
            label = {"wild": "W", "blank": "-", "up": ""}.get(piece.shown, piece.shown)
            _label(drawn, label, piece.xy, _colour(piece.shown), thick)


def _colour(face: str) -> tuple[int, int, int]:
    return _DOUBT if face == UNSURE else _BACK if face == BACK else _NAMED


def _label(drawn: Picture, text: str, xy: tuple[float, float], colour: tuple[int, int, int], thick: int) -> None:
    scale = 0.28 * thick
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
    at = (round(xy[0] - wide / 2), round(xy[1] + high / 2))
    cv2.putText(drawn, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, (0, 0, 0), thick * 2, cv2.LINE_AA)
    cv2.putText(drawn, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, colour, max(1, thick // 2), cv2.LINE_AA)
