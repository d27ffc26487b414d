"""Where a campaign stands: which game is played, in which city the king is, and what is in his purse.

>>> from device.config.routes import load_route
>>> from engines import stop
>>> state = stop.start(["Aya", "Ben", "Chie", "Dan", "Emi"], {"course": 700})
>>> march = march_of(state, load_route(None))
>>> march.game, march.city.en, march.following.en, march.purse, march.ended
(1, 'Pella', 'Amphipolis', 700, '')
"""

from dataclasses import dataclass
from typing import Literal

from device.record.entries import Entry, EntryData
from engines.messages import Message, message
from engines.stop.campaign import GAMES_A_CITY, KING, is_lost
from engines.stop.messages import game_number
from engines.stop.route import City, Route
from engines.stop.state import NAME, OVER, State

LEG = "leg"  # the option
Ended = Literal["", "lost", "complete"]


@dataclass(frozen=True)
class March:
    """A campaign at one moment.

    `game`: the number of the game that is played; `to_pay`: how many games until the generals are paid, this one among
    them. `cities`: how many advances the king has made; `city` is where he is, `passed` are all from home to there, and
    `following` is where he goes next, None when he is home again. `first_leg`: the number in the journal of the
    campaign's first leg.
    """

    king: str
    course: int
    game: int
    to_pay: int
    cities: int
    city: City
    passed: tuple[City, ...]
    following: City | None
    purse: int
    ended: Ended
    leg_over: bool
    first_leg: int = 0

    def said(self, language: str) -> Message:
        """Game, city and purse in one line."""
        return message(
            "campaign.now", game=self.game, place=self.city.name(language), city=self.cities, coins=self.purse
        )


def is_leg(start: EntryData) -> bool:
    """Whether a game is a leg of a campaign."""
    return bool(start["options"].get(LEG))


def is_campaign(start: EntryData) -> bool:
    """Whether a game is a leg of a campaign, or a whole one, as boxes once kept it and records still may."""
    return is_leg(start) or (start["game"] == NAME and start["options"].get("course", "none") != "none")


def first_of(start: Entry) -> int:
    """The number of the first leg of the campaign of which this is one."""
    return start.data.get("first_leg") or start.number


def march_of(state: object, route: Route, first_leg: int = 0) -> March | None:
    """Where the campaign of a state stands; None for a game that is none."""
    if not isinstance(state, State) or state.campaign is None or state.rules.course is None:
        return None
    cities, purse = state.campaign.cities, state.coins[KING]
    is_complete = state.campaign.is_complete
    return March(
        king=state.players[KING],
        course=state.rules.course,
        game=game_number(state),
        to_pay=GAMES_A_CITY - state.games % GAMES_A_CITY,
        cities=cities,
        city=route.reached(cities),
        passed=route.passed(cities),
        following=None if is_complete else route.cities[cities],
        purse=purse,
        ended="complete" if is_complete else "lost" if is_lost(purse) else "",
        leg_over=state.phase == OVER,
        first_leg=first_leg,
    )
