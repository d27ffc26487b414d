"""Invented artwork: the same for the same seed, of the promised sizes, and of faces that a person can tell apart."""

import itertools
from collections.abc import Callable

import numpy as np
import pytest

from simulator.artwork import tile_sets
from simulator.artwork.faces import MIN_DIFFERENCE, MOTIFS, difference
from simulator.artwork.grounds import GROUNDS
from simulator.artwork.paint import Pad, paper, random_palette
from simulator.artwork.table_tops import TABLES
from simulator.film.furniture import PICTURES
from tests.support.tiers import first
from tools.lab.artwork.demo_pictures import demo_pictures
from vision.pictures import open_picture
from vision.reading import Picture

MAKERS: dict[str, tuple[Callable[[np.random.Generator], Picture], tuple[int, int, int]]] = {
    "back": (tile_sets.tile_back, (120, 88, 3)),
    "grid": (lambda rng: tile_sets.sheet(rng, "grid"), (600, 600, 3)),
    "stars": (lambda rng: tile_sets.sheet(rng, "stars"), (600, 600, 3)),
    "cells": (lambda rng: tile_sets.sheet(rng, "cells"), (600, 600, 3)),
    "table": (lambda rng: tile_sets.table_surface(rng, 512), (512, 512, 3)),
}


def fresh(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("seed", first(range(6), 2))
def test_every_thing_has_its_size_and_depends_on_the_seed_alone(name: str, seed: int) -> None:
    make, shape = MAKERS[name]
    picture = make(fresh(seed))
    assert picture.shape == shape
    assert picture.dtype == np.uint8
    assert np.array_equal(picture, make(fresh(seed)))
    assert not np.array_equal(picture, make(fresh(seed + 1)))


@pytest.mark.parametrize("seed", first(range(12), 3))
def test_the_faces_of_a_set_can_be_told_apart_under_any_light(seed: int) -> None:
    faces = tile_sets.tile_faces(fresh(seed))
    assert [face.shape for face in faces] == [(120, 88, 3)] * 10
    assert min(difference(one, other) for one, other in itertools.combinations(faces, 2)) > MIN_DIFFERENCE
    again = tile_sets.tile_faces(fresh(seed))
    assert all(np.array_equal(one, other) for one, other in zip(faces, again, strict=True))


def test_a_darker_photograph_of_a_face_is_no_other_face() -> None:
    face = tile_sets.tile_faces(fresh(3))[0]
    assert difference(face, (face * 0.6).astype(np.uint8)) < MIN_DIFFERENCE / 2


@pytest.mark.parametrize("name", MOTIFS)
def test_every_motif_leaves_its_mark_and_stays_the_same_for_a_seed(name: str) -> None:
    for number in range(1, 11):
        blank, drawn, again = (paper((120, 88), (200, 180, 160)) for _ in range(3))
        for picture in (drawn, again):
            rng = fresh(number)
            MOTIFS[name](Pad(picture, (44, 60), 36), rng, random_palette(rng), number)
        assert np.array_equal(drawn, again)
        assert difference(blank, drawn) > 1


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("shape", [(120, 88), (600, 600)])
def test_every_ground_covers_any_shape(ground: Callable[..., Picture], shape: tuple[int, int]) -> None:
    for seed in range(4):
        picture = ground(fresh(seed), shape, (10.0, 20.0, 200.0), (240.0, 200.0, 30.0))
        assert picture.shape == (*shape, 3)
        assert picture.dtype == np.uint8


@pytest.mark.parametrize("top", TABLES)
def test_every_table_top_covers_the_table(top: Callable[..., Picture]) -> None:
    for seed in range(3):
        assert top(fresh(seed), 300).shape == (300, 300, 3)


def test_a_chequered_sheet_has_its_cells_where_the_rules_say() -> None:
    """Centres of cells of one colour are alike, neighbours differ, on a board without its own grain."""
    seen = 0
    for seed in range(12):
        sheet = tile_sets.sheet(fresh(seed), "grid").astype(float)
        tops = [28 + 68 * k + 20 for k in range(8)]
        centres = np.array([[sheet[y : y + 28, x : x + 28].mean((0, 1)) for x in tops] for y in tops])
        odd = np.indices((8, 8)).sum(0) % 2 == 1
        apart = np.abs(centres[odd].mean(0) - centres[~odd].mean(0)).sum()
        seen += bool(apart > 60)
    assert seen >= 8, "most chequered boards show two colours"


def test_the_demo_shows_the_pictures_that_were_drawn_for_it() -> None:
    pictures = demo_pictures()
    assert set(pictures) >= {"tiles", "grid", "stars", "table"}
    for name, drawn in pictures.items():
        shipped = open_picture(PICTURES / f"{name}.png")
        assert shipped.shape == drawn.shape
        assert np.abs(shipped.astype(int) - drawn).mean() < 1, (
            "python -m tools.lab.artwork.demo_pictures draws them anew"
        )
