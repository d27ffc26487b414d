"""A field that is dim or veiled is evened out, and light that burnt out stays light."""

import numpy as np

from vision.quality.exposure import pixels_of_field, times_as_bright
from vision.quality.levels import Levels
from vision.quality.surface import overexposed
from vision.reading import Picture


def evened(picture: Picture) -> Picture:
    return Levels.of(picture, picture.reshape(-1, 3)).evened(picture)


def table(darkest: int) -> Picture:
    """A ramp of greys, with a tile in its middle that light has burnt out."""
    ramp = np.linspace(darkest, 190, 160).astype(np.uint8)
    picture = np.repeat(np.broadcast_to(ramp[:, None, None], (160, 160, 1)), 3, axis=2).copy()
    picture[58:102, 64:96] = 255
    return picture


def test_what_burnt_out_below_a_veil_is_light_and_no_plain_plastic() -> None:
    veiled = table(darkest=80)
    assert Levels.of(veiled, veiled.reshape(-1, 3)).is_veiled
    assert overexposed(evened(veiled)[58:102, 64:96]) == 1
    assert evened(veiled)[:50].max() < 200


def test_a_picture_that_was_made_darker_is_brightened_once() -> None:
    dark = times_as_bright(table(darkest=10), 0.2)
    back = evened(dark)
    assert overexposed(back[58:102, 64:96]) == 1
    assert np.abs(back[:58].astype(int) - table(darkest=10)[:58]).max() <= 5


def test_a_channel_that_ends_where_another_burnt_out_has_burnt_out_too() -> None:
    dark = times_as_bright(table(darkest=10), 0.2)
    dark[:50, :, 0] = np.random.default_rng(1).integers(40, 50, (50, 160))  # so that blue does not thin out upwards
    levels = Levels.of(dark, dark.reshape(-1, 3))
    assert levels.overexposed.tolist() == [51, 51, 51]


def test_a_card_that_lies_beside_the_picture_has_no_pixels() -> None:
    below = np.array([[20.0, 162.0], [60.0, 162.0], [60.0, 220.0], [20.0, 220.0]])
    assert not len(pixels_of_field(table(darkest=0), below))
