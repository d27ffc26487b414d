"""One whole game of each kind, move by move as it was when its file was made: what changes here changed the rules.

`python -m tests.engines.test_playthroughs` in the project's folder writes the files anew, each from its own moves;
with the names of games it invents new ones for these.
"""

import sys
from pathlib import Path

import pytest

from device.sheets import offer_sheets
from device.texts import say
from engines.contract import Game
from engines.games import GAMES
from engines.straw import NAMES, greedy_game

offer_sheets()  # by which Galaxy Jarapon is scored
GOLDEN = Path(__file__).parent / "golden"
MOST_SHOWN = 40  # legal moves a state


def playthrough(game: Game, seed: int, record: str) -> str:
    """The game with everything that the engine says at each move; its first lines are the deal and the record."""
    players, options, moves = game.read_record(record)
    state = game.deal(players, options, seed)
    lines = [f"deal {seed}", game.write_record(players, options, moves).rstrip(), ""]
    for count, move in enumerate((*moves, None)):
        lines += [f"after {count} moves", str(state), *(say(prompt.said, "en") for prompt in game.prompt(state))]
        legal = [str(game.move_to_json(one)) for one in game.moves(state)]
        lines += [f"legal {len(legal)}: " + "  ".join(legal[:MOST_SHOWN]), ""]
        if move is not None:
            lines += [say(game.tell_move(state, move), "en")]
            state = game.play(state, move)
    for standing in sorted(game.standings(state), key=lambda one: one.rank):
        lines += [f"{standing.rank}. {players[standing.player]}: {standing.score}"]
        lines += ["   " + say(reason, "en") for reason in standing.reasons]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def replayed(game: Game, written: str) -> str:
    """The same game played again from its first lines."""
    deal, record = written.split("\n\nafter 0 moves", maxsplit=1)[0].split("\n", 1)
    return playthrough(game, int(deal.removeprefix("deal ")), record)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_recorded_game_goes_as_it_went(game: Game) -> None:
    written = (GOLDEN / f"{game.NAME}.txt").read_text(encoding="utf-8")
    assert replayed(game, written) == written


def invented(game: Game, seed: int) -> str:
    """A game of simple players."""
    players = NAMES[: game.PLAYERS[0]]
    moves = [move for _, move in greedy_game(game, players, {}, seed)]
    return playthrough(game, seed, game.write_record(players, {}, moves))


if __name__ == "__main__":
    for name, one in GAMES.items():
        path = GOLDEN / f"{name}.txt"
        new = name in sys.argv[1:]
        path.write_text(invented(one, 1) if new else replayed(one, path.read_text(encoding="utf-8")), encoding="utf-8")
