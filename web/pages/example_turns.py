"""An example turn of every game, played by the engines from the start in the game's own notation.

The board when everything is set up, and the boards before and after the turn, are drawn from the states of that game.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from device.games.listing import GAMES
from device.record.line import Line
from device.record.replay import AnyReplay, Replay
from device.table.game_view import GameView, view_of
from engines.vocabulary import changed


@dataclass(frozen=True)
class ExampleTurn:
    """A short game that ends with the turn."""

    record: str  # as `Game.read_records` reads it; moves may be divided by semicolons instead of lines
    players: int = 2
    turn: int = 1  # how many of its last moves the turn consists of
    dealt: int = 0  # how many of its first moves belong to setting up


EXAMPLE_TURNS: Mapping[str, ExampleTurn] = {
    "search": ExampleTurn("turn 30 3; turn 49 4; back; turn 35 4; turn 49 4", turn=2),
    "sevens": ExampleTurn("lay 3/6 6; lay 1/4 4; lay 3/7 7", players=3),
    "doubt": ExampleTurn("lay ?; lay ?; lay ?; add ?; doubt 1; turn 7", players=3, turn=2),
    "infiltration": ExampleTurn("f6-f5; e3-e4; f5-f4; f3xf4 infiltrator"),
    "checkers": ExampleTurn("1. 10-14 21-17 2. 14x21 *"),
    "reversi": ExampleTurn("d3 c5 d6 e7 e6 e3"),
    "jarapon": ExampleTurn(
        "1 throw 6; 2 throw 1; 3 throw 5; 4 throw 2; build; 1 throw 1; 1 throw 4; deal 8;"
        "1 draw; 1 discard 2; 2 pon 2; 2 discard 9",
        players=4,
        turn=2,
        dealt=8,
    ),
    "stop": ExampleTurn(
        "turn AC; turn 5D; turn 9C; turn 5C; turn KH; deal;"
        "draw ?; discard KD; draw ?; discard QS; draw ?; meld 10S 10D 10C; discard 7D",
        players=5,
        turn=3,
        dealt=6,
    ),
    "drop_it": ExampleTurn(
        "drop circle/blue level 1; drop square/yellow level 1 touches circle/blue;"
        "drop circle/red level 1 touches square/yellow; drop square/blue level 1 circles large touches circle/red;"
        "drop circle/yellow level 2 circles large touches square/blue;"
        "drop diamond/red level 2 circles medium touches circle/yellow;"
        "drop triangle/blue level 3 circles small touches diamond/red",
        players=3,
    ),
    "skip_bo": ExampleTurn(
        "turn wild; turn 11; turn 12; turn 7; lay wild stock/1 build/1 turn 10; lay 2 hand build/1;"
        "discard 12 discard/1/1; lay 3 hand build/1; lay 4 hand build/1; discard 9 discard/2/1; lay 1 hand build/2;"
        "lay 5 hand build/1; discard 7 discard/3/1; lay 6 hand build/1; lay 7 stock/4 build/1 turn 4",
        players=4,
        dealt=4,
    ),
}


@dataclass(frozen=True)
class Scenes:
    """What the drawings of a game show."""

    set_up: GameView
    before: GameView
    after: GameView


def scenes_of(name: str, players: tuple[str, ...]) -> Scenes:
    """The drawings of a game in `EXAMPLE_TURNS`; `players` are at least as many names as it needs."""
    example = EXAMPLE_TURNS[name]
    played = _play(name, example, players[: example.players])
    before = played.until(len(played.plies) - example.turn)
    game, after = played.game, view_of(played)
    touched = changed(game.layout(before.now), game.layout(played.now))
    last_places = tuple(place for place in after.layout if place in touched)
    return Scenes(
        set_up=_at_rest(played.until(example.dealt)),
        before=_at_rest(before),
        after=replace(after, last_places=last_places, before=game.view(before.now, None)),
    )


def _at_rest(played: AnyReplay) -> GameView:
    """A position of which nothing is marked as new."""
    view = view_of(played)
    return replace(view, last_places=(), before=view.state)


def _play(name: str, example: ExampleTurn, players: tuple[str, ...]) -> AnyReplay:
    """The example's game, by the usual house rules; nothing is played but what it says."""
    game = GAMES[name]
    # A record that names nobody is of the fewest players.
    names = players if len(players) > game.PLAYERS.start else ()
    text = "\n".join([*(f"# player: {player}" for player in names), *example.record.split(";")])
    ((_, _, moves),) = game.read_records(text)
    line = (Line(number, game.move_to_json(move)) for number, move in enumerate(moves, start=1))
    return Replay(game, 0, players, {}, game.start(players, {}), is_dealt=True).with_line(line)
