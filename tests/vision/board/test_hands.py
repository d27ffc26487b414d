"""A hand over the sheet is waited for; what only looks like one to the network stops nobody."""

from itertools import islice

import numpy as np
import pytest

from device.demo.art import SENSOR, demo_art
from device.games.listing import profile_of
from engines.bots import NAMES
from simulator.scenes.layouts import whole_view
from simulator.scenes.tables import random_art
from tools.films.tiles import Match, film
from tools.light_pictures import LIGHTS
from vision.board.finder import find_board
from vision.board.hands import HandWatch, SeenHands
from vision.board.known_board import KnownBoard
from vision.simulator.lesson import lesson_tiles
from vision.simulator.pieces import Hand, Table
from vision.simulator.render import render

SIZE = (256, 320)
SHEET = (slice(40, 216), slice(60, 260))
ALONE, ARM, TILE = (
    (slice(100, 150), slice(100, 160)),
    (slice(100, 150), slice(0, 160)),
    (slice(100, 114), slice(100, 120)),
)
OTHER = (slice(150, 200), slice(200, 320))


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
    return SeenHands(np.clip(table * bright, 0, 255).astype(np.uint8), filled(*hands), filled(SHEET), 1.0, np.zeros(2))


@pytest.fixture
def watch():
    """A table that lay open."""
    begun = HandWatch()
    assert not begun.over(seen()).any()
    return begun


@pytest.mark.parametrize("hand", [ARM, ALONE])
def test_a_hand_that_comes_hides_the_sheet(watch, hand):
    over = watch.over(seen(hand, shown=[hand]))
    assert over.mean() > 0.02
    assert not over[~filled(hand) | ~filled(SHEET)].any()


@pytest.mark.parametrize("bright", [1.0, 0.7, 1.4])
@pytest.mark.parametrize("hand", [ARM, ALONE])
def test_where_the_picture_is_as_it_was_there_is_no_hand(watch, hand, bright):
    assert not watch.over(seen(hand, bright=bright)).any()


def test_a_tile_that_the_network_takes_for_a_hand_is_none(watch):
    assert not watch.over(seen(ALONE, shown=[TILE])).any()
    assert not HandWatch().over(seen(TILE)).any()


def test_fingertips_are_a_hand_though_part_of_them_looks_like_the_table(watch):
    finger, skin = (slice(36, 60), slice(100, 116)), (slice(36, 50), slice(100, 108))
    assert watch.over(seen(finger, shown=[skin])).any()


def test_an_arm_that_rests_is_waited_for(watch):
    assert all(watch.over(seen(ARM, shown=[ARM])).any() for _ in range(40))


def test_what_looks_like_an_arm_from_the_beginning_and_never_moves_stops_no_game():
    watch = HandWatch()
    over = [bool(watch.over(seen(ARM, shown=[ARM])).any()) for _ in range(20)]
    assert over == [True] * 15 + [False] * 5
    assert watch.over(seen(OTHER, shown=[OTHER])).any(), "a hand that comes now is one"


def test_an_arm_that_does_not_move_at_all_for_two_minutes_is_something_else(watch):
    over = [bool(watch.over(seen(ARM, shown=[ARM])).any()) for _ in range(62)]
    assert over == [True] * 60 + [False] * 2


def test_an_arm_that_moves_a_little_is_waited_for_as_long_as_it_lies_there():
    watch = HandWatch()
    reaching = [(ARM[0], slice(0, 160 - 5 * (look % 3))) for look in range(80)]
    assert all(watch.over(seen(ARM, shown=[arm])).any() for arm in reaching)


def test_a_hand_whose_arm_is_not_recognised_is_waited_for_long(watch):
    assert all(watch.over(seen(ALONE, shown=[ALONE])).any() for _ in range(15))
    assert not watch.over(seen(ALONE, shown=[ALONE])).any()


def test_a_hand_that_moves_is_waited_for_from_the_beginning():
    watch = HandWatch()
    assert all(watch.over(seen(ALONE, shown=[ALONE], step=step)).any() for step in range(0, 60, 2))


def test_what_never_moves_is_no_hand_after_a_few_seconds():
    watch = HandWatch()
    assert [bool(watch.over(seen(ALONE)).any()) for _ in range(6)] == [True, True, True, False, False, False]


@pytest.mark.full
@pytest.mark.parametrize("seed", [64, 70, 46])
def test_a_sheet_with_tiles_that_looks_like_a_hand_is_read(seed):
    match = Match(profile_of("sevens"), NAMES[:2], {})
    takes = [
        one for one in islice(film(match, seed, random_art(np.random.default_rng([seed, 2])), 12), 24) if one.picture
    ]
    board = KnownBoard()
    for take in takes:
        if not take.hand:
            assert board.find(take.picture(), find_board) == []
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
