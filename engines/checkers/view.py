"""What a camera must see of Galaxy Checkers."""

from engines.checkers.state import State
from engines.squares import INDEX
from engines.vocabulary import FACE_UP, NOTHING, STANDING, Layout


def layout(state: State) -> Layout:
    """What must be on each of the 64 squares: a tile lying picture up, a tile standing upright, or nothing.

    Which pictures are whose is for the players to know: any two numbers each will do, and a tile that stands shows
    none. The squares that are left and reached, and the tiles that are gone, make every move distinct.
    """
    first, second, standing, _ = state.position
    lying = (first | second) & ~standing
    return {
        square: STANDING if standing >> at & 1 else FACE_UP if lying >> at & 1 else NOTHING
        for square, at in INDEX.items()
    }


def owners(state: State) -> dict[str, int]:
    """Whose tile is on each square that is not empty."""
    return {square: seat for square, at in INDEX.items() for seat in (0, 1) if state.position[seat] >> at & 1}
