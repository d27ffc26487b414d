"""What a photograph's outlines say of a drop, and what is too close to call (D-6, D-7)."""

import math
from dataclasses import replace

import pytest

from engines.drop_it.geometry import Point, gap, gap_to_segment
from engines.drop_it.measuring import Measured, Resting, is_held, is_supported, measured_landing
from tests.support.engines.drop_box import FRAME, box


def measured(x: float, y: float, *others: Resting) -> Measured:
    return measured_landing(FRAME, "square/red", box(x, y), others, error=0.2)


@pytest.mark.parametrize(
    ("apart", "touches", "doubtful"), [(-0.3, True, False), (0.6, True, False), (0.8, True, True), (1.1, False, False)]
)
def test_a_gap_touches_or_not_or_is_too_close_to_call(apart: float, touches: bool, doubtful: bool) -> None:
    seen = measured(-60, 0.1, ("circle/blue", box(-20 + apart, 0)))
    assert (seen.drop.touches == ("circle/blue",), "touch circle/blue" in dict(seen.doubtful)) == (touches, doubtful)


def loose(x: float, y: float, *others: Resting, sideways: float = 0.0, up: float = 0.0) -> list[str]:
    """What is doubtful of a piece that may be off by so much (mm), among others that are not."""

    def own(_at: Point, along: Point) -> float:
        return math.hypot(sideways * along[0], up * along[1])

    spreads = [own, *[lambda _at, _along: 0.0] * len(others)]
    return [item for item, _ in measured_landing(FRAME, "square/red", box(x, y), others, spreads=spreads).doubtful]


def test_what_a_loose_outline_would_change_is_too_close_to_call() -> None:
    beside = ("circle/blue", box(-19.5, 0))
    assert loose(-60, 0.1, beside, sideways=0.1) == loose(-60, 0.1, beside, up=0.4) == []
    assert loose(-60, 0.1, beside, sideways=0.4) == ["touch circle/blue"]
    assert loose(30, 21, sideways=0.8) == loose(30, 21, up=0.2) == []
    assert loose(30, 21, up=0.8) == ["circle small"]
    assert (loose(-60, 4, up=0.2), loose(-60, 4, up=2.5)) == ([], ["level"])


def test_what_holds_a_piece_touches_it_however_loose_its_outline_is() -> None:
    assert loose(-60, 40.5, ("circle/blue", box(-60, 0)), up=0.6) == []


def test_of_two_alike_one_that_surely_touches_is_enough() -> None:
    seen = measured(-60, 0.1, ("circle/blue", box(-19.1, 0)), ("circle/blue", box(-100, 0)))
    assert seen.drop.touches.count("circle/blue") >= 1
    assert seen.doubtful == ()


def test_edges_are_told_by_what_is_printed_on_them() -> None:
    seen = measured(-40.8, 0.1)
    assert (seen.drop.edges, [item for item, _ in seen.doubtful]) == (("circle", "square"), ["edge circle"])
    by_colour = measured_landing(FRAME, "square/red", box(-60, 0.1), (), error=0.2, edges_by="colour")
    assert by_colour.drop.edges == ("red",)
    assert measured_landing(FRAME, "square/red", box(-60, 0.1), (), error=0.2, edges_by="none").contacts == ()


def test_a_level_is_doubtful_where_the_highest_side_reaches_over_two() -> None:
    assert measured(-60, 0).doubtful == ()
    assert dict(measured(-60, 8).doubtful) == {"level": 0.0}


def test_a_circle_is_doubtful_where_its_rim_is_near() -> None:
    assert measured(30, 22.1).drop.circles == ("small",)
    assert [item for item, _ in measured(30, 21.9).doubtful if item.startswith("circle")] == ["circle small"]


def test_of_two_circles_of_a_size_only_the_one_whose_rim_is_near_is_doubtful() -> None:
    other = replace(FRAME.circles[0], centre=(50.0, 40.0))
    frame = replace(FRAME, circles=(*FRAME.circles, other))
    for y, seen in ((22.1, ("small", "small")), (21.9, ("small",))):
        measured = measured_landing(frame, "square/red", box(30, y), (), error=0.2)
        assert measured.drop.circles == seen
        assert {drop.circles for drop in measured.possible_drops} >= {("small",), ("small", "small")}
        assert () not in {drop.circles for drop in measured.possible_drops}


def test_above_the_top_line_counts_as_level_8_and_may_be_too_close_to_call() -> None:
    assert (measured(-20, 365).drop.above, measured(-20, 365).doubtful) == (True, ())
    assert (measured(-20, 360.1).drop.above, "above" in dict(measured(-20, 360.1).doubtful)) == (True, True)


def test_gaps_are_measured_both_ways_round() -> None:
    assert gap(box(0, 0), box(41, 10), 3) == gap(box(41, 10), box(0, 0), 3) == pytest.approx(1)
    assert gap(box(0, 0), box(90, 0), 3) == 3
    assert gap(box(0, 0), box(10, 10), 3) == 0
    assert gap_to_segment(box(0, 2), ((-100, 0), (100, 0)), 3) == pytest.approx(2)
    assert gap_to_segment(((0, 2), (-5, 9), (5, 9)), ((-1, 0), (1, 0)), 3) == pytest.approx(2)


def test_what_a_piece_must_touch_to_rest_there_is_doubtful_where_it_was_measured_apart() -> None:
    """It would fall to the right: what lies 1.2 mm beside it there may hold it, but nothing to its left does more."""
    seen = measured_landing(
        FRAME, "circle/red", box(0, 40), [("square/blue", box(-25, 0)), ("circle/green", box(41.2, 30))]
    )
    assert seen.drop.touches == ("square/blue",)
    assert [item for item, _ in seen.doubtful if item.startswith("touch")] == ["touch circle/green"]
    assert {drop.touches for drop in seen.possible_drops} == {("square/blue",), ("circle/green", "square/blue")}


def test_what_nothing_holds_is_in_a_hand_or_falls() -> None:
    assert is_held(FRAME, box(0, 200), [box(60, 200)])
    assert not is_held(FRAME, box(0, 1.0), [])
    assert not is_held(FRAME, box(0, 41.0), [box(-30, 0)])  # it leans to one side: what holds it was measured apart
    assert is_held(FRAME, box(30, 380), [box(-12, 380)])  # in the mouth it would fall
    assert not is_held(FRAME, box(0, 380), [box(-42, 380), box(42, 380)])


def test_what_is_just_apart_from_a_piece_that_is_hardly_seen_may_touch_it() -> None:
    beside = ("circle/blue", box(42.5, 0))
    sure = measured_landing(FRAME, "square/red", box(0, 0), [beside])
    assert (sure.drop.touches, sure.doubtful) == ((), ())
    unsure = measured_landing(FRAME, "square/red", box(0, 0), [beside], uncertain=[beside[1]])
    assert (unsure.drop.touches, unsure.doubtful) == ((), (("touch circle/blue", 2.5),))
    touching = ("circle/blue", box(40.2, 0))
    assert measured_landing(FRAME, "square/red", box(0, 0), [touching], uncertain=[touching[1]]).doubtful == ()


def test_a_piece_that_only_a_side_holds_is_not_where_it_was_measured() -> None:
    at_the_left = box(-99.5, 100)
    assert not is_held(FRAME, at_the_left, [])
    assert not is_supported(FRAME, at_the_left, [])
    assert is_supported(FRAME, at_the_left, [box(-80, 58.5)])
    assert not is_supported(FRAME, at_the_left, [box(-80, 57.5)])


@pytest.mark.parametrize(("apart", "touches"), [(0.0, False), (0.5, True)])
def test_where_all_that_touch_are_measured_apart_so_is_what_touches_now(apart: float, touches: bool) -> None:
    stack: list[Resting] = [
        ("circle/green", box(-99 + (40 + apart) * (k % 2), (40 + apart) * (k // 2))) for k in range(8)
    ]
    beside = box(-19 + apart + 0.95, 0.1)
    seen = measured_landing(FRAME, "square/red", beside, [("circle/green", box(60, 100)), *stack])
    assert (("circle/green" in seen.drop.touches), seen.doubtful) == (touches, ())
