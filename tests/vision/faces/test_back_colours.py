"""A plain find of another colour than the backs of its picture is no back."""

import numpy as np
import pytest

from vision.faces.back_colours import colours_of, likeness
from vision.faces.recognition import Recognition
from vision.faces.tile_reader import RecognisedTile, with_backs_of_one_colour
from vision.reading import Picture
from vision.tiles.crop import CROP_HIGH, CROP_WIDE
from vision.tiles.detector import TileDetection

PINK, RED = (165, 125, 240), (60, 65, 245)
BACK = Recognition({"back": 0.999, "5": 0.0, "unknown": 0.001}, False)


def crop(colour: tuple[int, int, int]) -> Picture:
    return np.full((CROP_HIGH, CROP_WIDE, 3), colour, np.uint8)


def find(colour: tuple[int, int, int], confidence: float) -> RecognisedTile:
    return RecognisedTile(TileDetection((0, 0), 0, 1, False, confidence), np.zeros((4, 2)), BACK, crop(colour))


def looks(colour: tuple[int, int, int]) -> float:
    """How like pink backs a find is."""
    return float(likeness(colours_of([crop(colour)]), colours_of([crop(PINK)]))[0, 0])


@pytest.mark.parametrize("light", [0.4, 0.8])
def test_a_back_in_less_light_or_paler_is_like_the_others(light: float) -> None:
    assert looks(tuple(round(level * light) for level in PINK)) > 0.97  # type: ignore[arg-type]
    assert looks(tuple(round(level * light + 230 * (1 - light)) for level in PINK)) > 0.97  # type: ignore[arg-type]


def test_a_print_of_another_colour_is_not() -> None:
    assert looks(RED) < 0.01


def test_a_red_square_beside_pink_backs_is_named_nothing() -> None:
    tiles = [find(PINK, 0.999), find(PINK, 0.999), find(RED, 0.98)]
    assert [tile.face for tile in tiles] == ["back", "back", "back"]
    assert [tile.face for tile in with_backs_of_one_colour(tiles)] == ["back", "back", "?"]


def test_without_surely_found_backs_or_without_colours_nothing_is_said() -> None:
    for tiles in ([find(PINK, 0.98), find(RED, 0.98)], [find((90, 90, 90), 0.999), find((200, 200, 200), 0.98)]):
        assert [tile.face for tile in with_backs_of_one_colour(tiles)] == ["back", "back"]
