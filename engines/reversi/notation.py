"""Notation of Galaxy Reversi: Othello transcripts, and moves as plain JSON data."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engines import pdn
from engines.contract import BadRecord, IllegalMove, Json, Record
from engines.messages import Fact, message
from engines.plain_signs import plain_signs
from engines.record import REMARK, HeadingReader, collect_records, headings
from engines.reversi.rules import OPTIONS, PASS, PLAYERS, Move, State, is_over, moves, play, start
from engines.squares import INDEX


def move_to_json(move: Move) -> Json:
    """A square's name, or `"pass"`."""
    return move.square or "pass"


def move_from_json(data: Json) -> Move:
    """The move that `move_to_json` wrote; raises `BadRecord`."""
    if data == "pass":
        return PASS
    if not isinstance(data, str) or data not in INDEX:
        raise BadRecord(message("reversi.bad_move", text=str(data)))
    return Move(data)


def write_record(players: Sequence[str], options: Mapping[str, Fact], played: Sequence[Move]) -> str:
    """The Othello transcript, passes not written, under a line for each player named and each option that is set.

    >>> print(write_record(["Aya", "Ben"], {"first": "down"}, [Move("f5"), Move("d6")]))
    # player: Aya
    # player: Ben
    # first: down
    f5d6
    """
    return "\n".join((*headings(players, options, OPTIONS), "".join(move.square or "" for move in played)))


def read_records(text: str) -> tuple[Record[Move], ...]:
    """Every game of a text; raises `BadRecord` naming line and move.

    A line is a game, or continues the one above where it cannot be a game or its move numbers show that it does. Forced
    passes are inserted. Players are empty where the record names none.

    >>> read_records("1. F5 d6\\n34-30")
    (((), {}, (Move(square='f5'), Move(square='d6'))),)
    """
    records = collect_records(_games_in(text))
    if not records:
        raise BadRecord(message("record.empty"))
    return records


# A square, a pass in its various spellings, other parts of a transcript (a score at the end of the line, move numbers,
# separators), or anything else.
_TOKEN = re.compile(
    r"""
      (?P<square> [a-h][1-8] )
    | (?P<passed> pass | ps | pa | パス | @@ | -- )
    | (?: (?<![a-z0-9]) [0-9]{1,2} \s* [-:] | [+] ) \s* [0-9]{1,2} [\s).]* $
    | [0-9]{1,3} [.):]+ | (?<![a-z0-9]) [0-9]{1,3} (?= \s+ [a-h][1-8] ) | [\s.,;:/|=()-]+
    | (?P<unknown> \S+ )
    """,
    re.VERBOSE,
)
_FIRST_NUMBER = re.compile(r"[\s(]*([0-9]{1,3})[.)]")


@dataclass(frozen=True)
class _Transcript:
    """A written game as far as it was read."""

    players: tuple[str, ...]
    options: Mapping[str, Fact]
    state: State
    played: tuple[Move, ...] = ()
    squares: int = 0  # number of moves without passes
    lines: int = 0  # number of lines
    wrong: BadRecord | None = None  # the first error

    def then(self, line: str, number: int) -> "_Transcript":
        """The transcript with another line."""
        state, played, squares, wrong = self.state, list(self.played), self.squares, self.wrong
        for token in _TOKEN.finditer("" if wrong else line):
            if token["square"]:
                try:
                    state = play(state, Move(token["square"]))
                except IllegalMove as error:
                    why = error.said.key.rpartition(".")[2]
                    wrong = _bad_token(why, number, squares, token[0], squares + 1)
                    break
                squares += 1
                played.append(Move(token["square"]))
                if moves(state) == (PASS,):
                    state = play(state, PASS)
                    played.append(PASS)
            elif token["passed"] and not is_over(state) and played[-1:] != [PASS]:
                wrong = _bad_token("no_pass", number, squares, token[0], squares)
                break
            elif token["unknown"]:
                # The score after a finished game may be in words.
                wrong = None if is_over(state) else _bad_token("no_square", number, squares, token[0], squares)
                break
        return replace(self, state=state, played=tuple(played), squares=squares, lines=self.lines + 1, wrong=wrong)

    def read(self) -> Record[Move] | BadRecord:
        """Its record, or its error."""
        return self.wrong or (self.players, self.options, self.played)


_UNNAMED = _Transcript((), {}, start(("1", "2"), {}))


def _bad_token(why: str, line: int, squares: int, text: str, moves_read: int) -> BadRecord:
    said = message(f"reversi.record.{why}", line=line, move=squares + 1, square=text[:20])
    return BadRecord(said, moves_read=moves_read)


def _games_in(text: str) -> Iterator[Record[Move] | BadRecord]:
    above: _Transcript | None = None
    heading, tags, number = HeadingReader(OPTIONS), dict[str, str](), 0
    for number, line in enumerate(text.splitlines(), start=1):
        if tag := pdn.tag_of(line):
            tags |= tag
            heading.players[:] = pdn.players_of(tags)
            continue
        if not line.strip() or heading.take(line) or line.strip()[0] in REMARK:
            continue
        written = plain_signs(line).lower()
        more = None if above is None or heading.taken else above.then(written, number)
        fresh = (_begun(heading, number) if heading.taken else _UNNAMED).then(written, number)
        if not fresh.squares and fresh.wrong is None:
            if more is not None:
                continue  # a score
            fresh = replace(fresh, wrong=_bad_token("no_square", number, 0, written.strip(), 0))
        if above is not None and more is not None and _goes_on(above, more, fresh, written):
            above = more
            continue
        if above is not None:
            yield above.read()
        above, heading, tags = fresh, HeadingReader(OPTIONS), {}
    if above is not None:
        yield above.read()
    if heading.taken:
        yield _begun(heading, number).read()


def _begun(heading: HeadingReader, line: int) -> _Transcript:
    """A transcript of which only the heading was read."""
    try:
        players, state = heading.begin(start, PLAYERS, line)
    except BadRecord as error:
        return _Transcript((), {}, start(("1", "2"), {}), wrong=BadRecord(error.said, error.because))
    return _Transcript(players, heading.options, state)


def _goes_on(above: _Transcript, more: _Transcript, fresh: _Transcript, line: str) -> bool:
    """Whether a line continues the game above rather than beginning another: whichever can be played.

    Where both can, it begins a game unless the one above has several lines; where neither can, the longer one counts.
    """
    if number := _FIRST_NUMBER.match(line):
        return int(number[1]) > 1
    if not fresh.squares and fresh.wrong is not None and fresh.wrong.moves_read:
        return True  # its first square is no legal first move
    if fresh.wrong is None:
        return more.wrong is None and above.lines > 1
    return more.wrong is None or more.squares - above.squares > fresh.squares
