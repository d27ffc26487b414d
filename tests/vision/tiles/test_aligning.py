"""Tiles whose corners were found wrongly are cut out where the picture shows them, and named right all the same."""

import numpy as np
import pytest

from simulator.photographs.corner_errors import disturbed
from simulator.render.pieces import Tile
from tests.support.vision.lesson import FACES
from tests.support.vision.tables import scene
from vision.faces.likeliest_crops import likeliest_crops
from vision.faces.recogniser import TaughtFaces
from vision.reading import Picture, Points
from vision.tiles.aligning import aligned
from vision.tiles.crop import cut_face

OFF = 0.14  # of a tile's size
ROWS = [(x, y) for y in (50.0, 0.0, -50.0) for x in (-110.0, -75.0, -40.0, 0.0, 40.0)]


def wrongly_found(rings: list[Points], seed: int) -> list[Points]:
    rng = np.random.default_rng(seed)
    return [disturbed(rng, ring, OFF) for ring in rings]


@pytest.fixture(scope="module")
def lesson() -> tuple[Picture, list[Points], Picture, list[Points]]:
    """Two photographs of the same faces: as they are taught, and on another table with another camera."""
    laid = [Tile(x, y, face) for (x, y), face in zip(ROWS, FACES, strict=False)]
    first, truth, art = scene(71, laid)
    again = [Tile(-x, -y, face, turn=35.0) for (x, y), face in zip(ROWS, FACES, strict=False)]
    second, seen, _ = scene(72, again, art=art)
    return first, list(truth.tops), second, list(seen.tops)


def worst_corners(rings: list[Points], true: list[Points]) -> list[float]:
    """How far the worst corner of each tile is off, in widths of the tile."""
    wide = [np.linalg.norm(one[1] - one[0]) for one in true]
    return [
        float(np.linalg.norm(ring - one, axis=1).max() / each)
        for ring, one, each in zip(rings, true, wide, strict=True)
    ]


def test_corners_found_wrongly_are_brought_nearer_to_where_the_picture_shows_them_and_others_stay(lesson):
    picture, true, *_ = lesson
    found = wrongly_found(true, 1)
    off, left = worst_corners(found, true), worst_corners(aligned(picture, found), true)
    assert np.mean(off) > 0.2
    assert np.mean(left) < 0.14
    assert max(worst_corners(aligned(picture, true), true)) == 0.0
    assert aligned(picture, []) == []


def test_tiles_are_named_right_that_were_found_wrongly_in_the_lesson_and_on_the_table(lesson):
    taught_picture, taught_rings, picture, rings = lesson
    laid = aligned(taught_picture, wrongly_found(taught_rings, 2))
    taught = TaughtFaces({face: [cut_face(taught_picture, ring)] for face, ring in zip(FACES, laid, strict=True)})
    seen = likeliest_crops(picture, wrongly_found(rings, 3), [True] * len(rings), taught)
    assert [shown.best[0] for _, shown in seen] == list(FACES)
