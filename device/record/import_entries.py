"""Validates the entries of a game from an untrusted file: types and bounds, all or nothing.

Valid entries can be written, shown and exported like the box's own. Whether the rules allow them is not checked here.
"""

from datetime import datetime
from typing import TypeVar, cast

from device.record.entries import BEGINS, PICTURE_ID, Entry, EntryData, Kind
from engines.bots import STRENGTHS
from engines.contract import Json
from engines.messages import Fact
from engines.one_line import name_of

MAX_NAME, MAX_PLAYERS = 60, 8
MAX_BY = 80
MAX_OPTIONS, MAX_WORD = 20, 60  # letters of the name of a game, of an option, or of a part of a move
MAX_OPTION = 800  # letters: the account that a leg of a campaign carries on
MAX_MOVE, MAX_PARTS = 1000, 60  # letters of a move's text, parts of a list or table in it
MAX_NUMBER = 2**53 - 1
YEARS = range(1970, 9999)  # valid dates in every time zone

Data = dict[str, object]  # not validated
T = TypeVar("T")


class DamagedEntry(ValueError):
    """An invalid entry."""


def entries_of(written: object) -> list[Entry]:
    """The entries of a game as `device.record.exports.entry_json` writes them; raises `DamagedEntry` or `BadName`.

    They begin with the start of a game, and refer only to earlier entries. Strikes of moves that are struck already are
    left out, so that each move is struck at most once.
    """
    reader = _Reader()
    entries = [reader.read(one) for one in _typed(list, written)]
    _require(bool(entries))
    return entries


class _Reader:
    """Reads entries in order; `_moves` are the numbers of those whose moves are in the game so far."""

    def __init__(self) -> None:
        self._last = 0
        self._known: set[int] = set()
        self._moves: set[int] = set()

    def read(self, one: object) -> Entry:
        entry = _typed(dict, one)
        number, kind, at = (
            _integer(entry.get("number"), self._last + 1),
            entry.get("kind"),
            _moment(entry.get("at")),
        )
        data, begins = _typed(dict, entry.get("data")), not self._known
        read = _start(kind, data) if begins else self._next(kind, number, data)
        self._last = number
        self._known.add(number)
        return Entry(number, 0, "import" if begins else cast(Kind, kind), read, at)

    def _next(self, kind: object, number: int, data: Data) -> EntryData:
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
                return {"turn": None if turn is None else _integer(turn, 0, 3)}
        _require(kind in ("resume", "pad"))
        return {"pad": data.get("pad") is True} if kind == "pad" else {}

    def _move(self, number: int, data: Data) -> EntryData:
        self._moves.add(number)
        picture = None if data.get("picture") is None else _typed(str, data["picture"])
        _require(picture is None or PICTURE_ID.fullmatch(picture) is not None)
        return {"move": _move_json(data.get("move")), "picture": picture, **_by(data)}

    def _insert(self, number: int, data: Data) -> EntryData:
        after = _integer(data.get("after"), 0)
        _require(not after or after in self._known)
        read: EntryData = {"after": after, "move": _move_json(data.get("move")), **_by(data), **self._without(data)}
        self._moves.add(number)
        return read

    def _change(self, data: Data) -> EntryData:
        entry, move = self._before(data.get("entry")), _move_json(data.get("move"))
        return {"entry": entry, "move": move, **_by(data), **self._without(data)}

    def _without(self, data: Data) -> EntryData:
        return {"without": self._struck(data["without"])} if data.get("without") else {}

    def _struck(self, numbers: object) -> list[int]:
        """The moves that this takes out of the game, without those taken out before."""
        struck = []
        for number in map(self._before, _typed(list, numbers)):
            if number in self._moves:
                self._moves.remove(number)
                struck.append(number)
        return struck

    def _before(self, number: object) -> int:
        read = _integer(number, 1)
        _require(read in self._known)
        return read


def _start(kind: object, data: Data) -> EntryData:
    _require(kind in BEGINS)
    players, options = _typed(list, data.get("players")), _typed(dict, data.get("options"))
    _require(len(players) <= MAX_PLAYERS and len(options) <= MAX_OPTIONS)
    return {
        "game": _line(data.get("game"), MAX_WORD),
        "players": [name_of(_text(name, MAX_NAME)) for name in players],
        "options": {_line(name, MAX_WORD): _option(value) for name, value in options.items()},
        **({"by_hand": data["by_hand"] is True} if data.get("by_hand") in (True, False) else {}),
        **({"pad": True} if data.get("pad") is True else {}),
        **({"campaign": name_of(_text(data["campaign"], MAX_NAME))} if data.get("campaign") else {}),
        **_dealt(data),
    }


def _dealt(data: Data) -> EntryData:
    """The computer players and the seed of the deal, which finished games have."""
    dealt: EntryData = {}
    if "computers" in data:
        strengths = _typed(list, data["computers"])
        _require(len(strengths) <= MAX_PLAYERS and all(one in ("", *STRENGTHS) for one in strengths))
        dealt["computers"] = strengths
    if "seed" in data:
        dealt["seed"] = _integer(data["seed"], 0, MAX_NUMBER)
    return dealt


def _option(value: object) -> Fact:
    return _integer(value, -MAX_NUMBER) if isinstance(value, int) else _line(value, MAX_OPTION)


def _by(data: Data) -> EntryData:
    return {"by": name_of(_text(data.get("by", "camera"), MAX_BY))}


def _move_json(move: object, deep: int = 2) -> Json:
    """A move as games write it: a text, or a table of texts, numbers, switches and lists of these."""
    if isinstance(move, dict | list) and deep:
        _require(len(move) <= MAX_PARTS)
        if isinstance(move, list):
            return [_move_json(part, deep - 1) for part in move]
        return {_line(name, MAX_WORD): _move_json(part, deep - 1) for name, part in move.items()}
    if move is None or isinstance(move, bool):
        return move
    return _option(move) if isinstance(move, int) else _line(move, MAX_MOVE)


def _moment(value: object) -> str:
    """A time exactly as the journal writes it."""
    text = _text(value, len("2026-01-01T00:00:00+00:00"))
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise DamagedEntry from error
    _require(moment.year in YEARS and moment.isoformat(timespec="seconds") == text)
    return text


def _line(value: object, most: int) -> str:
    text = _text(value, most)
    _require(text.isprintable())
    return text


def _text(value: object, most: int) -> str:
    text = _typed(str, value)
    _require(len(text) <= most)
    return text


def _integer(value: object, least: int, most: int = MAX_NUMBER) -> int:
    number = _typed(int, value)
    _require(least <= number <= most)
    return number


def _typed(kind: type[T], value: object) -> T:
    """A value of exactly this type: a `bool` is no number."""
    if not isinstance(value, kind) or type(value) is not kind:
        raise DamagedEntry
    return value


def _require(is_valid: bool) -> None:
    if not is_valid:
        raise DamagedEntry
