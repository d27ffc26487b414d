"""A camera behind a driver that may fail or hang: it is opened for its first picture, and anew after any trouble."""

import time
from collections.abc import Callable, Sequence
from typing import ClassVar, Generic, TypeVar

from device.hardware.camera.frame import Camera, CameraTrouble, Frame
from device.hardware.camera.freshness import Freshness
from device.hardware.timeout import NoAnswerError, call_with_timeout
from device.system.error_text import error_text
from engines.messages import message
from vision.reading import Picture

CLOSE_S = 5.0

Device = TypeVar("Device")
Answer = TypeVar("Answer")


class ExposureIgnored(Exception):
    """The camera has controls for its exposure, but does not heed them; says what it did instead."""


class ReopenedCamera(Camera, Generic[Device]):
    """What the cameras with drivers share; `name` is how people know this one, `open_s` how long opening may take."""

    # Whether another thread can close a device that hangs.
    closes_while_hung: ClassVar[bool] = False

    def __init__(self, name: str, open_s: float) -> None:
        super().__init__()
        self._name, self._open_s = name, open_s
        self._device: Device | None = None
        self._freshness = Freshness()
        self._exposure = 0.0  # EV more than the camera would choose
        self._is_deaf = False  # to exposures that are chosen for it

    def expose(self, more: float) -> None:
        """Expose from now on by so many EV more than the camera would choose."""
        self._exposure = more

    def bracket(self) -> Sequence[Picture]:
        """The table in the exposures of `BRACKET`; raises `CameraTrouble`."""
        try:
            pictures = () if self._is_deaf else self._bracketed()
        except ExposureIgnored as ignored:
            self.notices.append(message("camera.exposure_ignored", camera=self._name, reason=str(ignored)))
            pictures = ()
        self._is_deaf = not pictures
        return pictures

    def __exit__(self, *_: object) -> None:
        self._close()

    def _bracketed(self) -> Sequence[Picture]:
        """The same; none where it has no such controls, and raises `ExposureIgnored` where it does not heed them."""
        raise NotImplementedError

    def _open(self) -> Device:
        """The opened device; raises `CameraTrouble`, or whatever its driver raises."""
        raise NotImplementedError

    def _release(self, device: Device) -> None:
        """Let go of the device."""
        raise NotImplementedError

    def _ask(self, ask: Callable[[Device], Answer], limit_s: float) -> Answer:
        """What the opened device answers in time; raises `CameraTrouble`."""
        try:
            if self._device is None:
                self._device = call_with_timeout(self._open_s, self._open, self._release)
            device = self._device
            # Where the device cannot be closed while it hangs, the thread that hangs does it, if it ever wakes.
            too_late: Callable[[Answer], None] | None = (
                None if self.closes_while_hung else lambda _: self._release(device)
            )
            return call_with_timeout(limit_s, lambda: ask(device), too_late)
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

    def _frame(self, picture: Picture) -> Frame:
        """A picture that has just come; raises `CameraTrouble` where nothing else has come for long."""
        at_s = time.monotonic()
        if self._freshness.is_frozen(picture, at_s):
            self._close()
            raise CameraTrouble(message("camera.frozen", camera=self._name))
        return Frame(picture, at_s)

    def _close(self) -> None:
        device, self._device = self._device, None
        if device is None:
            return
        try:
            call_with_timeout(CLOSE_S, lambda: self._release(device))
        except Exception as fault:  # noqa: BLE001 — said; the next start shows whether it matters
            self.notices.append(message("camera.not_closed", camera=self._name, reason=error_text(fault)))
