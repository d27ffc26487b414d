"""Moves as lines: what a grammar reads, what it writes, and what it leaves to other lines."""

from dataclasses import dataclass

import pytest

from engines.contract import BadRecord
from engines.messages import message
from engines.move_grammar import HIDDEN, Either, Line, MoveGrammar, Several, Words, always, numbered, seats, words
from engines.vocabulary import UNKNOWN


@dataclass(frozen=True)
class Lay:
    row: int
    face: str | None = None
    last: bool = False


@dataclass(frozen=True)
class Deal:
    hands: tuple[tuple[str, ...] | str, ...]
    seat: int


_HAND = Either(HIDDEN, Several(words("7", "wild"), range(2, 4)))
_GRAMMAR: MoveGrammar[Lay | Deal] = MoveGrammar(
    "my.bad_move",
    Line("lay {row}{last}", Lay, row=numbered(range(1, 13)), face=always(None), last=Words({"": False, " last": True})),
    Line("lay {face} on {row}?", Lay, row=numbered((1,)), face=words("7", "wild")),
    Line("{seat} deal {hands}", Deal, seat=seats(range(2, 4)), hands=Several(_HAND, range(1, 3), " / ")),
    any_case=True,
    highest=12,
)

LINES = {
    "lay 1": Lay(1),
    "lay 12 last": Lay(12, last=True),
    "lay wild on 1?": Lay(1, "wild"),
    "3 deal 7 wild / ?": Deal((("7", "wild"), UNKNOWN), 2),
    "1 deal 7 7 7": Deal((("7", "7", "7"),), 0),
}


@pytest.mark.parametrize("line", LINES)
def test_a_line_is_read_and_written_alike(line: str) -> None:
    assert _GRAMMAR.read(line) == LINES[line]
    assert _GRAMMAR.write(LINES[line]) == line


@pytest.mark.parametrize("line", [" LAY   1 ", "3 deal 7 wild/?", "3 Deal 7 Wild  / ?"])
def test_blanks_and_capitals_say_nothing(line: str) -> None:
    assert _GRAMMAR.read(line) == LINES["lay 1" if "1" in line else "3 deal 7 wild / ?"]


@pytest.mark.parametrize(
    "line", ["", "lay", "lay 13", "lay 1last", "lay 7 on 1", "4 deal ?", "1 deal 7", "1 deal ? / ? / ?"]
)
def test_other_lines_are_no_moves(line: str) -> None:
    with pytest.raises(BadRecord) as error:
        _GRAMMAR.read(line)
    assert error.value.said == message("my.bad_move", text=line, highest=12)


@pytest.mark.parametrize("move", [Lay(13), Lay(2, "7"), Deal((), 0), Deal((("7",),), 0), Deal((UNKNOWN,), 5)])
def test_a_move_that_has_no_line_is_not_written(move: Lay | Deal) -> None:
    with pytest.raises(ValueError, match="no line"):
        _GRAMMAR.write(move)
