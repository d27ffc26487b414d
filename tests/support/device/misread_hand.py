"""Games of Galaxy Jarapon in which the camera misread a tile of the hand that a player showed."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import Any

from device.games.forced_moves import forced_move
from device.games.listing import GAMES
from engines.bots import NAMES
from engines.contract import IllegalMove
from engines.hands import in_order
from engines.jarapon.moves import Show
from engines.vocabulary import TILE_FACES
from tests.support.engines.bot_games import greedy_game

GAME = GAMES["jarapon"]


@dataclass(frozen=True)
class Misread:
    """A game with the hand of its move number `at` (from 0) misread: `moves` as the journal has them."""

    players: tuple[str, ...]
    moves: tuple[Any, ...]
    at: int
    shown: Show
    read: Show

    @property
    def entry(self) -> int:
        """The journal's number of that move, where the game is the first one."""
        return self.at + 2


@cache
def misread(players: int, seed: int, at: int, most: int, wins: bool) -> Misread:
    """So many plies of a game of simple players; what was read of the hand in ply `at` still wins, or does not.

    What the rules force is played by the box itself, and stands in no journal.
    """
    plies = list(islice(greedy_game(GAME, NAMES[:players], {}, seed), most))
    chosen = [number for number, (state, _) in enumerate(plies) if forced_move(GAME, GAME.view(state, None)) is None]
    known = [GAME.observed(*plies[number], None) for number in chosen]
    before, at = GAME.view(plies[at][0], None), chosen.index(at)
    shown = known[at]
    assert isinstance(shown, Show)
    read = next(
        one for one, wrong in _misreadings(before, shown) if (wrong.match.account[-1].kind == "false_win") != wins
    )
    known[at] = read
    return Misread(NAMES[:players], tuple(map(GAME.move_to_json, known)), at, shown, read)


def _misreadings(state: Any, shown: Show) -> Iterator[tuple[Show, Any]]:
    """The hand with one tile taken for another, and the state after it."""
    for at, tile in enumerate(shown.tiles):
        for face in TILE_FACES:
            tiles = in_order((*shown.tiles[:at], face, *shown.tiles[at + 1 :]))
            try:
                wrong = replace(shown, tiles=tiles)
                after = GAME.play(state, wrong)
            except IllegalMove:
                continue
            if face != tile:
                yield wrong, after
