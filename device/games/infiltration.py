"""Watching Infiltration (game 4): upright tiles on a 6×6 board, and captured tiles beside it."""

from collections.abc import Iterator

from device.games.profile import Drawing, Filming, Habits, Interpretation, Profile, face_read
from device.games.table_reading import Places, TableReading
from engines import infiltration
from engines.infiltration import Move, State
from engines.infiltration.state import CHARACTERS, FIELD, LETTERS, OF_EACH
from engines.jarapon.wall import TILES
from engines.tally import Equipment
from engines.vocabulary import NUMBERS, Layout
from vision.facts import TileFacts
from vision.places.base import Arrangement
from vision.places.laying import NUMBER_OF
from vision.places.squares import CentrePlaces


def _captures_read(state: State, reading: TableReading) -> Iterator[tuple[Move]]:
    """Captures whose captured tile lies face up beside the board.

    Empty unless all tiles beside the board are read with confidence and are exactly the captured ones: people may lay
    captured tiles elsewhere, lay other tiles there, or play with other characters than the tile set has (J-c3).
    """
    beside = sorted(map(face_read, reading.facts_of(TileFacts).beside))
    taking = (move for move in infiltration.moves(state) if isinstance(move, infiltration.Step) and move.taken)
    for move in taking if beside else ():
        layout = infiltration.layout(infiltration.play(state, move))
        captured = [NUMBER_OF[who] for place, faces in layout.items() if place.startswith("captured/") for who in faces]
        if sorted(captured) == beside:
            yield (move,)


def _arrivals_read(state: State, places: Places) -> Iterator[tuple[Move]]:
    """Steps of an infiltrator into a winning corner, where the tile lies picture up."""
    for move in infiltration.moves(state):
        if isinstance(move, infiltration.Step):
            lying = _lying_open(infiltration.play(state, move))
            if face_read(places.get(move.end, {})) in lying.get(move.end, ()):
                yield (move,)


def _read(state: State, reading: TableReading) -> Iterator[tuple[Move]]:
    yield from _captures_read(state, reading)
    yield from _arrivals_read(state, reading.places)


def _number(state: State, seat: int, role: str) -> str:
    """The number printed on a tile of the default tile set (J-c3)."""
    return NUMBER_OF[CHARACTERS[state.side(seat), role]]


def _lying_open(state: State) -> Layout:
    """The tiles in an enemy corner, laid picture up as the set-up instructs."""
    return {square: frozenset({_number(state, seat, role)}) for square, (seat, role) in state.known_roles.items()}


def _own_faces(state: State, seat: int) -> dict[str, str]:
    """The faces of a player's tiles, as seen by the player who stands behind them."""
    own = {FIELD[at]: state.could_be(letter) for at, letter in enumerate(state.board) if letter in LETTERS[seat]}
    return {square: CHARACTERS[state.side(seat), roles[0]] for square, roles in own.items() if len(roles) == 1}


PROFILE: Profile[State, Move] = Profile(
    infiltration,
    drawing=Drawing("squares"),
    minutes=15,
    arrangement=Arrangement(CentrePlaces, upright=True),
    habits=Habits(interpretation=Interpretation(read=_read)),
    filming=Filming(more=_lying_open),
    own_faces=_own_faces,
    equipment=Equipment(TILES, dict.fromkeys(NUMBERS, OF_EACH), chosen=OF_EACH * len(CHARACTERS)),
)
