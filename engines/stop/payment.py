"""What is paid for each way to win (S-11 to S-17), and the account of every coin.

>>> due("stop", payer=1, payee=0, doubled="first", jokers=2).coins
8
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engines.hands import replaced

FROM_EACH = 1
FROM_ONE = 4
STAKE = 1  # S-8: the coin that a riichi puts on the table
BASES = {
    "stop": FROM_EACH,
    "failed_stop": FROM_ONE,
    "seventy": FROM_EACH,
    "out": FROM_EACH,
    "tsumo": FROM_EACH,
    "ron": FROM_ONE,
    "hit": FROM_ONE,
}
ACCOUNTS = ("start", "riichi", "stakes", *BASES, "salary")
NOT_DOUBLED, FIRST_ROUND, ONE_SHOT = "", "first", "one_shot"

Ledger = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Payment:
    """Coins from one player to another."""

    kind: str
    payer: int
    payee: int
    coins: int
    doubled: str  # the bracket that doubles them
    jokers: int  # the payer's


def due(kind: str, payer: int, payee: int, doubled: str, jokers: int) -> Payment:
    """What a payer owes: twice as much in the first round or for one-shot, and doubled for each joker in his hand."""
    coins = BASES[kind] * (2 if doubled else 1) * 2**jokers
    return Payment(kind, payer, payee, coins, doubled, jokers)


def opened(starts: Sequence[int]) -> Ledger:
    """The account of each player, by seat: what he began with, and nothing yet under the other headings."""
    return tuple((coins, *(0,) * (len(ACCOUNTS) - 1)) for coins in starts)


def booked(ledger: Ledger, seat: int, account: str, coins: int) -> Ledger:
    """The ledger with coins added under one heading of one player."""
    if not coins:
        return ledger
    at, row = ACCOUNTS.index(account), ledger[seat]
    return replaced(ledger, seat, replaced(row, at, row[at] + coins))


def paid(ledger: Ledger, payments: Sequence[Payment]) -> Ledger:
    """The ledger when payments have been made."""
    for payment in payments:
        ledger = booked(ledger, payment.payer, payment.kind, -payment.coins)
        ledger = booked(ledger, payment.payee, payment.kind, payment.coins)
    return ledger


def balances(ledger: Ledger) -> tuple[int, ...]:
    """What each player has; it may be less than nothing."""
    return tuple(map(sum, ledger))
