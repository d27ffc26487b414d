"""Written games, one move a line, for games that have no notation of their own.

    # player: Aya
    # player: Ben
    # jokers: 4
    draw
    discard 7

Players and options come first, then the moves; other lines that begin with `#` are comments. An option that is not
named has its default, or its former default where that has changed (`as_played`). An empty line, or a heading after
moves, begins another game. Without names, the number of players is that of `# players: 4`, or the smallest that the
options allow.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from engines.contract import BadOption, BadRecord, IllegalMove, Json, Move, Option, Record, State
from engines.messages import Fact, Message, message
from engines.options import as_played, as_written, check_players, unnamed
from engines.plain_signs import plain_signs

Start: TypeAlias = Callable[[Sequence[str], Mapping[str, Fact]], State]
Written = TypeVar("Written")

REMARK = "#＃"  # what a comment or a heading begins with
MAX_BROKEN_GAMES = 20  # of a text; with more it is of another kind
_HEADING = re.compile(r"[#＃][\s\u200b]*(?P<name>\w+)\s*[:：](?P<value>.*)")
_COUNT = re.compile(r"[1-9][0-9]?")
Lines = list[tuple[int, str]]  # numbers from 1, and stripped lines


def collect_records(games: Iterable[Record[Move] | BadRecord]) -> tuple[Record[Move], ...]:
    """The records of a text; raises the `BadRecord` of its first broken game, with all of them in `games`.

    A text with more than `MAX_BROKEN_GAMES` is taken to be of another kind: only its first game is kept.
    """
    results: list[Record[Move] | BadRecord] = []
    broken: list[BadRecord] = []
    for game in games:
        results.append(game)
        if isinstance(game, BadRecord):
            broken.append(game)
        if len(broken) > MAX_BROKEN_GAMES:
            results = results[:1]
            break
    if broken:
        raise BadRecord(
            broken[0].said, broken[0].because, sum(map(_moves_read, results)), results if len(results) > 1 else ()
        )
    return tuple(record for record in results if not isinstance(record, BadRecord))


def read_each(games: Iterable[Written], read: Callable[[Written], Record[Move]]) -> Iterator[Record[Move] | BadRecord]:
    """The record of each written game, or its error."""
    for game in games:
        try:
            yield read(game)
        except BadRecord as error:
            # The traceback of the raised error would keep the whole text in memory.
            yield BadRecord(error.said, error.because, error.moves_read)


def _moves_read(read: Record[Move] | BadRecord) -> int:
    return read.moves_read if isinstance(read, BadRecord) else len(read[2])


@dataclass(frozen=True)
class MoveLines(Generic[State, Move]):
    """Reads and writes records with one move a line; a game's module exports these methods as its own functions.

    `move_from_text` raises `BadRecord` for a text that is no move. The other fields are as in the contract.

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
        records = collect_records(read_each(_games_in(text), self._read_game))
        if not records:
            raise BadRecord(message("record.empty"))
        return records

    def _read_game(self, lines: Lines) -> Record[Move]:
        heading = HeadingReader(self.options)
        written = [(number, line) for number, line in lines if not heading.take(line) and line[0] not in REMARK]
        moves, why = self._moves_in(written)
        try:
            players, state = heading.begin(self.start, self.players, written[0][0] if written else lines[-1][0])
        except BadRecord as error:
            raise BadRecord(error.said, error.because, len(moves)) from error
        for count, ((number, line), move) in enumerate(zip(written, moves, strict=False), start=1):
            try:
                state = self.play(state, move)
            except IllegalMove as error:
                raise BadRecord(message("record.bad_line", line=number, text=line[:60]), error.said, count) from error
        if why is not None:
            number, line = written[len(moves)]
            raise BadRecord(message("record.bad_line", line=number, text=line[:60]), why, len(moves))
        return players, heading.options, tuple(moves)

    def _moves_in(self, written: Lines) -> tuple[list[Move], Message | None]:
        """The moves of these lines up to the first that is none, and the error of that line."""
        moves: list[Move] = []
        for _, line in written:
            try:
                moves.append(self.move_from_text(plain_signs(line)))
            except BadRecord as error:
                return moves, error.said
        return moves, None

    def move_to_json(self, move: Move) -> Json:
        """A move as its line of a record."""
        return self.move_to_text(move)

    def move_from_json(self, data: Json) -> Move:
        """The move that `move_to_json` wrote; raises `BadRecord`."""
        return self.move_from_text(str(data))  # no line of a record looks like data of another type


def headings(players: Sequence[str], options: Mapping[str, Fact], known: Sequence[Option]) -> list[str]:
    """The lines above a game: its players, and each option that `as_played` would not fill in."""
    written = as_written(options, known)
    named = [f"# player: {name}" for name in players]
    if players and tuple(players) == unnamed(len(players)):
        named = [f"# players: {len(players)}"]
    return named + [f"# {option.name}: {written[option.name]}" for option in known if option.name in written]


class HeadingReader:
    """Collects the headings above a game.

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
        """Whether a line is a heading, which is then kept. Values are checked when the game starts."""
        heading = _HEADING.fullmatch(line.strip())
        if heading is None:
            return False
        name, value = plain_signs(heading["name"]), heading["value"].strip()
        plain = plain_signs(value).strip()
        if name == "player":
            self.players.append(value)
        elif name == "players" and _COUNT.fullmatch(plain):
            self._count = int(plain)
        else:
            # An unknown value may be a name, such as a sheet's, and is kept as written.
            self._named[name] = self._known.get(name, {}).get(plain, value)
        return True

    @property
    def taken(self) -> bool:
        """Whether there was any heading."""
        return bool(self.players or self._named or self._count)

    @property
    def options(self) -> dict[str, Fact]:
        """The options by which the game was played, without those that have their default."""
        return as_played(self._named, self._options)

    def begin(self, start: Start[State], allowed: range, line: int) -> tuple[tuple[str, ...], State]:
        """The players, and the state in which the game starts; raises `BadRecord` naming the line.

        Without names the players are numbered. They are empty where there is no count either and the smallest number
        of players can play.
        """
        seats = range(self._count, self._count + 1) if self._count else allowed
        tables = [tuple(self.players)] if self.players else [unnamed(count) for count in seats]
        refused: list[Message] = []  # messages only: tracebacks of the errors would keep the whole text in memory
        for players in tables:
            try:
                check_players(players, seats)
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
            moves = moves or line[0] not in REMARK
    # a paragraph without a heading or a move is a comment
    return [lines for lines in games if any(_HEADING.fullmatch(line) or line[0] not in REMARK for _, line in lines)]
