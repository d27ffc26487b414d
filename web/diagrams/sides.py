"""The plan of a Galaxy Jarapon table: the wall with dora and bonus tile inside it, and the players' tiles around it.

Each player lays discards in rows from the left, in front of the wall; open sets lie to the right, and an open hand
behind all that. Sides are counted counter-clockwise from 0 at the bottom, in the camera's view.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from device.referee.orientation import OF_A_SIDE, camera_place, camera_side
from device.table.game_view import GameView
from device.texts import say
from engines.jarapon.state import State
from engines.jarapon.wall import SIDES, place_in_set
from engines.messages import message
from engines.vocabulary import EMPTY, TILE_FACES
from web.diagrams.plan import Label, Plan, Spot

Layout = Mapping[str, str]
_STACK, _HALF_WALL = 4.2, 23.1  # pitch of stacks, and half the length of a wall of eleven
_WALL, _ROWS, _HAND = 26.5, 35.0, 63.0  # distances of walls, rows and hands from the centre of the table
_ACROSS, _DOWN = 9.3, 11.0
_WIDER = 2.0  # a tile laid sideways
_SETS = 28.0  # where open sets begin, to the right of the centre
_ROW, _LONG_ROW = (6, -29.0), (9, -57.0)  # discards in a row, and where it begins; long with two players
_OUT = 57.0  # half the minimum size: two rows of discards and the open sets on each side
_NAME, _MAX_NAME_LENGTH = 20.0, 9
_TILE = 6.5  # half a tile, and a margin


class _At(NamedTuple):
    """A position from the centre of the table, as a player sees it."""

    right: float  # to the player's right
    near: float  # towards the player


def sides_plan(layout: Layout, view: GameView, wrong: Collection[str], language: str) -> Plan:
    """Plan the table, without empty places except those of the last move and the `wrong` ones."""
    marked = {*view.last_places, *wrong}
    known = {place: face for place, face in layout.items() if place.partition("/")[0] in (*OF_A_SIDE, *_MIDDLE)}
    drawn = {place: face for place, face in known.items() if face != EMPTY or place in marked}
    spots = [_spot(place, drawn, view) for place in drawn]
    plan = Plan("sides", 0, 0, spots, [*_middle_labels(drawn, language), *_name_labels(view)])
    return _fit_to_content(plan)


def with_open_hand(view: GameView) -> GameView:
    """Add the tiles of an open hand to the layout, in the order of the state: the layout has no order."""
    state = view.state
    if not isinstance(state, State) or state.shown is None:
        return view
    side = SIDES[len(state.players)][state.shown] + 1
    tiles = (*state.seats[state.shown].hand, *([state.taken] if state.taken else []))
    shown = {f"hand/{side}/{at}": tile for at, tile in enumerate(tiles, start=1)}
    known = {place: tile for place, tile in shown.items() if place in view.layout and tile in TILE_FACES}
    return replace(view, layout={**view.layout, **known})


def _spot(place: str, drawn: Layout, view: GameView) -> Spot:
    kind, *numbers = camera_place(place, view.turn).split("/")
    if kind in _MIDDLE:
        return Spot(place, *_MIDDLE[kind])
    side, *counts = (int(number) for number in numbers)
    called = _called_tile(place, view.state) if kind == "pon" else 0
    shown = sum(other.rpartition("/")[0] == place.rpartition("/")[0] for other in drawn)
    at = _position(kind, counts, shown, _LONG_ROW if len(view.players) == 2 else _ROW)
    if called:
        at = at._replace(right=at.right + _WIDER * ((called < counts[1]) + (called == counts[1]) / 2))
    turned = (side % 2 == 0) != (called != 0 and called == counts[1])
    return Spot(place, *_rotate(at, side - 1), turned=turned, small=kind == "wall")


def _called_tile(place: str, state: object) -> int:
    """Which tile of an open set is drawn sideways, from 1 at its player's left (J7-7); 0 where none lies there."""
    _, side, count, _ = place.split("/")
    if not isinstance(state, State) or int(side) - 1 not in SIDES[len(state.players)]:
        return 0
    seat = SIDES[len(state.players)].index(int(side) - 1)
    sets = state.seats[seat].sets
    return place_in_set(seat, sets[int(count) - 1].giver, len(state.players)) if int(count) <= len(sets) else 0


_MIDDLE = {"dora": (-7.0, -1.5), "bonus": (7.0, -1.5)}


def _position(kind: str, counts: list[int], shown: int, row: tuple[int, float]) -> _At:
    """The position of a place for its player; `counts` start at 1, `shown` is the number of tiles in an open hand."""
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


def _rotate(at: _At, side: int) -> tuple[float, float]:
    """Turn a player's position into x (right) and y (down) from the centre of the table.

    >>> [_rotate(_At(2, 9), side) for side in range(4)]
    [(2, 9), (9, -2), (-2, -9), (-9, 2)]
    """
    x, y = at
    for _ in range(side):
        x, y = y, -x
    return x, y


def _middle_labels(drawn: Layout, language: str) -> Iterator[Label]:
    """Labels of the two tiles in the middle."""
    for kind, (x, y) in _MIDDLE.items():
        if kind in drawn:
            yield Label(say(message(f"web.board.{kind}"), language), x, y + 9)


def _name_labels(view: GameView) -> Iterator[Label]:
    """The players' names inside the wall, each along its side; none is upside down."""
    for side, player in zip(SIDES.get(len(view.players), ()), view.players, strict=False):
        at = camera_side(side, view.turn)
        name = player if len(player) <= _MAX_NAME_LENGTH else player[: _MAX_NAME_LENGTH - 1] + "…"
        x, y = _rotate(_At(0, _NAME), at)
        upright = at % 2 == 0
        yield Label(name, x + (0 if upright else 1.2), y + (1.2 if upright else 0), turned=0 if upright else at + 2)


def _fit_to_content(plan: Plan) -> Plan:
    """Move the plan's top left corner to (0, 0) and fit its size to the content."""
    left = min([-_OUT, *(spot.x - _TILE for spot in plan.spots)])
    top = min([-_OUT, *(spot.y - _TILE for spot in plan.spots)])
    plan.width = max([_OUT, *(spot.x + _TILE for spot in plan.spots)]) - left
    plan.height = max([_OUT, *(spot.y + _TILE for spot in plan.spots)]) - top
    plan.spots = [spot.moved(-left, -top) for spot in plan.spots]
    plan.labels = [label.moved(-left, -top) for label in plan.labels]
    return plan
