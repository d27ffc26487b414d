"""The demo's frame: people play Drop It, physics says how pieces land, and a camera sees the frame alone."""

from collections.abc import Iterator
from itertools import islice, pairwise, takewhile

import numpy as np
import pytest

from device.config.frames import load_frame
from device.demo.camera import DemoCamera
from device.demo.demo import Demo
from device.demo.gallery import card
from device.demo.watching_box import WatchingBox
from engines import drop_it
from engines.drop_it import Drop
from engines.drop_it.measuring import landing
from simulator.film.frame_view import SIZES
from simulator.film.shots import FrameShot
from simulator.people.mishaps import Mishaps
from simulator.people.script import script
from tests.support.clock import Clock


class Noting(WatchingBox):
    """Stands for a box at a frame of Drop It, and notes what people tell it."""

    def __init__(self) -> None:
        super().__init__(drop_it)
        self.drops: list[object] = []

    def tell(self, move: object) -> None:
        super().tell(move)
        self.drops.append(move)


def shots(box: WatchingBox, mistake: bool = False, seed: int = 1) -> Iterator[FrameShot]:
    rng = np.random.default_rng(seed)
    mishaps = Mishaps(rng)
    mishaps.wanted = mistake
    for shot in script(rng, box, mishaps):
        assert isinstance(shot, FrameShot)
        yield shot


def test_people_drop_what_they_may_and_tell_how_it_truly_landed() -> None:
    box, state, seen = Noting(), drop_it.start(("A", "B"), {}), list[FrameShot]()
    for shot in shots(box):
        seen.append(shot)
        if len(box.drops) == 3:
            break
    *others, last = ((one.piece, [*map(tuple, one.outline(SIZES))]) for one in seen[-1].moments[-1])
    assert landing(load_frame(None), *last, others, slack=0.1) == box.drops[-1]
    for drop in box.drops:
        assert isinstance(drop, Drop)
        state = drop_it.play(state, drop)


def test_a_hand_brings_a_piece_lets_it_fall_and_goes() -> None:
    empty, coming, holding, falling, resting = islice(shots(Noting()), 5)
    assert (empty.moments, empty.hand) == (((),), None)
    assert coming.hand is not None
    assert coming.held is not None
    assert coming.hand.start.y > coming.hand.end.y > load_frame(None).outline[0][1]
    assert holding.held == coming.held
    assert (len(falling.moments) > 20, falling.held) == (True, None)
    assert falling.moments[0][0].y > load_frame(None).outline[0][1] > falling.moments[-1][0].y
    assert (resting.moments, resting.hand) == ((falling.moments[-1],), None)


def test_mistakes_are_two_at_once_a_piece_out_again_and_a_bumped_frame() -> None:
    lay, bumped = list[list[int]](), set[bool]()
    for seed in (1, 2):
        box = Noting()
        rests = takewhile(lambda shot, box=box: len(box.drops) < 15, shots(box, True, seed))
        seen = [shot for shot in rests if shot.hand is None]
        lay.append([len(shot.moments[-1]) for shot in seen])
        bumped |= {shot.shift != (0.0, 0.0, 0.0) for shot in seen}
        assert seen[-1].shift == pytest.approx((0.0, 0.0, 0.0))
    steps = {later - before for counts in lay for before, later in pairwise(counts)}
    assert steps == {-1, 0, 1, 2}
    assert bumped == {True, False}


def test_the_card_of_the_game_shows_a_frame_half_full() -> None:
    shown = card("drop_it")
    assert isinstance(shown.table, FrameShot)
    assert len(shown.table.moments[-1]) == 18
    assert shown.minutes >= 3


@pytest.mark.full
def test_the_camera_sees_the_frame_the_hand_and_the_blur_of_a_fall() -> None:
    clock = Clock(100.0)
    camera = DemoCamera(clock=clock, sleep=clock.sleep, demo=Demo(box=Noting()))
    camera.demo.speed = 2.0
    frames = [camera.capture() for _ in range(31)]
    pictures = [frame.picture for frame in frames if frame is not None]
    assert {picture.shape for picture in pictures} == {(960, 1280, 3)}
    changes = [
        float((np.abs(later[::4, ::4].astype(int) - before[::4, ::4]).max(axis=2) > 40).mean())
        for before, later in pairwise(pictures)
    ]
    assert max(changes[:12]) == 0.0
    assert sum(change > 0.0005 for change in changes) >= 4
    assert changes[-1] == 0.0
