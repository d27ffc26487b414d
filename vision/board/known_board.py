"""Keeps the corners of the board from picture to picture."""

from collections.abc import Callable, Sequence

import numpy as np

from vision.board.field_view import field_view
from vision.board.finder import BoardDetection, hands_over, ordered
from vision.board.hands import HandDetection, HandWatch
from vision.board.sheet_likeness import is_like_sheet
from vision.board.taught_sheet import SheetDetection, TaughtSheet, find_taught
from vision.reading import Picture, PictureWarning, Points


class KnownBoard:
    """The board's corners, as detected in a picture or as people gave them.

    They are kept as shares of the picture's width, so that pictures of one camera in several sizes may be mixed. The
    corners of one of the taught `sheets` come in its own order, however it or the camera is turned.
    """

    def __init__(self, sheets: Sequence[TaughtSheet] = ()) -> None:
        self.field: Points | None = None  # 4 × 2, in shares of the picture's width
        self._is_given = False  # whether people gave the corners
        self._has_markers: bool | None = None  # whether the sheet has any; None where not known yet
        self._sheets = sheets
        self._sheet: TaughtSheet | None = None  # by whose print the corners were found
        self._misses = 0  # searches in a row in which no print was found
        self.is_oriented = False  # whether the order of the corners goes by a print
        self._hands = HandWatch()

    def give(self, corners: Points, width: int) -> None:
        """Takes the corners (4 × 2 px of a picture `width` px wide, any order) from people."""
        self.field = ordered(np.asarray(corners, np.float64).reshape(4, 2)) / width
        self._is_given, self.is_oriented = True, False

    def find(self, picture: Picture, finder: Callable[[Picture, bool | None], BoardDetection]) -> list[PictureWarning]:
        """Detects the board in a picture and keeps its corners; if people gave these, detects hands only.

        Without a board no hands are reported: there, warm wood passes for hands.
        """
        wide = picture.shape[1]
        if self.field is not None and (self._is_given or self._lies_still(picture, self.field * wide)):
            return self._hand_warnings(hands_over(picture, self.field * wide))
        board = finder(picture, self._has_markers)
        corners = self._orient(picture, board)
        if self._is_unlike_sheet(picture, board):
            return [PictureWarning("another_board")]
        if board.marked or (board.corners is not None and self._has_markers is None):
            self._has_markers = board.marked  # once detected, hands and tiles may hide them for a while
        if corners is not None:
            self.field = corners / wide
        if self.field is None:
            return [PictureWarning("another_board")] if board.is_another else []
        return self._hand_warnings(hands_over(picture, self.field * wide) if board.hands is None else board.hands)

    def _lies_still(self, picture: Picture, corners: Points) -> bool:
        """Whether a taught sheet lies where it was, which is checked faster than a sheet is found."""
        return self._sheet is not None and self._sheet.is_at(picture, corners, self.is_oriented)

    def _is_unlike_sheet(self, picture: Picture, board: BoardDetection) -> bool:
        """Whether a new detection without markers or a taught print is not like the sheet."""
        is_new = self.field is None and self._sheet is None and not board.marked
        return is_new and board.corners is not None and not is_like_sheet(field_view(picture, board.corners))

    def _orient(self, picture: Picture, board: BoardDetection) -> Points | None:
        """The corners (4 × 2 px) of a detection, by the print of a taught sheet where it shows one."""
        near = board.near
        before = None if self.field is None else self.field * picture.shape[1]
        self.is_oriented, self._sheet = False, None
        found = None if near is None else self._find_taught_near(picture, near)
        if found is None or (board.corners is None and len(found[1].turns) > 1):  # draughts boards have the same print
            return None if board.corners is None else _turn_like(board.corners, before)
        self._sheet, sheet = found
        self.is_oriented = len(sheet.turns) == 1
        return sheet.corners if self.is_oriented else _turn_like(ordered(sheet.corners), before)

    def _find_taught_near(self, picture: Picture, near: Points) -> tuple[TaughtSheet, SheetDetection] | None:
        """The taught sheet near some corners; searched for ever less often where there is none."""
        is_due = self._misses & (self._misses - 1) == 0
        found = find_taught(self._sheets, picture, near) if is_due else None
        self._misses = 0 if found else self._misses + 1
        return found

    def _hand_warnings(self, detection: HandDetection) -> list[PictureWarning]:
        over = self._hands.over(detection)
        return [PictureWarning("hand", detection.middle(over))] if over.any() else []


def _turn_like(corners: Points, before: Points | None) -> Points:
    """Corners in the order nearest to the previous ones: the board is assumed not to have been turned."""
    if before is None:
        return corners
    distances = [float(np.linalg.norm(np.roll(corners, -i, axis=0) - before)) for i in range(4)]
    return np.roll(corners, -int(np.argmin(distances)), axis=0)
