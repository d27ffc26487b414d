"""What a camera cannot see of a game: moves that nobody announces, that are told, that are never taken back.

The rules are the engines'. Here stands how people play by them at a table with a box.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import inf
from typing import Any

from device.seen import Likely, Places
from engines import infiltration, search, sevens
from engines.doubt.moves import Add, Challenge
from engines.hands import in_order
from engines.jarapon.kinds import Build, Draw, Show, Throw
from engines.jarapon.shapes import HAND_SIZE
from engines.jarapon.state import DICE, in_hand
from engines.jarapon.wall import SIDES
from engines.vocabulary import BESIDE, EMPTY, TILE_FACES

# J-c3, the default tile set: which number a character has.
NUMBER_OF = {"rey": "1", "finn": "2", "phasma": "6", "trooper": "7"}
# A face is read off a tile from this likelihood on; there are no rules that would settle it.
READ = 0.95


def _nothing_read(state: Any, places: Places) -> Iterable[Any]:  # noqa: ARG001
    return ()


def _hands_read(state: Any, places: Places) -> Iterator[Any]:
    """Hands of Galaxy Jarapon that lie open with each tile read well; the one won by ron may lie among them.

    It may not while it is seen to lie in its river still: then its player has drawn a tile of that number.
    """
    for seat in range(len(state.players)):
        count, side = len(in_hand(state, seat)), SIDES[len(state.players)][seat] + 1
        faces = [_face_read(places.get(f"hand/{side}/{at}", {})) for at in range(1, count + 2)]
        if faces[-1] == EMPTY or count == HAND_SIZE:  # nobody looks for a tenth tile
            faces.pop()
        elif state.last is not None and state.taken in faces and not _lies_in_river(state, places):
            faces.remove(state.taken)
        if len(faces) == count and set(faces) <= set(TILE_FACES):
            yield Show(seat, in_order(faces))


def _lies_in_river(state: Any, places: Places) -> bool:
    """Whether the last discard is seen for certain where it was laid."""
    river = len(state.seats[state.last].river)
    likely = places.get(f"river/{SIDES[len(state.players)][state.last] + 1}/{river}")
    return likely is not None and likely.get(EMPTY, 0.0) < 1 - READ


def _captures_read(state: Any, places: Places) -> Iterator[Any]:
    """Captures in Infiltration of which the captured tile lies face up beside the board.

    Only where all that lies there is read well, and is just what has been captured then: people may lay captured tiles
    elsewhere, lay other tiles there, or play with other characters than the tile set has (J-c3).
    """
    beside = sorted(_face_read(likely) for place, likely in places.items() if place.startswith(BESIDE))
    for move in infiltration.moves(state) if beside else ():
        layout = infiltration.layout(infiltration.play(state, move))
        captured = [NUMBER_OF[who] for place, look in layout.items() if place.startswith("captured/") for who in look]
        if sorted(captured) == beside:
            yield move


def _face_read(likely: Likely) -> str:
    """The face that a place shows for certain; none where it is not certain, or not looked at."""
    face = max(likely, key=lambda one: likely[one], default="")
    return face if likely and likely[face] >= READ else ""


def _is_false_win(before: Any, after: Any) -> bool:
    """Whether a hand of Galaxy Jarapon was shown that costs its player a penalty (J7-25)."""
    return len(after.account) > len(before.account) and after.account[-1].kind == "false_win"


def _ends_unseen(before: Any, after: Any) -> bool:
    """Whether a turn of search has ended of which one tile was seen: its player may have turned that back at once."""
    return len(before.up) == 1 and after.gone == before.gone and after.seat != before.seat


def _first_dealer_is_open(state: Any) -> bool:
    """Whether dice are thrown for the first dealer of Galaxy Jarapon: the highest throw again, who knows how often."""
    return bool(state.phase == DICE)


def _is_challenged(state: Any) -> bool:
    """Whether somebody has called “Lie!” in Expose the Lie: another call of the same moment people tell (J3-3)."""
    return state.challenger is not None


def _tile_turned(move: Any) -> str:
    """The place of the tile that a move of search turns up."""
    return f"tile/{move.tile}" if isinstance(move, search.Turn) else ""


def _anything(move: Any) -> str:  # noqa: ARG001
    return ""


def _never(state: Any) -> bool:  # noqa: ARG001
    return False


def _without_question(before: Any, after: Any) -> bool:  # noqa: ARG001
    return False


@dataclass(frozen=True)
class Habits:
    """How a game is watched.

    `assumed`: kinds of moves that may leave the table as it is and that nobody announces, so that the referee thinks of
    them when it looks for what came after; but not in a state that is in `told_in`: there people must say so. `steps`:
    how many visible moves may have been missed. `counted`: kinds that repeat the move before them without a trace, so
    that it is asked how many there were. `taken_back`: whether a table as it was before means that moves were taken
    back; where moves turn tiles up that everybody has seen then, they stay. `confirmed`: whether what leads from one
    state to another is so grave that people are asked even if nothing else explains the picture. `read`: moves that
    only a reading can name, such as a hand laid open, or which tile a captured one was (by the game's own names of
    places). `touches`: the one place that a move changes, where there are so many moves that only those are thought of
    whose place looks otherwise. `changes`: how many places a visible move changes at most, where that is known.
    `numbered`: how names of places begin whose numbers the camera gives as tiles appear.
    """

    assumed: tuple[type, ...] = ()
    told_in: Callable[[Any], bool] = _never
    steps: int = 2
    counted: tuple[type, ...] = ()
    taken_back: bool = True
    confirmed: Callable[[Any, Any], bool] = _without_question
    read: Callable[[Any, Places], Iterable[Any]] = _nothing_read
    touches: Callable[[Any], str] = _anything
    changes: float = inf
    numbered: str = ""

    def assumes(self, state: Any, move: Any) -> bool:
        """Whether a move may have been made in a state without anybody announcing it."""
        return isinstance(move, self.assumed) and not self.told_in(state)


_HABITS = {
    "search": Habits(steps=4, taken_back=False, confirmed=_ends_unseen, touches=_tile_turned, changes=2),
    "sevens": Habits(assumed=(sevens.Keep,)),
    "doubt": Habits(
        assumed=(Challenge,),
        told_in=_is_challenged,
        steps=3,
        counted=(Add,),
        taken_back=False,
        numbered="turned/",
    ),
    "infiltration": Habits(read=_captures_read),
    "jarapon": Habits(
        assumed=(Build, Throw, Draw),
        told_in=_first_dealer_is_open,
        steps=4,
        taken_back=False,
        read=_hands_read,
        confirmed=_is_false_win,
    ),
}


def habits_of(game: str) -> Habits:
    """How a game is watched; most leave nothing to be told.

    >>> habits_of("reversi").taken_back, habits_of("search").taken_back
    (True, False)
    """
    return _HABITS.get(game, Habits())
