"""What a camera cannot see of a game: moves that nobody announces, that are told, that are never taken back.

The rules are the engines'. Here stands how people play by them at a table with a box.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engines import sevens
from engines.doubt.moves import Add
from engines.hands import in_order
from engines.jarapon.kinds import Draw, Show
from engines.jarapon.state import in_hand
from engines.jarapon.wall import SIDES
from engines.vocabulary import EMPTY, TILE_FACES

Places = Mapping[str, Mapping[str, float]]


# A face is read off a hand from this likelihood on; there are no rules that would settle it.
READ = 0.95


def _nothing_read(state: Any, places: Places) -> Iterable[Any]:  # noqa: ARG001
    return ()


def _hands_read(state: Any, places: Places) -> Iterator[Any]:
    """Hands of Galaxy Jarapon that lie open with each tile read well; the one won by ron may lie among them."""
    for seat in range(len(state.players)):
        count, side = len(in_hand(state, seat)), SIDES[len(state.players)][seat] + 1
        faces = [_face_read(places.get(f"hand/{side}/{at}", {})) for at in range(1, count + 2)]
        if faces[-1] == EMPTY:
            faces.pop()
        elif state.taken in faces:
            faces.remove(state.taken)
        if len(faces) == count and set(faces) <= set(TILE_FACES):
            yield Show(seat, in_order(faces))


def _face_read(likely: Mapping[str, float]) -> str:
    """The face that a place shows for certain; none where it is not certain, or not looked at."""
    face = max(likely, key=lambda one: likely[one], default="")
    return face if likely and likely[face] >= READ else ""


def _is_false_win(before: Any, after: Any) -> bool:
    """Whether a hand of Galaxy Jarapon was shown that costs its player a penalty (J7-25)."""
    return len(after.account) > len(before.account) and after.account[-1].kind == "false_win"


def _without_question(before: Any, after: Any) -> bool:  # noqa: ARG001
    return False


@dataclass(frozen=True)
class Habits:
    """How a game is watched.

    `assumed`: kinds of moves that may leave the table as it is and that nobody announces, so that the referee thinks
    of them when it looks for what came after. `steps`: how many visible moves may have been missed. `counted`: kinds
    that repeat the move before them without a trace, so that it is asked how many there were. `taken_back`: whether a
    table as it was before means that moves were taken back; where moves turn tiles up that everybody has seen then,
    they stay. `confirmed`: whether what leads from one
    state to another is so grave that people are asked even if nothing else explains the picture. `read`: moves that
    only a reading can name, such as a hand laid open (by the game's own names of places).
    """

    assumed: tuple[type, ...] = ()
    steps: int = 2
    counted: tuple[type, ...] = ()
    taken_back: bool = True
    confirmed: Callable[[Any, Any], bool] = _without_question
    read: Callable[[Any, Places], Iterable[Any]] = _nothing_read


_HABITS = {
    "search": Habits(taken_back=False),
    "sevens": Habits(assumed=(sevens.Keep,)),
    "doubt": Habits(counted=(Add,), taken_back=False),
    "jarapon": Habits(assumed=(Draw,), steps=4, taken_back=False, read=_hands_read, confirmed=_is_false_win),
}


def habits_of(game: str) -> Habits:
    """How a game is watched; most leave nothing to be told.

    >>> habits_of("reversi").taken_back, habits_of("search").taken_back
    (True, False)
    """
    return _HABITS.get(game, Habits())
