"""All games that the box knows, by profile; every list of games is derived from here.

A game of another package joins them by an entry point in the group `jarapon.games` that names its `Profile`; see
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
from device.games.trial import try_profile
from device.games.winner_form import with_winners
from engines.contract import AnyGame, Option
from vision.places.base import Arrangement

GROUP = "jarapon.games"
_BUILT_IN: tuple[AnyProfile, ...] = (
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
    """All profiles by name; where two packages claim a name, the first wins, built-in games before others."""
    found: dict[str, AnyProfile] = {}
    for profile in (*_BUILT_IN, *extensions(GROUP, Profile, try_profile)):
        found.setdefault(profile.game.NAME, with_winners(profile))
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
WITH_CARDS: tuple[str, ...] = tuple(name for name, profile in _PROFILES.items() if profile.cards is not None)


def house_rules(game: AnyGame) -> Sequence[Option]:
    """The rules that people may choose; the score sheet is set for the whole box.

    >>> [rule.name for rule in house_rules(GAMES["checkers"])]
    ['first', 'forty_moves', 'repetition']
    """
    return [option for option in game.OPTIONS if option.is_offered and option.name != "sheet"]


def is_by_hand(start: Mapping[str, Any]) -> bool:
    """Whether people enter the moves of a game with this journal start; no camera watches it.

    >>> is_by_hand({"game": "reversi"}), is_by_hand({"game": "reversi", "by_hand": True}), is_by_hand({"game": "stop"})
    (False, True, True)

    Journals from before card games were watched do not say so: their card games were all entered by hand.
    """
    return bool(start.get("by_hand", start["game"] not in ON_SHEET))


def arrangement_of(game: str) -> Arrangement:
    """How the tiles of a game are laid; raises `KeyError` for a game that is not watched on the sheet."""
    arrangement = profile_of(game).arrangement
    if not isinstance(arrangement, Arrangement):
        raise KeyError(game)
    return arrangement


def profile_of(game: str) -> AnyProfile:
    """The profile of a game; raises `KeyError` for an unknown one."""
    return _PROFILES[game]
