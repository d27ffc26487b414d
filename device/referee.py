"""The one comparison: what the rules allow, laid over what the camera sees.

The layout now, after every legal move, after more moves that may have been missed, and of earlier states is laid over a
reading. The one that explains it, clearly better than the rest, is what happened. When several do that no picture can
tell apart, people are asked. When none does, the referee says by place what differs from the one that the players seem
to be about, and waits. It never guesses.

Each picture is judged alone. Pictures of a table that nobody touches repeat each other's errors (the same glare, the
same tilt), so multiplying them would turn one doubt, seen ten times, into certainty.

>>> from engines import reversi
>>> start = reversi.start(["Aya", "Ben"], {})
>>> table = reversi.layout(reversi.play(start, reversi.Move("f5")))
>>> Referee(reversi, [start]).judge({place: {min(look): 1.0} for place, look in table.items()}).moves
(Move(square='f5'),)
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import log
from typing import Any

from device.candidates import Candidate, Candidates, Options, Way, game_place, near_candidates, silent_ways
from device.explaining import differences, in_words, occupancy_apart
from device.habits import habits_of
from device.outcomes import Moved, Nothing, Outcome, TakenBack, Turned, Unclear, Which, Wrong
from device.passing import play_on
from device.seen import Places, Seen
from device.table_memory import as_expected
from engines.contract import Game, IllegalMove
from engines.messages import Message, message
from engines.vocabulary import NOTHING, Layout, straight

__all__ = ["Moved", "Nothing", "Outcome", "Referee", "TakenBack", "Turned", "Unclear", "Which", "Wrong"]

# Fifty times likelier than the next. Two layouts differ in one place at least: seen well, it weighs up to a thousand
# (`device.seen.FLOOR`) and decides; where it is seen at less than 98 %, another picture must.
CLEARLY_BETTER = log(50)
SEEN_WELL = 0.99
SURELY = 0.98
LIKELIER = 0.5
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

Weighed = list[tuple[float, Candidate]]


class Referee:
    """Judges readings of one position: `states` are those of the game so far, one a ply; the last one is now.

    `turn` says by how many clockwise quarters the board lies turned before the camera (`Snapshot.turn`), None while
    that is open. The first move settles it. `starts` are other states that the game may have begun with, as long as
    there was no move, by the options that lead to them.
    """

    def __init__(
        self,
        game: Game,
        states: Sequence[Any],
        turn: int | None = None,
        starts: Mapping[Options, Any] | None = None,
    ) -> None:
        self._game, self._states, self._state, self._turn = game, states, states[-1], turn
        self._starts = starts or {}
        self._now: Layout = game.layout(states[-1])
        self._habits = habits_of(game.NAME)
        self._candidates = near_candidates(game, self._habits, states, turn, starts)
        self._nothing = next(iter(self._candidates))
        self._steps = 1
        if len(frontier := _after(self._candidates, 1)) <= FEW * len({candidate.turn for candidate in frontier}):
            self._candidates.go_on(frontier)
            self._steps = 2

    def judge(self, places: Places) -> Outcome:
        """What has happened, by a reading's places."""
        seen = Seen(places)
        weighed = self._weighed(seen, self._with_read(places))
        best_weight, best = weighed[0]
        if seen.contradicted(best.looks):
            return self._explain(seen, self._nearest(seen, [candidate for _, candidate in weighed]))
        near = [candidate for weight, candidate in weighed[1:] if best_weight - weight < CLEARLY_BETTER]
        best = next((one for one in near if _is_just(seen, one.looks, best.looks)), best)
        rivals = [one for one in (weighed[0][1], *near) if not _is_wider(one.looks, best.looks, places)]
        if rivals and not best.named:
            return self._unclear(seen, [best, *rivals])
        if others := tuple(one for one in (weighed[0][1], *near) if one.named and one.state != best.state):
            return self._which(replace(best, rivals=(*best.rivals, *others)))
        if best.rivals and isinstance(best.happened, Moved):
            best = replace(best, rivals=self._told_apart(best, best.happened))
        is_grave = isinstance(best.happened, Moved) and self._habits.confirmed(self._state, best.state)
        return self._which(best) if best.rivals or is_grave else best.happened

    def _with_read(self, places: Places) -> Candidates:
        """All that is thought of, and the moves that only this reading can name."""
        found, turn = self._candidates, self._turn or 0
        named = {game_place(place, turn): likely for place, likely in places.items()}
        for way in silent_ways(self._game, self._habits, Way((), self._state), named):
            for move in self._habits.read(way.state, named):
                try:
                    further = way.then(self._game, move, steps=1)
                except IllegalMove:
                    continue
                found = found.copy()
                found.add_way(further, Moved(further.moves, turn), named=True)
        return found.as_seen(places)

    def _weighed(self, seen: Seen, found: Candidates) -> Weighed:
        """Each candidate with its weight, the best first; more moves are thought of until one explains the picture."""
        weighed = _by_weight(seen, found)
        for steps in range(self._steps, self._habits.steps):
            looks = weighed[0][1].looks
            if all(seen.likelihood(place, looks.get(place, NOTHING)) > SURELY for place in seen.places):
                break
            if _is_hopeless(seen, weighed, self._habits.changes * (self._habits.steps - steps)):
                break
            found = found.copy()
            found.go_on(self._worth_going_on(seen, weighed, steps), seen)
            weighed = _by_weight(seen, found.as_seen(seen.places))
        return weighed

    def _worth_going_on(self, seen: Seen, weighed: Weighed, steps: int) -> list[Candidate]:
        """The best of those that explain more than that nothing has happened, and those whose trace is covered since.

        Of two tiles turned up, the second may have been taken off with the first, and a discard may lie in an open set.
        """
        unexplained = set(seen.contradicted(self._nothing.looks))
        best = [candidate for _, candidate in weighed[: 4 * BEST] if _is_after(candidate, steps)]
        more, covered = [], []
        for one in best:
            if len(one.rivals) >= MOST_CHOICES:
                continue  # what it was is asked first
            apart = set(seen.contradicted(one.looks))
            if len(apart) < len(unexplained):
                more.append(one)
            elif _has_gone_on(seen, one, apart, unexplained):
                covered.append(one)
        return [*more[:BEST], *covered[:BEST]]

    def _which(self, best: Candidate) -> Outcome:
        """What people are asked: it may have been this or one of its rivals."""
        choices = _moved([best])
        if len(choices) <= MOST_CHOICES:
            return Which(choices)
        for first in (self._beginnings(choices), _shortest(choices)):
            if 1 < len(first) <= MOST_CHOICES:
                return Which(first)
        return Unclear(message("referee.too_many", choices=len(choices)), self._new_places(best))

    def _told_apart(self, best: Candidate, moved: Moved) -> tuple[Candidate, ...]:
        """The rivals without those that are told in the same words and lead to the same state: which of two tiles was
        drawn first, all of them being face down, nobody could answer."""
        words = self._words(moved)
        return tuple(
            one
            for one in best.rivals
            if one.state != best.state or not isinstance(one.happened, Moved) or self._words(one.happened) != words
        )

    def _words(self, moved: Moved) -> list[Message]:
        """What people would hear of moves."""
        state, said = self._starts.get(moved.options, self._state), []
        for move in moved.moves:
            said.append(self._game.tell_move(state, move))
            state = play_on(self._game, state, move)[-1].state
        return said

    def _beginnings(self, choices: Sequence[Moved]) -> tuple[Moved, ...]:
        """The first visible moves with which these may begin: more may be asked after those."""
        ways = {choice.moves[:length] for choice in choices for length in range(1, len(choice.moves))}
        return tuple(moved for moved in _moved(_after(self._candidates, 1)) if moved.moves in ways)

    def turned_and_moved(self, places: Places) -> int | None:
        """The turn of a board that was turned and moved on while nobody looked; None where it is not clearly that."""
        seen = Seen(places)
        found = near_candidates(self._game, self._habits, self._states, None).as_seen(places)
        (most, best), *others = _by_weight(seen, found)
        rivals = [one for weight, one in others if most - weight < CLEARLY_BETTER and one.turn != best.turn]
        is_clear = isinstance(best.happened, Moved) and not rivals and not seen.contradicted(best.looks)
        return best.turn if is_clear and best.turn != self._turn else None

    def must_be(self, places: Places) -> Outcome:
        """How the table differs from what it must be now, whatever may have happened; `Nothing` when it does not."""
        seen = Seen(places)
        now = [candidate for candidate in self._candidates if isinstance(candidate.happened, Nothing)]
        fitting = max(now, key=lambda candidate: seen.log_likelihood(candidate.looks))
        return self._explain(seen, fitting) if seen.contradicted(fitting.looks) else fitting.happened

    def start_seen(self, places: Places) -> Nothing | None:
        """That the table is as it must be now, when every place looks more like that than like anything else."""
        for candidate in self._candidates:
            if isinstance(candidate.happened, Nothing):
                seen = Seen(as_expected(places, candidate.looks))
                likely = (seen.likelihood(place, candidate.looks.get(place, NOTHING)) for place in seen.places)
                laid = sum(look != NOTHING for look in candidate.looks.values())
                if len(places) - len(seen.places) <= laid * HARD_TO_SEE and all(share > LIKELIER for share in likely):
                    return candidate.happened
        return None

    def _nearest(self, seen: Seen, candidates: Sequence[Candidate]) -> Candidate:
        """What the players seem to be about: where tiles lie says more than their sides, which are turned last.

        Between all and nothing done of the only move that there is, they are about to make it.
        """
        must_move = len(_after(self._candidates, 1)) == 1
        return min(
            candidates,
            key=lambda candidate: (
                isinstance(candidate.happened, Turned),
                occupancy_apart(seen, candidate.looks),
                -seen.log_likelihood(candidate.looks),
                must_move and isinstance(candidate.happened, Nothing),
            ),
        )

    def _explain(self, seen: Seen, nearest: Candidate) -> Outcome:
        found = differences(seen, nearest, self._now)
        places = tuple(one.place for one in found)
        hazy = tuple(one.place for one in found if not one.sight.sure)
        if hazy:
            return Unclear(message("referee.unclear", places=" ".join(hazy)), hazy)
        happened = nearest.happened
        if len(found) > QUITE_DIFFERENT:
            return Wrong(message("referee.quite_different"), places, happened)
        moves = happened.moves if isinstance(happened, Moved | TakenBack) else ()
        written = " ".join(str(self._game.move_to_json(move)) for move in moves)
        first, *also = in_words(found, written, taking_back=isinstance(happened, TakenBack) and not moves)
        return Wrong(first, places, happened, tuple(also))

    def _unclear(self, seen: Seen, near: Sequence[Candidate]) -> Unclear:
        """Explanations are too near to each other: name the places at which the first two were not told apart."""
        best, rival, *_ = near
        hazy = (
            place
            for place, look in best.looks.items()
            if look != rival.looks.get(place) and seen.likelihood(place, look) < SEEN_WELL
        )
        places = tuple(game_place(place, best.turn) for place in hazy)
        choices = _moved(near)
        return Unclear(
            message("referee.unclear", places=" ".join(places)), places, choices if len(choices) <= MOST_CHOICES else ()
        )

    def _new_places(self, candidate: Candidate) -> tuple[str, ...]:
        return tuple(place for place, look in candidate.layout.items() if look != self._now.get(place, NOTHING))


def _by_weight(seen: Seen, found: Candidates) -> Weighed:
    """The likeliest first; of equals the one that says most exactly what must be seen."""
    weighed = [(seen.log_likelihood(candidate.looks), candidate) for candidate in found]
    return sorted(weighed, key=lambda pair: (-pair[0], not pair[1].named, sum(map(len, pair[1].looks.values()))))


def _moved(candidates: Sequence[Candidate]) -> tuple[Moved, ...]:
    """What people may be asked: each of these that are moves, with their rivals."""
    happened = [one.happened for candidate in candidates for one in (candidate, *candidate.rivals)]
    return tuple(moved for moved in happened if isinstance(moved, Moved))


def _shortest(choices: Sequence[Moved]) -> tuple[Moved, ...]:
    """The least of what these begin with that tells any of them apart."""
    for length in range(1, max(len(one.moves) for one in choices)):
        first = {one.moves[:length]: replace(one, moves=one.moves[:length]) for one in choices}
        if len(first) > 1:
            return tuple(first.values())
    return ()


def _is_wider(looks: Layout, others: Layout, places: Places) -> bool:
    """Whether looks leave open what others say exactly, and differ in nothing else at the places looked at.

    An open set of 8 8 8 is just that, though one with an almighty would allow each of its places to show an 8.
    """
    return all(looks.get(place, NOTHING) >= others.get(place, NOTHING) for place in places)


def _is_just(seen: Seen, looks: Layout, others: Layout) -> bool:
    """Whether looks say exactly what others leave open, and that is seen well: 8 8 8, where an almighty may be."""
    apart = [place for place in {**looks, **others} if looks.get(place, NOTHING) != others.get(place, NOTHING)]
    return _is_wider(others, looks, seen.places) and all(
        seen.likelihood(place, looks.get(place, NOTHING)) >= SEEN_WELL for place in apart if place in seen.places
    )


def _has_gone_on(seen: Seen, candidate: Candidate, apart: set[str], unexplained: set[str]) -> bool:
    """Whether all that a candidate would have laid and that is gone lies at places that nothing else explains."""
    laid = (frozenset(map(straight, candidate.looks.get(place, NOTHING))) for place in apart - unexplained)
    return all(any(seen.likelihood(place, look) > LIKELIER for place in unexplained) for look in laid)


def _is_hopeless(seen: Seen, weighed: Weighed, most: float) -> bool:
    """Whether nothing explains the picture, even if moves to come changed so many places more.

    A table of another game looks like that for hours: all that could be thought of would be forgotten at once.
    """
    return most < len(seen.places) and all(len(seen.contradicted(one.looks)) > most for _, one in weighed)


def _is_after(candidate: Candidate, steps: int) -> bool:
    return isinstance(candidate.happened, Moved) and candidate.steps == steps


def _after(candidates: Candidates, steps: int) -> list[Candidate]:
    return [candidate for candidate in candidates if _is_after(candidate, steps)]
