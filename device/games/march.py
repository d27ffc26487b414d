"""Where a campaign stands, as everybody at the table may see it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engines.messages import Message, message
from engines.stop.route import City

Ended = Literal["", "lost", "complete"]


@dataclass(frozen=True)
class March:
    """A campaign at one moment.

    `game`: the number of the game that is played, after `games`; `to_pay`: how many games until the generals are paid,
    this one among them. `cities`: how many advances the king has made; `city` is where he is, `passed` are all from
    home to there, and `following` is where he goes next, None when he is home again. `coins`: what everybody has, the
    king first; `account`: what each way to win and to lose has brought him from the beginning. `first_leg`: the number
    in the journal of the campaign's first leg.
    """

    king: str
    course: int
    game: int
    games: int
    to_pay: int
    cities: int
    city: City
    passed: tuple[City, ...]
    following: City | None
    purse: int
    coins: tuple[int, ...]
    account: Mapping[str, int]
    ended: Ended
    leg_over: bool
    first_leg: int = 0

    def said(self, language: str) -> Message:
        """Game, city and purse in one line."""
        return message(
            "campaign.now", game=self.game, place=self.city.name(language), city=self.cities, coins=self.purse
        )
