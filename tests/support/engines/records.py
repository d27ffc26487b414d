"""Written games of which there is one."""

from engines.contract import Game, Move, Record, State


def read_record(game: Game[State, Move], text: str) -> Record[Move]:
    """The one game of a text."""
    (record,) = game.read_records(text)
    return record
