"""`jarapon games`: lists the games that the box knows, with players and options."""

import argparse
import json
import sys
from collections.abc import Iterator

from cli.parser import Commands
from cli.standard_streams import titles_shown
from device.games.listing import GAMES, WATCHED
from device.texts import LANGUAGES, catalogue, say
from engines.contract import AnyGame
from engines.messages import Message, message


def add_parser(commands: Commands) -> None:
    """Add `games` to the command line."""
    parser = commands.add("games", run)
    parser.add_argument("--rules", action="store_true", help=parser.help_of("rules"))
    parser.add_argument("--json", action="store_true", help=parser.help_of("json"))


def run(args: argparse.Namespace) -> int:
    """Print a line for every game, and on request its options; the first value of an option is the default."""
    if args.json:
        listed = [_as_json(game) for game in GAMES.values()]
        sys.stdout.write(json.dumps(listed, ensure_ascii=False) + "\n")
        return 0
    for game in GAMES.values():
        said = [_line(game, args.lang), *(_rules(game, args.lang) if args.rules else ())]
        sys.stdout.write("".join(say(one, args.lang) + "\n" for one in said))
    return 0


def _line(game: AnyGame, language: str) -> Message:
    """A game's titles, a better known game like it, and its number of players."""
    fewest, most = game.PLAYERS[0], game.PLAYERS[-1]
    players = str(most) if fewest == most else f"{fewest}–{most}"
    titles = _in_all_languages(f"{game.NAME}.title")
    title = titles_shown([titles[language], *titles.values()])
    if known := catalogue(language).get(f"games.known.{game.NAME}"):
        title = say(message("games.like", title=title, known=known), language)
    key = "games.line" if game.NAME in WATCHED else "games.line_unwatched"
    return message(key, game=game.NAME, title=title, players=players)


def _rules(game: AnyGame, language: str) -> Iterator[Message]:
    for option in (option for option in game.OPTIONS if option.is_offered):
        words = say(message(f"{game.NAME}.option.{option.name}"), language)
        yield message("games.option", option=option.name, said=words)
        for value in option.allowed:
            words = say(message(f"{game.NAME}.option.{option.name}_{value}"), language)
            yield message("games.value", value=value, said=words)


def _in_all_languages(key: str) -> dict[str, str]:
    return {language: say(message(key), language) for language in LANGUAGES}


def _as_json(game: AnyGame) -> dict[str, object]:
    return {
        "name": game.NAME,
        "titles": _in_all_languages(f"{game.NAME}.title"),
        "watched": game.NAME in WATCHED,
        "players": list(game.PLAYERS),
        "options": [
            {"name": option.name, "default": option.allowed[0], "allowed": list(option.allowed)}
            for option in game.OPTIONS
            if option.is_offered
        ],
    }
