"""Where a campaign stands, as everybody at the table may see it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engines.messages import Message, message
from engines.stop.route import City

Ended = Literal["", "lost", "complete"]


@dataclass(frozen=True)
class March:
    """A campaign at one moment."""

    king: str
    course: int
    game: int  # the number of the game that is played
    games: int  # that were played before it
    to_pay: int  # games until the generals are paid, this one among them
    cities: int  # advances that the king has made
    city: City  # where he is
    passed: tuple[City, ...]  # all from home to there
    following: City | None  # where he goes next, None when he is home again
    purse: int
    coins: tuple[int, ...]  # what everybody has, the king first
    account: Mapping[str, int]  # what each way to win and to lose has brought him from the beginning
    ended: Ended
    leg_over: bool
    first_leg: int = 0  # the number in the journal of the campaign's first leg

    def said(self, language: str) -> Message:
        """Game, city and purse in one line."""
        return message(
            "campaign.now", game=self.game, place=self.city.name(language), city=self.cities, coins=self.purse
        )
