"""The games whose table the box can follow with its camera so far; the others it knows by their rules alone."""

from engines.contract import Game
from engines.games import GAMES

WATCHED: dict[str, Game] = {name: GAMES[name] for name in ("reversi",)}
