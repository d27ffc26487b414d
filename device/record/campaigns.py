"""The campaigns of a journal, each with its legs: several may go on side by side, and all are kept (S-25).

Everything is computed from the journal on demand. A leg's start has the account that it began with, so only the last
leg of each campaign is replayed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise

from device.games.listing import GAMES, profile_of
from device.games.march import March
from device.record.archive import GameArchive, KeptGame
from device.record.entries import Entry, first_leg_of, is_leg
from device.record.replay import CorrectionRefused
from engines.messages import message
from engines.stop.route import Route


@dataclass(frozen=True)
class Arrival:
    """The king's arrival in a city."""

    cities: int  # its number on the route, 0 for home
    purse: int  # his coins at that time
    at: str  # time


@dataclass(frozen=True)
class Campaign:
    """A campaign of one leg or several."""

    legs: tuple[Entry, ...]  # the starts of its games, in order
    last: KeptGame  # the last of these games
    march: March
    route: Route

    @property
    def number(self) -> int:
        """The number of its first leg, which identifies it."""
        return self.legs[0].number

    @property
    def name(self) -> str:
        """Its name; empty if people gave it none."""
        return self.legs[0].data.get("campaign", "")

    @property
    def players(self) -> tuple[str, ...]:
        """The current names of the king and his generals."""
        return tuple(self.last.start.data["players"])

    @property
    def last_at(self) -> str:
        """When it was last played."""
        return self.last.entries[-1].at

    @property
    def arrivals(self) -> tuple[Arrival, ...]:
        """Every city reached, in order."""
        return (*(_arrival(leg, self.route) for leg in self.legs), *_arrivals_in(self.last, self.route))


def _arrivals_in(kept: KeptGame, route: Route) -> Iterator[Arrival]:
    """The cities reached within a game: after ten games; in a leg only at its end."""
    at = {entry.number: entry.at for entry in kept.entries}
    march = profile_of(kept.start.data["game"]).march
    for before, ply in pairwise(() if kept.played is None else kept.played.plies):
        was, now = march(before.state, route), march(ply.state, route)
        if was and now and now.cities > was.cities:
            yield Arrival(now.cities, now.purse, at.get(ply.entry, kept.entries[-1].at))


def _arrival(leg: Entry, route: Route) -> Arrival:
    """The city and purse at the start of a leg."""
    profile = profile_of(leg.data["game"])
    march = profile.march(profile.game.start(leg.data["players"], leg.data["options"]), route)
    assert march is not None
    return Arrival(march.cities, march.purse, leg.at)


def _is_of_campaign(start: Entry) -> bool:
    """Whether a game is a leg, or a complete campaign, as earlier boxes kept it and records still may."""
    kind = profile_of(start.data["game"]).campaigns if start.data["game"] in GAMES else None
    return kind is not None and (is_leg(start.data) or kind.chosen(start.data["options"]))


def campaigns(archive: GameArchive, route: Route) -> list[Campaign]:
    """Every campaign that was played or is on the table, the latest first; raises `JournalTrouble`."""
    legs = sorted((start for start in archive.begun() if _is_of_campaign(start)), key=first_leg_of)
    found = [_campaign(archive, tuple(group), route) for _, group in groupby(legs, key=first_leg_of)]
    there = (one for one in found if one is not None and (len(one.legs) > 1 or one.march.games or _is_begun(one)))
    return sorted(there, key=lambda one: -one.last.entries[-1].number)


def _is_begun(campaign: Campaign) -> bool:
    return campaign.last.is_current or len(campaign.last.entries) > 1


def campaign(archive: GameArchive, number: int, route: Route) -> Campaign:
    """A campaign by the number of its first leg; raises `CorrectionRefused` where there is none."""
    legs = tuple(start for start in archive.begun() if _is_of_campaign(start) and first_leg_of(start) == number)
    found = _campaign(archive, legs, route) if legs else None
    if found is None:
        raise CorrectionRefused(message("campaign.none"))
    return found


def _campaign(archive: GameArchive, legs: tuple[Entry, ...], route: Route) -> Campaign | None:
    """None where its last leg cannot be played."""
    last = archive.leg(legs[-1].number)
    profile = profile_of(last.start.data["game"])
    march = None if last.played is None else profile.march(last.played.now, route, first_leg_of(legs[0]))
    return None if march is None else Campaign(legs, last, march, route)
