"""Compares the evidence of a reading with everything that may have happened since one position.

Candidates are the current layout, the layouts after every legal move and after further missed moves, and those of
earlier states. The candidate that explains the evidence clearly better than the rest is what happened. If several do
that no picture can distinguish, people are asked. If none does, the differences from what the players most likely
intend are named by place, and the box waits. It never guesses.

Each picture is judged alone. Pictures of an untouched table repeat each other's errors (the same glare, the same tilt),
so multiplying them would turn one doubt, seen ten times, into certainty.

>>> from engines import reversi
>>> start = reversi.start(["Aya", "Ben"], {})
>>> table = reversi.layout(reversi.play(start, reversi.Move("f5")))
>>> evidence = Evidence({place: {min(faces): 1.0} for place, faces in table.items()})
>>> Referee(reversi, Habits(), [start]).judge(evidence).moves
(Move(square='f5'),)
"""

from collections.abc import Container, Mapping, Sequence, Set
from dataclasses import replace
from typing import Generic

from device.games.forced_moves import play_on
from device.games.profile import Habits
from device.referee.candidates import (
    MAX_CHOICES,
    TAKEN_BACK_WITHIN,
    Candidate,
    Candidates,
    Fit,
    Options,
    best_and_others,
    near_candidates,
    not_clearly_worse,
    rank_fits,
    worth_extending,
)
from device.referee.differences import explain_differences, not_distinguished
from device.referee.evidence import Evidence
from device.referee.gap_answers import answers
from device.referee.orientation import camera_place, game_place
from device.referee.outcomes import Moved, Nothing, Outcome, Problem, TakenBack, Unclear, Which, Wrong
from device.referee.variations import Variation, unannounced
from engines.contract import Game, IllegalMove, Move, State
from engines.messages import Message, message
from engines.vocabulary import NOTHING, Layout, changed

# Maximum number of first moves whose followers are all added beforehand. With more, only the followers of the best
# candidates are added, and only when none explains a picture for certain.
MAX_FULLY_EXTENDED = 16


class Referee(Generic[State, Move]):
    """Judges the evidence of readings from one position.

    `states` are those of the game so far, one per ply; the last is the current one. `turn` is the turn of the board
    before the camera in clockwise quarters (`GameView.turn`), None while it is open; the first move settles it.
    `starts` are other states that the game may have begun with, by the options that lead to them, as long as there was
    no move.
    """

    def __init__(
        self,
        game: Game[State, Move],
        habits: Habits[State, Move],
        states: Sequence[State],
        turn: int | None = None,
        starts: Mapping[Options, State] | None = None,
    ) -> None:
        self._game, self._habits, self._states, self._turn = game, habits, states, turn
        self._state, self._starts = states[-1], starts or {}
        self._now: Layout = game.layout(states[-1])
        self._candidates = near_candidates(game, habits, states, turn, starts)
        self._nothing = next(iter(self._candidates))
        self._steps = 1
        if len(frontier := self._first_moves()) <= MAX_FULLY_EXTENDED * len({candidate.turn for candidate in frontier}):
            self._candidates.extend(frontier)
            self._steps = 2

    def judge(self, evidence: Evidence, is_fresh: bool = False, rejected: Container[Layout] = ()) -> Outcome[Move]:
        """What has happened.

        `is_fresh`: the table was just laid for the start, so hazy places are assumed to be right. `rejected`: layouts
        that people have corrected; a move that leads to one is not accepted again.
        """
        outcome = self._outcome(evidence)
        unmoved = [Fit(one, evidence) for one in self._candidates if isinstance(one.happened, Nothing)]
        if is_fresh and isinstance(outcome, Unclear | Wrong):
            outcome = next((fit.candidate.happened for fit in unmoved if fit.is_laid), outcome)
        match outcome.choices[0] if isinstance(outcome, Which) else outcome:
            case Moved(options=(), layout=layout) | TakenBack(layout=layout) if layout in rejected:
                likeliest = min(unmoved, key=lambda fit: fit.rank)
                if not likeliest.contradicted:
                    return likeliest.candidate.happened
                outcome = explain_differences(self._game, self._now, [likeliest])
                return replace(outcome, is_rejected=True) if isinstance(outcome, Wrong) else outcome
        return outcome

    def _outcome(self, evidence: Evidence) -> Outcome[Move]:
        """What has happened, or what to ask, according to the candidates."""
        fits = self._fits(evidence)
        near = not_clearly_worse(fits)
        just, *others = best_and_others(near)
        if fits[0].contradicted:
            wrong = explain_differences(self._game, self._now, fits, must_move=len(self._first_moves()) == 1)
            return replace(wrong, choices=self._first_move_choices(fits)) if isinstance(wrong, Wrong) else wrong
        best = just.candidate
        if others and not best.named:
            return not_distinguished([just, *others])
        known = (fit.candidate for fit in near)
        if named := tuple(one for one in known if one.named and one.state != best.state):
            best = replace(best, alternatives=(*best.alternatives, *named))
        if best.alternatives and isinstance(best.happened, Moved):
            best = replace(best, alternatives=self._distinct_in_words(best, best.happened))
        traceless = self._habits.traceless if evidence.reading.gap.is_unwatched else None
        if traceless is not None and isinstance(best.happened, Moved) and (best.alternatives or traceless(best.state)):
            return self._ask(best, answers(best.choices))
        is_grave = isinstance(best.happened, Moved) and self._habits.confirmed(
            self._state, best.state, evidence.settled
        )
        return self._which(best) if best.alternatives or is_grave else best.happened

    def _with_read_moves(self, evidence: Evidence) -> Candidates[State, Move]:
        """All candidates, including moves that only this reading can name."""
        found, turn = self._candidates, self._turn or 0
        places = {game_place(place, turn): likely for place, likely in evidence.settled.places.items()}
        read = replace(evidence.settled, places=places)
        for silent in unannounced(self._habits, Variation(self._game, self._state), read.places):
            for moves in self._habits.interpretation.read(silent.state, read):
                further = replace(silent, steps=1)
                try:
                    for move in moves:
                        further = further.settled().then(move)
                except IllegalMove:
                    continue
                if silent.moves and not changed(self._now, further.layout) & read.places.keys():
                    continue  # nothing shows that the silent moves were made
                found = found.copy()
                found.add(Moved(further.moves, turn), further, turn, named=True)
        return found.without_taken_back_before(self._last_unread_ply(evidence)).distinguished_at(evidence.places)

    def _last_unread_ply(self, evidence: Evidence) -> int:
        """The number of plies up to the last move whose trace was not read: it may still lie there."""
        earliest, turn = max(0, len(self._states) - 1 - TAKEN_BACK_WITHIN), self._turn or 0
        for ply in range(len(self._states) - 1, earliest, -1):
            trace = changed(*map(self._game.layout, self._states[ply - 1 : ply + 1]))
            if trace and not any(camera_place(place, turn) in evidence.places for place in trace):
                return ply
        return 0

    def _fits(self, evidence: Evidence) -> list[Fit[State, Move]]:
        """How each candidate fits, the best first; further moves are tried until one explains the picture."""
        found = self._with_read_moves(evidence)
        fits = rank_fits(evidence, found)
        for steps in range(self._steps, self._habits.steps):
            # Stop if nothing would explain the picture even with the maximum number of further changes: the table of
            # another game stays like that for hours.
            max_changes = self._habits.changes * (self._habits.steps - steps)
            is_hopeless = max_changes < len(evidence.places) and all(
                len(fit.contradicted) > max_changes for fit in fits
            )
            if is_hopeless or fits[0].is_certain:
                break
            found = found.copy()
            found.extend(worth_extending(fits, Fit(self._nothing, evidence), steps), evidence)
            fits = rank_fits(evidence, found.distinguished_at(evidence.places))
        return fits

    def _first_move_choices(self, fits: Sequence[Fit[State, Move]]) -> tuple[Moved[Move], ...]:
        """The first moves that explain a part of what is wrong, or are covered there, where people may be asked."""
        unmoved = Fit(self._nothing, fits[0].evidence)
        wrong = set(unmoved.contradicted)
        single = [fit for fit in fits if fit.candidate.has_steps(1) and not fit.candidate.named]
        choices = [
            moved
            for fit in single
            for moved in fit.candidate.choices
            if wrong > set(fit.contradicted) or self._is_covered(fit, moved, wrong)
        ]
        return tuple(choices) if self._habits.covered and len(choices) <= MAX_CHOICES else ()

    def _is_covered(self, fit: Fit[State, Move], moved: Moved[Move], wrong: Set[str]) -> bool:
        """Whether something else may cover the trace of a move."""
        is_of_kind = isinstance(moved.moves[-1], self._habits.covered)
        touched = changed(self._nothing.camera_layout, fit.candidate.camera_layout)
        return is_of_kind and wrong == set(fit.contradicted) and not wrong.isdisjoint(touched)

    def _first_moves(self) -> list[Candidate[State, Move]]:
        """The candidates that are one visible move."""
        return [candidate for candidate in self._candidates if candidate.has_steps(1)]

    def _which(self, best: Candidate[State, Move]) -> Outcome[Move]:
        """The question whether this candidate or one of its alternatives happened."""
        choices = best.choices
        if len(choices) <= MAX_CHOICES:
            return Which(choices)
        for first in (self._first_visible_moves(choices), self._shortest_distinct_prefixes(choices)):
            if 1 < len(first) <= MAX_CHOICES:
                return Which(first)
        return self._too_many(best)

    def _ask(self, best: Candidate[State, Move], found: tuple[Moved[Move], ...]) -> Outcome[Move]:
        """The question, unless it has too many answers."""
        return Which(found) if len(found) <= MAX_CHOICES else self._too_many(best)

    def _too_many(self, best: Candidate[State, Move]) -> Unclear[Move]:
        """The outcome of a question with too many answers to choose among."""
        choices = best.choices
        new = tuple(place for place, faces in best.layout.items() if faces != self._now.get(place, NOTHING))
        return Unclear(Problem(message("referee.too_many", choices=len(choices)), new))

    def _distinct_in_words(
        self, best: Candidate[State, Move], moved: Moved[Move]
    ) -> tuple[Candidate[State, Move], ...]:
        """The alternatives without those that sound the same and lead to the same state.

        Nobody could answer which of two face-down tiles was drawn first.
        """
        words, _ = self._described(moved)
        return tuple(
            one
            for one in best.alternatives
            if one.state != best.state
            or not isinstance(one.happened, Moved)
            or self._described(one.happened)[0] != words
        )

    def _described(self, moved: Moved[Move]) -> tuple[list[Message], State]:
        """Moves in words, and the state after them."""
        state, said = self._starts.get(moved.options, self._state), []
        for move in moved.moves:
            said.append(self._game.describe(state, move))
            state = play_on(self._game, state, move)[-1].state
        return said, state

    def _first_visible_moves(self, choices: Sequence[Moved[Move]]) -> tuple[Moved[Move], ...]:
        """The first visible moves of these choices; the moves after them may be asked for later."""
        prefixes = {choice.moves[:length] for choice in choices for length in range(1, len(choice.moves))}
        return tuple(moved for one in self._first_moves() for moved in one.choices if moved.moves in prefixes)

    def _shortest_distinct_prefixes(self, choices: Sequence[Moved[Move]]) -> tuple[Moved[Move], ...]:
        """The shortest common prefix length at which these choices differ, as choices."""
        for length in range(1, max(len(one.moves) for one in choices)):
            first = {one.moves[:length]: one for one in choices}
            if len(first) > 1:
                prefixes = [replace(one, moves=moves) for moves, one in first.items()]
                return tuple(replace(one, layout=self._game.layout(self._described(one)[1])) for one in prefixes)
        return ()
