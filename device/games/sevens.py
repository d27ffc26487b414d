"""Watching Kylo Ren Siege (game 2): rows that grow from their 5s, and a stock that is drawn from face down."""

from device.games.laying import Lie
from device.games.profile import Filming, Habits, Profile
from engines import sevens
from engines.sevens import Move, State
from engines.vocabulary import Layout
from vision.places.base import Arrangement
from vision.places.rows import RowPlaces


def _lay(place: str, _layout: Layout) -> Lie | None:
    """Six rows round the 5s; the stock lies beside the sheet, which is full.

    >>> _lay("row/2/6", {}), _lay("stock/1", {})
    (Lie(x=27.0, y=54.0, turn=0.0, on_another=False), None)
    """
    kind, *where = place.split("/")
    if kind != "row":
        return None
    row, column = map(int, where)
    return Lie((column - 5) * 27.0, (3.5 - row) * 36.0)


PROFILE: Profile[State, Move] = Profile(
    sevens,
    diagram="rows",
    arrangement=Arrangement(RowPlaces),
    habits=Habits(assumed=(sevens.Keep,)),
    filming=Filming(_lay, sheet="stars"),
)
