"""The campaigns of a journal, each with its legs: several may go on side by side, and all are kept for ever (S-25).

Everything is worked out from the journal when somebody asks. A leg's start has the account that it began with, so only
the last leg of each campaign is played.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise

from device.record.archive import GameArchive, KeptGame
from device.record.entries import Entry
from device.record.march import LEG, March, first_of, is_campaign, march_of
from device.record.replay import CorrectionRefused
from engines.messages import message
from engines.stop.campaign import GAMES_A_CITY, KING
from engines.stop.legs import FIRST, carried_from
from engines.stop.payment import ACCOUNTS, balances
from engines.stop.route import Route
from engines.stop.state import State


@dataclass(frozen=True)
class Arrival:
    """When the king came to a city, and what he then had; `cities` is its number on the route, 0 for home."""

    cities: int
    purse: int
    at: str


@dataclass(frozen=True)
class Campaign:
    """A campaign: `legs` are the games of the journal that began it and went on with it, `last` is the last of them."""

    legs: tuple[Entry, ...]
    last: KeptGame
    march: March

    @property
    def number(self) -> int:
        """The number of its first leg, by which it is found."""
        return self.legs[0].number

    @property
    def name(self) -> str:
        """What people called it; none where they did not."""
        return self.legs[0].data.get("campaign", "")

    @property
    def players(self) -> tuple[str, ...]:
        """The king and his generals, as they are called now."""
        return tuple(self.last.start.data["players"])

    @property
    def games(self) -> int:
        """How many games have been played."""
        return self._state.games

    @property
    def coins(self) -> tuple[int, ...]:
        """What everybody has."""
        return self._state.coins

    @property
    def account(self) -> dict[str, int]:
        """What each way to win and to lose has brought the king from the beginning, in coins."""
        return dict(zip(ACCOUNTS, self._state.ledger[KING], strict=True))

    @property
    def last_at(self) -> str:
        """When something was last done in it."""
        return self.last.entries[-1].at

    @property
    def arrivals(self) -> tuple[Arrival, ...]:
        """Every city that was reached, in order."""
        return (*(_arrival(leg, self.march.course) for leg in self.legs), *_arrivals_in(self.last))

    @property
    def _state(self) -> State:
        state = None if self.last.played is None else self.last.played.now
        if not isinstance(state, State):
            raise CorrectionRefused(message("keeping.unknown_game"))
        return state


def _arrivals_in(kept: KeptGame) -> Iterator[Arrival]:
    """The cities that were reached within a game: after ten games, of a leg only at its end."""
    at = {entry.number: entry.at for entry in kept.entries}
    for before, ply in pairwise(() if kept.played is None else kept.played.plies):
        was, now = before.state.campaign, ply.state.campaign
        if was and now and now.cities > was.cities:
            yield Arrival(now.cities, ply.state.coins[KING], at.get(ply.entry, kept.entries[-1].at))


def _arrival(leg: Entry, course: int) -> Arrival:
    """Where and with what a leg begins."""
    carried = str(leg.data["options"].get(LEG, FIRST))
    if carried == FIRST:
        return Arrival(0, course, leg.at)
    begun = carried_from(carried)
    return Arrival(begun.games // GAMES_A_CITY, balances(begun.ledger)[KING], leg.at)


def campaigns(archive: GameArchive, route: Route) -> list[Campaign]:
    """Every campaign that was played or is on the table, the latest first; raises `JournalTrouble`."""
    legs = sorted((start for start in archive.begun() if is_campaign(start.data)), key=first_of)
    found = [_campaign(archive, tuple(group), route) for _, group in groupby(legs, key=first_of)]
    there = (one for one in found if one is not None and (len(one.legs) > 1 or one.games or _is_begun(one)))
    return sorted(there, key=lambda one: -one.last.entries[-1].number)


def _is_begun(campaign: Campaign) -> bool:
    return campaign.last.is_current or len(campaign.last.entries) > 1


def campaign(archive: GameArchive, number: int, route: Route) -> Campaign:
    """A campaign by the number of its first leg; raises `CorrectionRefused` where there is none."""
    legs = tuple(start for start in archive.begun() if is_campaign(start.data) and first_of(start) == number)
    found = _campaign(archive, legs, route) if legs else None
    if found is None:
        raise CorrectionRefused(message("campaign.none"))
    return found


def _campaign(archive: GameArchive, legs: tuple[Entry, ...], route: Route) -> Campaign | None:
    """None where its last leg cannot be played."""
    last = archive.leg(legs[-1].number)
    march = None if last.played is None else march_of(last.played.now, route, first_of(legs[0]))
    return None if march is None else Campaign(legs, last, march)
