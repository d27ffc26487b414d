"""A grammar of moves as lines of a record; the same patterns read and write them.

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True)
... class Draw:
...     seat: int
...     cards: tuple[str, ...] | str
>>> cards = Either(HIDDEN, Several(words("7", "wild"), range(1, 6)))
>>> grammar = MoveGrammar("my.bad_move", Line("{seat} draw {cards}", Draw, seat=seats(range(2, 5)), cards=cards))
>>> grammar.read(" 2 draw  7 wild"), grammar.write(Draw(0, "unknown"))
(Draw(seat=1, cards=('7', 'wild')), '1 draw ?')
>>> Maybe(cards).write(("7",)), Maybe(cards).write(())
(' 7', '')
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from string import Formatter
from typing import Any, Generic, Protocol

from engines.contract import BadRecord, Move
from engines.messages import Fact, message
from engines.vocabulary import UNKNOWN


class Part(Protocol):
    """How a field of a move is written; its value may have any type."""

    pattern: str  # a regular expression of what `read` accepts

    def read(self, text: str) -> Any:
        """The value that a text means."""

    def write(self, value: Any) -> str | None:
        """The text of a value; None for a value that this part cannot write."""


class Words:
    """A field with few values, each of which has a word; a default value may have an empty one."""

    def __init__(self, meanings: Mapping[str, object]) -> None:
        self.pattern = "|".join(map(re.escape, meanings))
        self._meanings, self._words = meanings, {value: word for word, value in meanings.items()}

    def read(self, text: str) -> object:
        """The value of a word."""
        return self._meanings[text]

    def write(self, value: object) -> str | None:
        """The word of a value."""
        return self._words.get(value)


def words(*values: str) -> Words:
    """A field whose values are their own words."""
    return Words({value: value for value in values})


def numbered(values: Iterable[int]) -> Words:
    """A field of numbers."""
    return Words({str(value): value for value in values})


def seats(players: range, written: str = "{}") -> Words:
    """The seat of a player, counted from 1 where it is `written`; `players`: how many may play.

    >>> seats(range(2, 5), "riichi {}").read("riichi 2")
    1
    """
    return Words({written.format(seat + 1): seat for seat in range(players[-1])})


def always(value: object) -> Words:
    """A field that has the same value in all moves of a line, and is not written."""
    return Words({"": value})


HIDDEN = Words({"?": UNKNOWN})


class Several:
    """A field of several values with a separator between them; `collect` builds the field from those read."""

    def __init__(
        self,
        part: Part,
        sizes: range,
        separator: str = " ",
        collect: Callable[[Iterable[Any]], object] = tuple,
    ) -> None:
        self._part, self._sizes, self._separator, self._collect = part, sizes, separator, collect
        more, one = f"{{{sizes[0] - 1},{sizes[-1] - 1}}}", f"(?:{part.pattern})"
        self.pattern = f"{one}(?:{_literal(separator)}{one}){more}"
        self._each = f"{one}(?={_literal(separator)}|$)"

    def read(self, text: str) -> object:
        """The values, collected; a part may hold the separator where its longer words come first."""
        return self._collect(self._part.read(found.group()) for found in re.finditer(self._each, text))

    def write(self, value: Sequence[Any]) -> str | None:
        """The values with separators between them."""
        written = [word for item in value if (word := self._part.write(item)) is not None]
        return self._separator.join(written) if len(written) == len(value) and len(value) in self._sizes else None


class Either:
    """A field that is written as one of two parts."""

    def __init__(self, first: Part, second: Part) -> None:
        self._parts = (first, second)
        self.pattern = f"(?:{first.pattern})|(?:{second.pattern})"

    def read(self, text: str) -> object:
        """The value, by the first part that accepts the text."""
        first, second = self._parts
        return (first if re.fullmatch(first.pattern, text) else second).read(text)

    def write(self, value: object) -> str | None:
        """The text, by the first part that can write the value."""
        first, second = self._parts
        return second.write(value) if (written := first.write(value)) is None else written


class Maybe:
    """A field at the end of a word that is written with a blank before it, or not at all for an empty `value`."""

    def __init__(self, part: Part, value: object = ()) -> None:
        self._part, self._value = part, value
        self.pattern = f"(?: (?:{part.pattern}))?"

    def read(self, text: str) -> object:
        """The value; the empty one where nothing is written."""
        return self._part.read(text[1:]) if text else self._value

    def write(self, value: object) -> str | None:
        """The text with a blank before it; nothing for the empty value."""
        if value == self._value:
            return ""
        return None if (written := self._part.write(value)) is None else f" {written}"


class Line(Generic[Move]):
    """The line of a kind of move: a template that names its fields, and how each field is written."""

    def __init__(self, template: str, kind: Callable[..., Move], /, **parts: Part) -> None:
        self._template, self._kind, self._parts = template, kind, parts

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        """The pattern of the whole line; compiled on first use, since a box loads every game and plays one."""
        pieces = (
            _literal(literal) + (f"(?P<{name}>{self._parts[name].pattern})" if name else "")
            for literal, name, _, _ in Formatter().parse(self._template)
        )
        return re.compile("".join(pieces))

    def read(self, text: str) -> Move | None:
        """The move of a line; None for another line."""
        if (found := self._pattern.fullmatch(text)) is None:
            return None
        named = found.groupdict("")
        return self._kind(**{name: part.read(named.get(name, "")) for name, part in self._parts.items()})

    def write(self, move: Move) -> str | None:
        """The line of a move; None for a move of another kind, or with a value that this line cannot write."""
        if type(move) is not self._kind:
            return None
        written = {name: part.write(getattr(move, name)) for name, part in self._parts.items()}
        return None if None in written.values() else self._template.format_map(written)


class MoveGrammar(Generic[Move]):
    """The lines of a game's moves; the first that fits is used.

    `bad_move` is the key of the error message, with `text` and `facts` as its facts. `any_case`: case is ignored.
    """

    def __init__(self, bad_move: str, *lines: Line[Move], any_case: bool = False, **facts: Fact) -> None:
        self._bad_move, self._lines, self._any_case, self._facts = bad_move, lines, any_case, facts

    def read(self, text: str) -> Move:
        """The move of a line; raises `BadRecord`."""
        plain = " ".join((text.lower() if self._any_case else text).split())
        for line in self._lines:
            if (move := line.read(plain)) is not None:
                return move
        raise BadRecord(message(self._bad_move, text=text[:60], **self._facts))

    def write(self, move: Move) -> str:
        """The line of a move; raises `ValueError` for a move that no line writes."""
        for line in self._lines:
            if (written := line.write(move)) is not None:
                return written
        raise ValueError(f"no line for {move}")


def _literal(text: str) -> str:
    """The pattern of literal text; blanks round a slash are optional."""
    return re.escape(text).replace(r"\ /\ ", " ?/ ?")
