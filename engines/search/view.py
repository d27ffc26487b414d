"""What a camera must see of Character Search, and what is known of its tiles."""

from dataclasses import replace

from engines.search.state import PLACES, State
from engines.vocabulary import FACE_DOWN, NOTHING, UNKNOWN, Layout

_NAMES = {tile: f"tile/{tile}" for tile in PLACES}
_ALL_DOWN: Layout = dict.fromkeys(_NAMES.values(), FACE_DOWN)


def view(state: State, player: int | None) -> State:  # noqa: ARG001  (everybody knows the same)
    """The numbers that were turned up; all others are `UNKNOWN`."""
    tiles = tuple(face if tile in state.shown else UNKNOWN for tile, face in zip(PLACES, state.tiles, strict=True))
    return replace(state, tiles=tiles)


def layout(state: State) -> Layout:
    """What must lie at each of the 72 places `tile/1` to `tile/72`."""
    gone = {_NAMES[tile]: NOTHING for tile in state.gone}
    return {**_ALL_DOWN, **gone, **{_NAMES[tile]: frozenset({state.tiles[tile - 1]}) for tile in state.up}}
