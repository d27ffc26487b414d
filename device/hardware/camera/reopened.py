"""A camera behind a driver that may fail or hang: it is opened for its first picture, and anew after any trouble."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar, Generic, Protocol, Self, TypeVar

import numpy as np

from device.hardware.camera.auto_lock import Adjust, AutoLock, CanHold
from device.hardware.camera.focus_store import FocusStore
from device.hardware.camera.frame import Camera, CameraTrouble, Frame
from device.hardware.timeout import NoAnswerError, call_with_timeout
from device.system.error_text import error_text
from engines.messages import message
from vision.quality.torn_frames import StaleRows
from vision.reading import Picture

CLOSE_S = 5.0
FROZEN_S = 5.0  # for less one picture may come again and again: a slow driver sends one twice now and then
_SAMPLED_EVERY = 16  # few pixels are enough to see that two pictures differ


class Controlled(Protocol):
    """An opened camera, and what is asked of it about its automatics: see `auto_lock`. Every method may hang."""

    can: CanHold

    @property
    def lens(self) -> float | None:
        """Where its lens was when it was last told to hold, in its own unit; None where it does not tell."""

    def adjust(self, focuses: bool, mains_hz: int) -> None:
        """Have it choose exposure and white balance, and focus as well where it is to."""

    def hold(self, more: float) -> float:
        """Have it keep what it has chosen, `more` EV brighter; gives how much of that is not in the pictures yet."""

    def focus_at(self, lens: float) -> None:
        """Move its lens where it once was, and leave it there."""

    def expose(self, more: float) -> bool:
        """Expose by so many EV more than it chose; gives whether that has changed what it holds."""

    def release(self) -> None:
        """Let go of it."""


Device = TypeVar("Device", bound=Controlled)
Answer = TypeVar("Answer")


class ExposureIgnored(Exception):
    """The camera has controls for its exposure, but does not heed them; says what it did instead."""


class Freshness:
    """Notices a camera that sends its last picture for ever: a sensor's noise makes no two pictures alike.

    A picture of which a part comes again and again is no better. A picture of one colour says nothing: the inside of a
    lens cap has no noise that is worth a bit.

    >>> freshness, table = Freshness(), np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
    >>> [freshness.is_frozen(table, at_s) for at_s in (0.0, 4.0, 5.0)], freshness.is_frozen(table + 1, 6.0)
    ([False, False, True], False)
    """

    def __init__(self) -> None:
        self._last: Picture | None = None
        self._since = 0.0  # s: when that came first
        self._rows = StaleRows()

    def is_frozen(self, picture: Picture, at_s: float) -> bool:
        """Whether the camera has sent nothing but this picture, or part of it, for some seconds, up to `at_s`."""
        is_part_stale = self._rows.is_torn(picture)
        if not is_part_stale and (
            self._last is None or not _are_same(picture, self._last) or picture.min() == picture.max()
        ):
            self._last, self._since = picture, at_s
        return at_s - self._since >= FROZEN_S


def _are_same(picture: Picture, before: Picture) -> bool:
    samples = (slice(None, None, _SAMPLED_EVERY),) * 2
    return np.array_equal(picture[samples], before[samples]) and np.array_equal(picture, before)


class ReopenedCamera(Camera, Generic[Device]):
    """What the cameras with drivers share: opening, time limits, automatics, and what they report.

    `name`: how people know this one. `open_s`: how long opening may take. `clock`: by which its pictures are dated,
    the computer's own unless one is given.
    """

    # Whether another thread can close a device that hangs.
    closes_while_hung: ClassVar[bool] = False

    def __init__(self, name: str, open_s: float, clock: Callable[[], float] | None = None) -> None:
        super().__init__()
        self._name, self._open_s, self._clock = name, open_s, clock
        self._model = ""  # what the opened device calls itself; empty where another one may do so too
        self._focuses = FocusStore()
        self._device: Device | None = None
        self._freshness = Freshness()
        self._lock = AutoLock(CanHold())  # of the opened device
        self._exposure = 0.0  # EV more than the camera would choose
        self._ignores_exposure = False

    def remember_focus(self, file: Path) -> None:
        """Keep in a file where its lens is sharp, and begin there at the next start."""
        self._focuses = FocusStore(file)
        self._tell_of_focus_file()

    def _tell_of_focus_file(self) -> None:
        if self._focuses.trouble is not None:
            self.notices.append(self._focuses.trouble)
            self._focuses.trouble = None

    def expose(self, more: float) -> None:
        """Expose from now on by so many EV more than the camera would choose."""
        self._exposure = more

    def bracket(self) -> Sequence[Picture]:
        """The table in the exposures of `BRACKET`; raises `CameraTrouble`."""
        try:
            pictures = () if self._ignores_exposure else self._bracketed()
        except ExposureIgnored as ignored:
            self.notices.append(message("camera.exposure_ignored", camera=self._name, reason=str(ignored)))
            pictures = ()
        self._ignores_exposure = not pictures
        return pictures

    def anew(self) -> Camera:
        """The same camera, opened again."""
        again = self._unopened()
        again._model, again._focuses = self._model, self._focuses
        return again

    def __exit__(self, *_: object) -> None:
        self._close()

    def _unopened(self) -> Self:
        """Another camera for the same device."""
        raise NotImplementedError

    def _bracketed(self) -> Sequence[Picture]:
        """The same; none where it has no such controls, and raises `ExposureIgnored` where it does not heed them."""
        raise NotImplementedError

    def _open(self) -> Device:
        """The opened device; raises `CameraTrouble`, or whatever its driver raises."""
        raise NotImplementedError

    def _ask(self, ask: Callable[[Device], Answer], limit_s: float) -> Answer:
        """What the opened device answers in time; raises `CameraTrouble`."""
        try:
            if self._device is None:
                self._device = call_with_timeout(self._open_s, self._open, lambda device: device.release())
                self._lock = AutoLock(self._device.can, self._focuses.of(self._model))
            device, lock = self._device, self._lock
            # Where the device cannot be closed while it hangs, the thread that hangs does it, if it ever wakes.
            too_late: Callable[[Answer], None] | None = None if self.closes_while_hung else lambda _: device.release()
            return call_with_timeout(limit_s, lambda: ask(self._prepared(device, lock)), too_late)
        except (CameraTrouble, ExposureIgnored):
            raise
        except NoAnswerError as hung:
            if self.closes_while_hung:
                self._close()
            self._device = None
            raise CameraTrouble(message("camera.stalled", camera=self._name)) from hung
        except Exception as fault:
            # Drivers raise whatever their many parts raise; none of it may end the game.
            self._close()
            raise CameraTrouble(message("camera.failed", camera=self._name, reason=error_text(fault))) from fault

    def _prepared(self, device: Device, lock: AutoLock) -> Device:
        """The device, set as it is to take its next picture."""
        match lock.step:
            case Adjust(focuses, mains_hz, lens):
                device.adjust(focuses, mains_hz)
                if lens is not None:
                    device.focus_at(lens)
                lock.done()
            case "hold":
                lock.done(device.hold(self._exposure))
        if device.expose(self._exposure):
            lock.rebase()
        return device

    def _frame(self, picture: Picture, is_watching: bool = True) -> Frame:
        """A picture that has just come; raises `CameraTrouble` where nothing else has come for long.

        One that `is_watching` was taken as the device is set for watching.
        """
        at_s = time.monotonic() if self._clock is None else self._clock()
        if self._freshness.is_frozen(picture, at_s):
            self._close()
            raise CameraTrouble(message("camera.frozen", camera=self._name))
        if is_watching:
            self._watch(picture, at_s)
        return Frame(picture, at_s, is_settling=self._lock.is_settling)

    def _watch(self, picture: Picture, at_s: float) -> None:
        """Check whether the device is to be set anew; what people can mend is said once."""
        gave_up, flickered = self._lock.gave_up, self._lock.flickers
        self._lock.see(picture, at_s)
        if self._lock.gave_up and not gave_up:
            self.notices.append(message("camera.not_held", camera=self._name))
        if self._lock.flickers and not flickered:
            self.notices.append(message("camera.flickers"))
        lens = None if self._device is None else self._device.lens
        if lens is not None and self._model and self._lock.is_sharp and not self._lock.is_settling:
            self._focuses.keep(self._model, lens)
            self._tell_of_focus_file()

    def _close(self) -> None:
        device, self._device = self._device, None
        if device is None:
            return
        try:
            call_with_timeout(CLOSE_S, device.release)
        except Exception as fault:  # noqa: BLE001 — said; the next start shows whether it matters
            self.notices.append(message("camera.not_closed", camera=self._name, reason=error_text(fault)))
