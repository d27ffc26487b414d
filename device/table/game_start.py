"""Starts games: writes down their start, and deals those that the box plays for."""

import secrets
from collections.abc import Mapping, Sequence

from device.games.listing import GAMES, ON_SHEET, profile_of
from device.record.entries import EntryData
from device.record.journal import Journal
from device.table.legs import in_legs
from engines.bots import STRENGTHS
from engines.contract import AnyGame, BadOption
from engines.messages import Fact, message
from engines.options import as_recorded

BY_COMPUTER = "computer"
BY_BOX = "box"  # of the game that the box begins when it is started
_SEED_BITS = 48  # any JSON reader preserves such a number


def begin_game(
    journal: Journal,
    game: str,
    players: Sequence[str],
    options: Mapping[str, Fact],
    games: Mapping[str, AnyGame] = GAMES,
    by_hand: bool | None = None,
    computers: Sequence[str] = (),
    more: EntryData | None = None,
    seed: int | None = None,
) -> None:
    """Write down the start of a game; raises `BadOption`. The one before stays in the journal as it is.

    `by_hand`: whether people enter its moves; None for whatever the game is used to. With `computers` the box deals.
    `more` is said of the start besides. `seed`: of the deal; by default one that nobody can guess.
    """
    options, said = in_legs(game, options), (more or EntryData()).copy()
    if by_hand is None and profile_of(game).is_watched and game not in ON_SHEET:
        by_hand = False  # of an earlier one that says nothing the moves were entered
    games[game].start(players, options)
    if any(computers):
        _check_computers(game, players, computers)
        by_hand, said["computers"], said["seed"] = True, list(computers), new_seed() if seed is None else seed
    journal.start_game(game, players, as_recorded(options, games[game].OPTIONS), by_hand, said)


def new_seed() -> int:
    """A seed for a deal, which nobody can guess."""
    return secrets.randbits(_SEED_BITS)


def _check_computers(game: str, players: Sequence[str], computers: Sequence[str]) -> None:
    """Raise `BadOption` where computer players cannot play this game so."""
    if not profile_of(game).is_dealt:
        raise BadOption(message("computers.not_dealt"))
    if len(computers) != len(players) or not set(computers) <= {"", *STRENGTHS}:
        raise BadOption(message("computers.unknown"))
    if all(computers):
        raise BadOption(message("computers.nobody"))
