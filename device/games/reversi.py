"""Watching reversi (game 6): an 8×8 board on which only the side of a tile counts."""

from dataclasses import replace

from device.games.profile import Drawing, Filming, Profile
from engines import reversi
from engines.reversi import Move, State
from engines.squares import turned
from vision.places.base import Arrangement
from vision.places.squares import SquarePlaces


def _turned(move: Move, quarters: int) -> Move:
    """A move as it is named on a board that lies turned: the start is the same from all four sides."""
    return replace(move, square=move.square and turned(move.square, quarters))


PROFILE: Profile[State, Move] = Profile(
    reversi,
    drawing=Drawing("squares", sides={"reversi.tiles_up": "up", "reversi.tiles_down": "back"}),
    arrangement=Arrangement(SquarePlaces, sides_only=True),
    filming=Filming(turned=_turned),
)
