"""The meter of *Set up* measures at most once a second, however many phones look, and the right thing for a game."""

from typing import Any

import numpy as np

from device.capture.picture_meter import MIN_INTERVAL_S, PictureMeter
from device.capture.tapped_field import TappedField
from device.system.worker import Worker
from engines.messages import Refusal, message
from tests.support.refusals import refused
from tests.support.web import laid_box
from vision.meter import measured
from vision.reading import Picture


class CountingWorker(Worker):
    """Says of each work that it was wanted, and does it."""

    def __init__(self) -> None:
        super().__init__()
        self.wanted: list[Any] = []

    def do(self, work: Any, *args: Any, **kwargs: Any) -> Any:
        self.wanted.append(args)
        return work(*args, **kwargs)


def test_many_phones_that_look_cost_one_measurement_a_second_of_what_the_game_needs() -> None:
    now, worker, given = [100.0], CountingWorker(), TappedField()
    picture, corners = laid_box.nothing_laid()
    meter = PictureMeter(picture.copy, given, worker, lambda: now[0])  # as a camera's: each another one
    found = meter.read("reversi")
    assert all(meter.read("reversi") is found for _ in range(5))
    assert len(worker.wanted) == 1
    kinds = {name: {one.kind for one in meter.read(name).measures} for name in ("stop", "reversi")}
    assert kinds["reversi"] - kinds["stop"] == {"angle", "distance"}, "games of cards need no sheet"
    now[0] += MIN_INTERVAL_S
    given.give(corners, picture.shape[1], None)
    with_corners = meter.read("reversi")
    assert with_corners is not found
    assert np.allclose(worker.wanted[-1][2], corners), "the corners that people gave count"
    assert [(one.kind, one.grade) for one in with_corners.measures] == [(one.kind, one.grade) for one in found.measures]


def test_without_the_sheet_that_is_said_first() -> None:
    def seen(grey: int, on_sheet: bool = True):
        return measured(np.full((960, 1280, 3), grey, np.uint8), on_sheet=on_sheet, known_corners=None)

    assert (seen(120).score, seen(120).said.key) == (0, "seen.blurred")
    cards = seen(120, on_sheet=False)
    assert (cards.missing, cards.said.key) == (None, "meter.all_good")
    assert (seen(9).score, seen(9).said.key) == (0, "meter.light.bad_dark")


def test_without_a_picture_it_says_so() -> None:
    def none() -> Picture:
        raise Refusal(message("field_shape.no_picture"))

    with refused("field_shape.no_picture"):
        PictureMeter(none, TappedField(), CountingWorker()).read("reversi")
