"""The legs of a campaign: each is a game of the journal, and begins with what the one before came to (S-25).

The start of each leg has the name of the campaign and, but for the first, the number of the first leg.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from device.games.listing import is_by_hand, profile_of
from device.record.entries import LEG, EntryData, first_leg_of, is_leg
from device.record.journal import Entry, Journal
from device.record.line import line_of
from device.record.replay import CorrectionRefused, Replay
from device.table.events import NewGame
from engines.contract import AnyGame
from engines.messages import Fact, Refusal, message

MANY = 1 << 20


def in_legs(game: str, options: Mapping[str, Fact]) -> dict[str, Fact]:
    """The options of a new game: a campaign is played in legs, of which this is the first.

    >>> in_legs("stop", {"course": 300}), in_legs("stop", {"games": 5})
    ({'course': 300, 'leg': 'first'}, {'games': 5})
    """
    campaigns = profile_of(game).campaigns
    if campaigns is None or options.get(LEG) or not campaigns.chosen(options):
        return dict(options)
    return {**options, LEG: campaigns.first}


def named_leg(new: NewGame) -> EntryData:
    """What the start of a new game says of its campaign."""
    said: EntryData = {}
    if new.campaign:
        said["campaign"] = new.campaign
    if new.first_leg:
        said["first_leg"] = new.first_leg
    return said if in_legs(new.game, new.options).get(LEG) else {}


def _as_begun(of: EntryData) -> NewGame:
    """What began the game of a start."""
    return NewGame(
        game=of["game"],
        players=tuple(of["players"]),
        options=of["options"],
        by_hand=is_by_hand(of),
        campaign=of.get("campaign", ""),
        computers=tuple(of.get("computers", ())),
        pad=of.get("pad", False),
    )


def anew(start: Entry) -> NewGame:
    """What begins the game of a start once more; of a campaign's leg, the campaign from its beginning."""
    begun = _as_begun(start.data)
    unbegun = {name: value for name, value in begun.options.items() if name != LEG}
    return replace(begun, options=in_legs(begun.game, unbegun)) if is_leg(start.data) else begun


def next_leg(start: Entry, now: Any) -> NewGame | None:  # a state of the game that begun there
    """The leg that follows one that is over; none as long as it is not, nor where the campaign has ended."""
    campaigns = profile_of(start.data["game"]).campaigns
    carried = None if campaigns is None else campaigns.carried(now)
    if not carried:
        return None
    options = {**start.data["options"], LEG: carried}
    return replace(_as_begun(start.data), options=options, first_leg=first_leg_of(start))


def following(journal: Journal, entries: Sequence[Entry], games: Mapping[str, AnyGame]) -> NewGame | None:
    """The leg that follows the game of these entries; none where that is no leg, or not over.

    Raises `CorrectionRefused` where the campaign has gone on from there already.
    """
    if not entries or not is_leg(entries[0].data) or entries[0].data["game"] not in games:
        return None
    later = journal.begun(entries[0].number, MANY)
    if any(is_leg(start.data) and first_leg_of(start) == first_leg_of(entries[0]) for start in later):
        raise CorrectionRefused(message("campaign.gone_on"))
    try:
        played, _ = Replay.begun(entries, games).as_far_as(line_of(entries))
    except Refusal:
        return None
    return next_leg(entries[0], played.now)
