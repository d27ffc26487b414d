"""What is drawn over a drop shows as doubtful what was measured to be so, with the same distance, and nothing else."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from device.drop_it.verdict_marks import marks_of
from engines.drop_it.frame import Circle
from engines.drop_it.geometry import Polygon
from engines.drop_it.measuring import Resting, measured_landing
from tests.support.engines import drop_box
from tests.support.engines.drop_box import box
from vision.frame.camera import FrameCamera
from vision.frame.view import FrameView
from vision.reading import Mark

FRAME = replace(drop_box.FRAME, circles=(*drop_box.FRAME.circles, Circle((-50, 70), 8, "small")))
VIEW = FrameView(
    FrameCamera(np.diag([1.0, -1.0, -1.0]), np.array([0.0, 200.0, 600.0]), 900.0, (640.0, 480.0), 0), FRAME
)


def drawn(outline: Polygon, *others: Resting) -> tuple[list[str], Sequence[Mark]]:
    """What is measured to be doubtful, each with its distance, and the marks."""
    measured = measured_landing(FRAME, "square/red", outline, others)
    marks = marks_of(VIEW, FRAME, outline, measured)
    assert sorted(f"{away:.1f} mm" for _, away in measured.doubtful) == sorted(
        mark.label for mark in marks if mark.kind == "doubtful"
    )
    return [item for item, _ in measured.doubtful], marks


def labels(marks: Sequence[Mark], kind: str) -> list[str]:
    return [mark.label for mark in marks if mark.kind == kind]


HOLDER: Resting = ("square/blue", box(-25, 0))  # below, on the left alone


@pytest.mark.parametrize(
    ("doubtful", "outline", "others"),
    [
        (["touch circle/blue"], box(-60, 0.1), [("circle/blue", box(-19.1, 0))]),
        (["touch circle/green"], box(0, 40), [HOLDER, ("circle/green", box(41.2, 30))]),
        (["edge circle"], box(-40.9, 0.1), []),
        (["level"], box(-60, 8), []),
        (["circle small"], box(30, 21.9), []),
        (["above"], box(-20, 360.1), []),
    ],
)
def test_the_picture_shows_doubts(doubtful: list[str], outline: Polygon, others: list[Resting]) -> None:
    assert [item for item in drawn(outline, *others)[0] if not item.startswith("touch square")] == doubtful


def test_the_other_one_of_a_kind_is_not_doubtful_for_it() -> None:
    doubtful, marks = drawn(box(-60, 0.1), ("circle/blue", box(-19.1, 0)), ("circle/blue", box(-102, 0)))
    assert doubtful == ["touch circle/blue"]
    assert labels(marks, "apart") == ["2.0 mm"]


def test_where_one_of_a_kind_surely_touches_another_one_is_no_doubt() -> None:
    doubtful, marks = drawn(box(-60, 0.1), ("circle/blue", box(-19.1, 0)), ("circle/blue", box(-99.9, 0)))
    assert doubtful == []
    assert "0.9 mm" in labels(marks, "apart")


def test_circles_say_what_they_add_or_how_far_they_are() -> None:
    assert labels(drawn(box(30, 25))[1], "circle") == ["+3"]
    assert "2.0 mm" in labels(drawn(box(30, 20))[1], "apart")
