"""A doubtful upper side is laid beside the taught faces: what light has left of it is enough, or nothing is said."""

import json
from collections.abc import Iterator

import numpy as np
import pytest

from engines.vocabulary import BACK, UNKNOWN
from tests.support.paths import PHOTOS
from tools.bench.judging import true_tiles
from vision.faces.pair_matcher import pair_features, pair_scores
from vision.faces.recogniser import TaughtFaces
from vision.faces.recognition import Recognition
from vision.faces.references import NO_REFERENCES
from vision.faces.side_classifier import UntaughtFaces
from vision.pictures import open_picture
from vision.reading import Picture
from vision.tiles.crop import cut_face

NAMED = 0.85  # likely enough for a face to be named


def lying(photo: str) -> Iterator[tuple[str, Picture]]:
    """The faces and upper sides of all tiles that lie in full sight on a photograph."""
    picture = open_picture(PHOTOS / f"{photo}.jpg")
    truth = json.loads((PHOTOS / f"{photo}.json").read_text(encoding="utf-8"))
    for tile, true in zip(truth["tiles"], true_tiles(truth), strict=True):
        if true.counts and len(true.faces) == 1 and tile["visible_top_frac"] > 0.95:
            yield next(iter(true.faces)), cut_face(picture, np.array(tile["top_corners_px"]))


def burnt_out(crop: Picture, share: float) -> Picture:
    """The same under a lamp whose mirror image hides a share of the flat part; the edge faces elsewhere."""
    seen = crop.copy()
    seen[3 : 3 + round(share * 38), 3:-3] = 255
    return seen


def probabilities(taught: TaughtFaces, crop: Picture) -> dict[str, float]:
    return dict(taught.compare(crop, taught.recognise([crop])[0]).probabilities)


@pytest.fixture(scope="module")
def tiles() -> list[tuple[str, Picture]]:
    return [*lying("hand_103"), *lying("reversi_106")]


@pytest.mark.full
def test_what_light_leaves_of_a_face_names_it_or_nothing_is_said(taught, tiles):
    faces, named = [(face, crop) for face, crop in tiles if face != BACK], []
    for face, crop in faces:
        shares = probabilities(taught, burnt_out(crop, 0.5))
        best = max(shares, key=lambda name: shares[name])
        named += [best == face] * (shares[best] >= NAMED)
        assert max(probabilities(taught, burnt_out(crop, 1.0)).values()) < NAMED, "light has taken it whole"
    assert all(named)
    assert len(named) > 0.6 * len(faces)


def test_a_back_is_known_by_its_edge(taught, tiles):
    every = [probabilities(taught, burnt_out(crop, 1.0)) for face, crop in tiles if face == BACK]
    assert every
    assert sum(max(shares, key=lambda name: shares[name]) == BACK for shares in every) > 0.9 * len(every)


@pytest.mark.parametrize(("share", "veil"), [(0.3, (150, 140, 130)), (0.5, (40, 90, 40))])
def test_a_plain_back_is_known_under_a_veil_of_light_since_a_drawing_would_show(taught, tiles, share, veil):
    for face, crop in tiles:
        veiled = np.uint8(crop * share + np.array(veil))
        shares = probabilities(taught, veiled)
        if face == BACK:
            assert shares[BACK] > NAMED
        else:
            assert shares[BACK] < 0.5


def test_all_known_crops_are_laid_beside_it_in_their_order(taught):
    known = pair_features([crop for some in taught.crops.values() for crop in some])
    assert len(known) > 8
    alike = pair_scores(known[5], known)
    assert alike.shape == (len(known),)
    assert int(alike.argmax()) == 5


def test_which_way_up_a_tile_lies_is_asked_again_by_what_light_leaves(taught, tiles):
    names = (*taught.faces, UNKNOWN)
    anything_upside_down = Recognition(dict.fromkeys(names, 1 / len(names)), True)
    again = [
        (face, taught.compare(burnt_out(crop, 0.5), anything_upside_down))
        for face, crop in tiles
        if face != BACK  # a back has no way up
    ]
    named = [like for face, like in again if like.probabilities.get(face, 0.0) >= NAMED]
    assert named
    assert not any(like.upside_down for like in named)


def test_what_was_never_taught_cannot_be_compared(tiles):
    _, crop = tiles[0]
    before = UntaughtFaces().recognise([crop])[0]
    assert UntaughtFaces().compare(crop, before, NO_REFERENCES) is before
