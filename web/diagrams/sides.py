"""The plan of a table of Galaxy Jarapon: the wall with dora and bonus tile in it, and round it what players have laid.

Each side lays its discards in rows from its left, before its part of the wall; open sets come to lie at its right, and
a hand that is shown behind all that. Sides are counted counter-clockwise from 0 at the bottom, as the camera sees them.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from device.referee.orientation import OF_A_SIDE, camera_place, camera_side
from device.table.game_view import GameView
from device.texts import say
from engines.jarapon.state import State
from engines.jarapon.wall import SIDES
from engines.messages import message
from engines.vocabulary import EMPTY, TILE_FACES
from web.diagrams.plan import Label, Plan, Spot

Looks = Mapping[str, str]
_STACK, _HALF_WALL = 4.2, 23.1  # from stack to stack, and from the middle of a wall of eleven to its end
_WALL, _ROWS, _HAND = 26.5, 35.0, 63.0  # how near to their player's side walls, rows and hands lie
_ACROSS, _DOWN = 9.3, 11.0
_SETS = 28.0  # how far to the right open sets begin
_ROW, _LONG_ROW = (6, -29.0), (9, -57.0)  # discards in a row, and where it begins: two players have half a table each
_OUT = 57.0  # what is always shown: two rows of discards at each side, and the open sets
_NAME, _MAX_NAME_LENGTH = 20.0, 9
_TILE = 6.5  # half of one, and a margin


class _At(NamedTuple):
    """A spot as its player sees it: how far to the right, and how near to him from the middle of the table."""

    right: float
    near: float


def sides_plan(looks: Looks, view: GameView, wrong: Collection[str], language: str) -> Plan:
    """Plan the table; places that are empty now are left out, but for those of the last move and the `wrong` ones."""
    marked = {*view.last_places, *wrong}
    known = {place: look for place, look in looks.items() if place.partition("/")[0] in (*OF_A_SIDE, *_MIDDLE)}
    drawn = {place: look for place, look in known.items() if look != EMPTY or place in marked}
    spots = [_spot(place, drawn, view) for place in drawn]
    plan = Plan("sides", 0, 0, spots, [*_words(drawn, language), *_names(view)])
    return _framed(plan)


def with_open_hand(view: GameView) -> GameView:
    """Add the tiles of the hand that lies open and has been read to the layout, which knows no order of them."""
    state = view.state
    if not isinstance(state, State) or state.shown is None:
        return view
    side = SIDES[len(state.players)][state.shown] + 1
    tiles = (*state.seats[state.shown].hand, *([state.taken] if state.taken else []))
    shown = {f"hand/{side}/{at}": tile for at, tile in enumerate(tiles, start=1)}
    known = {place: tile for place, tile in shown.items() if place in view.layout and tile in TILE_FACES}
    return replace(view, layout={**view.layout, **known})


def _spot(place: str, drawn: Looks, view: GameView) -> Spot:
    kind, *numbers = camera_place(place, view.turn).split("/")
    if kind in _MIDDLE:
        return Spot(place, *_MIDDLE[kind])
    side, *counts = (int(number) for number in numbers)
    shown = sum(other.rpartition("/")[0] == place.rpartition("/")[0] for other in drawn)
    at = _position(kind, counts, shown, _LONG_ROW if len(view.players) == 2 else _ROW)
    return Spot(place, *_on_plan(at, side - 1), turned=side % 2 == 0, small=kind == "wall")


_MIDDLE = {"dora": (-7.0, -1.5), "bonus": (7.0, -1.5)}


def _position(kind: str, counts: list[int], shown: int, row: tuple[int, float]) -> _At:
    """Where a player sees the place of some counts, all from 1; a hand has so many tiles that are shown."""
    match kind, counts:
        case "wall", [stack]:
            return _At(_HALF_WALL - (stack - 0.5) * _STACK, _WALL)
        case "river", [tile]:
            down, across = divmod(tile - 1, row[0])
            return _At(row[1] + (across + 0.5) * _ACROSS, _ROWS + down * _DOWN)
        case "pon", [laid, tile]:
            return _At(_SETS + (tile - 0.5) * _ACROSS, _ROWS + (laid - 1) * _DOWN)
        case _:
            return _At((counts[0] - (shown + 1) / 2) * _ACROSS, _HAND)


def _on_plan(at: _At, side: int) -> tuple[float, float]:
    """Right and down from the middle of the table.

    >>> [_on_plan(_At(2, 9), side) for side in range(4)]
    [(2, 9), (9, -2), (-2, -9), (-9, 2)]
    """
    x, y = at
    for _ in range(side):
        x, y = y, -x
    return x, y


def _words(drawn: Looks, language: str) -> Iterator[Label]:
    """What the two tiles in the middle are."""
    for kind, (x, y) in _MIDDLE.items():
        if kind in drawn:
            yield Label(say(message(f"web.board.{kind}"), language), x, y + 9)


def _names(view: GameView) -> Iterator[Label]:
    """The players inside the wall, each before his own side; names run along it, but none stands on its head."""
    for side, player in zip(SIDES.get(len(view.players), ()), view.players, strict=False):
        at = camera_side(side, view.turn)
        name = player if len(player) <= _MAX_NAME_LENGTH else player[: _MAX_NAME_LENGTH - 1] + "…"
        x, y = _on_plan(_At(0, _NAME), at)
        upright = at % 2 == 0
        yield Label(name, x + (0 if upright else 1.2), y + (1.2 if upright else 0), turned=0 if upright else at + 2)


def _framed(plan: Plan) -> Plan:
    """The plan with its top left corner at (0, 0), as large as what lies on it."""
    left = min([-_OUT, *(spot.x - _TILE for spot in plan.spots)])
    top = min([-_OUT, *(spot.y - _TILE for spot in plan.spots)])
    plan.width = max([_OUT, *(spot.x + _TILE for spot in plan.spots)]) - left
    plan.height = max([_OUT, *(spot.y + _TILE for spot in plan.spots)]) - top
    plan.spots = [spot.moved(-left, -top) for spot in plan.spots]
    plan.labels = [label.moved(-left, -top) for label in plan.labels]
    return plan
