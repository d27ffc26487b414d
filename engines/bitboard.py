"""The discs of an 8×8 board as one integer: bit 0 is `a1`, bit 7 is `h1`, bit 63 is `h8`.

A few shifts find all moves of a player, so plain Python can count millions of positions.
"""

FULL = (1 << 64) - 1
_NOT_A = 0xFEFEFEFEFEFEFEFE
_NOT_H = 0x7F7F7F7F7F7F7F7F
# (shift, squares that a step may arrive on): a step sideways must not wrap round the edge of the board.
_UPWARD_SHIFTS = ((1, _NOT_A), (7, _NOT_H), (8, FULL), (9, _NOT_A))
_DOWNWARD_SHIFTS = ((1, _NOT_H), (7, _NOT_A), (8, FULL), (9, _NOT_H))


def landing_squares(own: int, other: int) -> int:
    """The empty squares on which a disc of `own` outflanks at least one of `other`.

    >>> hex(landing_squares(own=0x0000000810000000, other=0x0000001008000000))
    '0x102004080000'
    """
    found = 0
    for shift, arrive in _UPWARD_SHIFTS:
        flippable = other & arrive
        line = flippable & (own << shift)
        while line:
            line <<= shift
            found |= line & arrive
            line &= flippable
    for shift, arrive in _DOWNWARD_SHIFTS:
        flippable = other & arrive
        line = flippable & (own >> shift)
        while line:
            line >>= shift
            found |= line & arrive
            line &= flippable
    return found & ~(own | other)


def flipped_by(square: int, own: int, other: int) -> int:
    """The discs of `other` that a disc of `own` laid on `square` (0…63) outflanks, in all eight directions.

    >>> squares_in(flipped_by(19, own=0x0000000810000000, other=0x0000001008000000))
    [27]
    """
    flipped = 0
    for shift, arrive in _UPWARD_SHIFTS:
        line = 0
        step = (1 << square << shift) & arrive
        while step & other:
            line |= step
            step = (step << shift) & arrive
        if step & own:
            flipped |= line
    for shift, arrive in _DOWNWARD_SHIFTS:
        line = 0
        step = (1 << square >> shift) & arrive
        while step & other:
            line |= step
            step = (step >> shift) & arrive
        if step & own:
            flipped |= line
    return flipped


def squares_in(board: int) -> list[int]:
    """The squares of a board's discs in row-major order.

    >>> squares_in(0b10010)
    [1, 4]
    """
    found = []
    while board:
        lowest = board & -board
        found.append(lowest.bit_length() - 1)
        board ^= lowest
    return found
