"""Written games, one move a line, for games that have no notation of their own.

    # player: Aya
    # player: Ben
    # jokers: 4
    draw
    discard 7

First the players and the options that are set, then the moves; other lines that begin with `#` are remarks. An option
that is not named had its default, the earlier one where that has changed (`as_played`). An empty line, or a heading
after moves, begins another game. Where nobody is named, as few play as the options allow, or as many as `# players: 4`
says.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias

from engines.contract import BadOption, BadRecord, IllegalMove, Json, Move, Option, Record, State
from engines.messages import Fact, Message, message
from engines.options import as_played, as_written, seated, unnamed

Start: TypeAlias = Callable[[Sequence[str], Mapping[str, Fact]], State]

_HEADING = re.compile(r"#\s*(?P<name>\w+):(?P<value>.*)")
_COUNT = re.compile(r"[1-9][0-9]?")
Lines = list[tuple[int, str]]  # numbers from 1, and lines without blanks round them


@dataclass(frozen=True)
class MoveLines(Generic[State, Move]):
    """The records of a game that is written a move a line; its module offers these methods as its own functions.

    `move_from_text` raises `BadRecord` for what is no move; of the contract it takes what it needs to play a record.

    >>> from engines.doubt import OPTIONS, PLAYERS, move_from_text, move_to_text, play, start
    >>> lines = MoveLines(OPTIONS, PLAYERS, start, play, move_to_text, move_from_text)
    >>> lines.read_records("# takes: stack\\nlay ?\\ndoubt 3")
    (((), {'takes': 'stack'}, (Lay(tile='unknown'), Challenge(seat=2))),)
    >>> print(lines.write_record(unnamed(4), {}, [move_from_text("lay ?")]), end="")
    # players: 4
    lay ?
    """

    options: Sequence[Option]
    players: range
    start: Start[State]
    play: Callable[[State, Move], State]
    move_to_text: Callable[[Move], str]
    move_from_text: Callable[[str], Move]

    def write_record(self, players: Sequence[str], options: Mapping[str, Fact], played: Sequence[Move]) -> str:
        """A game as text: headings, then a move a line."""
        return "\n".join((*headings(players, options, self.options), *map(self.move_to_text, played))) + "\n"

    def read_records(self, text: str) -> tuple[Record[Move], ...]:
        """Every game of a text; raises `BadRecord` naming the line."""
        records = tuple(map(self._read_game, _games_in(text)))
        if not records:
            raise BadRecord(message("record.empty"))
        return records

    def _read_game(self, lines: Lines) -> Record[Move]:
        heading = HeadingReader(self.options)
        moves = [(number, line) for number, line in lines if not heading.take(line) and line[0] != "#"]
        players, state = heading.begin(self.start, self.players, moves[0][0] if moves else lines[-1][0])
        played = []
        for number, line in moves:
            try:
                move = self.move_from_text(line)
                state = self.play(state, move)
            except (BadRecord, IllegalMove) as error:
                raise BadRecord(message("record.bad_line", line=number, text=line[:60]), error.said) from error
            played.append(move)
        return players, heading.options, tuple(played)

    def move_to_json(self, move: Move) -> Json:
        """A move as its line of a record."""
        return self.move_to_text(move)

    def move_from_json(self, data: Json) -> Move:
        """The move that `move_to_json` wrote; raises `BadRecord`."""
        return self.move_from_text(str(data))  # data of other types is written as no line of a record


def headings(players: Sequence[str], options: Mapping[str, Fact], known: Sequence[Option]) -> list[str]:
    """The lines above a game: its players and each option that is set, but for what `as_played` makes of none."""
    written = as_written(options, known)
    named = [f"# player: {name}" for name in players]
    if players and tuple(players) == unnamed(len(players)):
        named = [f"# players: {len(players)}"]
    return named + [f"# {option.name}: {written[option.name]}" for option in known if option.name in written]


class HeadingReader:
    """Gathers the headings above a game.

    >>> reader = HeadingReader([Option("jokers", (2, 4))])
    >>> [reader.take(line) for line in ("# player: Aya", "# jokers: 4", "draw")]
    [True, True, False]
    >>> reader.players, reader.options
    (['Aya'], {'jokers': 4})
    """

    def __init__(self, known: Sequence[Option]) -> None:
        self._options = known
        self._known = {option.name: {str(value): value for value in option.allowed} for option in known}
        self.players: list[str] = []
        self._named: dict[str, Fact] = {}
        self._count: int | None = None

    def take(self, line: str) -> bool:
        """Whether a line is a heading; it is then kept. Values are checked when the game starts."""
        heading = _HEADING.fullmatch(line.strip())
        if heading is None:
            return False
        name, value = heading["name"], heading["value"].strip()
        if name == "player":
            self.players.append(value)
        elif name == "players" and _COUNT.fullmatch(value):
            self._count = int(value)
        else:
            self._named[name] = self._known.get(name, {}).get(value, value)
        return True

    @property
    def taken(self) -> bool:
        """Whether there was any heading."""
        return bool(self.players or self._named or self._count)

    @property
    def options(self) -> dict[str, Fact]:
        """The options that the game was played by, as far as they are not the defaults."""
        return as_played(self._named, self._options)

    def begin(self, start: Start[State], allowed: range, line: int) -> tuple[tuple[str, ...], State]:
        """Who plays, and the state that the headings start; raises `BadRecord` naming the line.

        Players whom nobody named are called by their numbers; where neither names nor a count are given and as few
        play as ever may, none are given back.
        """
        seats = range(self._count, self._count + 1) if self._count else allowed
        tables = [tuple(self.players)] if self.players else [unnamed(count) for count in seats]
        refused: list[Message] = []  # no errors: theirs would keep the whole text in memory, with each other
        for players in tables:
            try:
                seated(players, seats)
                state = start(players, self.options)
            except BadOption as error:
                refused.append(error.said)
            else:
                left_open = not (self.players or self._count) and len(players) == allowed[0]
                return () if left_open else players, state
        raise BadRecord(message("record.bad_heading", line=line), refused[0])


def _games_in(text: str) -> list[Lines]:
    """The lines of each game: an empty line ends one, and so does a heading after moves."""
    games: list[Lines] = [[]]
    moves = False
    for number, line in enumerate(map(str.strip, text.splitlines()), start=1):
        if games[-1] and (not line or (moves and _HEADING.fullmatch(line))):
            games.append([])
            moves = False
        if line:
            games[-1].append((number, line))
            moves = moves or line[0] != "#"
    # what holds neither a heading nor a move is a remark, no game
    return [lines for lines in games if any(_HEADING.fullmatch(line) or line[0] != "#" for _, line in lines)]
