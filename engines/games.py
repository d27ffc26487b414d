"""The games that the box can play, by the names that the command line uses."""

from engines import checkers, doubt, drop_it, infiltration, jarapon, reversi, search, sevens, skip_bo, stop
from engines.contract import Game

GAMES: dict[str, Game] = {
    game.NAME: game
    for game in (search, sevens, doubt, infiltration, checkers, reversi, jarapon, stop, drop_it, skip_bo)
}
