"""The Alexander campaign (アレクサンダー大王の大遠征): a king and four generals on a route of 100 cities, S-23 to S-26.

The king is the player of seat 0. Nothing of a campaign is lost when people leave (S-25): it is part of the state.

>>> settled(Campaign(), games=10, coins=201), settled(Campaign(), games=10, coins=200)
((Campaign(cities=1), 50), (Campaign(cities=0), 50))
"""

from dataclasses import dataclass

KING = 0
GENERALS = (1, 2, 3, 4)
COURSES = (1000, 700, 500, 300)  # S-23: the coins that the king starts with
CITIES = 100
GAMES_A_CITY = 10
SALARY = 50  # to each general


@dataclass(frozen=True, slots=True)
class Campaign:
    """How far the king has come: so many cities from home."""

    cities: int = 0

    @property
    def is_complete(self) -> bool:
        """Whether the king is home again: 100 advances complete the route (S-25)."""
        return self.cities == CITIES


def settled(campaign: Campaign, games: int, coins: int) -> tuple[Campaign, int]:
    """The campaign after so many games, the last of which leaves the king so many coins, and each general's salary.

    After every ten games the king pays, and moves on if he then still has a coin (S-24).
    """
    if is_lost(coins) or games % GAMES_A_CITY:
        return campaign, 0
    advances = not is_lost(coins - SALARY * len(GENERALS))
    return Campaign(campaign.cities + advances), SALARY


def is_lost(coins: int) -> bool:
    """Whether the king has nothing left, with which the campaign is over at once (S-24)."""
    return coins <= 0
