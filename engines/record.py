"""Written games, one move a line, for games that have no notation of their own.

    # player: Aya
    # player: Ben
    # jokers: 4
    draw
    discard 7

First the players and the options that are set, then the moves; other lines that begin with `#` are remarks. An empty
line, or a heading after moves, begins another game.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engines.contract import BadOption, BadRecord, IllegalMove, Option, Record
from engines.messages import Fact, message

_HEADING = re.compile(r"#\s*(?P<name>\w+):\s*(?P<value>.*?)\s*")


def headings(players: Sequence[str], options: Mapping[str, Fact], known: Sequence[Option]) -> list[str]:
    """The lines above a game: its players and each option that is set."""
    named = [f"# player: {name}" for name in players]
    return named + [f"# {option.name}: {options[option.name]}" for option in known if option.name in options]


class HeadingReader:
    """Gathers the headings above a game.

    >>> reader = HeadingReader([Option("jokers", (2, 4))])
    >>> [reader.take(line) for line in ("# player: Aya", "# jokers: 4", "draw")]
    [True, True, False]
    >>> reader.players, reader.options
    (['Aya'], {'jokers': 4})
    """

    def __init__(self, known: Sequence[Option]) -> None:
        self._known = {option.name: {str(value): value for value in option.allowed} for option in known}
        self.players: list[str] = []
        self.options: dict[str, Fact] = {}

    def take(self, line: str) -> bool:
        """Whether a line is a heading; it is then kept. Values are checked when the game starts."""
        heading = _HEADING.fullmatch(line.strip())
        if heading is None:
            return False
        name, value = heading["name"], heading["value"]
        if name == "player":
            self.players.append(value)
        else:
            self.options[name] = self._known.get(name, {}).get(value, value)
        return True

    @property
    def taken(self) -> bool:
        """Whether there was any heading."""
        return bool(self.players or self.options)

    def begin(self, start: Callable[[Sequence[str], Mapping[str, Fact]], Any], fewest: int, line: int) -> Any:
        """The state that the headings start; nameless players are counted. Raises `BadRecord` naming the line."""
        try:
            return start(self.players or [str(seat + 1) for seat in range(fewest)], self.options)
        except BadOption as error:
            raise BadRecord(message("record.bad_heading", line=line), error.said) from error


def written(players: Sequence[str], options: Mapping[str, Fact], known: Sequence[Option], moves: Sequence[str]) -> str:
    """A game as text: headings, then a move a line."""
    return "\n".join((*headings(players, options, known), *moves)) + "\n"


def read_games(game: Any, text: str) -> tuple[Record, ...]:
    """Every game of a text; raises `BadRecord` naming the line.

    `game` is a module of the contract that also has `move_from_text(text) -> move`, which raises `BadRecord`.
    """
    records = [_read_game(game, lines) for lines in _games_in(text)]
    if not records:
        raise BadRecord(message("record.empty"))
    return tuple(records)


Lines = list[tuple[int, str]]  # numbers from 1, and lines without blanks round them


def _games_in(text: str) -> list[Lines]:
    """The lines of each game: an empty line ends one, and so does a heading after moves."""
    games: list[Lines] = [[]]
    moves = False
    for number, line in enumerate(map(str.strip, text.splitlines()), start=1):
        if not line or (moves and _HEADING.fullmatch(line)):
            games.append([])
            moves = False
        if line:
            games[-1].append((number, line))
            moves = moves or line[0] != "#"
    # what holds neither a heading nor a move is a remark, no game
    return [lines for lines in games if any(_HEADING.fullmatch(line) or line[0] != "#" for _, line in lines)]


def _read_game(game: Any, lines: Lines) -> Record:
    heading = HeadingReader(game.OPTIONS)
    told = [(number, line) for number, line in lines if not heading.take(line) and line[0] != "#"]
    state = heading.begin(game.start, game.PLAYERS[0], told[0][0] if told else lines[-1][0])
    played = []
    for number, line in told:
        try:
            move = game.move_from_text(line)
            state = game.play(state, move)
        except (BadRecord, IllegalMove) as error:
            raise BadRecord(message("record.bad_line", line=number, text=line[:60]), error.said) from error
        played.append(move)
    return tuple(heading.players), heading.options, tuple(played)


def only(records: Sequence[Record]) -> Record:
    """The one game of a text; raises `BadRecord` when it holds several."""
    if len(records) != 1:
        raise BadRecord(message("record.not_one", games=len(records)))
    return records[0]
