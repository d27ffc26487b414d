"""Maps the game's names of places to the camera's, by clockwise quarter turns of the board.

Squares turn with their board. Places of a side of the table (`river/2/7`) turn with the table. All other names are the
same to the game and to the camera.
"""

from functools import lru_cache

from engines.squares import INDEX, turned
from engines.vocabulary import Layout

ALL_TURNS = (0, 1, 2, 3)
SIDES = 4
# Kinds of places by side of the table: `river/2/7` is on the second, counter-clockwise from the camera's own.
OF_A_SIDE = ("wall", "river", "pon", "hand")


def camera_side(side: int, turn: int) -> int:
    """The camera's number of a side of a turned table; sides count counter-clockwise from 0, its own.

    >>> camera_side(1, 1), camera_side(0, 1)
    (0, 3)
    """
    return (side - turn) % SIDES


def camera_place(place: str, turn: int) -> str:
    """The camera's name of a place of a turned board.

    >>> camera_place("f5", 2), camera_place("river/2/7", 1), camera_place("river", 2)
    ('c4', 'river/1/7', 'river')
    """
    if place in INDEX:
        return turned(place, turn)
    kind, _, where = place.partition("/")
    if kind not in OF_A_SIDE or not where:
        return place
    side, _, at = where.partition("/")
    return f"{kind}/{camera_side(int(side) - 1, turn) + 1}/{at}"


def game_place(place: str, turn: int) -> str:
    """The game's name of a place that the camera names: the inverse of `camera_place`.

    >>> game_place("c4", 2), game_place("river/1/7", 1)
    ('f5', 'river/2/7')
    """
    return camera_place(place, -turn)


def is_turned_with_the_board(place: str) -> bool:
    """Whether the camera's name of a place depends on the board's turn."""
    return camera_place(place, 1) != place


def turns_of(layout: Layout) -> tuple[int, ...]:
    """The possible turns of a table before the camera: all four if any place name depends on the turn."""
    return ALL_TURNS if any(map(is_turned_with_the_board, layout)) else (0,)


def camera_layout(layout: Layout, turn: int) -> Layout:
    """A layout by the camera's names of places, in their order."""
    return {camera: layout[place] for camera, place in _by_camera(tuple(layout), turn)}


@lru_cache(maxsize=16)
def _by_camera(places: tuple[str, ...], turn: int) -> tuple[tuple[str, str], ...]:
    """The camera's name of each place and the game's, in the order of the camera's."""
    return tuple(sorted((camera_place(place, turn), place) for place in places))
