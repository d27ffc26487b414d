"""Tables of every game as the box tells them: straw players have played so far, and the camera has seen all of it."""

from dataclasses import replace
from itertools import islice
from typing import Any

from device.games.listing import GAMES, profile_of
from device.record.replay import MoveLine
from device.referee.choices import unobserved_choices
from device.referee.differences import shown_as
from device.table.game_view import GameView
from device.table.snapshot import Choices, Snapshot
from engines.bots import NAMES, Ply
from engines.contract import HasStatus, Owned
from engines.vocabulary import NOTHING
from tests.support.engines.bot_games import greedy_game, random_game

# Game, players, moves and seed: something of everything that the game can show.
TABLES: dict[str, tuple[str, int, int, int]] = {
    "search": ("search", 3, 28, 8),
    "sevens": ("sevens", 3, 40, 4),
    "doubt": ("doubt", 4, 16, 3),
    "infiltration": ("infiltration", 2, 60, 6),
    "checkers": ("checkers", 2, 44, 5),
    "reversi": ("reversi", 2, 24, 1),
    "jarapon": ("jarapon", 4, 130, 3),
    "jarapon-three": ("jarapon", 3, 91, 11),
    "jarapon-two": ("jarapon", 2, 104, 10),
}
# Those that the camera does not follow; they are looked at again when they are kept.
KEPT: dict[str, tuple[str, int, int, int]] = {
    "stop": ("stop", 5, 78, 6),
    "drop_it": ("drop_it", 3, 23, 2),
    "skip_bo": ("skip_bo", 4, 90, 7),
}


def table(name: str) -> Snapshot:
    """The snapshot of a table by its name in `TABLES` or `KEPT`."""
    game, players, moves, seed = (TABLES | KEPT)[name]
    return snapshot_after(game, played(game, players, seed, moves))


def played(name: str, players: int, seed: int, moves: int) -> list[Ply[Any, Any]]:
    """So many moves of simple players, or of random ones where those do not think of half a game."""
    simple = ("jarapon", "doubt", "checkers", "stop", "drop_it", "skip_bo")
    kind = greedy_game if name in simple else random_game
    return list(islice(kind(GAMES[name], NAMES[:players], {}, seed), moves))


def snapshot_after(name: str, plies: list[Ply[Any, Any]]) -> Snapshot:
    """What the box says after these moves."""
    game, view = GAMES[name], view_after(name, plies)
    lines = (MoveLine(at, game.mover(now, it), game.describe(game.view(now, None), game.observed(now, it, None)))
             for at, (now, it) in enumerate(plies, start=1))  # fmt: skip
    choices = Choices(untold=unobserved_choices(game, profile_of(name).habits, view.state, game.layout(view.state), 0))
    return Snapshot(view, "still", serial=1, moves=tuple(lines), choices=choices)


def view_after(name: str, plies: list[Ply[Any, Any]], turn: int = 0) -> GameView:
    """The game after these moves, as everybody knows it."""
    game = GAMES[name]
    before, move = plies[-1]
    known = game.play(before, move)
    view, looked = view_of_state(name, known), game.layout(before)
    changed = (place for place, look in game.layout(view.state).items() if looked.get(place, NOTHING) != look)
    return replace(view, turn=turn, last_places=tuple(changed), before=game.view(before, None))


def view_of_state(name: str, known: Any) -> GameView:
    """The game in this state, as everybody knows it."""
    game = GAMES[name]
    state = game.view(known, None)
    return GameView(
        game=name,
        players=known.players,
        prompts=tuple(game.prompt(state)),
        standings=tuple(game.standings(state)),
        layout={place: shown_as(look) for place, look in game.layout(state).items()},
        over=game.is_over(known),
        status=tuple(game.status(state)) if isinstance(game, HasStatus) else (),
        owners=game.owners(state) if isinstance(game, Owned) else {},
        state=state,
    )
