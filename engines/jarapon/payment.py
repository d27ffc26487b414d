"""Who pays whom what for a hand, and for a false win (J7-20 to J7-25)."""

from collections.abc import Sequence
from dataclasses import dataclass

PLAYERS = range(2, 5)
STAKE = 10  # J7-9: the chip that a riichi puts in the centre


@dataclass(frozen=True)
class Payment:
    """What is due for a won hand."""

    each: int | None  # from each other player (self-draw)
    discarder: int | None  # from the discarder alone (ron)
    stakes: int  # the riichi chips on the table, never doubled (J7-21, J7-23)
    received: int  # everything together

    @property
    def share(self) -> int:
        """What one payer owes."""
        return self.each or self.discarder or 0


@dataclass(frozen=True)
class Settlement:
    """What payers really pay, what each has left, and whether the match ends because one has nothing left (J7-24)."""

    paid: tuple[int, ...]
    left: tuple[int, ...]
    match_over: bool


def payment(total: int, players: int, ron: bool, chips: int = 0) -> Payment:
    """What a hand of this total brings with so many players and riichi chips on the table.

    >>> payment(240, players=4, ron=False).received, payment(240, players=4, ron=True, chips=2).received
    (720, 260)
    """
    stakes = chips * STAKE
    if ron:
        return Payment(None, total, stakes, total + stakes)
    return Payment(total, None, stakes, total * (players - 1) + stakes)


def settle(due: int, purses: Sequence[int]) -> Settlement:
    """Let each payer pay what is due, or what he has.

    >>> settle(240, [3000, 100])
    Settlement(paid=(240, 100), left=(2760, 0), match_over=True)
    """
    paid = tuple(min(due, purse) for purse in purses)
    left = tuple(purse - share for purse, share in zip(purses, paid, strict=True))
    return Settlement(paid, left, 0 in left)
