"""The meter of *Set up* measures at most once a second, however many phones look, and the right thing for a game."""

from typing import Any

import numpy as np
import pytest

from device.system.worker import Worker
from device.table.picture_meter import EVERY_S, PictureMeter
from device.table.tapped_field import TappedField
from engines.messages import Refusal, message
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


class Evening:
    """A table with its bare sheet before the camera, and a clock that stands still."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.worker, self.given = CountingWorker(), TappedField()
        self.meter = PictureMeter(self.newest, self.given, self.worker, lambda: self.now_s)

    def newest(self) -> Picture:
        """Each picture is another one, as a camera's are."""
        return laid_box.nothing_laid()[0].copy()


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_many_phones_that_look_cost_one_measurement_a_second(evening: Evening) -> None:
    first = evening.meter.read("reversi")
    assert all(evening.meter.read("reversi") is first for _ in range(5))
    assert len(evening.worker.wanted) == 1
    evening.now_s += EVERY_S
    assert evening.meter.read("reversi") is not first
    assert len(evening.worker.wanted) == 2


def test_games_of_cards_need_no_sheet(evening: Evening) -> None:
    kinds = {name: {one.kind for one in evening.meter.read(name).measures} for name in ("stop", "reversi")}
    assert kinds["reversi"] - kinds["stop"] == {"angle", "distance"}


def test_the_corners_that_people_gave_count(evening: Evening) -> None:
    picture, corners = laid_box.nothing_laid()
    found = evening.meter.read("reversi")
    evening.given.give(corners, picture.shape[1], None)
    evening.now_s += EVERY_S
    given = evening.meter.read("reversi")
    assert np.allclose(evening.worker.wanted[-1][2], corners)
    for one, other in zip(found.measures, given.measures, strict=True):
        assert (one.kind, one.grade) == (other.kind, other.grade)


def test_without_the_sheet_that_is_said_first() -> None:
    seen = measured(np.full((960, 1280, 3), 120, np.uint8), on_sheet=True, given=None)
    assert (seen.score, seen.said.key) == (0, "seen.blurred")
    cards = measured(np.full((960, 1280, 3), 120, np.uint8), on_sheet=False, given=None)
    assert (cards.missing, cards.said.key) == (None, "meter.all_good")
    dark = measured(np.full((960, 1280, 3), 9, np.uint8), on_sheet=True, given=None)
    assert (dark.score, dark.said.key) == (0, "meter.light.bad_dark")


def test_without_a_picture_it_says_so() -> None:
    def none() -> Picture:
        raise Refusal(message("field_shape.no_picture"))

    with pytest.raises(Refusal):
        PictureMeter(none, TappedField(), CountingWorker()).read("reversi")
