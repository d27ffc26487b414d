"""A whole game with everything that its engine says at each move, as a text to be kept as a golden file."""

from device.texts import say
from engines.bots import NAMES
from engines.contract import AnyGame
from tests.support.engines.bot_games import greedy_game
from tests.support.engines.records import read_record

MOST_SHOWN = 40  # legal moves a state


def playthrough(game: AnyGame, seed: int, record: str) -> str:
    """The game with everything that the engine says at each move; its first lines are the deal and the record."""
    players, options, moves = read_record(game, record)
    state = game.deal(players, options, seed)
    lines = [f"deal {seed}", game.write_record(players, options, moves).rstrip(), ""]
    for count, move in enumerate((*moves, None)):
        lines += [f"after {count} moves", str(state), *(say(prompt.said, "en") for prompt in game.prompt(state))]
        legal = [str(game.move_to_json(one)) for one in game.moves(state)]
        lines += [f"legal {len(legal)}: " + "  ".join(legal[:MOST_SHOWN]), ""]
        if move is not None:
            lines += [say(game.describe(state, move), "en")]
            state = game.play(state, move)
    for standing in sorted(game.standings(state), key=lambda one: one.rank):
        lines += [f"{standing.rank}. {players[standing.player]}: {standing.score}"]
        lines += ["   " + say(reason, "en") for reason in standing.reasons]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def replayed(game: AnyGame, written: str) -> str:
    """The same game played again from its first lines."""
    deal, record = written.split("\n\nafter 0 moves", maxsplit=1)[0].split("\n", 1)
    return playthrough(game, int(deal.removeprefix("deal ")), record)


def invented(game: AnyGame, seed: int) -> str:
    """A game of simple players."""
    players = NAMES[: game.PLAYERS[0]]
    moves = [move for _, move in greedy_game(game, players, {}, seed)]
    return playthrough(game, seed, game.write_record(players, {}, moves))
