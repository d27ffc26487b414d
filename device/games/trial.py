"""Tries out a game before people play it: another package may bring it with a fault, or without its texts."""

from collections.abc import Iterable

from device.games.profile import AnyProfile
from device.texts import LANGUAGES, catalogue, say
from engines.contract import AnyGame, State
from engines.messages import Message, message

_MAX_PLIES, _MAX_MOVES = 40, 10  # plies played of a game, and moves described in each state


def try_profile(profile: AnyProfile) -> AnyProfile:
    """The profile, after its first moves were played; raises whatever is wrong with the game."""
    game = profile.game
    options = [option for option in game.OPTIONS if option.is_offered]
    keys = [
        "title",
        *(f"option.{option.name}" for option in options),
        *(f"fixed.{rule}" for rule in profile.fixed_rules),
    ]
    keys += [f"option.{option.name}_{value}" for option in options for value in option.allowed]
    _say_all(message(f"{game.NAME}.{key}") for key in keys)
    state = game.start([f"{seat}" for seat in range(1, game.PLAYERS.start + 1)], {})
    for _ in range(_MAX_PLIES):
        try_state(game, state)
        if not (moves := game.moves(state)):
            break
        state = game.play(state, moves[0])
    return profile


def try_state(game: AnyGame, state: State) -> None:
    """Ask a game everything that the box asks of a state, in every language; raises as `try_profile` does."""
    observed = game.view(state, None)
    game.layout(observed), game.is_over(observed)
    said = [prompt.said for prompt in game.prompt(observed)]
    for standing in game.standings(observed):
        said += [*standing.reasons, *filter(None, [standing.unit])]
    for move in game.moves(observed)[:_MAX_MOVES]:
        game.mover(observed, move)
        said.append(game.describe(observed, move))
    _say_all(said)


def _say_all(said: Iterable[Message]) -> None:
    for one in dict.fromkeys(said):
        for language in LANGUAGES:
            if one.key not in catalogue(language):
                raise LookupError(f"no text {one.key}")
            say(one, language)
