"""The payments of each kind of win (S-11 to S-17), and the ledger of all coins.

>>> due("stop", payer=1, payee=0, doubled="first", jokers=2).coins
8
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engines.hands import replaced

FROM_EACH = 1
FROM_ONE = 4
STAKE = 1  # S-8: the coin that a riichi puts on the table
FAILED_STOP = "failed_stop"
BASES = {
    "stop": FROM_EACH,
    FAILED_STOP: FROM_ONE,
    "seventy": FROM_EACH,
    "out": FROM_EACH,
    "tsumo": FROM_EACH,
    "ron": FROM_ONE,
    "hit": FROM_ONE,
}
ACCOUNTS = ("start", "riichi", "stakes", *BASES, "salary")
NOT_DOUBLED, FIRST_ROUND, ONE_SHOT = "", "first", "one_shot"

Ledger = tuple[tuple[int, ...], ...]  # coins by seat, then by account


@dataclass(frozen=True, slots=True)
class Payment:
    """Coins from one player to another."""

    kind: str  # a key of `BASES`
    payer: int
    payee: int
    coins: int
    doubled: str  # why they are doubled: `NOT_DOUBLED`, `FIRST_ROUND` or `ONE_SHOT`
    jokers: int  # in the payer's hand; each doubles them too


def due(kind: str, payer: int, payee: int, doubled: str, jokers: int) -> Payment:
    """The payment that a payer owes: doubled in the first round or for one-shot, and for each joker in his hand."""
    coins = BASES[kind] * (2 if doubled else 1) * 2**jokers
    return Payment(kind, payer, payee, coins, doubled, jokers)


def opened(starts: Sequence[int]) -> Ledger:
    """The ledger at the start: the first coins of each player, and nothing in the other accounts."""
    return tuple((coins, *(0,) * (len(ACCOUNTS) - 1)) for coins in starts)


def booked(ledger: Ledger, seat: int, account: str, coins: int) -> Ledger:
    """The ledger with coins added to one account of one player."""
    if not coins:
        return ledger
    at, row = ACCOUNTS.index(account), ledger[seat]
    return replaced(ledger, seat, replaced(row, at, row[at] + coins))


def paid(ledger: Ledger, payments: Sequence[Payment]) -> Ledger:
    """The ledger after payments."""
    for payment in payments:
        ledger = booked(ledger, payment.payer, payment.kind, -payment.coins)
        ledger = booked(ledger, payment.payee, payment.kind, payment.coins)
    return ledger


def balances(ledger: Ledger) -> tuple[int, ...]:
    """The coins of each player; they may be negative."""
    return tuple(map(sum, ledger))
