"""What a camera's held exposure is given up for: a lamp, not what a television shows."""

import numpy as np
import pytest

from tests.support.device.changing_light import CHANGES, WHITE, candle, dusk, passing, switched, television, watched
from tests.support.tiers import first, full

MINUTES = 120.0  # s


def chose_in_silence(evening):
    """Whether no picture was used that was taken while the camera chose by itself."""
    return not any(used and chose for used, chose in zip(evening.used, evening.was_running, strict=True))


@pytest.mark.parametrize(
    ("light", "unused"),
    [
        (television(0.15, 0.5, 7), 0.02),
        full(television(0.25, 0.5, 7), 0.25),
        full(television(0.25, 3.0, 7), 0.15),
        (candle(7), 0.1),
        (passing(0.5, 2.0, 20.0, 7), 0.02),  # somebody walks past one of two lamps
        full(passing(0.2, 2.0, 20.0, 7), 0.2),  # past the only one
        full(passing(0.55, 40.0, 120.0, 7), 0.02),  # clouds
    ],
)
def test_light_that_comes_back_is_no_reason_to_choose_again(light, unused):
    evening = watched(light, MINUTES)
    assert evening.unlocks == 0
    assert evening.settling <= unused
    assert not evening.gave_up


@pytest.mark.parametrize(("change", "within"), first([(name, 75.0 if "half" in name else 20.0) for name in CHANGES], 2))
def test_when_a_lamp_is_switched_the_exposure_soon_fits_again(change, within):
    at = 40.3
    evening = watched(CHANGES[change](at), at + 80.0)
    assert evening.unlocks == 1
    assert evening.fits_after(at) <= within
    assert evening.unused_after(at) <= (5.0 if "half" in change else within)  # half the light is read well
    assert chose_in_silence(evening)


def test_a_lamp_that_is_switched_while_the_camera_gets_to_know_the_light_is_followed_too():
    evening = watched(switched(17.0, (0.45, *WHITE)), 150.0)
    assert evening.unlocks == 1
    assert abs(evening.off_ev[-1]) < 0.1


def test_nothing_is_used_that_is_taken_while_the_camera_chooses_however_the_light_changes():
    evening = watched(passing(0.1, 9.0, 20.0, 7), 120.0)
    assert evening.unlocks >= 4
    assert chose_in_silence(evening)
    assert 0.1 < evening.settling < 0.9


def test_the_evening_is_followed():
    evening = watched(dusk(24.0), 400.0)
    assert 2 <= evening.unlocks <= 6
    assert np.percentile(evening.off_ev, 1) > -1.1
