"""Decides when a camera's automatics run, and when focus, exposure and white balance are locked.

Automatics that never stop make the table darker under a white sleeve and redder beside a red one, and hunt for focus at
each hand. So they run once, until the picture has settled, and are then locked. When the light changes permanently
(`light_watch`) they run again, and no picture is read meanwhile. Pictures decide, not what a driver reports, so that
every kind of camera is treated alike.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from device.hardware.camera.light_watch import Light, LightWatch, change_of, light_of
from vision.quality.edge_width import edge_width
from vision.quality.stillness import shrunk
from vision.reading import Picture

# Pictures that stay within this change (EV) for this time (s) have settled. White balance takes longest, about two
# seconds on a Pi; focusing up to three. Changes after the longest time are changes of light.
SETTLED_EV, SETTLED_S = 0.06, 1.0
ADJUST_S, FOCUS_S, MAX_ADJUST_S = 0.5, 3.0, 6.0
# Time (s) until a locked exposure is visible, and its maximum error: EV, plus a share of the requested brightening.
# Webcams round, and no picture's tones follow the power of 2.2 exactly. Light that has changed at that moment may
# return for the last time (s).
HELD_S, HELD_EV, HELD_SHARE, COMES_BACK_S = 0.5, 0.6, 0.5, 8.0
# Attempts to lock a camera whose pictures change by more, after which it keeps its automatics.
ATTEMPTS = 2
# Edges wider than this (px of 1280) are no longer good by the meter; factor of growth; intervals (s) between checks,
# first and longest.
BLURRED_PX, BLUR_GREW, CHECK_S, LATEST_CHECK_S = 6.0, 1.5, 20.0, 640.0
# Interval (s) between checks as long as no picture was sharp.
CONFIRM_S = 2.0
# Flicker of lamps on the mains: if the mean over this many pairs of pictures shows bands of at least this strength, the
# other frequency is tried, and kept if its bands are weaker by this factor.
MIN_BANDS, MEASURED_PAIRS, MIN_REDUCTION = 0.04, 4, 1.5
MAX_BANDS = 0.17  # with stronger bands no picture counts as still


@dataclass(frozen=True)
class CanHold:
    """The controls that a camera has, as it reports them."""

    exposure: bool = False  # can be locked
    white_balance: bool = False  # can be locked
    focus: bool = False  # has a motor
    mains: bool = False  # the mains frequency can be set

    @property
    def anything(self) -> bool:
        """Whether there is anything to lock."""
        return self.exposure or self.white_balance or self.focus


@dataclass(frozen=True)
class Adjust:
    """A step: the camera's automatics run."""

    focuses: bool = False  # whether autofocus runs too
    mains_hz: int = 50  # mains frequency of the lamps whose flicker exposures must fit
    lens: float | None = None  # lens position that was once sharp, to move to


Step = Adjust | Literal["hold"]  # or lock what the camera has


class AutoLock:
    """Watches the pictures of an opened camera and requests a `step` before the next one.

    The caller takes the `step` and calls `done`. `lens`: lens position that was once sharp.

    >>> lock, table = AutoLock(CanHold(exposure=True)), np.full((96, 128, 3), 120, np.uint8)
    >>> steps = []
    >>> for tenth in range(30):
    ...     steps += [lock.step] if lock.step else []
    ...     lock.done()
    ...     lock.see(table, tenth / 10)
    >>> steps, lock.is_settling
    ([Adjust(focuses=False, mains_hz=50, lens=None), 'hold'], False)
    """

    def __init__(self, can: CanHold, lens: float | None = None) -> None:
        self._adjustment = Adjust(can.focus and lens is None, lens=lens if can.focus else None)  # the last one
        self.can = can
        self.step: Step | None = self._adjustment if can.anything else None
        self.gave_up = False  # whether the camera ignores its locks, so that it keeps its automatics
        self.is_settling = can.anything  # whether pictures must not be read
        self._is_held = False
        self._since: float | None = None  # time of the first picture after the last step
        self._steady: tuple[Light, float] | None = None  # light of steady pictures, and since when
        self._chosen: Light | None = None  # light when the automatics were stopped
        self._brighter = 0.0  # EV by which locked pictures should be brighter than that
        self._light, self._is_confirmed = LightWatch(), False  # whether pictures show the locked exposure
        self._failures = 0
        self._focus = _FocusWatch()
        self._mains = _MainsWatch()

    def done(self, brighter: float = 0.0) -> None:
        """Note that the step was taken; locked pictures should be `brighter` (EV) than what was chosen."""
        if self.step is not None:
            self._is_held, self.step, self._since, self._brighter = self.step == "hold", None, None, brighter

    def rebase(self) -> None:
        """Note that the locked exposure was changed on purpose, which is no change of light."""
        self._chosen = self._since = None
        self._is_confirmed = False

    def see(self, picture: Picture, at_s: float) -> None:
        """Evaluate the newest picture, taken at `at_s` seconds."""
        if not self.can.anything or self.gave_up:
            return
        now = light_of(picture)
        self._since = at_s if self._since is None else self._since
        if not self._is_held:
            self._settle(now, at_s)
        elif not self._is_confirmed:
            self._confirm(now, at_s)
        else:
            self._watch(picture, now, at_s)

    @property
    def is_sharp(self) -> bool:
        """Whether edges were narrow when last measured since locking."""
        return self._focus.is_sharp

    @property
    def flickers(self) -> bool:
        """Whether lamps flicker so strongly that no picture counts as still, whatever the camera does."""
        return self._mains.is_unreadable and not (self.can.mains and self._mains.other_is_worth_trying)

    def _adjust(self, focuses: bool = False, mains_hz: int | None = None) -> None:
        self._adjustment = Adjust(focuses and self.can.focus, mains_hz or self._adjustment.mains_hz)
        self.step, self.is_settling = self._adjustment, True
        self._steady, self._is_confirmed = None, False

    def _settle(self, now: Light, at_s: float) -> None:
        assert self._since is not None
        if self._steady is None or _departs(now, self._steady[0], SETTLED_EV, SETTLED_EV):
            self._steady = (now, at_s)
        past = at_s - self._since
        least = FOCUS_S if self._adjustment.focuses else ADJUST_S
        if past >= MAX_ADJUST_S or (past >= least and at_s - self._steady[1] >= SETTLED_S):
            self.step, self._chosen = "hold", now

    def _confirm(self, now: Light, at_s: float) -> None:
        """Wait until pictures show the locked exposure, and check that it is the chosen one."""
        assert self._since is not None
        if at_s - self._since < HELD_S:
            return
        if self._chosen is not None and self._is_off(now, self._chosen):
            if at_s - self._since < HELD_S + COMES_BACK_S:
                return
            self._failures += 1
            self.gave_up = self._failures >= ATTEMPTS
            self._adjust()
            self.is_settling = not self.gave_up
            return
        self._failures, self._is_confirmed, self.is_settling = 0, True, False
        self._light.begin(now)
        self._mains.begin(self._adjustment.mains_hz)

    def _is_off(self, now: Light, chosen: Light) -> bool:
        """Whether locked pictures differ from what was expected."""
        off = HELD_EV + HELD_SHARE * abs(self._brighter)
        return _departs(np.asarray(now * np.float32(2.0**-self._brighter)), chosen, off, HELD_EV)

    def _watch(self, picture: Picture, now: Light, at_s: float) -> None:
        self._light.see(now, at_s)
        if self._light.has_changed:
            self._adjust()
            return
        # Changed light is not read either: it may be overexposed until exposure adapts.
        self.is_settling = self._light.is_far
        if self.is_settling:
            return
        self._mains.measure(picture)
        if self.can.mains and self._mains.other_is_worth_trying:
            self._adjust(mains_hz=110 - self._adjustment.mains_hz)
        elif self.can.focus and self._focus.is_blurred(picture, at_s):
            self._adjust(focuses=True)


class _FocusWatch:
    """Measures from time to time whether edges are wide, or have become wider since the camera focused."""

    def __init__(self) -> None:
        self.is_sharp = False
        self._sharp: float | None = None  # px: narrowest edges so far
        self._next_at: float | None = None
        self._every, self._blurred = CHECK_S, 0

    def is_blurred(self, picture: Picture, at_s: float) -> bool:
        """Whether to focus again: edges were wide twice. Where that did not help, the interval grows."""
        if self._next_at is not None and at_s < self._next_at:
            return False
        width = edge_width(picture)
        self._next_at = at_s + self._every
        if width is None:
            return False
        self.is_sharp = width <= max(BLURRED_PX, BLUR_GREW * (self._sharp or 0.0))
        if self.is_sharp:
            self._sharp = min(width, self._sharp or width)
            self._blurred, self._every = 0, CHECK_S
            return False
        self._blurred += 1
        if self._blurred < 2:
            self._next_at = at_s + (CONFIRM_S if self._sharp is None else self._every)
            return False
        self._sharp = self._sharp or width  # if focusing again does not help, the lens is no better
        self._blurred, self._every = 0, min(2 * self._every, LATEST_CHECK_S)
        return True


class _MainsWatch:
    """Measures lamp flicker bands after each locking, and whether the other mains frequency has weaker ones."""

    def __init__(self) -> None:
        self._before: NDArray[np.float32] | None = None
        self._pairs: list[float] = []
        self._hz = 50
        self._bands: dict[int, float] = {}  # by mains frequency

    def begin(self, hz: int) -> None:
        """Restart after the camera was locked with exposures for this frequency."""
        self._before, self._pairs, self._hz = None, [], hz

    def measure(self, picture: Picture) -> None:
        """Measure the first pictures after each locking."""
        if len(self._pairs) == MEASURED_PAIRS:
            return
        now = shrunk(picture)
        before, self._before = self._before, now
        self._pairs += [] if before is None else [bands(now, before)]
        if len(self._pairs) == MEASURED_PAIRS:
            self._bands[self._hz] = float(np.mean(self._pairs))

    @property
    def _found(self) -> float:
        return self._bands.get(self._hz, 0.0) if len(self._pairs) == MEASURED_PAIRS else 0.0

    @property
    def other_is_worth_trying(self) -> bool:
        """Whether to change to the other frequency: to try it, or back if it did not help."""
        return self._found > max(MIN_BANDS, MIN_REDUCTION * self._bands.get(110 - self._hz, 0.0))

    @property
    def is_unreadable(self) -> bool:
        """Whether the bands are so strong that they look like moves."""
        return self._found > MAX_BANDS


def bands(now: NDArray[np.float32], before: NDArray[np.float32]) -> float:
    """Strength of flicker bands: the relative brightness range of rows between two small grey pictures of a table.

    A hand, which covers less than half of a row, causes none.

    >>> table = np.full((120, 160), 100, np.float32)
    >>> waves = 1 + 0.05 * np.sin(np.arange(120) / 9)[:, None]
    >>> bands(table, table), round(bands(np.float32(table * waves), table), 2)
    (0.0, 0.1)
    """
    rows = np.median((now + 1) / (before + 1), axis=1)
    low, high = np.percentile(rows, (5, 95))
    return float(high - low)


def _departs(now: Light, before: Light, light_ev: float, colour_ev: float) -> bool:
    """Whether the light on most of the table, or its colour, differs by more than these limits (EV)."""
    light, *tint = np.abs(change_of(now, before))
    return bool(light > light_ev or max(tint) > colour_ev)
