"""One whole game of each kind, move by move as it was when its file was made: what changes here changed the rules.

`python -m tests.engines.test_playthroughs` in the project's folder writes the files anew, each from its own moves;
with the names of games it invents new ones for these.
"""

import sys

import pytest

from device.games.listing import GAMES
from engines.contract import AnyGame
from tests.support.engines.playthroughs import invented, replayed
from tests.support.paths import GOLDEN

PLAYTHROUGHS = GOLDEN / "playthroughs"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_recorded_game_goes_as_it_went(game: AnyGame) -> None:
    written = (PLAYTHROUGHS / f"{game.NAME}.txt").read_text(encoding="utf-8")
    assert replayed(game, written) == written


if __name__ == "__main__":
    for name, one in GAMES.items():
        path = PLAYTHROUGHS / f"{name}.txt"
        new = name in sys.argv[1:]
        path.write_text(invented(one, 1) if new else replayed(one, path.read_text(encoding="utf-8")), encoding="utf-8")
