"""Decides who called first: calls from phones are ordered by pressing, not by arrival.

A phone reports how long ago its button was pressed, by its own clock. The box waits a moment after the first call,
since a call over a slower network may have been pressed earlier; then the rules are applied in the order of pressing.

>>> ben = Called("pon", 1, moves=9, pressed_s=5.0, arrived_s=5.1)
>>> aya = Called("pon", 0, moves=9, pressed_s=4.8, arrived_s=5.3)
>>> decided = decide([ben, aya], lambda made, call: not made)
>>> [call.player for call in decided.made], [(call.player, lost.to.player) for call, lost in decided.lost.items()]
([0], [(1, 0)])
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

WINDOW_S = 0.4  # seconds after the first arrival in which other calls are awaited
MAX_AGO_S = 3.0  # maximum age of a press, whatever the phone reports
MAX_ALIKE_S = 0.03  # seconds: calls closer than this are simultaneous, by the error of screens, networks and clocks

Why = Literal[
    "repeated",  # the same player called the same before
    "not_allowed",  # by the rules
    "slower",  # the other was pressed earlier
    "at_once",  # both at the same moment, and the rules do not say which comes first
    "by_rules",  # both at the same moment, and the rules prefer the other
    "too_late",  # the other was recorded before this one arrived
]


@dataclass(frozen=True)
class Called:
    """A call; times are seconds of the box's clock."""

    name: str
    player: int  # seat
    moves: int  # number of moves in the position in which it was made
    pressed_s: float
    arrived_s: float
    by: str = "phone"
    is_shared: bool = False  # whether others may make it as well, as far as the rules allow

    @property
    def contest(self) -> tuple[str, int | None]:
        """What only the first of several calls may have."""
        return self.name, self.player if self.is_shared else None


Allowed = Callable[[tuple[Called, ...], Called], bool]
"""Whether the rules allow a call after others that were made in the same position."""


@dataclass(frozen=True)
class Lost:
    """Why a call does not count."""

    why: Why
    to: Called | None = None  # the call that counts instead, if any


@dataclass(frozen=True)
class Decision:
    """The outcome of calls."""

    made: tuple[Called, ...] = ()  # the calls that count, in order
    lost: dict[Called, Lost] = field(default_factory=dict)


def pressed_s(ago_s: float, arrived_s: float, since_s: float, sent_s: float | None = None) -> float:
    """When a button was pressed, by the box's clock.

    `ago_s`: seconds from pressing to sending, by the phone. `sent_s`: sending time by the phone's estimate of the box's
    clock, so that a slow network is no disadvantage. A phone is trusted within bounds: nobody presses after his call
    has arrived, nor more than `MAX_AGO_S` before, nor before the box has published the position, at `since_s`.

    >>> pressed_s(0.2, arrived_s=8.0, since_s=5.0), pressed_s(60.0, 8.0, 7.5), pressed_s(-1.0, 8.0, 5.0)
    (7.8, 7.5, 8.0)
    """
    pressed = (arrived_s if sent_s is None else min(sent_s, arrived_s)) - max(ago_s, 0.0)
    return min(arrived_s, max(pressed, arrived_s - MAX_AGO_S, since_s))


def decide(calls: Iterable[Called], allowed: Allowed, standing: Sequence[Called] = ()) -> Decision:
    """Which of these calls count; `standing` are those already recorded in this position.

    Of calls of one kind the first pressed counts; of simultaneous ones the one that the rules prefer: it may still be
    made after each of the others, and none of them after it. Then the next kind may follow, if the rules still allow
    it, as one may win with a tile for which another has called pon; a shared call of another player is a kind of its
    own.
    """
    decision = Decision()
    waiting = _once(calls, decision)
    possible = [call for call in waiting if allowed((), call)]
    decision.lost.update({call: Lost("not_allowed") for call in waiting if call not in possible})
    made: list[Called] = []
    for contest in dict.fromkeys(call.contest for call in possible):
        alike = [call for call in possible if call.contest == contest]
        first = _first(alike, allowed, decision, standing)
        if first is None:
            continue
        if not made or allowed(tuple(made), first):
            made.append(first)
        else:
            is_slower = first.pressed_s - made[-1].pressed_s >= MAX_ALIKE_S
            decision.lost[first] = Lost("slower" if is_slower else "by_rules", made[-1])
    return Decision(tuple(made), decision.lost)


def _once(calls: Iterable[Called], decision: Decision) -> list[Called]:
    """The calls in the order of pressing, each player's first of each kind."""
    kept: dict[tuple[str, int], Called] = {}
    for call in sorted(dict.fromkeys(calls), key=lambda one: one.pressed_s):
        first = kept.setdefault((call.name, call.player), call)
        if first is not call:
            decision.lost[call] = Lost("repeated", first)
    return list(kept.values())


def _first(alike: Sequence[Called], allowed: Allowed, decision: Decision, standing: Sequence[Called]) -> Called | None:
    """The first of several calls of one kind, if there is one; notes in the decision why the others lost."""
    recorded = next((one for one in standing if one.contest == alike[0].contest), None)
    if recorded is not None:
        for call in alike:
            earlier = call.pressed_s - recorded.pressed_s < MAX_ALIKE_S
            decision.lost[call] = Lost("too_late" if earlier else "slower", recorded)
        return None
    at_once = [call for call in alike if call.pressed_s - alike[0].pressed_s < MAX_ALIKE_S]
    preferred = [call for call in at_once if all(_beats(call, other, allowed) for other in at_once if other != call)]
    first = preferred[0] if len(preferred) == 1 else None
    for call in alike:
        if call in at_once and call != first:
            others = (other for other in at_once if other != call)
            decision.lost[call] = Lost("at_once", next(others)) if first is None else Lost("by_rules", first)
        elif call not in at_once:
            decision.lost[call] = Lost("slower", first or alike[0])
    return first


def _beats(call: Called, other: Called, allowed: Allowed) -> bool:
    """Whether the rules prefer one of two simultaneous calls."""
    return allowed((other,), call) and not allowed((call,), other)
