"""The games whose table the box follows with its camera; the others it knows by their rules alone."""

from engines.contract import Game
from engines.games import GAMES

WATCHED: dict[str, Game] = {
    name: GAMES[name] for name in ("search", "sevens", "doubt", "infiltration", "checkers", "reversi", "jarapon")
}
