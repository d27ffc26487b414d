"""The greedy bot of Character Search, which forgets nothing and never guesses."""

from engines.search.moves import Move, Turn
from engines.search.rules import is_over, moves
from engines.search.state import PLACES, State
from engines.vocabulary import UNKNOWN


def greedy(state: State, player: int) -> Move | None:
    """A match that he has seen, else a tile that nobody has; its number is then `UNKNOWN`."""
    if state.seat != player or is_over(state):
        return None
    if len(state.up) == 2:
        return moves(state)[0]
    known, unknown = _face_down(state)
    if not state.up:
        faces = list(known.values())
        matches = [tile for tile, face in known.items() if faces.count(face) > 1]
    else:
        matches = [tile for tile, face in known.items() if face == state.tiles[state.up[0] - 1]]
    tile = (matches or unknown)[0]
    return Turn(tile, state.tiles[tile - 1])


def _face_down(state: State) -> tuple[dict[int, str], list[int]]:
    """The tiles that can be turned up: those whose numbers are known, and the others."""
    down = [tile for tile in PLACES if tile not in state.gone and tile not in state.up]
    known = {tile: state.tiles[tile - 1] for tile in down if state.tiles[tile - 1] != UNKNOWN}
    return known, [tile for tile in down if tile not in known]
