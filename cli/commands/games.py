"""`jarapon games`: the games that the box knows, with players and options."""

import argparse
import json
import sys

from cli.parser import Commands
from device.games.listing import GAMES, WATCHED
from device.hands.table_hand import NAME as HANDS
from device.texts import LANGUAGES, say
from engines.contract import AnyGame
from engines.messages import Message, message


def add_parser(commands: Commands) -> None:
    """Adds `games` to the command line."""
    parser = commands.add("games", run)
    parser.add_argument("--json", action="store_true", help=parser.help_of("json"))


def run(args: argparse.Namespace) -> int:
    """Prints every game with its options; the first value of an option is the default."""
    if args.json:
        listed = [_as_json(game) for game in GAMES.values()]
        sys.stdout.write(json.dumps(listed, ensure_ascii=False) + "\n")
        return 0
    said = [message("games.watched")]
    for game in WATCHED.values():
        said += _about(game, args.lang)
    hands = _in_all_languages("games.hands_title")
    said += [message("games.hands", game=HANDS, title=_own_first(hands, args.lang)), message("games.by_rules")]
    for game in GAMES.values():
        said += [] if game.NAME in WATCHED else _about(game, args.lang)
    said.append(message("games.typed"))
    sys.stdout.write("".join(say(one, args.lang) + "\n" for one in said))
    return 0


def _about(game: AnyGame, language: str) -> list[Message]:
    fewest, most = game.PLAYERS[0], game.PLAYERS[-1]
    players = str(most) if fewest == most else f"{fewest}–{most}"
    title = _own_first(_in_all_languages(f"{game.NAME}.title"), language)
    said = [message("games.line", game=game.NAME, title=title, players=players)]
    for option in (option for option in game.OPTIONS if option.asked):
        words = say(message(f"{game.NAME}.option.{option.name}"), language)
        said.append(message("games.option", option=option.name, said=words))
        for value in option.allowed:
            words = say(message(f"{game.NAME}.option.{option.name}_{value}"), language)
            said.append(message("games.value", value=value, said=words))
    return said


def _in_all_languages(key: str) -> dict[str, str]:
    return {language: say(message(key), language) for language in LANGUAGES}


def _own_first(titles: dict[str, str], language: str) -> str:
    return " / ".join(dict.fromkeys((titles[language], *titles.values())))


def _as_json(game: AnyGame) -> dict[str, object]:
    return {
        "name": game.NAME,
        "titles": _in_all_languages(f"{game.NAME}.title"),
        "watched": game.NAME in WATCHED,
        "players": list(game.PLAYERS),
        "options": [
            {"name": option.name, "default": option.allowed[0], "allowed": list(option.allowed)}
            for option in game.OPTIONS
            if option.asked
        ],
    }
