"""One scene, exposed for shorter and longer: what is lost to light or darkness in one picture is seen in another."""

import numpy as np

from simulator.render.exposures import exposed
from simulator.render.light import Sensor

SENSOR = Sensor(exposure=1.0, balance=(1.0, 1.0, 1.0), saturation=1.0, blur=0.0, noise=4.0, quality=95)


def grey(level: float) -> np.ndarray:
    return np.full((96, 96, 3), level, np.float32)


def shown(level: float, more: float, sensor: Sensor = SENSOR) -> np.ndarray:
    return exposed(grey(level), sensor, more, np.random.default_rng(1))


def test_twice_the_light_looks_like_one_ev_more() -> None:
    assert abs(shown(0.1, 1.0).mean() - shown(0.2, 0.0).mean()) < 1.0


def test_highlights_are_clipped_and_come_back_in_a_shorter_exposure() -> None:
    scene = grey(3.0)
    scene[:, 48:] = 2.0  # both beyond white
    lost, found = (exposed(scene, SENSOR, more, np.random.default_rng(2)) for more in (0.0, -3.0))
    assert lost.min() == 255
    assert found[:, :40].mean() > found[:, 56:].mean() + 20


def test_noise_at_middle_grey_is_what_the_sensor_says_and_less_in_a_longer_exposure() -> None:
    once, longer = (float(shown(0.18, more)[..., 1].std()) for more in (0.0, 2.0))
    assert 3.0 < once < 5.0
    assert longer < 0.6 * once


def test_bright_parts_are_noisier_in_electrons_and_the_dark_ones_in_what_is_seen() -> None:
    assert shown(0.02, 0.0).std() > 1.5 * shown(0.5, 0.0).std()
