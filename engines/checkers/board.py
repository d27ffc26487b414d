"""Where the tiles of a checkers board may go; tiles are one whole number, bit 0 is `a1`, as in `engines.bitboard`.

Tiles stand on the 32 dark squares only. A step over the side of the board would come out on a light square, where no
tile ever stands, so testing for an empty *dark* square is enough at the edges.

Players number the dark squares from 1 to 32, row by row from the top as the camera sees the field; the player who moves
first has 1 to 12 and goes down the board.

>>> SQUARE_OF["1"], SQUARE_OF["5"], SQUARE_OF["32"], NUMBER_OF["d3"]
('b1', 'a2', 'g8', '10')
"""

from functools import lru_cache
from itertools import pairwise

from engines.bitboard import squares_in
from engines.checkers.moves import Move
from engines.squares import INDEX, SQUARES

DARK = sum(1 << at for at in range(64) if (at + at // 8) % 2)
AT_START = (DARK & 0xFFFFFF, DARK & 0xFFFFFF << 40)  # J5: twelve tiles each, by seat
FAR_ROW = (0xFF << 56, 0xFF)  # where a tile of each seat becomes a power-up tile (J5-2)
DARK_SQUARES = tuple(SQUARES[at] for at in squares_in(DARK))
SQUARE_OF = {str(number): square for number, square in enumerate(DARK_SQUARES, start=1)}
NUMBER_OF = {square: number for number, square in SQUARE_OF.items()}

# A step adds one of these to the number of a tile's square, a jump adds it twice.
DOWN, UP = (7, 9), (-7, -9)


def steps(down: int, up: int, empty: int) -> tuple[Move, ...]:
    """Every step onto an empty square; the tiles in `down` may go down the board, those in `up` may go up.

    >>> steps(down=1 << 1, up=0, empty=DARK)
    (Move(squares=('b1', 'a2')), Move(squares=('b1', 'c2')))
    """
    downward = _steps_onto(down << 7 & empty, 7) + _steps_onto(down << 9 & empty, 9) if down else ()
    upward = _steps_onto(up >> 7 & empty, -7) + _steps_onto(up >> 9 & empty, -9) if up else ()
    return downward + upward


@lru_cache(maxsize=1 << 14)
def _steps_onto(landing: int, step: int) -> tuple[Move, ...]:
    """The steps of one direction that end on these squares; cached, since few sets of squares occur."""
    return tuple([_move_along((to - step, to)) for to in squares_in(landing)])


def jumpers(down: int, up: int, other: int, empty: int) -> int:
    """The tiles that can jump over a neighbour among `other` onto an empty square behind it.

    >>> squares_in(jumpers(down=1 << 1 | 1 << 3, up=0, other=1 << 10, empty=DARK ^ 1 << 10))
    [1, 3]
    """
    downward = down and down & ((other & empty >> 7) >> 7 | (other & empty >> 9) >> 9)
    upward = up and up & ((other & empty << 7) << 7 | (other & empty << 9) << 9)
    return downward | upward


def jumps(jumping: int, down: int, up: int, other: int, empty: int) -> tuple[Move, ...]:
    """Every finished chain of jumps of the tiles in `jumping` (J5-3).

    >>> jumps(1 << 1, down=1 << 1, up=0, other=1 << 10 | 1 << 28, empty=DARK ^ 1 << 1 ^ 1 << 10 ^ 1 << 28)
    (Move(squares=('b1', 'd3', 'f5')),)
    """
    found: list[Path] = []
    for start in squares_in(jumping):
        found += chains((start,), directions_of(start, down, up), other, empty | 1 << start)
    return tuple([_move_along(path) for path in found])


Path = tuple[int, ...]


def chains(path: Path, directions: tuple[int, ...], other: int, empty: int) -> list[Path]:
    """Every way to finish a chain that has come along a path; no tile is jumped twice, and all stay until the end."""
    found = []
    for direction in directions:
        over, to = path[-1] + direction, path[-1] + 2 * direction
        if 0 <= to < 64 and other >> over & 1 and empty >> to & 1:
            found += chains((*path, to), directions, other ^ 1 << over, empty)
    return found or [path]


def directions_of(start: int, down: int, up: int) -> tuple[int, ...]:
    """The steps of a tile: one that stands upright goes down and up (J5-2)."""
    return (DOWN if down >> start & 1 else ()) + (UP if up >> start & 1 else ())


@lru_cache(maxsize=1 << 12)
def _move_along(path: Path) -> Move:
    return Move(tuple(SQUARES[at] for at in path))


@lru_cache(maxsize=1 << 12)
def effect(squares: tuple[str, ...]) -> tuple[int, int, int]:
    """What a legal move does, as bits: the square that it leaves, the square that it reaches, the tiles that it takes.

    >>> [squares_in(bits) for bits in effect(("b1", "d3"))]
    [[1], [19], [10]]
    """
    path = [INDEX[square] for square in squares]
    jumped = [(at + to) // 2 for at, to in pairwise(path) if abs(to - at) not in DOWN]
    return 1 << path[0], 1 << path[-1], sum(1 << over for over in jumped)
