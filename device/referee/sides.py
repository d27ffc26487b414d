"""Who has made a move whose player the table does not show: whoever sits where an arm has reached from.

In Kylo Ren Siege a tile may have been laid by the player who has just drawn it or by the next one. Players stay seated,
so moves of certain players show from where each of them reaches over the table.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from device.games.forced_moves import state_after
from device.record.replay import AnyReplay
from device.referee.outcomes import Moved

_MIN_REACHES, _MAX_REACHES = 2, 8  # reaches that make a player's side known, and number of last ones remembered
_MAX_OFF_SIDE = 40.0  # maximum angle (degrees) between a reach and the player's side
_MIN_FARTHER = 45.0  # minimum angle (degrees) by which another player's side must be farther off, if both are known
_MIN_CHANGED_SEAT = 75.0  # angle (degrees) from which a player must have changed seats, or the camera was moved


@dataclass(frozen=True)
class Sides:
    """From where each player reaches over the table, and from where somebody has since it was last explained.

    >>> sides = Sides()
    >>> for seat, direction in ((0, -90.0), (1, 80.0), (0, -85.0), (1, 92.0)):
    ...     sides = sides.learned(seat, direction)
    >>> sides.seat_at(-70.0, {0, 1}), sides.seat_at(0.0, {0, 1}), sides.seat_at(-70.0, {0, 2})
    (0, None, None)

    Seat 2 has not reached over yet, but it was none of the others, whose sides are known:

    >>> sides.seat_at(5.0, {0, 2})
    2
    """

    # The last directions from which each seat has reached (degrees).
    known: Mapping[int, Sequence[float]] = field(default_factory=dict)
    # Directions reached from since the table was last explained (degrees); NaN where unclear.
    reached: tuple[float, ...] = ()

    def after(self, direction: float | None) -> "Sides":
        """The sides after a reach from `direction`; None: nobody has reached."""
        return self if direction is None else replace(self, reached=(*self.reached, direction))

    def explained(self) -> "Sides":
        """The sides once the table is explained."""
        return replace(self, reached=())

    def explained_by(self, played: AnyReplay, moved: Moved[object]) -> "Sides":
        """The sides once these moves, made from a position, explain who has reached over the table."""
        seat, direction = _mover(played, moved), self._direction
        learned = self if seat is None or direction is None else self.learned(seat, direction)
        return learned.explained()

    def learned(self, seat: int, direction: float) -> "Sides":
        """The sides after a player has reached from a direction; if that is another side, all is learned anew."""
        its = self.known.get(seat, ())
        known = {} if its and _angle_between(_mean(its), direction) > _MIN_CHANGED_SEAT else self.known
        return replace(self, known={**known, seat: (*known.get(seat, ()), direction)[-_MAX_REACHES:]})

    def seat_at(self, direction: float, seats: Collection[int]) -> int | None:
        """Which of these players reaches from a direction; None where that is not clear."""
        found = [
            one for one in seats if all(self._is_likelier(one, other, direction) for other in seats if other != one)
        ]
        return found[0] if len(found) == 1 else None

    def agreeing(self, played: AnyReplay, choices: Sequence[Moved[object]]) -> tuple[Moved[object], ...]:
        """The choices that agree with who has reached over the table.

        Empty where that is not clear, or the choices differ in something else.
        """
        seats = [_mover(played, choice) for choice in choices]
        candidates, direction = {seat for seat in seats if seat is not None}, self._direction
        if direction is None or None in seats or len(candidates) < 2:
            return ()
        seat = self.seat_at(direction, candidates)
        return tuple(choice for choice, its in zip(choices, seats, strict=True) if its == seat)

    @property
    def _direction(self) -> float | None:
        """The direction from which one player alone has reached; None where that is not clear."""
        if not self.reached:
            return None
        mean = _mean(self.reached)
        return mean if all(_angle_between(mean, reached) < _MAX_OFF_SIDE for reached in self.reached) else None

    def _is_likelier(self, one: int, other: int, direction: float) -> bool:
        """Whether one player may have reached from a direction, and clearly not the other."""
        its, others = self.known.get(one, ()), self.known.get(other, ())
        if not others or len(its) + len(others) < _MIN_REACHES:
            return False
        off, far = _angle_between(_mean(its), direction) if its else 0.0, _angle_between(_mean(others), direction)
        is_known = min(len(its), len(others)) >= _MIN_REACHES
        return off < _MAX_OFF_SIDE and far > (off + _MIN_FARTHER if is_known else _MIN_CHANGED_SEAT)


def _mover(played: AnyReplay, moved: Moved[object]) -> int | None:
    """The seat that made all moves that changed the table; None for nobody, several, or another game than is played."""
    game, state = played.game, played.now
    seats: set[int | None] = set()
    for move in () if moved.options else moved.moves:
        after = state_after(game, state, [move])
        if game.layout(after) != game.layout(state):
            seats.add(game.mover(state, move))
        state = after
    return seats.pop() if len(seats) == 1 else None


def _mean(directions: Sequence[float]) -> float:
    return float(np.degrees(np.angle(np.exp(1j * np.radians(list(directions))).sum())))


def _angle_between(one: float, other: float) -> float:
    """The angle between two directions (degrees)."""
    return abs((one - other + 180) % 360 - 180)
