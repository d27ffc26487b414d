"""Watching Galaxy Jarapon (game 7): rivers, open sets and shown hands on the four sides of a table."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from device.config.sheets import SHEETS
from device.games.jarapon_results import result_forms
from device.games.profile import (
    READ,
    Achievement,
    CallKind,
    Drawing,
    Filming,
    Habits,
    Interpretation,
    Profile,
    face_read,
    refusal_of,
)
from device.games.table_reading import Places, TableReading
from engines.hands import in_order
from engines.jarapon import Jarapon, Move, State
from engines.jarapon.comments import comments
from engines.jarapon.messages import ending
from engines.jarapon.moves import JARAPON, PON, SHOWN, Build, Call, Discard, Draw, LaySet, Show, Throw, Void
from engines.jarapon.own_hand import own_notes
from engines.jarapon.settling import ron_forbidden
from engines.jarapon.shapes import HAND_SIZE
from engines.jarapon.state import Phase, shorter
from engines.jarapon.turns import riichi_refused
from engines.jarapon.wall import SIDES, SUPPLY, TILES
from engines.messages import Message, message
from engines.tally import Equipment
from engines.vocabulary import EMPTY, NOTHING, TILE_FACES, UNKNOWN, Layout, straight
from vision.dimensions import TILE_HIGH, TILE_WIDE
from vision.places.base import Arrangement
from vision.places.jarapon.places import JaraponPlaces
from vision.places.laying import Lie

_GAME = Jarapon(SHEETS)


def _hands_read(state: State, places: Places) -> Iterator[tuple[Move]]:
    """Open hands of which each tile is read; the tile won by ron may lie among them.

    It does not while it still visibly lies in its river: then the player has drawn a tile of that number.
    """
    for seat in range(len(state.players)):
        count, side = len(state.in_hand(seat)), SIDES[len(state.players)][seat] + 1
        faces = [face_read(places.get(f"hand/{side}/{at}", {})) for at in range(1, count + 2)]
        if faces[-1] == EMPTY or count == HAND_SIZE:  # the reader has no tenth place
            faces.pop()
        elif state.last is not None and state.taken in faces and not _lies_in_river(state, places):
            faces.remove(state.taken)
        if len(faces) == count and set(faces) <= set(TILE_FACES):
            yield (Show(seat, in_order(faces)),)


def _lies_in_river(state: State, places: Places) -> bool:
    """Whether the last discard certainly still lies in its river."""
    if state.last is None:
        return False
    river = len(state.seats[state.last].river)
    likely = places.get(f"river/{SIDES[len(state.players)][state.last] + 1}/{river}")
    return likely is not None and likely.get(EMPTY, 0.0) < 1 - READ


def _throw_read(state: State, reading: TableReading) -> Iterator[tuple[Move]]:
    """The throw that is due, by the die at rest."""
    if (
        reading.throw is not None
        and state.phase in (Phase.DICE, Phase.BREAK)
        and (pips := face_read(reading.throw.pips))
    ):
        yield (Throw(state.thrower, int(pips)),)


def _read(state: State, reading: TableReading) -> Iterator[tuple[Move]]:
    yield from _throw_read(state, reading)
    yield from _hands_read(state, reading.places)


def _is_false_win(before: State, after: State, _reading: TableReading) -> bool:
    """Whether a hand was shown that costs its player a penalty (J7-25)."""
    return len(after.match.account) > len(before.match.account) and after.match.account[-1].kind == "false_win"


def _first_dealer_is_open(state: State) -> bool:
    """Whether dice are thrown for the first dealer; ties are thrown again, any number of times."""
    return state.phase == Phase.DICE


def _pon_refused(state: State, seat: int) -> Message | None:
    return _has_called(state, seat, PON) or refusal_of(_GAME, state, Call(seat, PON))


def _jarapon_refused(state: State, seat: int) -> Message | None:
    """The rules' reason, and furiten as well: the rules allow a call despite furiten, at a penalty (J7-25)."""
    refused = _has_called(state, seat, JARAPON, SHOWN) or refusal_of(_GAME, state, Call(seat, JARAPON))
    return refused or (None if state.last is None else ron_forbidden(state, seat, None))


def _has_called(state: State, seat: int, *whats: str) -> Message | None:
    """What a player who has already called must do."""
    has_called = state.claim is not None and state.claim.seat == seat and state.claim.what in whats
    return state.due if has_called else None


def _about_taken(state: State, _seat: int) -> Message:
    if state.last is None or state.taken is None:
        return message("calls.about.own")
    return message("calls.about.taken", player=state.players[state.last], tile=shorter(state.taken))


def _riichi_refused(state: State, seat: int) -> Message | None:
    if state.phase != Phase.DISCARD or state.claim or seat != state.turn:
        return state.due
    return riichi_refused(state, seat, state.seats[seat].hand)


def _about_riichi(_state: State, _seat: int) -> Message:
    return message("calls.about.riichi")


def _is_riichi(move: Move, seat: int) -> bool:
    return isinstance(move, Discard) and move.riichi and move.seat == seat


def _follows(move: Move, kind: type[LaySet] | type[Show], seat: int) -> bool:
    return isinstance(move, LaySet | Show) and type(move) is kind and move.seat == seat


def _taking(
    name: str, word: str, follows: type[LaySet] | type[Show], refused: Callable[[State, int], Message | None]
) -> CallKind[State, Move]:
    """A call for a discard, after which its player shows tiles."""
    return CallKind(
        name,
        is_call=lambda move, seat: move == Call(seat, word),
        belongs=lambda move, seat: move == Call(seat, word) or _follows(move, follows, seat),
        refused=refused,
        about=_about_taken,
    )


# How people are asked to lay (mm). The rows of the four sides form a pinwheel, so that none runs into the next; with
# two players they are longer. The outermost row is for open sets and the shown hand, nine tiles together.
_PITCH = 22.2
_ROWS = (73.6, 104.2, 134.8)
_IN_ROW, _FIRST = 8, -40.0
_IN_LONG_ROW, _FIRST_OF_LONG = 12, -128.0
_LAST = 138.0  # the right end of the outermost row
_BESIDE_TRAY = 217.0
_DORA, _BONUS = Lie(22.0, 0.0, on_another=True), Lie(-22.0, 0.0)


def _lay(place: str, layout: Layout) -> Lie | None:
    """Rivers, open sets and hands before each side, dora and bonus tile in the middle, the walls round the tray.

    Discards beyond three rows are not laid, nor is a hand where the player's river has reached the outermost row.
    """
    kind, *where = place.split("/")
    if kind in ("dora", "bonus"):
        return _DORA if kind == "dora" else _BONUS
    side, count, at = int(where[0]), int(where[1]), int(where[-1])
    if kind == "wall":
        return _before(side, _PITCH * (5.5 - count), _BESIDE_TRAY, on_another=True)
    in_row, first = (_IN_ROW, _FIRST) if "river/2/1" in layout else (_IN_LONG_ROW, _FIRST_OF_LONG)
    if kind == "river":
        row, along = divmod(count - 1, in_row)
        begins = row * in_row + 1
        aside = [_lies_across(layout, f"river/{side}/{number}") for number in range(begins, count + 1)]
        wider = (sum(aside) - aside[-1] / 2) * (TILE_HIGH - TILE_WIDE)
        return _before(side, first + _PITCH * along + wider, _ROWS[row]) if row < len(_ROWS) else None
    if kind == "pon":
        return _before(side, _LAST - _PITCH * (3 * count - at), _ROWS[-1])
    if layout.get(f"river/{side}/{2 * in_row + 1}", NOTHING) != NOTHING:
        return None
    return _before(side, first + _PITCH * (count - 1), _ROWS[-1])


def _lies_across(layout: Layout, place: str) -> bool:
    return any(face != straight(face) for face in layout.get(place, NOTHING))


def _before(side: int, right: float, near: float, on_another: bool = False) -> Lie:
    """A position before a side of the table, as its player sees it.

    Sides count counter-clockwise from the lower edge.
    """
    turn = 90.0 * (side - 1)
    angle = np.radians(turn)
    x, y = right * np.cos(angle) + near * np.sin(angle), right * np.sin(angle) - near * np.cos(angle)
    return Lie(round(float(x), 3), round(float(y), 3), turn, on_another)


def _shown_hand(state: State) -> Sequence[str]:
    """The tiles of the hand that lies open."""
    shown = state.shown if state.claim is None else state.claim.seat
    return () if shown is None else state.in_hand(shown)


def _settled(before: State, after: State) -> Sequence[Message]:
    """What a hand was worth; with a riichi, also when it is shown, before its bonus tile is turned up."""
    has_ended = len(after.match.account) > len(before.match.account) and after.match.account[-1].kind != "riichi"
    return ending(after) if has_ended or after.phase == Phase.BONUS else ()


def _is_typed(recorded: Move, made: Move) -> bool:
    """Whether a hand was recorded as shown without its tiles, so that people type them."""
    if not isinstance(recorded, Show) or not isinstance(made, Show):
        return False
    return recorded.tiles == UNKNOWN and made.seat == recorded.seat


def _reseated(state: State, moves: Sequence[Move], order: Sequence[int]) -> Sequence[Move] | None:
    """The throws for the first dealer, after which players sit down (J7-2): in each round all throw by their seats."""
    throws = [move for move in moves if isinstance(move, Throw)]
    if len(throws) < len(moves) or (throws and state.phase == Phase.DICE):
        return None
    by_seat = [[move.pips for move in throws if move.seat == seat] for seat in order]
    rounds = sorted((at, seat, pips) for seat, thrown in enumerate(by_seat) for at, pips in enumerate(thrown))
    return [Throw(seat, pips) for _, seat, pips in rounds]


def _pips(move: Move) -> int | None:
    """The number that a die shows after a move."""
    return move.pips if isinstance(move, Throw) and isinstance(move.pips, int) else None


def _achievements(before: State, after: State) -> list[Achievement]:
    """The hands won, by what one payer owed: the row of the sheet with its bonuses, twice for a dealer."""
    return [
        Achievement(
            entry.seat,
            entry.worth.due,
            message("jarapon.best", hand=entry.worth.hand, points=entry.worth.due),
        )
        for entry in after.match.account[len(before.match.account) :]
        if entry.worth is not None
    ]


PROFILE: Profile[State, Move] = Profile(
    _GAME,
    drawing=Drawing("sides"),
    minutes=60,
    arrangement=Arrangement(JaraponPlaces, sideways=True, dice=True),
    seats_around=True,
    reseated=_reseated,
    sides_of_seats=SIDES.__getitem__,
    habits=Habits(
        assumed=(Build, Throw, Draw, Void),
        announced_in=_first_dealer_is_open,
        steps=4,
        taken_back=False,
        confirmed=_is_false_win,
        interpretation=Interpretation(read=_read, thrown=(Throw,)),
    ),
    calls=(
        _taking("pon", PON, LaySet, _pon_refused),
        CallKind("riichi", _is_riichi, _is_riichi, _riichi_refused, _about_riichi, announces=True),
        _taking("jarapon", JARAPON, Show, _jarapon_refused),
    ),
    settled=_settled,
    achievements=_achievements,
    comments=comments,
    fixed_rules=("two_pons", "riichi_chip", "almighty", "furiten"),
    hand=State.in_hand,
    own_notes=own_notes,
    results=result_forms,
    filming=Filming(
        _lay,
        sheet="stars",
        options={"dealer": "first"},
        shown_hand=_shown_hand,
        is_typed=_is_typed,
        pips=_pips,
    ),
    equipment=Equipment(TILES, SUPPLY),
)
