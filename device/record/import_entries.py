"""The entries of a game in a file that may come from anywhere: each part is of its type and within its bounds, or all
of it is refused.

What passes can be written, shown and exported like the entries that the box writes itself. Whether the rules allow it
is for the game to say.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

from device.record.game_entries import PICTURE_ID
from device.record.journal import BEGINS, Entry, Kind
from engines.messages import Fact
from engines.one_line import name_of

LONGEST_NAME, MOST_PLAYERS = 60, 8
LONGEST_BY = 80
MOST_OPTIONS, LONGEST_OPTION = 20, 60
LONGEST_MOVE, MOST_PARTS = 1000, 60  # letters of a move's text, parts of a list or table in it
GREATEST_NUMBER = 2**53 - 1
FIRST_YEAR = 1970

Data = dict[str, Any]


class DamagedEntry(ValueError):
    """What cannot be an entry of a game."""


def entries_of(told: Any) -> list[Entry]:
    """The entries of a game as `device.record.exports.entry_json` writes them; raises `DamagedEntry` or `BadName`.

    They begin with the start of a game, and none names one that is not before it. What is to be struck and is not in
    the game any more is left out, so that each move is struck once in all.
    """
    reader = _Reader()
    entries = [reader.read(one) for one in _of(list, told)]
    _check(bool(entries))
    return entries


class _Reader:
    """Reads one entry after the other; `_moves` are the entries whose moves are in the game so far."""

    def __init__(self) -> None:
        self._last = 0
        self._known: set[int] = set()
        self._moves: set[int] = set()

    def read(self, one: Any) -> Entry:
        told = _of(dict, one)
        number, kind, at = _whole(told.get("number"), self._last + 1), told.get("kind"), _moment(told.get("at"))
        data, begins = _of(dict, told.get("data")), not self._known
        read = _start(kind, data) if begins else self._next(kind, number, data)
        self._last = number
        self._known.add(number)
        return Entry(number, 0, "import" if begins else cast(Kind, kind), read, at)

    def _next(self, kind: Any, number: int, data: Data) -> Data:
        match kind:
            case "move":
                return self._move(number, data)
            case "strike":
                return {"entries": self._struck(data.get("entries")), **_by(data)}
            case "insert":
                return self._insert(number, data)
            case "change":
                return self._change(data)
            case "turn":
                turn = data.get("turn")
                return {"turn": None if turn is None else _whole(turn, 0, 3)}
        _check(kind == "resume")
        return {}

    def _move(self, number: int, data: Data) -> Data:
        self._moves.add(number)
        picture = data.get("picture")
        _check(picture is None or (isinstance(picture, str) and PICTURE_ID.fullmatch(picture) is not None))
        return {"move": _move_json(data.get("move")), "picture": picture, **_by(data)}

    def _insert(self, number: int, data: Data) -> Data:
        after = data.get("after")
        read = {"after": after if after == 0 and type(after) is int else self._before(after)}
        read |= {"move": _move_json(data.get("move")), **_by(data), **self._without(data)}
        self._moves.add(number)
        return read

    def _change(self, data: Data) -> Data:
        read = {"entry": self._before(data.get("entry")), "move": _move_json(data.get("move"))}
        return read | _by(data) | self._without(data)

    def _without(self, data: Data) -> Data:
        return {"without": self._struck(data["without"])} if data.get("without") else {}

    def _struck(self, told: Any) -> list[int]:
        """The moves that are taken out of the game, each of them once in all."""
        struck = []
        for number in map(self._before, _of(list, told)):
            if number in self._moves:
                self._moves.remove(number)
                struck.append(number)
        return struck

    def _before(self, number: Any) -> int:
        read = _whole(number, 1)
        _check(read in self._known)
        return read


def _start(kind: Any, data: Data) -> Data:
    _check(kind in BEGINS)
    players, options = _of(list, data.get("players")), _of(dict, data.get("options"))
    _check(len(players) <= MOST_PLAYERS and len(options) <= MOST_OPTIONS)
    return {
        "game": _line(data.get("game"), LONGEST_OPTION),
        "players": [name_of(_text(name, LONGEST_NAME)) for name in players],
        "options": {_line(name, LONGEST_OPTION): _option(value) for name, value in options.items()},
    }


def _option(value: Any) -> Fact:
    return _whole(value, -GREATEST_NUMBER) if isinstance(value, int) else _line(value, LONGEST_OPTION)


def _by(data: Mapping[str, Any]) -> Data:
    return {"by": name_of(_text(data.get("by", "camera"), LONGEST_BY))}


def _move_json(move: Any, deep: int = 2) -> Any:
    """A move as games write it: a text, or a table of texts, numbers, switches and lists of these."""
    if isinstance(move, dict | list) and deep:
        _check(len(move) <= MOST_PARTS)
        if isinstance(move, list):
            return [_move_json(part, deep - 1) for part in move]
        return {_line(name, LONGEST_OPTION): _move_json(part, deep - 1) for name, part in move.items()}
    if move is None or isinstance(move, bool):
        return move
    return _option(move) if isinstance(move, int) else _line(move, LONGEST_MOVE)


def _moment(value: Any) -> str:
    """A time exactly as the journal writes it."""
    text = _text(value, len("2026-01-01T00:00:00+00:00"))
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise DamagedEntry from error
    _check(moment.year >= FIRST_YEAR and moment.isoformat(timespec="seconds") == text)
    return text


def _line(value: Any, most: int) -> str:
    text = _text(value, most)
    _check(text.isprintable())
    return text


def _text(value: Any, most: int) -> str:
    _check(type(value) is str and len(value) <= most)
    return str(value)


def _whole(value: Any, least: int, most: int = GREATEST_NUMBER) -> int:
    _check(type(value) is int and least <= value <= most)
    return int(value)


def _of(kind: type[Any], value: Any) -> Any:
    _check(type(value) is kind)
    return value


def _check(fine: bool) -> None:
    if not fine:
        raise DamagedEntry
