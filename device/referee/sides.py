"""Who has made a move of which the table shows only that it was made: the one from whose side an arm has reached.

In Kylo Ren Siege a tile may have been laid by who has just drawn it or by the next player. Players stay where they sit,
so the moves of which it is certain who made them show from where each of them reaches over the table.
"""

from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace

import numpy as np

from device.games.forced_moves import state_after
from device.record.replay import AnyReplay
from device.referee.judge import Verdict
from device.referee.outcomes import Moved, Unclear, Which, Wrong

_ENOUGH, _MOST = 2, 8  # reaches by which a player's side is known; of the last ones that are remembered
_NEAR = 40.0  # degrees from a player's side from where he may reach
_CLEARLY = 45.0  # degrees by which another's side must be farther off, if both are known
_ELSEWHERE = 75.0  # degrees: who reaches from so far off has changed seats, or the camera was moved


@dataclass
class Sides:
    """From where each player reaches over the table (degrees), by seat.

    >>> sides = Sides()
    >>> for seat, direction in ((0, -90.0), (1, 80.0), (0, -85.0), (1, 92.0)):
    ...     sides.learn(seat, direction)
    >>> sides.seat_at(-70.0, {0, 1}), sides.seat_at(0.0, {0, 1}), sides.seat_at(-70.0, {0, 2})
    (0, None, None)

    Seat 2 has not reached over yet; it was none of the others, whose sides are known:

    >>> sides.seat_at(5.0, {0, 2})
    2
    """

    _seen: dict[int, deque[float]] = field(default_factory=dict)
    _reached: list[float] = field(default_factory=list)  # since the table was explained last; NaN where unclear

    def reach(self, direction: float | None) -> None:
        """Somebody has reached over the table from there, as a reading says (`Reading.reached`)."""
        self._reached += [] if direction is None else [direction]

    def judge(self, played: AnyReplay, verdict: Verdict, is_grave: Callable[[Moved[object]], bool]) -> Verdict:
        """The verdict in the light of who has reached over the table; learns that where it is certain."""
        outcome = verdict.outcome
        is_told = isinstance(outcome, Which) and any(choice.then for choice in outcome.choices)
        if verdict.first or verdict.rejected or played.is_over or is_told:
            self._reached.clear()
            return verdict
        match outcome:
            case Which():
                return replace(verdict, outcome=self._narrowed(played, outcome, is_grave))
            case Moved():
                self.learn_from(played, outcome)
            case Wrong() | Unclear():
                pass
            case _:
                self._reached.clear()
        return verdict

    @property
    def _direction(self) -> float | None:
        """From where one player alone has reached; None where that is not clear."""
        if not self._reached:
            return None
        mean = _mean(self._reached)
        return mean if all(_apart(mean, one) < _NEAR for one in self._reached) else None

    def learn(self, seat: int, direction: float) -> None:
        """A player has reached over the table from there; where that is another side, all is learned anew."""
        known = self._seen.get(seat)
        if known and _apart(_mean(known), direction) > _ELSEWHERE:
            self._seen.clear()
        self._seen.setdefault(seat, deque(maxlen=_MOST)).append(direction)

    def seat_at(self, direction: float, seats: Collection[int]) -> int | None:
        """Which of these players reaches from there; None where that is not clear."""
        found = [one for one in seats if all(self._is_rather(one, other, direction) for other in seats if other != one)]
        return found[0] if len(found) == 1 else None

    def _is_rather(self, one: int, other: int, direction: float) -> bool:
        """Whether one player may have reached over from there, and clearly not the other."""
        its, others = self._seen.get(one, ()), self._seen.get(other, ())
        if not others or len(its) + len(others) < _ENOUGH:
            return False
        off, far = _apart(_mean(its), direction) if its else 0.0, _apart(_mean(others), direction)
        is_known = min(len(its), len(others)) >= _ENOUGH
        return off < _NEAR and far > (off + _CLEARLY if is_known else _ELSEWHERE)

    def learn_from(self, played: AnyReplay, moved: Moved[object]) -> None:
        """These moves were made from a position, by whoever has reached over the table: that explains it so far."""
        seat, direction = _mover(played, moved), self._direction
        if seat is not None and direction is not None:
            self.learn(seat, direction)
        self._reached.clear()

    def _narrowed(
        self, played: AnyReplay, which: Which[object], is_grave: Callable[[Moved[object]], bool]
    ) -> Which[object] | Moved[object]:
        """The answers that agree with who has reached over the table, if that is what they differ in.

        One alone is what was made, unless it is so grave that people are asked all the same.
        """
        seats = [_mover(played, choice) for choice in which.choices]
        candidates, direction = {seat for seat in seats if seat is not None}, self._direction
        if direction is None or None in seats or len(candidates) < 2:
            return which
        seat = self.seat_at(direction, candidates)
        found = tuple(choice for choice, its in zip(which.choices, seats, strict=True) if its == seat)
        if len(found) != 1 or is_grave(found[0]):
            return Which(found) if found else which
        self.learn_from(played, found[0])
        return found[0]


def _mover(played: AnyReplay, moved: Moved[object]) -> int | None:
    """Who has made all the moves that changed the table; None for nobody, several, or another game than is played."""
    game, state = played.game, played.now
    seats: set[int | None] = set()
    for move in () if moved.options else moved.moves:
        after = state_after(game, state, [move])
        if game.layout(after) != game.layout(state):
            seats.add(game.mover(state, move))
        state = after
    return seats.pop() if len(seats) == 1 else None


def _mean(directions: Collection[float]) -> float:
    return float(np.degrees(np.angle(np.exp(1j * np.radians(list(directions))).sum())))


def _apart(one: float, other: float) -> float:
    return abs((one - other + 180) % 360 - 180)
