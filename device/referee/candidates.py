"""Everything that may have happened since the last reading, and how well each candidate fits the new evidence."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import log
from typing import Generic

from device.games.open_moves import open_moves
from device.games.profile import Habits
from device.referee.evidence import CERTAIN, LIKELIER, Evidence
from device.referee.orientation import camera_layout, turns_of
from device.referee.outcomes import Happened, Moved, Nothing, TakenBack, Turned
from device.referee.variations import Variation, visible_after
from engines.contract import Game, Move, State
from engines.messages import Fact
from engines.squares import INDEX
from engines.vocabulary import NOTHING, Layout, changed, straight

# Limit (plies) for moves taken back one by one; taking back all of them, for a new game, is always considered.
TAKEN_BACK_WITHIN = 60
SEEN_WELL = 0.99
# Maximum share of the pieces of the start layout that may be hard to see.
MAX_HARD_TO_SEE = 0.25
# Minimum log-likelihood ratio to the next candidate: fifty to one. Two layouts differ in one place at least. Seen well,
# it weighs up to a thousand (`device.referee.evidence.FLOOR`) and decides; seen at less than 98 %, another picture
# must.
CLEARLY_BETTER = log(50)
# Number of best candidates that are extended where nothing explains a picture for certain.
MAX_EXTENDED = 16
# Maximum number of choices on a small screen.
MAX_CHOICES = 12

Options = tuple[tuple[str, Fact], ...]


@dataclass(frozen=True)
class Candidate(Generic[State, Move]):
    """Something that may have happened, and the layout of the table after it."""

    happened: Happened[Move]
    # The moves made (none unless `happened` is `Moved`) and the state after them.
    variation: Variation[State, Move]
    layout: Layout  # by the game's names of places
    camera_layout: Layout  # by the camera's names, in the order of these
    turn: int  # turn of the board that leads from one to the other
    named: bool = False  # named by the reading itself, which then decides
    # Other explanations of the same table in as many steps, but with another game or other players; for another move
    # instead of the last one, also in more steps.
    alternatives: tuple["Candidate[State, Move]", ...] = ()

    @property
    def state(self) -> State:
        """The state after what has happened."""
        return self.variation.state

    @property
    def choices(self) -> tuple[Moved[Move], ...]:
        """What people may be asked: the moves of this candidate and of its alternatives."""
        happened = (one.happened for one in (self, *self.alternatives))
        return tuple(moved for moved in happened if isinstance(moved, Moved))

    @cached_property
    def result(self) -> tuple[State, frozenset[object]]:
        """Equality key of candidates: the state, and who made which moves in any order."""
        made = zip(self.variation.seats, self.variation.moves, strict=False)
        return self.state, frozenset(Counter(made).items())

    def has_steps(self, steps: int) -> bool:
        """Whether this many visible moves were made."""
        return isinstance(self.happened, Moved) and self.variation.steps == steps


@dataclass(frozen=True)
class Fit(Generic[State, Move]):
    """How well a candidate fits the evidence."""

    candidate: Candidate[State, Move]
    evidence: Evidence

    @cached_property
    def weight(self) -> float:
        """Log-likelihood of the layout."""
        return self.evidence.log_likelihood(self.candidate.camera_layout)

    @cached_property
    def rank(self) -> tuple[float, bool, int]:
        """Sort key by likelihood; among equals, the candidate that constrains the layout most comes first."""
        return -self.weight, not self.candidate.named, sum(map(len, self.candidate.camera_layout.values()))

    @cached_property
    def contradicted(self) -> list[str]:
        """The places that contradict the candidate's layout."""
        return self.evidence.contradicted(self.candidate.camera_layout)

    @cached_property
    def likelihoods(self) -> dict[str, float]:
        """Likelihood of the candidate's faces at each place read."""
        layout, evidence = self.candidate.camera_layout, self.evidence
        return {place: evidence.likelihood(place, layout.get(place, NOTHING)) for place in evidence.places}

    @property
    def is_certain(self) -> bool:
        """Whether every place certainly shows the candidate's faces."""
        return all(likelihood > CERTAIN for likelihood in self.likelihoods.values())

    @property
    def is_laid(self) -> bool:
        """Whether every place most likely shows the candidate's faces, except for a few vague ones."""
        laid = {place for place, faces in self.candidate.camera_layout.items() if faces != NOTHING}
        hard_to_see = laid & self.evidence.vague
        clear = [place for place in self.likelihoods if place not in hard_to_see]
        is_seen = len(self.evidence.reading.places) - len(clear) <= len(laid) * MAX_HARD_TO_SEE
        return is_seen and all(self.likelihoods[place] > LIKELIER for place in clear)

    @property
    def occupancy_differences(self) -> int:
        """The number of places that are occupied but should be empty, or the reverse."""
        return self.evidence.occupancy_differences(self.candidate.camera_layout)

    def leaves_open(self, other: "Fit[State, Move]") -> bool:
        """Whether it leaves open what another candidate states exactly, and differs in nothing else at the places read.

        An open set of 8 8 8 is one exact case; one with an almighty would allow each of its places to show an 8.
        """
        layout, others = self.candidate.camera_layout, other.candidate.camera_layout
        return all(layout.get(place, NOTHING) >= others.get(place, NOTHING) for place in self.evidence.places)

    def is_just(self, other: "Fit[State, Move]") -> bool:
        """Whether it states exactly what another leaves open, and that is read well: 8 8 8 where an almighty may be."""
        layout, others = self.candidate.camera_layout, other.candidate.camera_layout
        return other.leaves_open(self) and all(
            likelihood >= SEEN_WELL
            for place, likelihood in self.likelihoods.items()
            if layout.get(place, NOTHING) != others.get(place, NOTHING)
        )

    def places_hazy_between(self, other: "Fit[State, Move]") -> tuple[str, ...]:
        """The places whose reading does not distinguish this candidate from another."""
        layout, others = self.candidate.camera_layout, other.candidate.camera_layout
        likelihoods = self.likelihoods
        return tuple(
            place for place in layout if layout[place] != others.get(place) and likelihoods.get(place, 0.0) < SEEN_WELL
        )

    def has_moved_on(self, unexplained: Iterable[str]) -> bool:
        """Whether every piece that it would have laid and that is gone lies at a place that nothing else explains."""
        gone = set(self.contradicted).difference(unexplained)
        laid = (frozenset(map(straight, self.candidate.camera_layout.get(place, NOTHING))) for place in gone)
        return all(any(self.evidence.likelihood(place, faces) > LIKELIER for place in unexplained) for faces in laid)


class Candidates(Generic[State, Move]):
    """What may have happened: one candidate per layout, likeliest first.

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
        """A copy to add to."""
        same = Candidates(self._game, self._habits, self._now)
        same._found = dict(self._found)
        return same

    def add(self, happened: Happened[Move], variation: Variation[State, Move], turn: int, named: bool = False) -> None:
        """Add something that may have happened, after all that is likelier."""
        layout = variation.layout
        if isinstance(happened, Moved | TakenBack):
            happened = replace(happened, layout=layout)
        by_camera = camera_layout(layout, turn)
        self._merge(Candidate(happened, variation, layout, by_camera, turn, named), _layout_key(by_camera))

    def _merge(self, candidate: Candidate[State, Move], key: tuple[object, ...]) -> None:
        """Add a candidate, or merge it with the known one of the same key."""
        known = self._found.get(key)
        self._found[key] = candidate if known is None else self._merged(known, candidate)

    def _merged(self, one: Candidate[State, Move], other: Candidate[State, Move]) -> Candidate[State, Move]:
        """The candidate that stands for two with the same layout; `one` was added first."""
        first, second = one.happened, other.happened
        if one.named != other.named and isinstance(first, Nothing | Moved) and isinstance(second, Moved):
            return one if one.named else other  # the reading has shown what no layout says, such as how a die fell
        if isinstance(first, TakenBack) and first.moves and isinstance(second, Moved):
            # Another move instead of the last one takes fewer steps than two moves, but is no likelier for that.
            return replace(
                one, alternatives=_with_distinct_results((*one.alternatives, replace(other, alternatives=())))
            )
        if not isinstance(first, Moved) or not isinstance(second, Moved) or first.options != second.options:
            return one
        if one.turn != other.turn:
            # A start that looks the same from two sides: the first move is named as players write it, in the half of
            # the board with the higher numbers (f5, not c4).
            return max(one, other, key=lambda candidate: _last_filled(self._now, candidate.layout))
        if one.variation.steps == other.variation.steps and one.result != other.result:
            known = (*one.alternatives, replace(other, alternatives=()), *other.alternatives)
            return replace(one, alternatives=_with_distinct_results(known))
        return one

    def extend(self, frontier: Sequence[Candidate[State, Move]], evidence: Evidence | None = None) -> None:
        """Add one more visible move after each of these candidates and their alternatives.

        Moves that undo a part of the first move are left out: such a table is probably the first move half done. With
        `evidence`, moves that no place supports are left out as well.
        """
        for candidate in (one for known in frontier for one in (known, *known.alternatives)):
            moved = candidate.happened
            if isinstance(moved, Moved):
                done = changed(self._now, candidate.layout)
                for further in visible_after(self._habits, candidate.variation, evidence, candidate.turn):
                    if changed(self._now, further.layout) < done:
                        continue
                    self.add(replace(moved, moves=further.moves), further, candidate.turn)

    def without_taken_back_before(self, earliest: int) -> "Candidates[State, Move]":
        """The candidates without moves taken back to before a ply; a new game is laid from the start, so it stays."""
        kept = Candidates(self._game, self._habits, self._now)
        for key, candidate in self._found.items():
            back = candidate.happened
            if isinstance(back, TakenBack) and back.to_ply < earliest and (back.to_ply or back.moves):
                if candidate.alternatives:
                    first, *others = candidate.alternatives
                    kept._found[key] = replace(first, alternatives=tuple(others))
            else:
                kept._found[key] = candidate
        return kept

    def distinguished_at(self, places: Container[str]) -> "Candidates[State, Move]":
        """The candidates as they differ at these places; those that differ only elsewhere are merged."""
        if all(place in places for candidate in self for place in candidate.camera_layout):
            return self
        merged = Candidates(self._game, self._habits, self._now)
        for candidate in self:
            layout = {place: faces for place, faces in candidate.camera_layout.items() if place in places}
            merged._merge(candidate, _layout_key(layout))
        return merged


def near_candidates(
    game: Game[State, Move],
    habits: Habits[State, Move],
    states: Sequence[State],
    turn: int | None,
    starts: Mapping[Options, State] | None = None,
) -> Candidates[State, Move]:
    """The candidates of at most one visible move, and of moves taken back.

    `turn` None: the board may lie in any turn, as at a game's start. `starts`: other states that the game may have
    begun with, by the options that lead to them; the first move shows which.
    """
    now = Variation[State, Move](game, states[-1])
    found = Candidates(game, habits, now.layout)
    open_turns = turns_of(now.layout) if turn is None else (turn,)
    following = tuple(visible_after(habits, now))
    earlier = (
        [(event, Variation(game, state)) for event, state in _taken_back(game, states, habits)]
        if habits.taken_back
        else []
    )
    for open_turn in open_turns:
        found.add(Nothing(open_turn), now, open_turn)
        for further in following:
            found.add(Moved(further.moves, open_turn), further, open_turn)
        for happened, variation in earlier:
            found.add(happened, variation, open_turn)
        for options, start in (starts or {}).items():
            for further in visible_after(habits, Variation(game, start)):
                found.add(Moved(further.moves, open_turn, options), further, open_turn)
    if turn is not None:
        for other in turns_of(now.layout):
            found.add(Turned(other), now, other)
    return found


def rank_fits(evidence: Evidence, candidates: Iterable[Candidate[State, Move]]) -> list[Fit[State, Move]]:
    """The fits of candidates, the likeliest first."""
    return sorted((Fit(candidate, evidence) for candidate in candidates), key=lambda fit: fit.rank)


def not_clearly_worse(fits: Sequence[Fit[State, Move]]) -> list[Fit[State, Move]]:
    """The first of these fits, which are in order, and those that it is not clearly better than."""
    return [fit for fit in fits if fits[0].weight - fit.weight < CLEARLY_BETTER]


def best_and_others(near: Sequence[Fit[State, Move]]) -> list[Fit[State, Move]]:
    """The best fit, made as exact as possible, and those that differ from it in more than what they leave open."""
    just = near[0]
    for fit in near[1:]:
        if fit.is_just(just):  # this one may be still more exact
            just = fit
    return [just, *(fit for fit in near if not fit.leaves_open(just))]


def find_turned_board(
    game: Game[State, Move], habits: Habits[State, Move], states: Sequence[State], turn: int | None, evidence: Evidence
) -> Turned | None:
    """The turn of a board that was turned and moved on between two readings; None where that is not clear."""
    found = near_candidates(game, habits, states, None)
    near = not_clearly_worse(rank_fits(evidence, found.distinguished_at(evidence.places)))
    best = near[0].candidate
    is_clear = all(fit.candidate.turn == best.turn for fit in near) and not near[0].contradicted
    return Turned(best.turn) if is_clear and isinstance(best.happened, Moved) and best.turn != turn else None


def worth_extending(
    fits: Sequence[Fit[State, Move]], unmoved: Fit[State, Move], steps: int
) -> list[Candidate[State, Move]]:
    """The best candidates that explain more than `Nothing` does, and the best whose trace may have been covered since.

    Of two tiles turned up, the second may have been taken off with the first, and a discard may lie in an open set.
    """
    unexplained = unmoved.contradicted
    more, covered = [], []
    for fit in fits[: 4 * MAX_EXTENDED]:
        candidate = fit.candidate
        if not candidate.has_steps(steps) or len(candidate.alternatives) >= MAX_CHOICES:
            continue  # people are asked for this move first
        if len(fit.contradicted) < len(unexplained):
            more.append(candidate)
        elif fit.has_moved_on(unexplained):
            covered.append(candidate)
    return [*more[:MAX_EXTENDED], *covered[:MAX_EXTENDED]]


def _taken_back(
    game: Game[State, Move], states: Sequence[State], habits: Habits[State, Move]
) -> Iterator[tuple[TakenBack[Move], State]]:
    """Earlier states, the latest first, and other moves from the state before the last visible move."""
    last = len(states) - 1
    plies = range(last - 1, max(last - 1 - TAKEN_BACK_WITHIN, 0), -1)
    for ply in (*plies, *((0,) if last else ())):
        yield TakenBack(ply), states[ply]
    # A player may have changed his mind while nobody watched.
    before = next((ply for ply in plies if game.layout(states[ply]) != game.layout(states[-1])), 0 if last else None)
    if before is not None:
        for move in open_moves(game, states[before]):
            if isinstance(move, habits.interpretation.read_only):
                continue
            yield TakenBack(before, (move,)), game.play(states[before], move)


def _layout_key(layout: Layout) -> tuple[object, ...]:
    """Key of a layout: its occupied places; a place that must be empty need not be named."""
    return tuple([item for item in layout.items() if item[1] != NOTHING])


def _with_distinct_results(candidates: Sequence[Candidate[State, Move]]) -> tuple[Candidate[State, Move], ...]:
    """The first candidate of each group with the same result."""
    return tuple({candidate.result: candidate for candidate in reversed(candidates)}.values())[::-1]


def _last_filled(before: Layout, after: Layout) -> int:
    """The index of the last square that was filled; -1 for none."""
    return max(
        (INDEX[place] for place, faces in after.items() if place in INDEX and faces != NOTHING == before[place]),
        default=-1,
    )
