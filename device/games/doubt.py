"""Watching Expose the Lie (game 3): tiles laid face down on stacks under nine headings, and who called “Lie!”."""

from collections import Counter
from collections.abc import Iterator

from device.games.profile import READ, CallKind, Drawing, Filming, Habits, Interpretation, Profile, refusal_of
from device.games.table_reading import TableReading
from engines import doubt
from engines.contract import IllegalMove
from engines.doubt import Move, State
from engines.doubt.state import COPIES, Add, Challenge, Lay
from engines.jarapon.wall import TILES
from engines.messages import Message, message
from engines.tally import Equipment
from engines.vocabulary import BACK, FACE_DOWN, NUMBERS, UNKNOWN, Layout
from vision.facts import TileFacts, beside_field
from vision.places.base import Arrangement
from vision.places.laying import Lie
from vision.places.stacks import StackPlaces

_MIN_STILL_THERE = 0.5  # minimum likelihood that a tile known to lie somewhere still lies there


def _lay(place: str, _layout: Layout) -> Lie | None:
    """Nine headings in a line, each heading's tiles below it, lying sideways next to each other; turned-up tiles at the
    bottom.

    >>> _lay("stack/5", {})[:3], _lay("beside/5/2", {})[:3]
    ((0.0, 94.0, 90.0), (0.0, 71.0, 90.0))
    """
    kind, count, *at = place.split("/")
    down, across = divmod(int(count) - 1, 9)
    x = (across - 4) * 31.0
    if kind == "heading":
        return Lie(x, 122.0)
    if kind == "turned":
        return Lie(x, -119.0 - 31.0 * down)
    return Lie(x, 94.0 - 23.0 * (int(at[0]) - 1 if at else 0), 90.0)


def _spread(state: State) -> Layout:
    """The second and all further tiles under each heading, laid as the set-up instructs."""
    counts = _count_face_down(state)
    return {beside_field(number, at): FACE_DOWN for number in counts for at in range(2, counts[number] + 1)}


def _count_face_down(state: State) -> Counter[int]:
    """Count the face-down tiles under each heading."""
    return Counter(lay.number for lay in state.laid for _ in lay.tiles)


def _count_lays(state: State, reading: TableReading) -> Iterator[tuple[Move, ...]]:
    """The lays since a state, where every tile is visible and none lies on another.

    Empty unless the tiles that lie there are exactly the previous ones plus a legal sequence of lays, each read with
    confidence: where players have stacked tiles, more is recorded than is visible.
    """
    before, visible = _count_face_down(state), Counter[int]()
    for number, tiles in reading.facts_of(TileFacts).columns.items():
        visible[number] = len(tiles)
        for at, likely in enumerate(tiles, start=1):
            if likely.get(BACK, 0.0) < (_MIN_STILL_THERE if at <= before[number] else READ):
                return
    made: list[Move] = []
    while new := visible - _count_face_down(state):
        is_added = state.fresh and new[state.last.number] > 0
        if not is_added and not new[state.number]:
            return
        made.append(Add(UNKNOWN) if is_added else Lay(UNKNOWN))
        try:
            state = doubt.play(state, made[-1])
        except IllegalMove:
            return
    if made and visible == _count_face_down(state):
        yield tuple(made)


def _is_challenged(state: State) -> bool:
    """Whether somebody has called “Lie!”; a second call at the same moment is entered by hand (J3-3)."""
    return state.challenger is not None


def _refused(state: State, seat: int) -> Message | None:
    return refusal_of(doubt, state, Challenge(seat))


def _about(state: State, _seat: int) -> Message:
    return message("calls.about.lie", player=state.players[state.last.seat], number=state.last.number)


def _is_call(move: Move, seat: int) -> bool:
    return move == Challenge(seat)


PROFILE: Profile[State, Move] = Profile(
    doubt,
    drawing=Drawing("columns"),
    minutes=15,
    arrangement=Arrangement(StackPlaces),
    habits=Habits(
        assumed=(Challenge,),
        announced_in=_is_challenged,
        steps=3,
        counted=(Add,),
        taken_back=False,
        interpretation=Interpretation(read=_count_lays, numbered="turned/"),
    ),
    calls=(CallKind("lie", _is_call, _is_call, _refused, _about),),
    filming=Filming(_lay, sheet="stars", more=_spread),
    fixed_rules=("any_tiles", "no_passing"),
    hand=lambda state, seat: state.hands[seat],
    equipment=Equipment(TILES, Counter(COPIES) + Counter(NUMBERS)),  # a heading of each number
)
