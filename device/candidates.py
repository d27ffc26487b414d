"""Everything that may have happened since the last look: the layouts that the referee lays over a reading."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from device.outcomes import Happened, Moved, Nothing, TakenBack, Turned
from device.passing import play_on
from engines.contract import Game
from engines.messages import Fact
from engines.squares import INDEX, turned
from engines.vocabulary import NOTHING, Layout

ALL_TURNS = (0, 1, 2, 3)

Options = tuple[tuple[str, Fact], ...]


@dataclass(frozen=True)
class Candidate:
    """Something that may have happened, and how the table must then look.

    `layout` goes by the game's names of places, `looks` by the camera's, in the order of their names; `turn` leads from
    one to the other. `doubtful`: something else that may have happened leaves the same table.
    """

    happened: Happened
    state: Any
    layout: Layout
    looks: Layout
    turn: int
    doubtful: bool = False


def camera_place(place: str, turn: int) -> str:
    """What the camera calls a place of a board that lies turned; places that are not squares keep their names.

    >>> camera_place("f5", 2), camera_place("stock", 2)
    ('c4', 'stock')
    """
    return turned(place, turn) if place in INDEX else place


def game_place(place: str, turn: int) -> str:
    """What the game calls a place that the camera names: the way back from `camera_place`.

    >>> game_place("c4", 2)
    'f5'
    """
    return camera_place(place, -turn)


def all_candidates(
    game: Game, states: Sequence[Any], turn: int | None, starts: Mapping[Options, Any] | None = None
) -> list[Candidate]:
    """One candidate for each look that the table may have.

    `turn` None: the board may lie in any, as at a game's start. `starts`: other states that the game may have begun
    with, by the options that lead to them; the first move shows which.
    """
    found: dict[tuple[object, ...], Candidate] = {}

    def add(happened: Happened, state: Any, turn: int) -> None:
        candidate = _candidate(game, happened, state, turn)
        key = tuple(candidate.looks.values())
        found[key] = _of_two(game, states[-1], found[key], candidate) if key in found else candidate

    for open_turn in ALL_TURNS if turn is None else (turn,):
        for happened, state in _happenings(game, states, open_turn):
            add(happened, state, open_turn)
    for open_turn in ALL_TURNS if turn is None else (turn,):
        for options, start in (starts or {}).items():
            for moves, state in _up_to_two_moves(game, start):
                add(Moved(moves, open_turn, options), state, open_turn)
    if turn is not None:
        for other in ALL_TURNS:
            add(Turned(other), states[-1], other)
    return list(found.values())


def _happenings(game: Game, states: Sequence[Any], turn: int) -> Iterator[tuple[Happened, Any]]:
    """What may have happened and the state thereafter, the likeliest first."""
    now = states[-1]
    after_moves = list(_up_to_two_moves(game, now))
    yield Nothing(turn), now
    yield from ((Moved(moves, turn), state) for moves, state in after_moves if len(moves) == 1)
    for ply in range(len(states) - 2, -1, -1):
        yield TakenBack(ply), states[ply]
    # A move that its player has thought better of, while nobody looked.
    before = next((ply for ply in range(len(states) - 2, -1, -1) if game.layout(states[ply]) != game.layout(now)), None)
    if before is not None:
        for move in game.moves(states[before]):
            yield TakenBack(before, (move,)), play_on(game, states[before], move)[-1].state
    yield from ((Moved(moves, turn), state) for moves, state in after_moves if len(moves) == 2)


def _up_to_two_moves(game: Game, now: Any) -> Iterator[tuple[tuple[Any, ...], Any]]:
    for first in game.moves(now):
        state = play_on(game, now, first)[-1].state
        yield (first,), state
        yield from (((first, second), play_on(game, state, second)[-1].state) for second in game.moves(state))


def _candidate(game: Game, happened: Happened, state: Any, turn: int) -> Candidate:
    layout = game.layout(state)
    looks = {camera: layout[place] for camera, place in _by_camera(tuple(layout), turn)}
    return Candidate(happened, state, layout, looks, turn)


@lru_cache(maxsize=16)
def _by_camera(places: tuple[str, ...], turn: int) -> tuple[tuple[str, str], ...]:
    """The camera's name of each place and the game's, in the order of the camera's."""
    return tuple(sorted((camera_place(place, turn), place) for place in places))


def _of_two(game: Game, now: Any, one: Candidate, other: Candidate) -> Candidate:
    """Which of two candidates with the same look stands for both; `one` came first."""
    first, second = one.happened, other.happened
    if not isinstance(first, Moved) or not isinstance(second, Moved) or first.options != second.options:
        return one
    if one.turn != other.turn:
        # A start that looks the same from two sides: the first move is named as players write it, in the half of the
        # board with the higher numbers (f5, not c4).
        return max(one, other, key=lambda candidate: _last_filled(game.layout(now), candidate.layout))
    if len(first.moves) == len(second.moves) and one.state != other.state:
        return replace(one, doubtful=True)
    return one


def _last_filled(before: Layout, after: Layout) -> int:
    """The number of the last square on which a piece has come to lie."""
    return max(INDEX.get(place, -1) for place, look in after.items() if look != NOTHING and before[place] == NOTHING)
