"""Where the board is, kept from picture to picture."""

from collections.abc import Callable

import numpy as np

from vision.board.finder import BoardDetection, ordered
from vision.board.hands import HandWatch
from vision.reading import Picture, PictureWarning, Points


class KnownBoard:
    """The board's corners, as found in a picture or as people gave them.

    They are kept as shares of the picture's width, so that pictures of one camera in several sizes may be mixed.
    """

    def __init__(self) -> None:
        self.field: Points | None = None  # 4 × 2, in shares of the picture's width
        self._given = False
        self._has_markers: bool | None = None  # on the sheet; None where not known yet
        self._hands = HandWatch()

    def give(self, corners: Points, width: int) -> None:
        """Takes the corners (4 × 2 px of a picture `width` px wide, any order) from people."""
        self.field = ordered(np.asarray(corners, np.float64).reshape(4, 2)) / width
        self._given = True

    def find(self, picture: Picture, finder: Callable[[Picture, bool | None], BoardDetection]) -> list[PictureWarning]:
        """Searches a picture and keeps corners that are found; those that people gave stay.

        Where no board is known nothing is over it: without one, warm wood passes for hands.
        """
        board = finder(picture, self._has_markers)
        if board.marked or (board.corners is not None and self._has_markers is None):
            self._has_markers = board.marked  # once detected, hands and tiles may hide them for a while
        if board.corners is not None and not self._given:
            self.field = _turned_like(board.corners / picture.shape[1], self.field)
        if self.field is None:
            return [PictureWarning("another_board")] if board.is_another else []
        if board.hands is None:
            return []
        over = self._hands.over(board.hands)
        return [PictureWarning("hand", board.hands.middle(over))] if over.any() else []


def _turned_like(corners: Points, before: Points | None) -> Points:
    """The same corners, in the order nearest to the previous ones: the board is assumed not to have been turned."""
    if before is None:
        return corners
    far = [float(np.linalg.norm(np.roll(corners, -i, axis=0) - before)) for i in range(4)]
    return np.roll(corners, -int(np.argmin(far)), axis=0)
