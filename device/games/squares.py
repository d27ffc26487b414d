"""Watching checkers and reversi (games 5 and 6): 8×8 boards of tiles; in reversi only their sides count."""

from dataclasses import replace

from device.games.profile import Drawing, Filming, Profile, scores_at_end
from engines import checkers, reversi
from engines.checkers.state import OF_EACH
from engines.jarapon.wall import TILES
from engines.reversi import Move, State
from engines.reversi.comments import comments
from engines.squares import SQUARES, turned
from engines.tally import Equipment
from engines.vocabulary import NUMBERS
from vision.places.base import Arrangement
from vision.places.squares import SquarePlaces

_CHARACTERS = 4  # that checkers is played with, two a side


def _turned(move: Move, quarters: int) -> Move:
    """A move as named on a turned board; the start is the same from all four sides."""
    return replace(move, square=move.square and turned(move.square, quarters))


CHECKERS: Profile[checkers.State, checkers.Move | checkers.Agreed] = Profile(
    checkers,
    drawing=Drawing("squares"),
    minutes=20,
    arrangement=Arrangement(SquarePlaces),
    equipment=Equipment(TILES, dict.fromkeys(NUMBERS, OF_EACH), chosen=OF_EACH * _CHARACTERS),
)
REVERSI: Profile[State, Move] = Profile(
    reversi,
    drawing=Drawing("squares", sides={"reversi.tiles_up": "up", "reversi.tiles_down": "back"}),
    minutes=20,
    arrangement=Arrangement(SquarePlaces, sides_only=True),
    comments=comments,
    filming=Filming(turned=_turned),
    equipment=Equipment(TILES, {}, chosen=len(SQUARES)),
    achievements=scores_at_end(reversi, "reversi.best"),
)
