"""The games that *Set up* offers have pictures, which a command draws."""

import cv2
import numpy as np
import pytest

from device.games.listing import WATCHED
from tools.game_pictures import SHOWN, game_picture
from web.static_files import STATIC


def shipped(name: str) -> np.ndarray:
    picture = cv2.imread(str(STATIC / f"game-{name}.webp"))
    assert picture is not None, "python -m tools.game_pictures draws it"
    return picture


@pytest.mark.parametrize("name", WATCHED)
def test_every_game_has_a_small_picture(name: str) -> None:
    assert shipped(name).shape == (SHOWN, SHOWN, 3)
    assert (STATIC / f"game-{name}.webp").stat().st_size < 5000


@pytest.mark.full
def test_the_pictures_are_those_that_are_drawn() -> None:
    """Of cards, whose letters come from the fonts of the machine, none is compared."""
    difference = np.abs(shipped("reversi").astype(float) - game_picture("reversi"))
    assert difference.mean() < 8, "python -m tools.game_pictures draws it anew"
