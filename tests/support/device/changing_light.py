"""Rooms whose light changes, and what becomes of a camera's held exposure in them.

    python -m tests.support.device.changing_light

prints for each kind of light, by a quarter of an hour each: how often the exposure is given up, in which share of the
time no picture is used, and by how many EV those that are used are at most too dark and too bright; and for lamps that
are switched, for how many seconds no picture is used, and after how many the exposure fits.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import pytest

from device.capture.table_observer import TableObserver
from device.hardware.camera import Frame, reopened
from tests.support.device.lit_table import Automatic, LitCamera, Room

HOUR, WATCHED_S = 3600.0, 900.0
SIZE = (24, 32)  # px of pictures: light is all that is looked for
FITS_EV = 0.3  # so near to what automatics would choose an exposure fits

Light = tuple[float, float, float, float]  # how bright; how much blue, green and red
Curve = Callable[[float], Light]  # by seconds
WHITE = (1.0, 1.0, 1.0)


def steady(at_s: float) -> Light:
    """A lamp."""
    del at_s
    return 1.0, *WHITE


def television(strength: float, hz: float, seed: int) -> Curve:
    """A television beside a lamp: cuts at random, `hz` a second, each to another light and colour.

    `strength`: the share by which brightness, blue and red are up to more or less.
    """
    rng = np.random.default_rng([seed, round(1000 * strength), round(1000 * hz)])
    cuts = np.cumsum(rng.exponential(1 / hz, round(2 * HOUR * hz)))
    scenes = 1 + strength * rng.uniform(-1, 1, (len(cuts) + 1, 3))

    def light(at_s: float) -> Light:
        bright, blue, red = scenes[np.searchsorted(cuts, at_s)]
        return float(bright), float(blue), 1.0, float(red)

    return light


def candle(seed: int) -> Curve:
    """A candle: it trembles by a tenth several times a second, and gutters to a half for a second now and then."""
    rng = np.random.default_rng(seed)
    trembling = np.convolve(rng.normal(0, 0.2, round(2 * HOUR * 20)), np.ones(5) / 5, "same")
    gutters = np.cumsum(rng.exponential(20.0, 1000))

    def light(at_s: float) -> Light:
        since = at_s - gutters[max(0, int(np.searchsorted(gutters, at_s)) - 1)]
        bright = 1 + trembling[round(at_s * 20)] - (0.5 if 0 < since < 1.0 else 0.0)
        return float(max(bright, 0.2)), *WHITE

    return light


def passing(shadow: float, lasts_s: float, every_s: float, seed: int) -> Curve:
    """Something comes before the lamp every so many seconds, at random: a person who walks by, or a cloud.

    `shadow` is left of the light then, for `lasts_s`; it comes and goes within a fifth of that.
    """
    rng = np.random.default_rng(seed)
    at = np.cumsum(rng.uniform(0.5 * every_s, 1.5 * every_s, round(4 * HOUR / every_s)))
    ramp = lasts_s / 5

    def light(at_s: float) -> Light:
        since = at_s - at[max(0, int(np.searchsorted(at, at_s)) - 1)]
        inside = float(np.clip(min(since, lasts_s - since) / ramp, 0, 1))
        return shadow**inside, *WHITE

    return light


def dusk(ev: float) -> Curve:
    """Evening: so many EV less in an hour, and bluer."""
    return lambda at_s: (2.0 ** (-ev * at_s / HOUR), 1 + 0.3 * at_s / HOUR, 1.0, 1 - 0.2 * at_s / HOUR)


def switched(at: float, after: Light, before: Curve = steady) -> Curve:
    """A lamp that is switched at a time, which multiplies the light that there was."""

    def light(at_s: float) -> Light:
        was = before(at_s)
        if at_s < at:
            return was
        bright, blue, green, red = (a * b for a, b in zip(was, after, strict=True))
        return bright, blue, green, red

    return light


@dataclass
class Evening:
    """What became of the pictures: a second, whether it was used, and how far off its exposure was (EV)."""

    unlocks: int
    at_s: list[float]
    used: list[bool]
    off_ev: list[float]
    was_running: list[bool]  # whether the camera chose by itself
    gave_up: bool

    @property
    def settling(self) -> float:
        """The share of the time in which no picture is used."""
        spans = np.diff(self.at_s)
        return float(spans[~np.array(self.used[1:])].sum() / spans.sum())

    @property
    def worst(self) -> tuple[float, float]:
        """By how many EV pictures that are used are too dark and too bright: one in a hundred is more."""
        off = np.array(self.off_ev)[np.array(self.used)]
        low, high = np.percentile(off, (1, 99))
        return float(low), float(high)

    def unused_after(self, since_s: float) -> float:
        """For how many seconds no picture is used from then on."""
        spans = zip(np.diff(self.at_s), self.at_s[1:], self.used[1:], strict=True)
        return float(sum(span for span, at, used in spans if at >= since_s and not used))

    def fits_after(self, since_s: float) -> float:
        """Seconds until a picture in the right exposure is used."""
        for at, off, used in zip(self.at_s, self.off_ev, self.used, strict=True):
            if at >= since_s and used and abs(off) < FITS_EV:
                return at - since_s
        return float("inf")


def watched(curve: Curve, seconds: float, from_s: float = 15.0) -> Evening:
    """A camera over a table in such light, at the pace of the box; what it did after the first `from_s`."""
    device = Automatic(Room(size=SIZE))
    seen = Evening(0, [], [], [], [], False)
    camera = LitCamera(device)
    for frame in _pictures(camera, curve, seconds):
        if frame.at_s < from_s:
            device.did.clear()
            continue
        light = device.room.light_at(device.time_s, device.lens)
        seen.at_s.append(frame.at_s)
        seen.used.append(not frame.is_settling)
        seen.off_ev.append(float(np.log2((light * device.product).mean() / 0.18)))
        seen.was_running.append(device.is_running)
    seen.unlocks = sum(did.startswith("adjust") for did in device.did)
    seen.gave_up = any(said.key == "camera.not_held" for said in camera.notices)
    return seen


def _pictures(camera: LitCamera, curve: Curve, seconds: float) -> Iterator[Frame]:
    room, observer, pause_s = camera.device.room, TableObserver(None), 0.0
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(reopened, "call_with_timeout", lambda limit_s, call, too_late=None: call())
        while room.now < seconds:
            room.now += pause_s + 0.05  # which taking and comparing a picture takes
            room.light, *tint = curve(room.now)
            room.tint = (tint[0], tint[1], tint[2])
            frame = camera.capture()
            observer.read_if_due(frame, unsettled=False)
            pause_s = observer.next_capture(frame.at_s, unsettled=False).pause_s
            yield frame


LASTING: dict[str, Curve] = {
    "a lamp": steady,
    "television, 5 %, 1 Hz": television(0.05, 1.0, 1),
    "television, 15 %, 0.5 Hz": television(0.15, 0.5, 1),
    "television, 15 %, 3 Hz": television(0.15, 3.0, 1),
    "television, 25 %, 0.5 Hz": television(0.25, 0.5, 1),
    "television, 25 %, 1 Hz": television(0.25, 1.0, 1),
    "television, 25 %, 3 Hz": television(0.25, 3.0, 1),
    "television, 60 %, 0.5 Hz": television(0.6, 0.5, 1),
    "candle": candle(1),
    "somebody walks past the lamp (half of it, 2 s)": passing(0.5, 2.0, 20.0, 1),
    "somebody walks past the lamp (a fifth is left, 2 s)": passing(0.2, 2.0, 20.0, 1),
    "clouds (half, 40 s)": passing(0.5, 40.0, 120.0, 1),
    "clouds (a fourth is left, 40 s)": passing(0.25, 40.0, 120.0, 1),
    "dusk, 4 EV an hour": dusk(4.0),
}
CHANGES: dict[str, Callable[[float], Curve]] = {
    "a lamp more, 4 times as bright": lambda at: switched(at, (4.0, *WHITE)),
    "a lamp more, 1.6 times as bright": lambda at: switched(at, (1.6, *WHITE)),
    "a lamp out, half is left": lambda at: switched(at, (0.5, *WHITE)),
    "a lamp out, a tenth is left": lambda at: switched(at, (0.1, *WHITE)),
    "a warm lamp for daylight": lambda at: switched(at, (1.0, 0.6, 1.0, 1.4)),
    "television 25 % on, 4 times as bright": lambda at: switched(at, (4.0, *WHITE), television(0.25, 1.0, int(at))),
}


def _table() -> Iterator[str]:
    yield f"{'a room with':52} given up an hour  not used  too dark  too bright  left to itself"
    for name, curve in LASTING.items():
        seen = watched(curve, WATCHED_S)
        dark, bright = seen.worst
        share, left = f"{100 * seen.settling:.1f} %", "yes" if seen.gave_up else "no"
        often = seen.unlocks * HOUR / WATCHED_S
        yield f"{name:52} {often:16.0f} {share:>9} {dark:9.2f} {bright:11.2f}  {left}"
    yield f"\n{'a change: seconds (the longest of five)':52} without reading  until it fits"
    for name, change in CHANGES.items():
        at = [40.0, 44.1, 48.2, 52.3, 56.4]
        seen_at = [(watched(change(one), one + 80.0), one) for one in at]
        unused, fits = (
            max(ask(seen, one) for seen, one in seen_at) for ask in (Evening.unused_after, Evening.fits_after)
        )
        yield f"{name:52} {unused:15.1f} {fits:14.1f}"


if __name__ == "__main__":
    for line in _table():
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
