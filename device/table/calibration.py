"""Finds the board for people to check and correct, and shows how it would be read.

Networks run in the worker, so that the table does not wait for them. Nothing here changes anything.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from device.capture.capture_loop import CaptureLoop
from device.capture.field_shape import Corner, first_mistake
from device.capture.tapped_field import TappedField
from device.games.listing import arrangement_of
from device.hands.table_hand import NAME as HANDS
from device.hands.table_hand import READ_AS
from device.record.pictures import jpeg_of
from device.system.shared_result import SharedResult
from device.system.worker import Worker
from device.table.events import FindZones
from device.table.live_table import LiveTable
from device.table.zones_of_cards import LaidZones
from engines.messages import Message, Refusal, message
from engines.vocabulary import UNSURE
from vision.board.finder import find_new_board
from vision.board.rectified import rectified
from vision.faces.recognition import FaceRecogniser
from vision.faces.side_classifier import UntaughtFaces
from vision.places.base import Arrangement
from vision.places.squares import SquarePlaces
from vision.quality.edge_width import edge_width
from vision.reading import Picture, Points
from vision.table_reader import read_once

_WIDEST = 1280  # px
_ANSWER_S = 15.0


@dataclass(frozen=True)
class FieldFound:
    """The field in the newest picture."""

    corners: tuple[Corner, ...] | None  # in shares of the picture's width; None if no board was found
    given: bool  # whether people gave the corners
    size: tuple[int, int]  # width and height of the picture (px)


@dataclass(frozen=True)
class FieldRead:
    """How the board would be read with these corners."""

    picture: bytes  # of the board from above, as JPEG
    tiles: int  # number of tiles read
    doubtful: int  # number of these with uncertain faces
    taught: bool  # whether faces have been taught; otherwise only sides are read
    hand: bool  # whether a hand hides a part of the board


class Calibration:
    """Finds the field, and reads it with corners that people try out."""

    def __init__(
        self,
        table: LiveTable,
        capture: CaptureLoop,
        given: TappedField,
        faces_of: Callable[[str], FaceRecogniser | None],
        worker: Worker,
    ) -> None:
        self._table, self._capture, self._given, self._faces_of = table, capture, given, faces_of
        self._worker = worker
        self._jpegs, self._found = SharedResult(_for_phones), SharedResult(self._find)

    def picture(self) -> Picture:
        """The camera's newest picture; raises `Refusal` while there is none."""
        newest = self._capture.newest
        if newest is None:
            raise Refusal(message("field_shape.no_picture"))
        return newest.picture

    def given_corners(self, picture: Picture) -> Points | None:
        """The field's corners as people gave them (4 × 2 px); None if they have not."""
        return self._given.fitting((picture.shape[1], picture.shape[0]))

    def jpeg(self) -> bytes:
        """The newest picture as JPEG, no larger than phones need; raises `Refusal`."""
        return self._jpegs.of(self.picture())

    def sharpness(self) -> float:
        """Sharpness of the newest picture: 100 if edges are a pixel wide, 0 without any; raises `Refusal`."""
        width = edge_width(self.picture())
        return 0.0 if width is None else 100 / width

    def find(self) -> FieldFound:
        """Find the field: as people gave it, or else as the box detects it."""
        picture = self.picture()
        size = (picture.shape[1], picture.shape[0])
        given = self._given.fitting(size)
        corners = self._found.of(picture) if given is None else given
        shares = None if corners is None else tuple((float(x), float(y)) for x, y in corners / size[0])
        return FieldFound(shares, given is not None, size)

    def read(self, corners: Sequence[Corner], size: tuple[int, int]) -> FieldRead:
        """How the newest picture is read with corners (px of a picture of `size`, clockwise from the top left).

        Raises `Refusal` where they can be no field.
        """
        wrong = first_mistake(corners, size)
        if wrong is not None:
            raise Refusal(wrong)
        picture = self.picture()
        ring = np.array(corners, np.float64) * (picture.shape[1] / size[0])
        game = READ_AS if self._table.snapshot.view.game == HANDS else self._table.snapshot.view.game
        known = self._faces_of(game)
        arrangement = Arrangement(SquarePlaces, sides_only=True) if known is None else arrangement_of(game)
        reading = self._worker.do(read_once, arrangement, known or UntaughtFaces(), picture, ring)
        doubtful = sum(piece.shown == UNSURE and piece.pose != "upright" for piece in reading.pieces)
        flat = jpeg_of(rectified(picture, reading, ring))
        return FieldRead(flat, len(reading.pieces), doubtful, known is not None, reading.shows_hand)

    def zones(self) -> LaidZones:
        """The positions of piles of cards in the newest picture; raises `Refusal` if none are read."""
        high, wide = self.picture().shape[:2]
        found: LaidZones = self._table.post(FindZones((wide, high))).result(_ANSWER_S)
        return found

    def _find(self, picture: Picture) -> Points | None:
        return self._worker.do(find_new_board, picture).corners


def _for_phones(picture: Picture) -> bytes:
    scale = _WIDEST / picture.shape[1]
    if scale < 1:
        picture = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    return jpeg_of(picture, quality=80)


def said_of(read: FieldRead) -> Message:
    """The sentence for people who check whether the corners fit."""
    if read.hand:
        return message("seen.waiting")
    if not read.taught:
        return message("field_shape.not_taught", tiles=read.tiles)
    if read.doubtful:
        return message("field_shape.read_doubtful", tiles=read.tiles, doubtful=read.doubtful)
    return message("field_shape.read", tiles=read.tiles) if read.tiles else message("field_shape.read_none")
