"""`jarapon games`: the games that the box knows, with players and options."""

import argparse
import json
import sys
from typing import TYPE_CHECKING

from device.games.listing import GAMES
from device.texts import say
from engines.contract import AnyGame
from engines.messages import message

if TYPE_CHECKING:
    from cli.main import Subparsers


def add_parser(subparsers: "Subparsers") -> None:
    """Adds `games` to the command line."""
    parser = subparsers.add_parser("games", help="list the games with players and options")
    parser.add_argument("--json", action="store_true", help="one JSON list")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Prints every game with its options; the first value of an option is the default."""
    language: str = args.lang
    if args.json:
        sys.stdout.write(json.dumps([_as_json(game) for game in GAMES.values()]) + "\n")
        return 0
    for game in GAMES.values():
        fewest, most = game.PLAYERS[0], game.PLAYERS[-1]
        players = str(most) if fewest == most else f"{fewest}–{most}"
        title = say(message(f"{game.NAME}.title"), language)
        sys.stdout.write(say(message("games.line", game=game.NAME, title=title, players=players), language) + "\n")
        for option in game.OPTIONS:
            said = say(message(f"{game.NAME}.option.{option.name}"), language)
            sys.stdout.write(say(message("games.option", option=option.name, said=said), language) + "\n")
            for value in option.allowed:
                words = say(message(f"{game.NAME}.option.{option.name}_{value}"), language)
                sys.stdout.write(say(message("games.value", value=value, said=words), language) + "\n")
    return 0


def _as_json(game: AnyGame) -> dict[str, object]:
    return {
        "name": game.NAME,
        "players": list(game.PLAYERS),
        "options": [
            {"name": option.name, "default": option.allowed[0], "allowed": list(option.allowed)}
            for option in game.OPTIONS
        ],
    }
