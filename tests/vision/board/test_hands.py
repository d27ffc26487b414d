"""A hand over the sheet is waited for; what only looks like one to the network stops nobody."""

from itertools import islice

import numpy as np
import pytest

from device.games.listing import profile_of
from engines.bots import NAMES
from simulator.film.furniture import SENSOR, demo_art
from simulator.render.pieces import Hand, Table
from simulator.render.tiles import render
from simulator.scenes.layouts import lesson_tiles, whole_view
from simulator.scenes.tables import random_art
from tools.films.following import Match
from tools.films.tiles import film
from tools.light_pictures import LIGHTS
from vision.board.finder import find_board
from vision.board.hands import HandDetection, HandWatch
from vision.board.known_board import KnownBoard

SIZE = (256, 320)
SHEET = (slice(40, 216), slice(60, 260))
ALONE, ARM = (slice(100, 150), slice(100, 160)), (slice(100, 150), slice(0, 160))
TILE, OTHER = (slice(100, 114), slice(100, 120)), (slice(150, 200), slice(200, 320))


def filled(*parts):
    mask = np.zeros(SIZE, bool)
    for part in parts:
        mask[part] = True
    return mask


def seen(*hands, shown=(), step=0, bright=1.0):
    """What the network takes for `hands`, in a noisy picture in which skin is `shown`, moved to the right by `step`."""
    noise = np.random.default_rng(step).normal(0, 2, (*SIZE, 3))
    table = np.random.default_rng(99).integers(60, 140, (*SIZE, 3)) + noise
    table[np.roll(filled(*shown), step, axis=1)] = (120, 150, 220)
    return HandDetection(
        np.clip(table * bright, 0, 255).astype(np.uint8), filled(*hands), filled(SHEET), 1.0, np.zeros(2)
    )


FINGER, FINGERTIP = (slice(36, 60), slice(100, 116)), (slice(36, 50), slice(100, 108))
REACHING = [(ARM[0], slice(0, end)) for end in (160, 155, 150)]


@pytest.mark.parametrize(
    ("begun", "looks", "waited"),
    [
        # An arm that rests is waited for, but not one that is something else.
        (True, lambda: [seen(ARM, shown=[ARM])] * 62, 60),
        (True, lambda: [seen(ALONE, shown=[ALONE])] * 16, 15),  # a hand whose arm is not recognised
        (True, lambda: [seen(FINGER, shown=[FINGERTIP])], 1),  # though part of it looks like the table
        (True, lambda: [seen(ALONE, shown=[TILE])], 0),  # a tile that the network takes for a hand
        *(
            (True, lambda hand=hand, bright=bright: [seen(hand, bright=bright)], 0)
            for hand in (ARM, ALONE)
            for bright in (1.0, 0.7, 1.4)
        ),
        (False, lambda: [seen(TILE)], 0),
        (False, lambda: [seen(ALONE)] * 6, 3),  # what never moves is no hand after a few seconds
        (False, lambda: [seen(ARM, shown=[ARM])] * 20, 15),  # nor is what looks like an arm from the beginning
        (False, lambda: [seen(ARM, shown=[arm]) for arm in REACHING] * 22, 66),
        (False, lambda: [seen(ALONE, shown=[ALONE], step=step) for step in range(0, 60, 2)], 30),
    ],
)
def test_a_hand_is_waited_for_as_long_as_it_may_be_one(begun, looks, waited):
    """`begun`: whether the table was seen without a hand before."""
    watch, looks = HandWatch(), looks()
    assert not (begun and watch.over(seen()).any())
    assert [bool(watch.over(one).any()) for one in looks] == [True] * waited + [False] * (len(looks) - waited)
    assert watch.over(seen(OTHER, shown=[OTHER])).any(), "a hand that comes now is one"


@pytest.mark.parametrize("hand", [ARM, ALONE])
def test_a_hand_that_comes_hides_the_sheet(hand):
    watch = HandWatch()
    watch.over(seen())
    over = watch.over(seen(hand, shown=[hand]))
    assert over.mean() > 0.02
    assert not over[~filled(hand) | ~filled(SHEET)].any()


@pytest.mark.full
@pytest.mark.parametrize("seed", [64, 70, 46])
def test_a_sheet_with_tiles_that_looks_like_a_hand_is_read(seed):
    match = Match(profile_of("sevens"), NAMES[:2], {})
    filmed = islice(film(match, seed, random_art(np.random.default_rng([seed, 2])), 12), 24)
    takes, board = [one for one in filmed if one.picture], KnownBoard()
    assert not any(board.find(take.picture(), find_board) for take in takes if not take.hand)
    hand = next(take for take in takes if take.hand)
    assert [warned.kind for warned in board.find(hand.picture(), find_board)] == ["hand"]


@pytest.mark.parametrize("light", ["side", "lamp"])
def test_a_hand_is_seen_by_a_low_lamp_and_beside_a_highlight(light):
    rng = np.random.default_rng(2421)
    table, view = Table(demo_art(), tuple(lesson_tiles(rng)), (Hand(60.0, -60.0, 300.0),)), whole_view(rng, 0.0)
    picture, truth = render(table, view, LIGHTS[light].light, SENSOR, rng)
    board = KnownBoard()
    board.give(truth.field, picture.shape[1])
    assert [warned.kind for warned in board.find(picture, find_board)] == ["hand"]
