"""The progress of a campaign, as everybody at the table may know it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engines.messages import Message, message
from engines.stop.route import City

Ended = Literal["", "lost", "complete"]


@dataclass(frozen=True)
class March:
    """The progress of a campaign at one moment."""

    king: str
    course: int
    game: int  # number of the current game
    games: int  # games played before it
    to_pay: int  # games until the generals are paid, the current one included
    cities: int  # number of advances of the king
    city: City  # where he is
    passed: tuple[City, ...]  # all cities from home to there
    following: City | None  # the next city; None when he is home again
    purse: int
    coins: tuple[int, ...]  # everybody's coins, the king first
    account: Mapping[str, int]  # the king's total from each kind of win and loss
    ended: Ended
    leg_over: bool
    first_leg: int = 0  # journal number of the campaign's first leg

    def said(self, language: str) -> Message:
        """Game, city and purse in one line."""
        return message(
            "campaign.now", game=self.game, place=self.city.name(language), city=self.cities, coins=self.purse
        )
