"""All games that the box knows, by their profiles; every list of games is derived from here.

A game of another package joins them by an entry point in the group `jarapon.games` that names its `Profile`: see
`docs/adding_a_game.md`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from device.drop_it.frame_table import FrameArrangement
from device.extensions import extensions
from device.games import (
    doubt,
    drop_it,
    infiltration,
    jarapon,
    search,
    sevens,
    skip_bo,
    squares,
    stop,
)
from device.games.profile import AnyProfile, Profile
from device.games.trial import tried
from engines.contract import AnyGame, Option
from vision.places.base import Arrangement

GROUP = "jarapon.games"
_OURS: tuple[AnyProfile, ...] = (
    search.PROFILE,
    sevens.PROFILE,
    doubt.PROFILE,
    infiltration.PROFILE,
    squares.CHECKERS,
    squares.REVERSI,
    jarapon.PROFILE,
    stop.PROFILE,
    drop_it.PROFILE,
    skip_bo.PROFILE,
)


def _by_name() -> dict[str, AnyProfile]:
    """All profiles; a name that two packages claim stays with the first, ours before others."""
    found: dict[str, AnyProfile] = {}
    for profile in (*_OURS, *extensions(GROUP, Profile, tried)):
        found.setdefault(profile.game.NAME, profile)
    return found


_PROFILES = _by_name()
GAMES: dict[str, AnyGame] = {name: profile.game for name, profile in _PROFILES.items()}
WATCHED: dict[str, AnyGame] = {name: profile.game for name, profile in _PROFILES.items() if profile.is_watched}
ON_SHEET: tuple[str, ...] = tuple(
    name for name, profile in _PROFILES.items() if isinstance(profile.arrangement, Arrangement)
)
WITH_TAUGHT_CARDS: tuple[str, ...] = tuple(
    name for name, profile in _PROFILES.items() if profile.cards is not None and profile.cards.finder is None
)
IN_FRAME: tuple[str, ...] = tuple(
    name for name, profile in _PROFILES.items() if isinstance(profile.arrangement, FrameArrangement)
)
AT_DEMO = (*ON_SHEET, *IN_FRAME)  # that can be watched at the demo table
WITH_CARDS: tuple[str, ...] = tuple(name for name, profile in _PROFILES.items() if profile.cards is not None)


def to_begin(at_demo: bool) -> Mapping[str, AnyGame]:
    """The games that people may begin for a camera; at the demo table those that can be watched there."""
    return {name: WATCHED[name] for name in AT_DEMO} if at_demo else WATCHED


def house_rules(game: AnyGame) -> Sequence[Option]:
    """What people may choose of the rules; the score sheet is the box's own.

    >>> [rule.name for rule in house_rules(GAMES["checkers"])]
    ['first', 'forty_moves', 'repetition']
    """
    return [option for option in game.OPTIONS if option.asked and option.name != "sheet"]


def is_by_hand(start: Mapping[str, Any]) -> bool:
    """Whether people enter the moves of a game that began so in the journal: no camera watches it.

    >>> is_by_hand({"game": "reversi"}), is_by_hand({"game": "reversi", "by_hand": True}), is_by_hand({"game": "stop"})
    (False, True, True)

    Before cards were followed their games were all entered, and nothing was written down of it.
    """
    return bool(start.get("by_hand", start["game"] not in ON_SHEET))


def arrangement_of(game: str) -> Arrangement:
    """How the tiles of a game that the camera follows are laid; a `KeyError` for any other."""
    arrangement = profile_of(game).arrangement
    if not isinstance(arrangement, Arrangement):
        raise KeyError(game)
    return arrangement


def profile_of(game: str) -> AnyProfile:
    """The profile of a game; a `KeyError` for one that is not known."""
    return _PROFILES[game]
