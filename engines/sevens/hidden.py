"""What the tiles that nobody has seen could be, in Kylo Ren Siege."""

from collections import Counter

from engines.sevens.state import COLUMNS, COPIES, KYLO_REN, OPENERS, State
from engines.vocabulary import UNKNOWN, WILD


def unseen(state: State) -> Counter[str]:
    """How many tiles of each face are among the `UNKNOWN` ones.

    >>> from engines.sevens import start
    >>> unseen(start(["Aya", "Ben"], {}))["4"], unseen(start(["Aya", "Ben"], {}))[WILD]
    (6, 1)
    """
    left = Counter({str(number): COPIES for number in COLUMNS if number != KYLO_REN})
    left[WILD] = 1
    for low, high in state.rows:
        left.subtract(str(number) for number in range(low, high + 1) if number != KYLO_REN)
    if state.wild is not None:
        left.update({str(state.wild[1]): 1, WILD: -1})
    for tiles in (*state.hands, state.stock):
        left.subtract(face for face in tiles if face in left)
    return left


def may_hold(state: State, seat: int, face: str) -> bool:
    """Whether the tile that a player lays or shows may be this face: the one just drawn, or any in his hand."""
    tiles = state.hands[seat] if state.drawn is None else (state.drawn,)
    return face in tiles or (UNKNOWN in tiles and _may_turn_out(state, seat, face))


def may_be_drawn(state: State, at: int, face: str) -> bool:
    """Whether a tile of the stock may be this face."""
    tile = state.stock[at - 1]
    return face == tile or (tile == UNKNOWN and _may_turn_out(state, None, face))


def _may_turn_out(state: State, seat: int | None, face: str) -> bool:
    """Whether an unknown tile of a hand, or of the stock (`seat` None), may be this face.

    There must be one left; and what the opening player was dealt when he had to draw was no 4, no 6 and no almighty
    (J2-3), so enough other tiles must be left for that.
    """
    left = unseen(state)
    if left[face] < 1 or state.opener_drew is None:
        return left[face] > 0
    if seat == 0 and state.drawn is None:
        return face not in OPENERS or state.hands[0].count(UNKNOWN) > _dealt(state)
    return _dealt(state) <= _others(left) - (face not in OPENERS)


def _dealt(state: State) -> int:
    """How many of the opening player's unknown tiles at least were dealt to him, not drawn."""
    hidden = state.hands[0].count(UNKNOWN)
    known = len(state.hands[0]) - hidden - (state.holder == 0)  # drawn, or all of them where the hand is known
    return max(0, hidden - max(0, (state.opener_drew or 0) - known))


def _others(left: Counter[str]) -> int:
    """How many tiles are neither a 4 nor a 6 nor the almighty."""
    return sum(number for face, number in left.items() if face not in OPENERS)
