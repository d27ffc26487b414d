"""Boards of squares: names, neighbours and quarter turns.

Files go left to right and ranks top to bottom as the camera sees the board: `a1` is its top left square.
"""

FILES = "abcdefgh"
SQUARES: tuple[str, ...] = tuple(f"{file}{rank}" for rank in range(1, 9) for file in FILES)
INDEX: dict[str, int] = {name: index for index, name in enumerate(SQUARES)}


def turned(square: str, quarters: int) -> str:
    """The square to which `square` moves when an 8×8 board is turned clockwise by quarter turns.

    >>> turned("a1", 1), turned("a1", 2), turned("b1", 3)
    ('h1', 'h8', 'a7')
    """
    row, column = divmod(INDEX[square], 8)
    for _ in range(quarters % 4):
        row, column = column, 7 - row
    return SQUARES[row * 8 + column]
