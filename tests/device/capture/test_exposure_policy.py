"""How the next picture is taken: cards neither too bright nor too dark, and a doubtful table with more care."""

import numpy as np
import pytest

from device.capture.exposure_policy import MAX_EXPOSURE, MIN_BRACKET_INTERVAL_S, MIN_EXPOSURE, ExposurePolicy

CARD = np.array([[2.0, 2.0], [12.0, 2.0], [12.0, 9.0], [2.0, 9.0]])


@pytest.mark.parametrize(
    ("light", "face_up", "exposure"),
    [
        (255, [CARD], MIN_EXPOSURE),
        (255, [], MIN_EXPOSURE),
        (40, [CARD], MAX_EXPOSURE),
        (40, [], 0.0),
        (180, [CARD], 0.0),
    ],
)
def test_pictures_are_exposed_less_without_end_and_more_only_for_cards_that_lie_face_up(
    light: int, face_up: list[np.ndarray], exposure: float
) -> None:
    policy = ExposurePolicy()
    for _ in range(9):
        policy.expose_for(np.full((12, 16, 3), light, np.uint8), face_up)
    assert policy.exposure == exposure
    policy.leave_to_camera()
    assert policy.exposure == 0.0


def closer(policy: ExposurePolicy, at_s: float, **otherwise: bool) -> str | None:
    doubtful = {"is_read": True, "is_open": True, "is_unsettled": True, "is_sheet": True}
    return policy.retake(at_s, **(doubtful | otherwise))


def test_a_doubtful_table_is_taken_in_other_exposures_once_and_then_in_full_size() -> None:
    policy = ExposurePolicy()
    assert closer(policy, 1.0, is_read=False) is None
    assert [closer(policy, at_s) for at_s in (1.0, 2.0)] == ["bracket", "full"]
    policy.note_full()
    assert closer(policy, 30.0) is None
    policy.restart()
    assert [closer(policy, at_s) for at_s in (31.0, 32.0)] == ["bracket", "full"]


def test_other_exposures_are_not_tried_twice_within_a_short_time() -> None:
    policy = ExposurePolicy()
    looks = []
    for at_s in (1.0, 1.0 + MIN_BRACKET_INTERVAL_S / 2, 1.0 + MIN_BRACKET_INTERVAL_S):
        policy.restart()
        looks.append(closer(policy, at_s))
    assert looks == ["bracket", "full", "bracket"]


def test_what_other_exposures_do_not_help_is_taken_in_full_size_or_not_at_all() -> None:
    assert closer(ExposurePolicy(), 1.0, is_sheet=False) == "full"
    assert closer(ExposurePolicy(), 1.0, is_open=False) == "full"
    assert closer(ExposurePolicy(), 1.0, is_open=False, is_unsettled=False) is None


def test_once_nothing_is_open_other_exposures_may_help_again() -> None:
    policy = ExposurePolicy()
    assert closer(policy, 1.0) == "bracket"
    assert closer(policy, 10.0, is_unsettled=False) is None
    assert closer(policy, 20.0, is_open=False, is_unsettled=False) is None
    assert closer(policy, 30.0) == "bracket"
