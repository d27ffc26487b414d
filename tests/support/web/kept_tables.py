"""Games that the camera does not follow, as they come to the box: as a file with their notation."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

from device.games.listing import GAMES
from device.record.archive import GameArchive
from device.record.imports import read_games
from device.record.journal import Journal
from device.record.replay import AnyReplay, Replay
from device.table.game_view import GameView, view_of
from engines.bots import NAMES, Ply
from tests.support.engines.bot_games import greedy_game
from tests.support.web.kept_box import Clock
from tests.support.web.tables import KEPT

WHEN = datetime(2026, 1, 2, 19, 30)


def record_of(
    name: str, plies: Sequence[Ply[Any, Any]], options: Mapping[str, Any] | None = None, known: bool = False
) -> str:
    """The notation of a game, as the table has seen it or with all that was hidden."""
    game = GAMES[name]
    moves = [move if known else game.observed(state, move, None) for state, move in plies]
    return game.write_record(plies[0][0].players, options or {}, moves)


def record(name: str) -> str:
    """The notation of a table of `KEPT`."""
    game, players, moves, seed = KEPT[name]
    return record_of(name, list(islice(greedy_game(GAMES[game], NAMES[:players], {}, seed), moves)))


def read(name: str, text: str) -> AnyReplay:
    """A game as it is played from a notation."""
    entries, _ = read_games(text.encode(), WHEN, name, str)[0].numbered(1)
    return Replay.of(entries, GAMES)


def table_of(name: str, text: str) -> GameView:
    """The table at the end of a notation."""
    return view_of(read(name, text))


def keep(archive: GameArchive, name: str) -> int:
    """Give the box the file of a table of `KEPT`; the number of the game."""
    return archive.add(read_games(record(name).encode(), WHEN, name, str)[0].numbered)


def begin_evening(folder: Path) -> None:
    """A journal with a game of reversi that nobody has begun to play."""
    with Journal(folder / "journal.db", now=Clock()) as journal:
        journal.start_game("reversi", NAMES[:2], {})
