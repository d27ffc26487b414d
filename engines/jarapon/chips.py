"""The Force chips: with which of them a payment changes hands, change included (J7-1, J7-9, J7-20 to J7-25).

A state knows how many Force everybody has. Which chips these are follows from the account, as long as everybody pays
as told here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from engines.hands import replaced
from engines.jarapon.state import STAKE, Entry

Chips = tuple[int, ...]  # how many of each of the `VALUES`
Holdings = tuple[Chips, ...]  # by seat
VALUES = (500, 100, 10)
START: Chips = (5, 4, 10)  # J7-1
ONE_STAKE: Chips = (0, 0, 1)
# How chips are changed with a third player: 100 into tens, 500 into hundreds, 500 into both.
_EXCHANGES: tuple[Chips, ...] = ((0, 1, -10), (1, -5, 0), (1, -4, -10))


@dataclass(frozen=True, slots=True)
class Handing:
    """Chips that one player gives another; those below zero come back."""

    giver: int
    taker: int
    points: int  # 0: the two only change chips
    chips: Chips


_Booked = tuple[tuple[Handing, ...], Holdings]  # what changes hands, and everybody's chips after it


def handed_over(points: int, payer: Chips, payee: Chips) -> Chips | None:
    """The fewest chips by which one player pays another; with change, which is below zero, only where it takes some.

    None where the two cannot make up the sum.

    >>> handed_over(230, (5, 4, 10), (5, 4, 10)), handed_over(280, (5, 4, 0), (5, 4, 10))
    ((0, 2, 3), (0, 3, -2))
    """
    ranges = [range(-back, given + 1) for given, back in zip(payer, payee, strict=True)]
    sums: list[Chips] = []
    for large, middle in product(*ranges[:2]):
        small, rest = divmod(points - large * VALUES[0] - middle * VALUES[1], VALUES[2])
        if not rest and small in ranges[2]:
            sums.append((large, middle, small))
    return min(sums, key=lambda chips: (min(chips) < 0, sum(map(abs, chips))), default=None)


def last_handings(account: Sequence[Entry], seats: int) -> tuple[Handing, ...]:
    """How chips change hands for the last line of an account; empty where that cannot be told."""
    held: Holdings = (START,) * seats
    handings: tuple[Handing, ...] = ()
    for entry in account:
        booked = _booked(held, entry)
        if booked is None:
            return ()
        handings, held = booked
    return handings


def _booked(held: Holdings, entry: Entry) -> _Booked | None:
    """How chips change hands for a line of the account, and everybody's chips after it."""
    if entry.kind == "riichi":
        ways = ((done, _added(now, entry.seat, ONE_STAKE, -1)) for done, now in _changed(held, entry.seat))
        return next((way for way in ways if min(way[1][entry.seat]) >= 0), None)
    handings: tuple[Handing, ...] = ()
    for seat, gain in enumerate(entry.gained):
        if seat != entry.seat and gain:
            giver, taker = (entry.seat, seat) if gain > 0 else (seat, entry.seat)
            paid = _paid(held, giver, taker, abs(gain))
            if paid is None:
                return None
            handings, held = (*handings, *paid[0]), paid[1]
    stakes = entry.worth.stakes // STAKE if entry.worth else 0
    return handings, _added(held, entry.seat, ONE_STAKE, stakes)


def _paid(held: Holdings, giver: int, taker: int, points: int) -> _Booked | None:
    """One payment; where the two lack the chips for it, the giver first changes some with another player."""
    for exchanges, now in _changed(held, giver):
        chips = handed_over(points, now[giver], now[taker])
        if chips is not None:
            handing = Handing(giver, taker, points, chips)
            return (*exchanges, handing), _after(now, handing)
    return None


def _changed(held: Holdings, giver: int) -> Iterator[_Booked]:
    """Everybody's chips as they are, then after each way to change one of the giver's, then two."""
    others = [seat for seat in range(len(held)) if seat != giver]
    possible = [Handing(giver, other, 0, chips) for other in others for chips in _EXCHANGES]
    found: list[_Booked] = [((), held)]
    for _ in range(3):
        yield from found
        more = [((*done, step), _after(now, step)) for done, now in found for step in possible]
        found = [(done, now) for done, now in more if min(map(min, now)) >= 0]


def _after(held: Holdings, handing: Handing) -> Holdings:
    return _added(_added(held, handing.giver, handing.chips, -1), handing.taker, handing.chips, 1)


def _added(held: Holdings, seat: int, chips: Chips, times: int) -> Holdings:
    return replaced(held, seat, tuple(had + times * more for had, more in zip(held[seat], chips, strict=True)))
