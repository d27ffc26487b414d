"""Decides when a camera chooses focus, exposure and white balance, and when it keeps what it has chosen.

A camera that never stops choosing makes the table darker under a white sleeve and redder beside a red one, and hunts
for focus at each hand. So automatics run once, until the picture has settled, and are locked then. When the light
changes for good (`light_watch`) they run again, and no picture is read meanwhile. Pictures decide, not what a driver
reports, so that every kind of camera is treated alike.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from device.hardware.camera.light_watch import Light, LightWatch, change_of, light_of
from vision.quality.edge_width import edge_width
from vision.quality.stillness import shrunk
from vision.reading import Picture

# Pictures that stay within so many EV for so long have settled. White balance takes the longest, about two seconds on
# a Pi; focusing up to three. What changes after the longest time is the light.
SETTLED_EV, SETTLED_S = 0.06, 1.0
ADJUST_S, FOCUS_S, LONGEST_S = 0.5, 3.0, 6.0
# Until a locked exposure is seen, and how far it may be from what it was to be: EV, and share of what it is to be
# brighter by. Webcams round, and no picture's tones follow the power of 2.2 alone. Light that has changed just then may
# come back for so long.
HELD_S, HELD_EV, HELD_SHARE, COMES_BACK_S = 0.5, 0.6, 0.5, 8.0
# Attempts to lock a camera whose pictures change by that, after which it is left to choose by itself.
ATTEMPTS = 2
# Edges wider than this (px of 1280) are what the meter calls no longer good; so often it is looked after them.
BLURRED_PX, BLUR_GREW, CHECK_S, LATEST_CHECK_S = 6.0, 1.5, 20.0, 640.0
# As long as no picture was sharp it is looked again so soon.
CONFIRM_S = 2.0
# Lamps on the mains: from bands on that differ so much between two pictures, the mean of so many pairs, the other
# frequency is tried, and kept where they are so many times less.
MIN_BANDS, MEASURED_PAIRS, MIN_REDUCTION = 0.04, 4, 1.5
MAX_BANDS = 0.17  # beyond these no picture counts as still any more


@dataclass(frozen=True)
class CanHold:
    """Which controls a camera has: asked of it, never assumed."""

    exposure: bool = False  # can be locked
    white_balance: bool = False  # can be locked
    focus: bool = False  # is found and kept by a motor
    mains: bool = False  # the frequency of lamps can be set

    @property
    def anything(self) -> bool:
        """Whether there is something to lock."""
        return self.exposure or self.white_balance or self.focus


@dataclass(frozen=True)
class Adjust:
    """The camera's automatics are to run."""

    focuses: bool = False  # autofocus too
    mains_hz: int = 50  # of the lamps whose flicker exposures must fit
    lens: float | None = None  # where its lens was once sharp, and is to be moved to


Step = Adjust | Literal["hold"]  # or the camera is to keep what it has


class AutoLock:
    """Watches the pictures of one opened camera and says what is to be done before the next one.

    Whoever has taken the `step` calls `done`. `lens`: where the camera's lens was once sharp.

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
        self.gave_up = False  # on a camera that changes its picture when it is to keep it: it is left to itself
        self.is_settling = can.anything  # pictures are not to be read
        self._is_held = False
        self._since: float | None = None  # the first picture after the last step
        self._steady: tuple[Light, float] | None = None  # what pictures have looked like, since when
        self._chosen: Light | None = None  # what the automatics had when they were stopped
        self._brighter = 0.0  # EV by which what is held is to be brighter than that
        self._light, self._is_confirmed = LightWatch(), False  # whether what is held has come in pictures
        self._failures = 0
        self._focus = _FocusWatch()
        self._mains = _MainsWatch()

    def done(self, brighter: float = 0.0) -> None:
        """The step has been taken; what is held is to be `brighter` than what was chosen by so many EV."""
        if self.step is not None:
            self._is_held, self.step, self._since, self._brighter = self.step == "hold", None, None, brighter

    def rebase(self) -> None:
        """What is held has been made brighter or darker on purpose, which is no change of the light."""
        self._chosen = self._since = None
        self._is_confirmed = False

    def see(self, picture: Picture, at_s: float) -> None:
        """Take note of the newest picture, taken at `at_s` seconds."""
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
        """Whether edges were narrow when they were last measured in what is held."""
        return self._focus.is_sharp

    @property
    def flickers(self) -> bool:
        """Whether lamps flicker so that no picture counts as still, whatever the camera does."""
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
        if past >= LONGEST_S or (past >= least and at_s - self._steady[1] >= SETTLED_S):
            self.step, self._chosen = "hold", now

    def _confirm(self, now: Light, at_s: float) -> None:
        """Wait until pictures show what is held, and check that it is what was chosen."""
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
        """Whether what is held looks otherwise than was to be expected of what was chosen."""
        off = HELD_EV + HELD_SHARE * abs(self._brighter)
        return _departs(np.asarray(now * np.float32(2.0**-self._brighter)), chosen, off, HELD_EV)

    def _watch(self, picture: Picture, now: Light, at_s: float) -> None:
        self._light.see(now, at_s)
        if self._light.has_changed:
            self._adjust()
            return
        # What is only just other light is not read either: it may be overexposed until that is mended.
        self.is_settling = self._light.is_far
        if self.is_settling:
            return
        self._mains.measure(picture)
        if self.can.mains and self._mains.other_is_worth_trying:
            self._adjust(mains_hz=110 - self._adjustment.mains_hz)
        elif self.can.focus and self._focus.is_blurred(picture, at_s):
            self._adjust(focuses=True)


class _FocusWatch:
    """Measures now and then whether edges are wide, or have become wide since the camera has focused."""

    def __init__(self) -> None:
        self.is_sharp = False
        self._sharp: float | None = None  # px: what edges were at best
        self._next_at: float | None = None
        self._every, self._blurred = CHECK_S, 0

    def is_blurred(self, picture: Picture, at_s: float) -> bool:
        """Whether it is time to focus again: edges have been wide twice. Where that did not help it waits longer."""
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
        self._sharp = self._sharp or width  # if another search does not help, the lens is no better
        self._blurred, self._every = 0, min(2 * self._every, LATEST_CHECK_S)
        return True


class _MainsWatch:
    """Measures the bands of lamps after each locking, and whether the other mains frequency has fewer."""

    def __init__(self) -> None:
        self._before: NDArray[np.float32] | None = None
        self._pairs: list[float] = []
        self._hz = 50
        self._bands: dict[int, float] = {}  # by mains frequency

    def begin(self, hz: int) -> None:
        """The camera has just been locked with exposures for this frequency."""
        self._before, self._pairs, self._hz = None, [], hz

    def measure(self, picture: Picture) -> None:
        """Measure a few pictures after each locking."""
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
        """Whether to change to the other frequency: for a try, or back from one that did not help."""
        return self._found > max(MIN_BANDS, MIN_REDUCTION * self._bands.get(110 - self._hz, 0.0))

    @property
    def is_unreadable(self) -> bool:
        """Whether the bands are so strong that they look like moves."""
        return self._found > MAX_BANDS


def bands(now: NDArray[np.float32], before: NDArray[np.float32]) -> float:
    """By what share rows differ between two small grey pictures of one table, as lamps on the mains make them.

    A hand, which covers less than half of a row, makes none.

    >>> table = np.full((120, 160), 100, np.float32)
    >>> waves = 1 + 0.05 * np.sin(np.arange(120) / 9)[:, None]
    >>> bands(table, table), round(bands(np.float32(table * waves), table), 2)
    (0.0, 0.1)
    """
    rows = np.median((now + 1) / (before + 1), axis=1)
    low, high = np.percentile(rows, (5, 95))
    return float(high - low)


def _departs(now: Light, before: Light, light_ev: float, colour_ev: float) -> bool:
    """Whether the light on most of the table, or its colour, is another one by so many EV."""
    light, *tint = np.abs(change_of(now, before))
    return bool(light > light_ev or max(tint) > colour_ev)
