"""Watching Character Search (game 1): 72 scattered tiles, two of which are turned up at a time."""

from collections.abc import Sequence

import numpy as np

from device.games.profile import Drawing, Filming, Habits, Profile
from device.games.table_reading import TableReading
from engines import search
from engines.jarapon.wall import TILES
from engines.search import Move, State
from engines.search.state import COPIES
from engines.tally import Equipment
from engines.vocabulary import NUMBERS, Layout
from vision.places.base import Arrangement
from vision.places.laying import Lie
from vision.places.strewn import StrewnPlaces


def _lay(place: str, _layout: Layout) -> Lie | None:
    """72 tiles in lines, at random angles."""
    row, column = divmod(int(place.split("/")[1]) - 1, 9)
    chance = np.random.default_rng([row, column])
    return Lie((column - 4) * 32.5, (3.5 - row) * 36.5, float(chance.uniform(-14, 14) + 180 * chance.integers(2)))


def _may_have_turned_back(before: State, after: State, _reading: TableReading) -> bool:
    """Whether a turn has ended with one tile observed: its player may have turned it back at once."""
    return len(before.up) == 1 and after.gone == before.gone and after.seat != before.seat


def _tile_turned(_state: State, move: Move) -> Sequence[str]:
    """The place of the tile that a move turns up."""
    return (f"tile/{move.tile}",) if isinstance(move, search.Turn) else ()


def _renumbered(made: Move, recorded: Move) -> tuple[int, int] | None:
    """The numbers (made, recorded) of the same tile, where the camera numbers tiles as they appear."""
    if not isinstance(made, search.Turn) or not isinstance(recorded, search.Turn) or made.face != recorded.face:
        return None
    return made.tile, recorded.tile


PROFILE: Profile[State, Move] = Profile(
    search,
    drawing=Drawing("strewn"),
    minutes=20,
    arrangement=Arrangement(StrewnPlaces),
    habits=Habits(steps=4, taken_back=False, confirmed=_may_have_turned_back, touches=_tile_turned, changes=2),
    filming=Filming(_lay, sheet="stars", renumbered=_renumbered),
    equipment=Equipment(TILES, dict.fromkeys(NUMBERS, COPIES)),
)
