"""Rims tell a back from a face by the colour of their plastic, seen under the light of sure tiles beside them."""

import numpy as np
import pytest

from engines.vocabulary import BACK
from tests.vision.faces.test_pair_matcher import NAMED, burnt_out, lying
from vision.faces.references import ReferenceTiles
from vision.faces.rims import back_log_ratio, rims_of
from vision.reading import Picture
from vision.tiles.crop import CROP_HIGH, CROP_WIDE

Colour = tuple[float, float, float]
BLUE, CREAM = (190, 90, 40), (190, 215, 225)


def tile(rim: Colour, flat: Colour, light: Colour = (1, 1, 1)) -> Picture:
    crop = np.full((CROP_HIGH, CROP_WIDE, 3), rim, float)
    crop[5:-5, 5:-5] = flat
    return np.uint8(np.clip(crop * light, 0, 255))


def rim_of(crop: Picture):
    return rims_of([crop])[0]


def test_a_rim_has_the_colour_of_its_plastic_however_bright_and_whatever_light_does_to_the_flat_part():
    blue = rim_of(tile(BLUE, BLUE))
    assert np.allclose(rim_of(tile(BLUE, (255, 255, 255))), blue)
    assert np.allclose(rim_of(tile(BLUE, (255, 255, 255), (0.7, 0.7, 0.7))), blue, atol=0.06)
    assert np.linalg.norm(rim_of(tile(CREAM, BLUE)) - blue) > 1


@pytest.mark.parametrize("light", [(1, 1, 1), (0.6, 0.9, 1.1), (1.1, 0.9, 0.7)])
def test_what_light_does_to_the_rims_of_sure_tiles_it_does_to_those_of_doubtful_ones(light):
    taught = rim_of(tile(BLUE, BLUE)), rim_of(tile(CREAM, (40, 200, 90)))
    references = ReferenceTiles(
        [tile(BLUE, BLUE, light)], [tile(CREAM, (0, 0, 250), light), tile(CREAM, (250, 0, 0), light)]
    )
    for known in (references, ReferenceTiles(references.backs), ReferenceTiles((), references.faces)):
        rims = known.rims(*taught)
        assert rims is not None
        assert back_log_ratio(rim_of(tile(BLUE, (255, 255, 255), light)), *rims) > 2
        assert back_log_ratio(rim_of(tile(CREAM, (255, 255, 255), light)), *rims) < -2


def test_half_the_way_to_white_is_a_back_that_light_has_faded_but_one_plastic_tells_nothing():
    blue, cream = rim_of(tile(BLUE, BLUE)), rim_of(tile(CREAM, BLUE))
    assert back_log_ratio((blue + cream) / 2, blue, cream) > 2
    assert back_log_ratio(cream + 0.3, cream, cream + 0.02) == 0
    assert ReferenceTiles().rims(blue, cream) is None, "without a sure tile nobody knows the light"


@pytest.mark.full
def test_of_tiles_that_light_has_taken_but_for_their_rims_backs_are_named_and_faces_are_not(taught):
    tiles = [*lying("hand_103"), *lying("reversi_106")]
    references = ReferenceTiles(
        [crop for face, crop in tiles if face == BACK], [crop for face, crop in tiles if face != BACK]
    )
    for face, crop in tiles:
        hidden = burnt_out(crop, 1.0)
        alone = taught.recognise([hidden])[0]
        shares = taught.compare(hidden, alone, references).probabilities
        if face == BACK:
            assert shares[BACK] > 0.99
        else:
            assert max(shares.values()) < NAMED
            assert shares[BACK] < taught.compare(hidden, alone).probabilities[BACK]
