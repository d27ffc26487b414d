"""Everything that may have happened since the last reading: the layouts that the referee lays over this one."""

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Generic

from device.games.open_moves import open_moves
from device.games.profile import Habits
from device.referee.evidence import Evidence
from device.referee.orientation import camera_layout, turns_of
from device.referee.outcomes import Happened, Moved, Nothing, TakenBack, Turned
from device.referee.variations import Variation, visible_after
from engines.contract import Game, Move, State
from engines.messages import Fact
from engines.squares import INDEX
from engines.vocabulary import NOTHING, Layout, changed

# Further back nobody takes moves back one by one; but all of them, for a new game.
TAKEN_BACK_WITHIN = 60

Options = tuple[tuple[str, Fact], ...]


@dataclass(frozen=True)
class Candidate(Generic[State, Move]):
    """Something that may have happened, and how the table must then look.

    `variation`: the moves that were made, none unless it is `Moved`, and the state now. `layout` goes by the game's
    names of places, `looks` by the camera's, in the order of their names; `turn` leads from one to the other.
    `alternatives`: what else may have happened that leaves the same table in as many steps, but not the same game, or
    by other people's hands; beside another move instead of the last one, in more steps too. `named`: by the reading
    itself, so that it says most.
    """

    happened: Happened[Move]
    variation: Variation[State, Move]
    layout: Layout
    looks: Layout
    turn: int
    named: bool = False
    alternatives: tuple["Candidate[State, Move]", ...] = ()

    @property
    def state(self) -> State:
        """The state after what has happened."""
        return self.variation.state

    @cached_property
    def result(self) -> tuple[State, frozenset[object]]:
        """What two that are the same have in common: the state, and who did what, in whichever order."""
        made = zip(self.variation.seats, self.variation.moves, strict=False)
        return self.state, frozenset(Counter(made).items())

    def follows(self, steps: int) -> bool:
        """Whether so many visible moves were made."""
        return isinstance(self.happened, Moved) and self.variation.steps == steps


class Candidates(Generic[State, Move]):
    """What may have happened, one candidate for each look that the table may have, in the order of likelihood.

    >>> from engines import reversi
    >>> found = Candidates(reversi, Habits(), reversi.layout(reversi.start(["Aya", "Ben"], {})))
    """

    def __init__(self, game: Game[State, Move], habits: Habits[State, Move], now: Layout) -> None:
        self._game, self._habits, self._now = game, habits, now
        self._found: dict[tuple[object, ...], Candidate[State, Move]] = {}

    def __iter__(self) -> Iterator[Candidate[State, Move]]:
        return iter(self._found.values())

    def __len__(self) -> int:
        return len(self._found)

    def copy(self) -> "Candidates[State, Move]":
        """The same, to be added to."""
        same = Candidates(self._game, self._habits, self._now)
        same._found = dict(self._found)
        return same

    def add(self, happened: Happened[Move], variation: Variation[State, Move], turn: int, named: bool = False) -> None:
        """Think of something that may have happened, after all that is likelier."""
        layout = self._game.layout(variation.state)
        looks = camera_layout(layout, turn)
        self._merge(Candidate(happened, variation, layout, looks, turn, named), _pieces(looks))

    def _merge(self, candidate: Candidate[State, Move], key: tuple[object, ...]) -> None:
        """Add a candidate, or let it stand with the one that is known under the same key."""
        known = self._found.get(key)
        self._found[key] = candidate if known is None else self._of_two(known, candidate)

    def _of_two(self, one: Candidate[State, Move], other: Candidate[State, Move]) -> Candidate[State, Move]:
        """Which of two candidates with the same look stands for both; `one` came first."""
        first, second = one.happened, other.happened
        if isinstance(first, TakenBack) and first.moves and isinstance(second, Moved):
            # Another move instead of the last one takes fewer steps than two moves, but is no likelier for that.
            return replace(one, alternatives=_different((*one.alternatives, replace(other, alternatives=()))))
        if not isinstance(first, Moved) or not isinstance(second, Moved) or first.options != second.options:
            return one
        if one.turn != other.turn:
            # A start that looks the same from two sides: the first move is named as players write it, in the half of
            # the board with the higher numbers (f5, not c4).
            return max(one, other, key=lambda candidate: _last_filled(self._now, candidate.layout))
        if other.named and one.variation.steps == other.variation.steps:
            return other  # what no layout says, such as which tile was captured, the reading has shown
        if one.variation.steps == other.variation.steps and one.result != other.result:
            known = (*one.alternatives, replace(other, alternatives=()), *other.alternatives)
            return replace(one, alternatives=_different(known))
        return one

    def go_on(self, frontier: Sequence[Candidate[State, Move]], evidence: Evidence | None = None) -> None:
        """Think of one visible move more after each of these, and after what else they may be.

        What would leave a table on which the first move looks half done is left out: it probably is. Left out
        as well, where `evidence` is given, is a move that changes one place alone which does not look otherwise.
        """
        for candidate in (one for known in frontier for one in (known, *known.alternatives)):
            moved = candidate.happened
            if isinstance(moved, Moved):
                done = changed(self._now, candidate.layout)
                for further in visible_after(self._game, self._habits, candidate.variation, evidence, candidate.turn):
                    if changed(self._now, self._game.layout(further.state)) < done:
                        continue
                    self.add(replace(moved, moves=further.moves), further, candidate.turn)

    def told_apart_at(self, places: Container[str]) -> "Candidates[State, Move]":
        """The same when only these places are looked at: what differs elsewhere cannot be told apart."""
        if all(place in places for candidate in self for place in candidate.looks):
            return self
        merged = Candidates(self._game, self._habits, self._now)
        for candidate in self:
            looks = {place: look for place, look in candidate.looks.items() if place in places}
            merged._merge(candidate, _pieces(looks))
        return merged


def near_candidates(
    game: Game[State, Move],
    habits: Habits[State, Move],
    states: Sequence[State],
    turn: int | None,
    starts: Mapping[Options, State] | None = None,
) -> Candidates[State, Move]:
    """What may have happened in at most one visible move, or has been undone.

    `turn` None: the board may lie in any, as at a game's start. `starts`: other states that the game may have begun
    with, by the options that lead to them; the first move shows which.
    """
    now = Variation[State, Move](states[-1])
    layout = game.layout(now.state)
    found = Candidates(game, habits, layout)
    open_turns = turns_of(layout) if turn is None else (turn,)
    for open_turn in open_turns:
        found.add(Nothing(open_turn), now, open_turn)
        for further in visible_after(game, habits, now):
            found.add(Moved(further.moves, open_turn), further, open_turn)
        if habits.taken_back:
            for happened, state in _taken_back(game, states):
                found.add(happened, Variation(state), open_turn)
        for options, start in (starts or {}).items():
            for further in visible_after(game, habits, Variation(start)):
                found.add(Moved(further.moves, open_turn, options), further, open_turn)
    if turn is not None:
        for other in turns_of(layout):
            found.add(Turned(other), now, other)
    return found


def _taken_back(game: Game[State, Move], states: Sequence[State]) -> Iterator[tuple[TakenBack[Move], State]]:
    """Earlier states, the latest first, and other moves from the one before the last visible move."""
    last = len(states) - 1
    plies = range(last - 1, max(last - 1 - TAKEN_BACK_WITHIN, 0), -1)
    for ply in (*plies, *((0,) if last else ())):
        yield TakenBack(ply), states[ply]
    # A move that its player has thought better of, while nobody looked.
    before = next((ply for ply in plies if game.layout(states[ply]) != game.layout(states[-1])), 0 if last else None)
    if before is not None:
        for move in open_moves(game, states[before]):
            yield TakenBack(before, (move,)), game.play(states[before], move)


def _pieces(looks: Layout) -> tuple[object, ...]:
    """Where pieces must lie; a place that must be empty need not be named."""
    return tuple(item for item in looks.items() if item[1] != NOTHING)


def _different(candidates: Sequence[Candidate[State, Move]]) -> tuple[Candidate[State, Move], ...]:
    """The first of those that come to the same."""
    return tuple({candidate.result: candidate for candidate in reversed(candidates)}.values())[::-1]


def _last_filled(before: Layout, after: Layout) -> int:
    """The number of the last square on which a piece has come to lie."""
    return max(
        (INDEX[place] for place, look in after.items() if place in INDEX and look != NOTHING == before[place]),
        default=-1,
    )
