"""Choices that people can enter because the camera cannot see them: a tile drawn, a call, which of two moves it was.

>>> from device.games.listing import profile_of
>>> from engines import doubt
>>> state = doubt.play(doubt.start(["Aya", "Ben", "Chie"], {}), doubt.Lay("unknown"))
>>> [choice.said.key for choice in unobserved_choices(doubt, profile_of("doubt").habits, state, doubt.layout(state))]
['doubt.added', 'doubt.added', 'doubt.added', 'doubt.added', 'doubt.challenged', 'doubt.challenged']
"""

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from device.games.forced_moves import state_after
from device.games.open_moves import open_moves
from device.games.profile import Habits
from device.referee.orientation import camera_place
from device.referee.outcomes import Moved
from device.referee.variations import Variation, repeated, unannounced
from device.texts import grammar, say
from engines.contract import Game, Move, State
from engines.messages import Message, message
from engines.vocabulary import changed

__all__ = ["Choice", "answer_choices", "choice_in_words", "concerned_seat", "unobserved_choices"]


@dataclass(frozen=True)
class Choice:
    """Moves that may be entered together."""

    key: str  # identifies the choice as long as the position stays the same
    moved: Moved[Any]  # of any game
    said: Message  # the last move in words
    player: int | None  # seat whose choice it is; None for nobody's
    before: tuple[Message, ...] = ()  # the earlier moves in words, where people need them to choose
    then: tuple[Message, ...] = ()  # what is said of the time after the moves


def choice_in_words(choice: Choice, language: str) -> str:
    """A choice in words."""
    return grammar(language).sentences.join(say(one, language) for one in (*choice.before, choice.said, *choice.then))


def concerned_seat(question: Sequence[Choice]) -> int | None:
    """The seat of the player whom a question concerns: whoever made the last move in every answer; None otherwise.

    Who has called is asked of everybody, since each answer names another player.
    """
    players = {choice.player for choice in question}
    return players.pop() if len(players) == 1 else None


def answer_choices(game: Game[State, Move], state: State, moved: Sequence[Moved[Move]]) -> tuple[Choice, ...]:
    """The answers to the question which of several moves was made.

    Where the last moves do not distinguish them, or there is only one answer, all moves are given except those that all
    answers share at the start.
    """
    choices = [_choice(game, state, one) for one in moved]
    ends = Counter((choice.said, choice.player) for choice in choices)
    if len(choices) > 1 and max(ends.values()) == 1 and not any(one.then for one in moved):
        return tuple(choices)
    whole = [_choice(game, state, one, is_whole=True) for one in moved]
    same = _common_prefix_length([choice.before for choice in whole]) if len(whole) > 1 else 0
    return tuple(replace(choice, before=choice.before[same:]) for choice in whole)


def _common_prefix_length(lines: Sequence[tuple[Message, ...]]) -> int:
    """The length of the common prefix."""
    return len(list(takewhile(lambda line: len(set(line)) == 1, zip(*lines, strict=False))))


def unobserved_choices(
    game: Game[State, Move], habits: Habits[State, Move], state: State, places: Container[str], turn: int = 0
) -> tuple[Choice, ...]:
    """The legal moves that change nothing at the places that the camera reads; moves that sound alike are one.

    What a player must do first and nobody announces, such as drawing a card before a riichi, is entered with it.
    `places` go by the camera's names, as in a reading; `turn` leads to them.
    """
    before = game.layout(state)
    variations: list[Variation[State, Move]] = []
    for start in unannounced(habits, Variation(game, state), places):
        first = game.mover(state, start.moves[0]) if start.moves else None
        for move in open_moves(game, start.state):
            if start.moves and game.mover(start.state, move) != first:
                continue  # another player would not enter it
            further = start.then(move)
            shown = changed(before, further.layout)
            if not any(camera_place(place, turn) in places for place in shown):
                variations += [further, *repeated(habits, further)]
    moved = [Moved(one.moves, turn, layout=one.layout) for one in variations]
    choices = [_choice(game, state, one) for one in moved]
    by_line = {(choice.said, choice.player): choice for choice in reversed(choices)}
    return tuple(by_line.values())[::-1]


def _choice(game: Game[State, Move], state: State, moved: Moved[Move], is_whole: bool = False) -> Choice:
    """A choice of moves from a state; `is_whole`: the last move is not enough to identify them."""
    key = " · ".join([*(str(game.move_to_json(move)) for move in moved.moves), *([moved.then] if moved.then else [])])
    *earlier, last = moved.moves
    before: list[Message] = []
    for move in earlier:
        if is_whole:
            before.append(game.describe(state, move))
        state = state_after(game, state, [move])
    then = (message(f"referee.then_{moved.then}"),) if moved.then else ()
    return Choice(key, moved, game.describe(state, last), game.mover(state, last), tuple(before), then)
