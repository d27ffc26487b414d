"""The Alexander campaign (アレクサンダー大王の大遠征): a king and four generals on a route of 100 cities, S-23 to S-26.

The king is the player of seat 0. The campaign is part of the state and survives interruptions (S-25).

It is played in legs of ten games, each of which leads to the next city, and each leg is one game of the journal: a
whole campaign has up to a thousand games, too many to replay at every start and after every correction. The option
`leg`, a text that the game itself writes, carries the state of one leg to the next. Without it a campaign is one game.

>>> settled(Campaign(), games=10, coins=201), settled(Campaign(), games=10, coins=200)
((Campaign(cities=1), 50), (Campaign(cities=0), 50))
>>> from engines.stop.payment import opened
>>> begun = Match(10, 2, 1, opened((640, 50, 50, 50, 50)), Campaign(1))
>>> carried_text(begun)
'games 10 dealer 3 stakes 1 / start 640 / start 50 / start 50 / start 50 / start 50'
>>> carried_from(carried_text(begun)) == begun
True
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engines.contract import BadOption
from engines.messages import Fact, message
from engines.stop.payment import ACCOUNTS, Ledger, balances

KING = 0
GENERALS = (1, 2, 3, 4)
COURSES = (1000, 700, 500, 300)  # S-23: the coins that the king starts with
CITIES = 100
GAMES_A_CITY = 10
SALARY = 50  # to each general


@dataclass(frozen=True, slots=True)
class Campaign:
    """The progress of a campaign."""

    cities: int = 0  # advances since home

    @property
    def is_complete(self) -> bool:
        """Whether the king is home again: 100 advances complete the route (S-25)."""
        return self.cities == CITIES


def settled(campaign: Campaign, games: int, coins: int) -> tuple[Campaign, int]:
    """The campaign after a number of games that left the king some coins, and each general's salary.

    After every ten games the king pays salaries, and advances if he then still has a coin (S-24).
    """
    if is_lost(coins) or games % GAMES_A_CITY:
        return campaign, 0
    advances = not is_lost(coins - SALARY * len(GENERALS))
    return Campaign(campaign.cities + advances), SALARY


def is_lost(coins: int) -> bool:
    """Whether the king has no coin left, which ends the campaign at once (S-24)."""
    return coins <= 0


WHOLE, FIRST = "", "first"  # values of the option `leg`: no legs; the first leg
_SEATS = 5
_HEAD = ("games", "dealer", "stakes")
_NUMBER = re.compile(r"-?\d{1,6}")
_NOTHING = "-"


@dataclass(frozen=True, slots=True)
class Match:
    """The part of a state that continues from game to game, and from one leg of a campaign to the next."""

    games: int  # played
    dealer: int | None  # seat of the next dealer; None until the lots have decided
    stakes: int  # riichi coins on the table
    ledger: Ledger
    campaign: Campaign | None = None
    seed: int | None = None  # of all later deals, where these are known


def asks_for_campaign(options: Mapping[str, Fact]) -> bool:
    """Whether the options of a game are those of a campaign.

    >>> asks_for_campaign({"course": 300}), asks_for_campaign({"games": 5})
    (True, False)
    """
    return options.get("course", "none") != "none"


def carried_text(carried: Match) -> str:
    """A match as the value of the option `leg`."""
    dealer = 0 if carried.dealer is None else carried.dealer + 1
    head = f"games {carried.games} dealer {dealer} stakes {carried.stakes}"
    return " / ".join((head, *map(_row_text, carried.ledger)))


def _row_text(row: Sequence[int]) -> str:
    named = zip(ACCOUNTS, row, strict=True)
    return " ".join(f"{account} {coins}" for account, coins in named if coins) or _NOTHING


def carried_from(text: str) -> Match:
    """The match that `carried_text` wrote; raises `BadOption`."""
    try:
        head, *rows = text.split(" / ")
        games, dealer, stakes = _numbers(head, _HEAD)
        ledger = tuple(_numbers(row, ACCOUNTS) for row in rows)
    except ValueError:
        raise _bad(text) from None
    legs, rest = divmod(games, GAMES_A_CITY)
    is_leg = not rest and 0 < legs < CITIES and len(rows) == _SEATS
    if not is_leg or dealer not in range(_SEATS + 1) or stakes < 0 or is_lost(balances(ledger)[KING]):
        raise _bad(text)
    return Match(games, dealer - 1 if dealer else None, stakes, ledger, Campaign(legs))


def _numbers(text: str, names: Sequence[str]) -> tuple[int, ...]:
    """The numbers of `name number` pairs in the order of `names`, 0 for a missing one; raises `ValueError`."""
    words = [] if text == _NOTHING else text.split(" ")
    found = dict(_pairs(words))
    if len(words) != 2 * len(found) or not found.keys() <= set(names):
        raise ValueError(text)
    return tuple(found.get(name, 0) for name in names)


def _pairs(words: Sequence[str]) -> Iterable[tuple[str, int]]:
    for name, number in zip(words[::2], words[1::2], strict=True):
        if not _NUMBER.fullmatch(number):
            raise ValueError(number)
        yield name, int(number)


def _bad(text: str) -> BadOption:
    return BadOption(message("stop.bad_leg", text=text[:60]))
