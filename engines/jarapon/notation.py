"""Galaxy Jarapon in writing: a line a move, led by the number of the player who makes it.

    1 throw 5                    the die, for the first dealer or for the break of the wall
    build                        all tiles are mixed and the walls built
    deal 7: 1 1 2 3 5 5 9 wild / ?     the dora, and the eight tiles of each player as far as they are known
    1 draw 3                     one tile; `1 draw` where it is not known
    1 discard 3                  also `1 discard 3 riichi`
    2 call pon                   also `2 call jarapon`; the tiles are laid open later
    2 pon 3                      two own 3s and the discard; `2 pon 3 wild` with one almighty for an own 3
    2 jarapon 1 2 3 4 5 6 7 8    all concealed tiles as won, by ron without the discard; `2 jarapon ?` while unread
    turn up 4                    the tile in the centre, by the winner
    void                         nobody takes the last discard

>>> move_to_text(move_from_text("2 pon  3 WILD"))
'2 pon 3 wild'
"""

import re
from collections.abc import Callable

from engines.contract import BadRecord
from engines.jarapon.moves import (
    JARAPON,
    PON,
    Build,
    Call,
    Deal,
    Discard,
    Draw,
    Hidden,
    LaySet,
    Move,
    Show,
    Throw,
    Tiles,
    TurnUp,
    Void,
)
from engines.messages import message
from engines.vocabulary import UNKNOWN, WILD

_OPEN = "?"
_TILE = "(?:[1-9]|wild)"
_TILES = rf"{_TILE}(?: {_TILE}){{0,8}}"
_HAND = rf"(?:\?|{_TILES})"


def move_to_text(move: Move) -> str:  # noqa: PLR0911  (a line for each kind of move)
    """A move as a line of a record."""
    match move:
        case Throw(seat, pips):
            return f"{seat + 1} throw {pips}"
        case Deal(dora, hands):
            return f"deal {dora}" + (": " + " / ".join(map(_written, hands)) if isinstance(hands, tuple) else "")
        case Draw(seat, tile):
            return f"{seat + 1} draw" + (f" {tile}" if tile != UNKNOWN else "")
        case Discard(seat, tile, riichi):
            return f"{seat + 1} discard {tile}" + " riichi" * riichi
        case Call(seat, what):
            return f"{seat + 1} call {what}"
        case LaySet(seat, number, wilds):
            return f"{seat + 1} pon {number}" + f" {WILD}" * wilds
        case Show(seat, tiles):
            return f"{seat + 1} jarapon {_written(tiles)}"
        case TurnUp(tile):
            return f"turn up {tile}"
        case Void():
            return "void"
    return "build"


def move_from_text(text: str) -> Move:
    """The move of a line; raises `BadRecord`."""
    line = " ".join(text.lower().split())
    for pattern, read in _LINES:
        if found := pattern.fullmatch(line):
            return read(found)
    raise BadRecord(message("jarapon.bad_move", text=text[:60]))


def _written(hand: Hidden) -> str:
    return " ".join(hand) if isinstance(hand, tuple) else _OPEN


def _read(hand: str) -> Hidden:
    return UNKNOWN if hand == _OPEN else _tiles(hand)


def _tiles(words: str) -> Tiles:
    return tuple(words.split())


def _seat(found: re.Match[str]) -> int:
    return int(found["seat"]) - 1


def _deal(found: re.Match[str]) -> Move:
    hands = found["hands"]
    return Deal(found["dora"], tuple(map(_read, hands.split(" / "))) if hands else UNKNOWN)


def _line(
    pattern: str, read: Callable[[re.Match[str]], Move]
) -> tuple[re.Pattern[str], Callable[[re.Match[str]], Move]]:
    return re.compile(pattern.replace("SEAT", "(?P<seat>[1-4])").replace("TILE", f"(?P<tile>{_TILE})"), re.ASCII), read


_LINES = (
    _line("SEAT throw (?P<pips>[1-6])", lambda found: Throw(_seat(found), int(found["pips"]))),
    _line("build", lambda _: Build()),
    _line(rf"deal (?P<dora>{_TILE})(?:: (?P<hands>{_HAND}(?: / {_HAND}){{0,3}}))?", _deal),
    _line("SEAT draw(?: TILE)?", lambda found: Draw(_seat(found), found["tile"] or UNKNOWN)),
    _line(
        "SEAT discard TILE(?P<riichi> riichi)?",
        lambda found: Discard(_seat(found), found["tile"], bool(found["riichi"])),
    ),
    _line(rf"SEAT call (?P<what>{PON}|{JARAPON})", lambda found: Call(_seat(found), found["what"])),
    _line(
        "SEAT pon (?P<number>[1-9])(?P<wilds>(?: wild){0,2})",
        lambda found: LaySet(_seat(found), found["number"], len(_tiles(found["wilds"]))),
    ),
    _line(rf"SEAT jarapon (?P<hand>{_HAND})", lambda found: Show(_seat(found), _read(found["hand"]))),
    _line("turn up TILE", lambda found: TurnUp(found["tile"])),
    _line("void", lambda _: Void()),
)
