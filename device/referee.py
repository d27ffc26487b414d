"""The one comparison: what the rules allow, laid over what the camera sees.

The layout now, after every legal move, after two moves and of every earlier state is laid over a reading. The one that
explains it, clearly better than the rest, is what happened. When none does, the referee says by place what differs
from the one that the players seem to be about, and waits. It never guesses.

Each picture is judged alone. Pictures of a table that nobody touches repeat each other's errors (the same glare, the
same tilt), so multiplying them would turn one doubt, seen ten times, into certainty.

>>> from engines import reversi
>>> start = reversi.start(["Aya", "Ben"], {})
>>> table = reversi.layout(reversi.play(start, reversi.Move("f5")))
>>> Referee(reversi, [start]).judge({place: {min(look): 1.0} for place, look in table.items()}).moves
(Move(square='f5'),)
"""

from collections.abc import Mapping, Sequence
from math import log
from typing import Any

from device.candidates import Candidate, Options, all_candidates, game_place
from device.explaining import differences, in_words, occupancy_apart
from device.outcomes import Moved, Nothing, Outcome, TakenBack, Turned, Unclear, Wrong
from device.seen import Seen
from engines.contract import Game
from engines.messages import message
from engines.vocabulary import Layout

__all__ = ["Moved", "Nothing", "Outcome", "Referee", "TakenBack", "Turned", "Unclear", "Wrong"]

# Fifty times likelier than the next. Two layouts differ in one place at least: seen well, it weighs up to a thousand
# (`device.seen.FLOOR`) and decides; where it is seen at less than 98 %, another picture must.
CLEARLY_BETTER = log(50)
SEEN_WELL = 0.99
# More differences than a move or two could make: naming them all would help nobody.
QUITE_DIFFERENT = 16

Places = Mapping[str, Mapping[str, float]]


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
        self._game = game
        self._now: Layout = game.layout(states[-1])
        self._candidates = all_candidates(game, states, turn, starts)

    def judge(self, places: Places) -> Outcome:
        """What has happened, by a reading's places."""
        seen = Seen(places)
        weighed = sorted(
            ((seen.log_likelihood(candidate.looks), candidate) for candidate in self._candidates),
            key=lambda pair: -pair[0],
        )
        best_weight, best = weighed[0]
        if seen.contradicted(best.looks):
            return self._explain(seen, self._nearest(seen))
        if len(weighed) > 1 and best_weight - weighed[1][0] < CLEARLY_BETTER:
            return self._unclear(seen, best, weighed[1][1])
        if best.doubtful:
            return Unclear(message("referee.two_orders"), self._new_places(best))
        return best.happened

    def must_be(self, places: Places) -> Outcome:
        """How the table differs from what it must be now, whatever may have happened; `Nothing` when it does not."""
        seen = Seen(places)
        now = [candidate for candidate in self._candidates if isinstance(candidate.happened, Nothing)]
        fitting = max(now, key=lambda candidate: seen.log_likelihood(candidate.looks))
        return self._explain(seen, fitting) if seen.contradicted(fitting.looks) else fitting.happened

    def _nearest(self, seen: Seen) -> Candidate:
        """What the players seem to be about: where tiles lie says more than their sides, which are turned last."""
        return min(
            self._candidates,
            key=lambda candidate: (
                isinstance(candidate.happened, Turned),
                occupancy_apart(seen, candidate.looks),
                -seen.log_likelihood(candidate.looks),
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

    def _unclear(self, seen: Seen, best: Candidate, rival: Candidate) -> Unclear:
        """Two explanations are too near to each other: name the places that were not seen well enough to tell."""
        hazy = (
            place
            for place, look in best.looks.items()
            if look != rival.looks[place] and seen.likelihood(place, look) < SEEN_WELL
        )
        places = tuple(game_place(place, best.turn) for place in hazy)
        return Unclear(message("referee.unclear", places=" ".join(places)), places)

    def _new_places(self, candidate: Candidate) -> tuple[str, ...]:
        return tuple(place for place, look in candidate.layout.items() if look != self._now[place])
