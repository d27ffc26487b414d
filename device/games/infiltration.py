"""Watching Infiltration (game 4): upright tiles on a 6×6 board, and captured ones that lie beside it."""

from collections.abc import Iterator

from device.games.laying import NUMBER_OF
from device.games.profile import Habits, Places, Profile, face_read
from engines import infiltration
from engines.infiltration import Move, State
from engines.vocabulary import BESIDE
from vision.places.base import Arrangement
from vision.places.squares import CentrePlaces


def _captures_read(state: State, places: Places) -> Iterator[Move]:
    """Captures of which the captured tile lies face up beside the board.

    Only where all that lies there is read well, and is just what has been captured then: people may lay captured tiles
    elsewhere, lay other tiles there, or play with other characters than the tile set has (J-c3).
    """
    beside = sorted(face_read(likely) for place, likely in places.items() if place.startswith(BESIDE))
    taking = (move for move in infiltration.moves(state) if isinstance(move, infiltration.Step) and move.taken)
    for move in taking if beside else ():
        layout = infiltration.layout(infiltration.play(state, move))
        captured = [NUMBER_OF[who] for place, look in layout.items() if place.startswith("captured/") for who in look]
        if sorted(captured) == beside:
            yield move


PROFILE: Profile[State, Move] = Profile(
    infiltration,
    diagram="squares",
    arrangement=Arrangement(CentrePlaces, upright=True),
    habits=Habits(read=_captures_read),
)
