"""A camera behind a driver that may fail or hang: it is opened for its first picture, and again after any trouble."""

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
FROZEN_S = 5.0  # seconds for which one picture may repeat: a slow driver sends one twice now and then
_SAMPLED_EVERY = 16  # few pixels show whether two pictures differ


class Controlled(Protocol):
    """An opened camera and the control of its automatics, see `auto_lock`. Every method may hang."""

    can: CanHold

    @property
    def lens(self) -> float | None:
        """Its lens position (its own unit) when last locked; None if it does not report it."""

    def adjust(self, focuses: bool, mains_hz: int) -> None:
        """Run automatic exposure and white balance, and autofocus if `focuses`."""

    def hold(self, more: float) -> float:
        """Lock what it has chosen, `more` EV brighter; returns how much of that the pictures do not show yet."""

    def focus_at(self, lens: float) -> None:
        """Move its lens to a position, and leave it there."""

    def expose(self, more: float) -> bool:
        """Expose by `more` EV relative to its choice; returns whether that has changed a locked exposure."""

    def release(self) -> None:
        """Release it."""


Device = TypeVar("Device", bound=Controlled)
Answer = TypeVar("Answer")


class ExposureIgnored(Exception):
    """The camera has exposure controls but does not heed them; says what it did instead."""


class Freshness:
    """Detects a camera that repeats its last picture for ever: sensor noise makes no two pictures alike.

    A picture with a repeated part is no better. A picture of one colour says nothing: the inside of a lens cap has no
    noise that is worth a bit.

    >>> freshness, table = Freshness(), np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
    >>> [freshness.is_frozen(table, at_s) for at_s in (0.0, 4.0, 5.0)], freshness.is_frozen(table + 1, 6.0)
    ([False, False, True], False)
    """

    def __init__(self) -> None:
        self._last: Picture | None = None
        self._since = 0.0  # s: when it came first
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
    """The common part of cameras with drivers: opening, time limits, automatics, and notices.

    `name`: how people know the camera. `open_s`: maximum time to open it. `clock`: dates its pictures, by default the
    computer's own.
    """

    # Whether another thread can close a device that hangs.
    closes_while_hung: ClassVar[bool] = False

    def __init__(self, name: str, open_s: float, clock: Callable[[], float] | None = None) -> None:
        super().__init__()
        self._name, self._open_s, self._clock = name, open_s, clock
        self._model = ""  # model of the opened device; empty if another may have the same name
        self._focuses = FocusStore()
        self._device: Device | None = None
        self._freshness = Freshness()
        self._lock = AutoLock(CanHold())  # of the opened device
        self._exposure = 0.0  # EV relative to the camera's choice
        self._ignores_exposure = False

    def remember_focus(self, file: Path) -> None:
        """Keep its sharp lens position in a file, and start there next time."""
        self._focuses = FocusStore(file)
        self._report_focus_file()

    def _report_focus_file(self) -> None:
        if self._focuses.trouble is not None:
            self.notices.append(self._focuses.trouble)
            self._focuses.trouble = None

    def expose(self, more: float) -> None:
        """Expose from now on by `more` EV relative to the camera's choice."""
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
        """As `bracket`; empty without such controls, raises `ExposureIgnored` if they are not heeded."""
        raise NotImplementedError

    def _open(self) -> Device:
        """The opened device; raises `CameraTrouble`, or whatever its driver raises."""
        raise NotImplementedError

    def _ask(self, ask: Callable[[Device], Answer], limit_s: float) -> Answer:
        """Ask the device, opened if necessary, within a time limit; raises `CameraTrouble`."""
        try:
            if self._device is None:
                self._device = call_with_timeout(self._open_s, self._open, lambda device: device.release())
                self._lock = AutoLock(self._device.can, self._focuses.of(self._model))
            device, lock = self._device, self._lock
            # If the device cannot be closed while it hangs, the hung thread closes it, should it ever wake.
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
        """The device, set up for its next picture."""
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
        """A frame of a new picture; raises `CameraTrouble` if only this one has come for long.

        `is_watching`: it was taken in the watching configuration.
        """
        at_s = time.monotonic() if self._clock is None else self._clock()
        if self._freshness.is_frozen(picture, at_s):
            self._close()
            raise CameraTrouble(message("camera.frozen", camera=self._name))
        if is_watching:
            self._watch(picture, at_s)
        return Frame(picture, at_s, is_settling=self._lock.is_settling)

    def _watch(self, picture: Picture, at_s: float) -> None:
        """Check whether the device needs another setting; problems that people can correct are reported once."""
        gave_up, flickered = self._lock.gave_up, self._lock.flickers
        self._lock.see(picture, at_s)
        if self._lock.gave_up and not gave_up:
            self.notices.append(message("camera.not_held", camera=self._name))
        if self._lock.flickers and not flickered:
            self.notices.append(message("camera.flickers"))
        lens = None if self._device is None else self._device.lens
        if lens is not None and self._model and self._lock.is_sharp and not self._lock.is_settling:
            self._focuses.keep(self._model, lens)
            self._report_focus_file()

    def _close(self) -> None:
        device, self._device = self._device, None
        if device is None:
            return
        try:
            call_with_timeout(CLOSE_S, device.release)
        except Exception as fault:  # noqa: BLE001 — said; the next start shows whether it matters
            self.notices.append(message("camera.not_closed", camera=self._name, reason=error_text(fault)))
