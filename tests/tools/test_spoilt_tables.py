"""Material for training: tables as poor pictures show them."""

import numpy as np

from simulator.photographs.spoilings import HELD_BACK, KINDS
from simulator.scenes.tables import random_art
from tools.lab.training.spoilt_tables import STRENGTHS, Shard, add_set


def test_a_set_lies_on_four_tables_each_as_it_is_and_spoilt_in_two_ways() -> None:
    rng = np.random.default_rng(3)
    art = random_art(rng)
    shard = Shard()
    add_set(shard, rng, art, number=7)
    assert len(shard.plan) == len(shard.tiles) == 12
    assert len(shard.look) == len(shard.look_kind) > 0
    assert len(shard.surroundings) == len(shard.errors) > 0
    clean = {face for face, is_clean in zip(shard.crop_face, shard.crop_clean, strict=True) if is_clean}
    assert clean == set(art.faces)
    assert not all(shard.crop_clean)
    assert set(shard.crop_set) == {7}


def test_nothing_that_judges_is_trained_on() -> None:
    assert set(STRENGTHS) == set(KINDS)
    assert not set(STRENGTHS) & set(HELD_BACK)
