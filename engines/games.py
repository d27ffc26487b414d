"""The games that the box can play, by the names that the command line uses."""

from engines import reversi
from engines.contract import Game

GAMES: dict[str, Game] = {game.NAME: game for game in (reversi,)}
