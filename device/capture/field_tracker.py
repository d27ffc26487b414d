"""Tracks where the board lies in the pictures, whether detected or tapped by people."""

from collections.abc import Callable, Sequence

import numpy as np

from device.capture.field_shape import first_mistake
from device.capture.game_reader import Board, GameReader
from device.capture.tapped_field import TappedField
from device.hardware.timeout import TimeLimit
from device.system.shared_result import SharedResult
from engines.messages import Message, Refusal, message
from vision.board.finder import board_lies_at, find_board
from vision.reading import Picture, Points, Reading

FindBoard = Callable[[Picture], Points | None]
BoardLiesAt = Callable[[Picture, Points], bool]
# Maximum per call: most pictures take hundredths of a second to read, the first or a full one a second or two.
READ_S = 10.0


def _board_in(picture: Picture) -> Points | None:
    return find_board(picture).corners


class FieldTracker:
    """Has each board read where it lies: at the tapped corners until it has moved away from them.

    `find` detects the board without the tapped corners; `lies_at` checks whether it is where it was. Vision may hang,
    so each of its calls has a time `limit`. Vision changes nothing here but the reader, which must be replaced after a
    call that raised anything.
    """

    def __init__(
        self,
        tapped: TappedField | None = None,
        find: FindBoard = _board_in,
        lies_at: BoardLiesAt = board_lies_at,
        limit: TimeLimit | None = None,
    ) -> None:
        self.notices: list[Message] = []  # to be announced once by the caller, who clears them
        self.is_elsewhere = False  # of the last two readings, only the last had the board away from the tapped corners
        self.limit = limit or TimeLimit(READ_S)
        self._tapped = tapped or TappedField()
        self._find = SharedResult(lambda picture: self.limit.call(find, picture))
        self._lies_at = lies_at
        self._field: Points | None = None  # the last field read, in shares of the picture's width
        self._informed: Board | None = None  # the board that has the tapped corners
        self._report_file()

    @property
    def in_doubt(self) -> bool:
        """Whether the board may have left the tapped corners, so that another reading is needed soon."""
        return self._tapped.in_doubt

    def read(self, reader: GameReader, picture: Picture) -> Reading:
        """Read a picture, with the board where it lies; raises `NoAnswerError` and whatever a reader raises."""
        self.is_elsewhere = False
        if reader.board is None:
            return self.limit.call(reader.read, picture)
        if self._tapped.is_known and self._informed is not reader.board:
            self._inform(reader.board, picture)
        reading = self.limit.call(reader.read, picture)
        if reading.unreadable or self._is_in_place(picture, reading):
            return reading
        reader.board.forget_board()
        return self.limit.call(reader.read, picture)

    def note(self, reading: Reading, picture: Picture) -> None:
        """Remember where the field was in a readable picture."""
        self._field = None if reading.field is None else reading.field / picture.shape[1]

    def set_corners(
        self, corners: Sequence[Sequence[float]], width: int, picture: Picture | None, board: Board | None
    ) -> None:
        """Set the field's corners as people tapped them, until the board moves away.

        They are px of the last `picture`, or of one that is `width` px wide. Raises `Refusal` where they can be no
        field, and where there is no picture.
        """
        if picture is None:
            raise Refusal(message("table.no_picture"))
        high, wide = picture.shape[:2]
        scale = wide / (width or wide)
        ring = [(x * scale, y * scale) for x, y in corners]
        wrong = first_mistake(ring, (wide, high))
        if wrong is not None:
            raise Refusal(wrong)
        self._tapped.give(np.array(ring, np.float64), wide, self._find.of(picture))
        self._report_file()
        self._informed = None
        if board is not None:
            self._inform(board, picture)

    def forget_corners(self, board: Board | None) -> None:
        """Forget the tapped corners, and find the field without them."""
        self._tapped.forget()
        self._report_file()
        self._informed = None
        if board is not None:
            board.forget_board()

    def _is_in_place(self, picture: Picture, reading: Reading) -> bool:
        """Whether the board was read where it lies; tapped corners that no longer fit are forgotten, with a notice."""
        if not self._tapped.is_known:
            return self._is_remembered_place_right(picture, reading)
        if reading.shows_hand:
            return True
        was_in_doubt = self._tapped.in_doubt
        if not self._tapped.has_moved(self._find.of(picture), picture.shape[1]):
            self.is_elsewhere = self._tapped.in_doubt and not was_in_doubt
            return True
        self._tapped.forget()
        self._report_file()
        self.notices.append(message("table.field_forgotten"))
        return False

    def _is_remembered_place_right(self, picture: Picture, reading: Reading) -> bool:
        """Whether the board lies where the reader remembers it, if it could not detect it in this picture.

        Newly detected corners are never equal to the last digit.
        """
        if reading.field is None or self._field is None:
            return True
        is_remembered = np.allclose(reading.field / picture.shape[1], self._field, rtol=0.0, atol=1e-9)
        return not is_remembered or self.limit.call(self._lies_at, picture, reading.field)

    def _inform(self, board: Board, picture: Picture) -> None:
        """Pass the tapped corners on, unless they can be no field in pictures of this size."""
        corners = self._tapped.fitting((picture.shape[1], picture.shape[0]))
        if corners is not None:
            board.set_field(corners, picture.shape[1])
            self._informed = board

    def _report_file(self) -> None:
        """Report once what is wrong with the file of the corners."""
        if self._tapped.trouble is not None:
            self.notices.append(self._tapped.trouble)
