"""Checking hands of Galaxy Jarapon before the camera: eight or nine tiles laid face up in a row, and the box says
what they are worth or what they wait for. Nothing is recorded."""

from collections.abc import Callable

from device.hands.check import AnswerWithTiles, HandAnswer, all_said
from device.referee.outcomes import Problem
from engines import jarapon
from engines.contract import Prompt
from engines.jarapon.shapes import HAND_SIZE
from engines.messages import message
from engines.vocabulary import TILE_FACES
from vision.reading import Reading
from vision.tiles.hand_row import hand_of

NAME = "hand"  # its name in `jarapon run --game`
READ_AS = jarapon.NAME  # the game whose table reader is used
SIZES = (HAND_SIZE - 1, HAND_SIZE)

Check = Callable[[str], HandAnswer]


class TableHand:
    """The hand before the camera; `check` answers what tiles are worth (`Hands.check`)."""

    def __init__(self, check: Check) -> None:
        self.problem: Problem | None = None
        self.hand: AnswerWithTiles | None = None
        self._check = check

    def see(self, reading: Reading) -> None:
        """Check the row of tiles in a reading; reports a problem unless a whole hand lies there alone."""
        faces, others = hand_of(reading)
        self.problem = self.hand = None
        if len(faces) not in SIZES:
            self.problem = Problem(message("table.hand_count", seen=len(faces)))
        elif any(face not in TILE_FACES for face in faces):
            unread = [str(at) for at, face in enumerate(faces, start=1) if face not in TILE_FACES]
            self.problem = Problem(message("table.hand_unsure", tiles=" ".join(unread)))
        elif others:
            self.problem = Problem(message("table.hand_others", others=others))
        else:
            self.hand = {"tiles": faces, **self._check(" ".join(faces))}

    def prompts(self) -> tuple[Prompt, ...]:
        """The worth of the hand, or how to lay one."""
        if self.hand is None:
            return (Prompt(None, message("table.lay_hand")),)
        return tuple(Prompt(None, message("table.told", text=said)) for said in all_said(self.hand))
