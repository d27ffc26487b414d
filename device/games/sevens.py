"""Watching Kylo Ren Siege (game 2): rows that grow from their 5s, and a face-down stock."""

from device.games.profile import Drawing, Filming, Habits, Interpretation, Profile
from engines import sevens
from engines.jarapon.wall import TILES
from engines.sevens import Move, State
from engines.sevens.state import COPIES
from engines.tally import Equipment
from engines.vocabulary import NUMBERS, WILD, Layout
from vision.places.base import Arrangement
from vision.places.laying import Lie
from vision.places.rows import RowPlaces

_WIDE, _HIGH = 24.0, 31.5  # pitch of tiles (mm) across and down
_EDGE = 123.5  # centre of the sheet to the centre of a stock tile (mm): the sheet's edge stays in view
_TILES_ALONG_TOP, _TILES_ALONG_SIDE = 11, 8  # tiles along the upper and lower edge, and along each side


def _lay(place: str, _layout: Layout) -> Lie | None:
    """Six rows round the 5s; the stock lies along the sheet's edges, numbered as the camera numbers it.

    >>> [_lay(place, {})[:3] for place in ("row/2/6", "stock/1", "stock/13")]
    [(24.0, 47.25, 0.0), (-120.0, 123.5, 0.0), (123.5, 84.0, 90.0)]
    """
    kind, *where = place.split("/")
    if kind == "stock":
        return _at_edge(int(where[0]) - 1)
    row, column = map(int, where)
    return Lie((column - 5) * _WIDE, (3.5 - row) * _HIGH)


def _at_edge(count: int) -> Lie:
    """Position of the stock tile with this index: along the top, down both sides alternately, along the bottom."""
    if count >= _TILES_ALONG_TOP + 2 * _TILES_ALONG_SIDE:
        return Lie((count - _TILES_ALONG_TOP - 2 * _TILES_ALONG_SIDE - (_TILES_ALONG_TOP - 1) / 2) * _WIDE, -_EDGE)
    if count < _TILES_ALONG_TOP:
        return Lie((count - (_TILES_ALONG_TOP - 1) / 2) * _WIDE, _EDGE)
    down, right = divmod(count - _TILES_ALONG_TOP, 2)
    return Lie(_EDGE * (2 * right - 1), ((_TILES_ALONG_SIDE - 1) / 2 - down) * _WIDE, 90.0)


def _renumbered(made: Move, recorded: Move) -> tuple[int, int] | None:
    """The numbers (made, recorded) of the same stock tile, where the camera numbers tiles as they appear."""
    if not isinstance(made, sevens.Draw) or not isinstance(recorded, sevens.Draw):
        return None
    return made.at, recorded.at


PROFILE: Profile[State, Move] = Profile(
    sevens,
    drawing=Drawing("rows"),
    minutes=20,
    arrangement=Arrangement(RowPlaces),
    habits=Habits(assumed=(sevens.Keep,), interpretation=Interpretation(numbered="stock/")),
    filming=Filming(_lay, sheet="stars", renumbered=_renumbered),
    hand=lambda state, seat: state.hands[seat],
    equipment=Equipment(TILES, {**dict.fromkeys(NUMBERS, COPIES), WILD: 1}),
)
