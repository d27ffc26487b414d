"""What people can tell the box since its camera cannot see it: a tile drawn, a call, which of two things it was.

>>> from device.habits import habits_of
>>> from engines import doubt
>>> state = doubt.play(doubt.start(["Aya", "Ben", "Chie"], {}), doubt.Lay("unknown"))
>>> [choice.said.key for choice in untold(doubt, habits_of("doubt"), state, doubt.layout(state))]
['doubt.added', 'doubt.added', 'doubt.added', 'doubt.added', 'doubt.challenged', 'doubt.challenged']
"""

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from device.candidates import Way, camera_place, changed, counted
from device.habits import Habits
from device.open_moves import open_moves
from device.outcomes import Moved
from device.passing import play_on
from device.texts import say
from engines.contract import Game
from engines.messages import Message
from engines.vocabulary import Layout

__all__ = ["Choice", "of_question", "told", "untold"]

_BETWEEN = {"en": " ", "ja": ""}  # two sentences


@dataclass(frozen=True)
class Choice:
    """Moves that may be told, and what the last of them is in words; `player` is whose choice it is, if one's.

    `key` names the choice to whoever makes it, as long as the position stays the same. `before`: the moves before the
    last one in words, where people must hear them to choose.
    """

    key: str
    moved: Moved
    said: Message
    player: int | None
    before: tuple[Message, ...] = ()


def told(choice: Choice, language: str) -> str:
    """A choice in words, in `"en"` or `"ja"`."""
    return _BETWEEN[language].join(say(one, language) for one in (*choice.before, choice.said))


def of_question(game: Game, state: Any, moved: Sequence[Moved]) -> tuple[Choice, ...]:
    """The answers to the question which of several moves was made.

    Where their last moves alone do not tell them apart, or there is but one answer, all moves are told; but not those
    with which all answers begin.
    """
    choices = [_choice(game, state, one) for one in moved]
    ends = Counter((choice.said, choice.player) for choice in choices)
    if len(choices) > 1 and max(ends.values()) == 1:
        return tuple(choices)
    whole = [_choice(game, state, one, is_whole=True) for one in moved]
    same = _in_common([choice.before for choice in whole]) if len(whole) > 1 else 0
    return tuple(replace(choice, before=choice.before[same:]) for choice in whole)


def _in_common(lines: Sequence[tuple[Message, ...]]) -> int:
    """With how many messages all of these begin."""
    return len(list(takewhile(lambda line: len(set(line)) == 1, zip(*lines, strict=False))))


def untold(game: Game, habits: Habits, state: Any, places: Container[str], turn: int = 0) -> tuple[Choice, ...]:
    """The legal moves that change nothing at the places that the camera looks at; those told alike count as one.

    `places` go by the camera's names, as in a reading; `turn` leads to them.
    """
    before = game.layout(state)
    ways = []
    for move in open_moves(game, state):
        after = game.play(state, move)
        if not _shows(game, before, after, places, turn):
            way = Way((move,), after)
            ways += [way, *counted(game, habits, way)]
    choices = [_choice(game, state, Moved(way.moves, turn)) for way in ways]
    by_line = {(choice.said, choice.player): choice for choice in reversed(choices)}
    return tuple(by_line.values())[::-1]


def _shows(game: Game, before: Layout, state: Any, places: Container[str], turn: int) -> bool:
    """Whether a state looks otherwise at any place that the camera looks at."""
    return any(camera_place(place, turn) in places for place in changed(before, game.layout(state)))


def _choice(game: Game, state: Any, moved: Moved, is_whole: bool = False) -> Choice:
    """Moves to be told from a state on; `is_whole`: the last of them is not enough to know them by."""
    key = " · ".join(str(game.move_to_json(move)) for move in moved.moves)
    *earlier, last = moved.moves
    before: list[Message] = []
    for move in earlier:
        if is_whole:
            before.append(game.tell_move(state, move))
        state = play_on(game, state, move)[-1].state
    return Choice(key, moved, game.tell_move(state, last), game.mover(state, last), tuple(before))
