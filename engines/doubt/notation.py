"""Moves of Expose the Lie as lines of a record."""

from engines.contract import BadRecord
from engines.doubt.rules import play
from engines.doubt.state import BELIEVE, OPTIONS, PLAYERS, Add, Challenge, Lay, Move, Take, Turn, start
from engines.hands import in_order
from engines.messages import message
from engines.record import MoveLines
from engines.vocabulary import TILE_FACES, UNKNOWN

_SEATS = {str(seat + 1): seat for seat in range(PLAYERS[-1])}
_TILES = {**{face: face for face in TILE_FACES}, "?": UNKNOWN}
_WORDS = {tile: word for word, tile in _TILES.items()}


def move_to_text(move: Move) -> str:
    """A line of the record.

    >>> move_to_text(Take(("3", "wild"))), move_to_text(Lay(UNKNOWN)), move_to_text(Challenge(1))
    ('take 3 wild', 'lay ?', 'doubt 2')
    """
    match move:
        case Lay(tile):
            return f"lay {_WORDS[tile]}"
        case Add(tile):
            return f"add {_WORDS[tile]}"
        case Challenge(seat):
            return f"doubt {seat + 1}"
        case Turn(tile):
            return f"turn {_WORDS[tile]}"
        case Take(tiles):
            return " ".join(("take", *((_WORDS[tiles],) if isinstance(tiles, str) else tiles)))
        case _:
            return "believe"


def move_from_text(text: str) -> Move:
    """The move of a line; raises `BadRecord`."""
    move: Move | None = None
    match text.split():
        case ["lay", tile] if tile in _TILES:
            move = Lay(_TILES[tile])
        case ["add", tile] if tile in _TILES:
            move = Add(_TILES[tile])
        case ["doubt", seat] if seat in _SEATS:
            move = Challenge(_SEATS[seat])
        case ["turn", tile] if tile in TILE_FACES:
            move = Turn(tile)
        case ["take", "?"]:
            move = Take(UNKNOWN)
        case ["take", *tiles] if all(tile in TILE_FACES for tile in tiles):
            move = Take(in_order(tiles))
        case ["believe"]:
            move = BELIEVE
    if move is None:
        raise BadRecord(message("doubt.bad_move", text=text[:60]))
    return move


_lines = MoveLines(OPTIONS, PLAYERS, start, play, move_to_text, move_from_text)
write_record, read_records = _lines.write_record, _lines.read_records
move_to_json, move_from_json = _lines.move_to_json, _lines.move_from_json
