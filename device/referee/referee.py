"""The one comparison: what the rules allow, laid over what the camera sees.

The layout now, after every legal move, after more moves that may have been missed, and of earlier states is laid over
the evidence of a reading. The one that explains it, clearly better than the rest, is what happened. When several do
that no picture can tell apart, people are asked. When none does, the referee says by place what differs from the one
that the players seem to be about, and waits. It never guesses.

Each picture is judged alone. Pictures of a table that nobody touches repeat each other's errors (the same glare, the
same tilt), so multiplying them would turn one doubt, seen ten times, into certainty.

>>> from engines import reversi
>>> start = reversi.start(["Aya", "Ben"], {})
>>> table = reversi.layout(reversi.play(start, reversi.Move("f5")))
>>> evidence = Evidence({place: {min(look): 1.0} for place, look in table.items()})
>>> Referee(reversi, Habits(), [start]).judge(evidence).moves
(Move(square='f5'),)
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import log
from typing import Generic, TypeAlias

from device.games.forced_moves import play_on
from device.games.profile import Habits
from device.referee.candidates import Candidate, Candidates, Options, near_candidates
from device.referee.comparison import LIKELIER, Fit, compared
from device.referee.differences import differences, in_words
from device.referee.evidence import Evidence
from device.referee.orientation import game_place
from device.referee.outcomes import Moved, Nothing, Outcome, Problem, TakenBack, Turned, Unclear, Which, Wrong
from device.referee.variations import Variation, unannounced
from engines.contract import Game, IllegalMove, Move, State
from engines.messages import Message, message
from engines.vocabulary import NOTHING, Layout

# Fifty times likelier than the next. Two layouts differ in one place at least: seen well, it weighs up to a thousand
# (`device.referee.evidence.FLOOR`) and decides; where it is seen at less than 98 %, another picture must.
CLEARLY_BETTER = log(50)
# So many of the pieces laid for the start may be hardly seen.
HARD_TO_SEE = 0.25
# More differences than a move or two could make: naming them all would help nobody.
QUITE_DIFFERENT = 16
# With so few moves all that may follow them is laid out before anybody asks; with more, only what follows those that
# explain a picture best, and only when none explains it for certain.
FEW = 16
BEST = 16
# Nobody chooses among more than this on a small screen.
MOST_CHOICES = 12

Fits: TypeAlias = list[Fit[State, Move]]


class Referee(Generic[State, Move]):
    """Judges the evidence of readings by one position.

    `states` are those of the game so far, one a ply; the last one is now. `turn` says by how many clockwise quarters
    the board lies turned before the camera (`Snapshot.turn`), None while that is open. The first move settles it.
    `starts` are other states that the game may have begun with, as long as there was no move, by the options that lead
    to them.
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
        if len(frontier := self._first_moves()) <= FEW * len({candidate.turn for candidate in frontier}):
            self._candidates.go_on(frontier)
            self._steps = 2

    def judge(self, evidence: Evidence) -> Outcome[Move]:
        """What has happened."""
        fits = self._fits(evidence)
        likeliest = fits[0]
        if likeliest.contradicted:
            return self._explain(self._nearest(fits))
        near = [fit for fit in fits[1:] if likeliest.weight - fit.weight < CLEARLY_BETTER]
        just = next((fit for fit in near if fit.is_just(likeliest)), likeliest)
        others = [fit for fit in (likeliest, *near) if not fit.leaves_open(just)]
        best = just.candidate
        if others and not best.named:
            return self._unclear([just, *others])
        known = (fit.candidate for fit in (likeliest, *near))
        if named := tuple(one for one in known if one.named and one.state != best.state):
            return self._which(replace(best, alternatives=(*best.alternatives, *named)))
        if best.alternatives and isinstance(best.happened, Moved):
            best = replace(best, alternatives=self._told_apart(best, best.happened))
        is_grave = isinstance(best.happened, Moved) and self._habits.confirmed(self._state, best.state)
        return self._which(best) if best.alternatives or is_grave else best.happened

    def _first_moves(self) -> list[Candidate[State, Move]]:
        """The candidates that are one visible move."""
        return [candidate for candidate in self._candidates if candidate.follows(1)]

    def _with_read(self, evidence: Evidence) -> Candidates[State, Move]:
        """All that is thought of, and the moves that only this reading can name."""
        found, turn = self._candidates, self._turn or 0
        read = {game_place(place, turn): likely for place, likely in evidence.everywhere.items()}
        for silent in unannounced(self._game, self._habits, Variation(self._state), read):
            for move in self._habits.read(silent.state, read):
                try:
                    further = silent.then(self._game, move, steps=1)
                except IllegalMove:
                    continue
                found = found.copy()
                found.add(Moved(further.moves, turn), further, turn, named=True)
        return found.told_apart_at(evidence.places)

    def _fits(self, evidence: Evidence) -> Fits[State, Move]:
        """How each candidate fits, the best first; more moves are thought of until one explains the picture."""
        found = self._with_read(evidence)
        fits = compared(evidence, found)
        for steps in range(self._steps, self._habits.steps):
            if fits[0].is_certain or _is_hopeless(
                fits, len(evidence.places), self._habits.changes * (self._habits.steps - steps)
            ):
                break
            found = found.copy()
            found.go_on(self._worth_going_on(fits, Fit(self._nothing, evidence), steps), evidence)
            fits = compared(evidence, found.told_apart_at(evidence.places))
        return fits

    def _worth_going_on(
        self, fits: Fits[State, Move], unmoved: Fit[State, Move], steps: int
    ) -> list[Candidate[State, Move]]:
        """The best of those that explain more than that nothing has happened, and those whose trace is covered since.

        Of two tiles turned up, the second may have been taken off with the first, and a discard may lie in an open set.
        """
        unexplained = unmoved.contradicted
        more, covered = [], []
        for fit in fits[: 4 * BEST]:
            one = fit.candidate
            if not one.follows(steps) or len(one.alternatives) >= MOST_CHOICES:
                continue  # what it was is asked first
            if len(fit.contradicted) < len(unexplained):
                more.append(one)
            elif fit.has_gone_on(unexplained):
                covered.append(one)
        return [*more[:BEST], *covered[:BEST]]

    def _which(self, best: Candidate[State, Move]) -> Outcome[Move]:
        """What people are asked: it may have been this or one of its alternatives."""
        choices = _moved([best])
        if len(choices) <= MOST_CHOICES:
            return Which(choices)
        for first in (self._beginnings(choices), _shortest(choices)):
            if 1 < len(first) <= MOST_CHOICES:
                return Which(first)
        return Unclear(Problem(message("referee.too_many", choices=len(choices)), self._new_places(best)))

    def _told_apart(self, best: Candidate[State, Move], moved: Moved[Move]) -> tuple[Candidate[State, Move], ...]:
        """The alternatives without those that sound the same and lead to the same state.

        Which of two tiles was drawn first, all of them being face down, nobody could answer.
        """
        words = self._words(moved)
        return tuple(
            one
            for one in best.alternatives
            if one.state != best.state or not isinstance(one.happened, Moved) or self._words(one.happened) != words
        )

    def _words(self, moved: Moved[Move]) -> list[Message]:
        """What people would hear of moves."""
        state, said = self._starts.get(moved.options, self._state), []
        for move in moved.moves:
            said.append(self._game.describe(state, move))
            state = play_on(self._game, state, move)[-1].state
        return said

    def _beginnings(self, choices: Sequence[Moved[Move]]) -> tuple[Moved[Move], ...]:
        """The first visible moves with which these may begin: more may be asked after those."""
        begun = {choice.moves[:length] for choice in choices for length in range(1, len(choice.moves))}
        return tuple(moved for moved in _moved(self._first_moves()) if moved.moves in begun)

    def turned_and_moved(self, evidence: Evidence) -> Turned | None:
        """How a board lies that was turned and moved on while nobody looked; None where it is not clearly that."""
        found = near_candidates(self._game, self._habits, self._states, None)
        likeliest, *others = compared(evidence, found.told_apart_at(evidence.places))
        near = (fit.candidate for fit in others if likeliest.weight - fit.weight < CLEARLY_BETTER)
        best = likeliest.candidate
        is_clear = all(one.turn == best.turn for one in near) and not likeliest.contradicted
        return Turned(best.turn) if is_clear and isinstance(best.happened, Moved) and best.turn != self._turn else None

    def must_be(self, evidence: Evidence) -> Outcome[Move]:
        """How the table differs from what it must be now, whatever may have happened; `Nothing` when it does not."""
        now = [candidate for candidate in self._candidates if isinstance(candidate.happened, Nothing)]
        fitting = compared(evidence, now)[0]
        return self._explain(fitting) if fitting.contradicted else fitting.candidate.happened

    def start_seen(self, evidence: Evidence) -> Nothing | None:
        """That the table is as it must be now, when every place looks more like that than like anything else."""
        for candidate in self._candidates:
            if isinstance(candidate.happened, Nothing):
                clear = evidence.without_doubtful(candidate.looks)
                likely = (clear.likelihood(place, candidate.looks.get(place, NOTHING)) for place in clear.places)
                laid = sum(look != NOTHING for look in candidate.looks.values())
                hidden = len(evidence.reading) - len(clear.places)
                if hidden <= laid * HARD_TO_SEE and all(share > LIKELIER for share in likely):
                    return candidate.happened
        return None

    def _nearest(self, fits: Fits[State, Move]) -> Fit[State, Move]:
        """What the players seem to be about: where tiles lie says more than their sides, which are turned last.

        Between all and nothing done of the only move that there is, they are about to make it.
        """
        must_move = len(self._first_moves()) == 1
        return min(
            fits,
            key=lambda fit: (
                isinstance(fit.candidate.happened, Turned),
                fit.occupancy_apart,
                -fit.weight,
                must_move and isinstance(fit.candidate.happened, Nothing),
            ),
        )

    def _explain(self, nearest: Fit[State, Move]) -> Outcome[Move]:
        """How the table differs from what the players seem to be about."""
        found = differences(nearest, self._now)
        places = tuple(one.place for one in found)
        hazy = tuple(one.place for one in found if not one.sight.is_clear)
        if hazy:
            return Unclear(Problem(message("referee.unclear", places=" ".join(hazy)), hazy))
        happened = nearest.candidate.happened
        if len(found) > QUITE_DIFFERENT:
            return Wrong(Problem(message("referee.quite_different"), places), happened)
        moves = happened.moves if isinstance(happened, Moved | TakenBack) else ()
        written = " ".join(str(self._game.move_to_json(move)) for move in moves)
        first, *also = in_words(found, written, taking_back=isinstance(happened, TakenBack) and not moves)
        return Wrong(Problem(first, places, tuple(also)), happened)

    def _unclear(self, near: Fits[State, Move]) -> Unclear[Move]:
        """Explanations are too near to each other: name the places at which the first two were not told apart."""
        best, other, *_ = near
        places = tuple(game_place(place, best.candidate.turn) for place in best.hazy_beside(other))
        choices = _moved([fit.candidate for fit in near])
        problem = Problem(message("referee.unclear", places=" ".join(places)), places)
        return Unclear(problem, choices if len(choices) <= MOST_CHOICES else ())

    def _new_places(self, candidate: Candidate[State, Move]) -> tuple[str, ...]:
        return tuple(place for place, look in candidate.layout.items() if look != self._now.get(place, NOTHING))


def _moved(candidates: Sequence[Candidate[State, Move]]) -> tuple[Moved[Move], ...]:
    """What people may be asked: each of these that are moves, with their alternatives."""
    happened = [one.happened for candidate in candidates for one in (candidate, *candidate.alternatives)]
    return tuple(moved for moved in happened if isinstance(moved, Moved))


def _shortest(choices: Sequence[Moved[Move]]) -> tuple[Moved[Move], ...]:
    """The least of what these begin with that tells any of them apart."""
    for length in range(1, max(len(one.moves) for one in choices)):
        first = {one.moves[:length]: replace(one, moves=one.moves[:length]) for one in choices}
        if len(first) > 1:
            return tuple(first.values())
    return ()


def _is_hopeless(fits: Fits[State, Move], looked_at: int, most: float) -> bool:
    """Whether nothing explains the picture, even if moves to come changed so many places more.

    A table of another game looks like that for hours: all that could be thought of would be forgotten at once.
    """
    return most < looked_at and all(len(fit.contradicted) > most for fit in fits)
