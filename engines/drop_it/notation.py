"""Moves of Drop It as JSON data and as lines of a record.

A drop is a line with the piece and its landing; a line `joker` may follow, or at the very end `keep`:

    drop circle/red level 3
    drop square/blue level 5 circles large small touches circle/green triangle/red edges diamond
    drop circle/red level 8 touches square/blue above
    joker

Of an unknown piece only level and circles are said, and whether it broke a rule:

    drop ? level 5 circles small
    drop ? level 3 broke
"""

from engines.contract import BadRecord, Json
from engines.drop_it.moves import MANY_LEVELS, Drop, Joker, Keep, Move
from engines.drop_it.rules import play
from engines.drop_it.state import OPTIONS, PLAYERS, start
from engines.messages import message
from engines.record import MoveLines
from engines.vocabulary import UNKNOWN

_LISTS = ("circles", "touches", "edges")
_FLAGS = ("above", "broke")
_HIDDEN = "?"  # an unknown piece
_LEVELS = {str(level): level for level in range(1, MANY_LEVELS[-1] + 1)}


def move_to_text(move: Move) -> str:
    """A move as a line of the record.

    >>> move_to_text(Drop("circle/red", 5, circles=("small",), touches=("square/blue",)))
    'drop circle/red level 5 circles small touches square/blue'
    """
    if not isinstance(move, Drop):
        return "joker" if isinstance(move, Joker) else "keep"
    words = ["drop", _written(move.piece), "level", str(move.level)]
    for name in _LISTS:
        listed = getattr(move, name)
        words += [name, *listed] if listed else []
    return " ".join(words + [flag for flag in _FLAGS if getattr(move, flag)])


def _written(piece: str) -> str:
    return _HIDDEN if piece == UNKNOWN else piece


def _read(piece: str) -> str:
    return UNKNOWN if piece == _HIDDEN else piece


def move_from_text(text: str) -> Move:
    """The move of a line; raises `BadRecord`.

    >>> move_from_text("drop circle/red level 8 edges square above")
    Drop(piece='circle/red', level=8, circles=(), touches=(), edges=('square',), above=True, broke=False)
    """
    words = text.split()
    if words in (["joker"], ["keep"]):
        return Joker() if words == ["joker"] else Keep()
    if len(words) < 4 or words[0] != "drop" or words[2] != "level" or words[3] not in _LEVELS:
        raise _bad_move(text)
    lists: dict[str, list[str]] = {}
    for word in words[4:]:
        if word in (*_LISTS, *_FLAGS) and word not in lists:
            lists[word] = []
        elif lists and word not in lists and not lists.keys() & {*_FLAGS}:
            list(lists.values())[-1].append(word)
        else:
            raise _bad_move(text)
    if not all(lists[name] for name in _LISTS if name in lists):
        raise _bad_move(text)
    circles, touches, edges = (tuple(lists.get(name, ())) for name in _LISTS)
    return Drop(_read(words[1]), _LEVELS[words[3]], circles, touches, edges, "above" in lists, "broke" in lists)


def move_to_json(move: Move) -> Json:
    """`"joker"`, `"keep"`, or the parts of a drop by name, without empty ones.

    >>> move_to_json(Drop("circle/red", 3, touches=("square/blue",)))
    {'drop': 'circle/red', 'level': 3, 'touches': ['square/blue']}
    """
    if not isinstance(move, Drop):
        return move_to_text(move)
    data: dict[str, Json] = {"drop": _written(move.piece), "level": move.level}
    data |= {name: list(getattr(move, name)) for name in _LISTS if getattr(move, name)}
    return data | {flag: True for flag in _FLAGS if getattr(move, flag)}


def move_from_json(data: Json) -> Move:
    """The move that `move_to_json` wrote, or that of a line; raises `BadRecord`."""
    if isinstance(data, str):
        return move_from_text(data)
    if not isinstance(data, dict) or set(data) - {"drop", "level", *_FLAGS, *_LISTS}:
        raise _bad_move(data)
    piece, level = data.get("drop"), data.get("level")
    circles, touches, edges = (_words(data.get(name, []), data) for name in _LISTS)
    above, broke = (data.get(flag, False) for flag in _FLAGS)
    if not isinstance(piece, str) or type(level) is not int:
        raise _bad_move(data)
    if not isinstance(above, bool) or not isinstance(broke, bool):
        raise _bad_move(data)
    return Drop(_read(piece), level, circles, touches, edges, above, broke)


def _words(listed: Json, data: Json) -> tuple[str, ...]:
    words = tuple(word for word in listed if isinstance(word, str)) if isinstance(listed, list) else ()
    if not isinstance(listed, list) or len(words) != len(listed):
        raise _bad_move(data)
    return words


def _bad_move(data: Json) -> BadRecord:
    return BadRecord(message("drop_it.bad_move", text=str(data)[:60]))


_lines = MoveLines(OPTIONS, PLAYERS, start, play, move_to_text, move_from_text)
write_record, read_records = _lines.write_record, _lines.read_records
