"""An opened webcam and its controls, over OpenCV and, for what OpenCV does not know, V4L2.

Controls are V4L2's (https://docs.kernel.org/userspace-api/media/v4l/ext-ctrls-camera.html and control.html):
`auto_exposure`, `exposure_time_absolute`, `white_balance_automatic`, `focus_automatic_continuous`, `focus_absolute`,
`power_line_frequency`. OpenCV gives -1 for one that a webcam has not.
"""

import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EIO
from fcntl import ioctl
from pathlib import Path

import cv2
import numpy as np

from device.hardware.camera.auto_lock import CanHold
from device.hardware.camera.frame import BRACKET
from device.hardware.camera.reopened import ExposureIgnored

Taken = tuple[bool, np.ndarray]  # whether there is a picture, and its pixels

# V4L2's menu of automatic exposure: of the time only, as most webcams have it, or of all; and by hand
_BY_ITSELF, _BY_TIME = (3, 0), 1
LONGEST = 3333  # in V4L2's unit, tenths of a millisecond: beyond a third of a second a hand may have come and gone
_NEARLY = 0.2  # share of an exposure time by which a webcam may miss it
_FRAMES_TO_SET = 5  # until a new exposure is seen, those that were on their way included
# linux/videodev2.h and linux/v4l2-controls.h: what OpenCV has no name for
_GET, _SET, _MAINS = 0xC008561B, 0xC008561C, 0x00980918
_MAINS_MENU = {50: 1, 60: 2}


class Webcam:
    """An opened webcam at a path such as `/dev/video0`. Every method may hang."""

    def __init__(self, path: Path, device: cv2.VideoCapture) -> None:
        self.device, self._path = device, path
        self.lens: float | None = None
        self._own_time = 0.0  # the exposure time that it chose itself, in its own unit
        self._is_held, self._more = False, 0.0
        self.can = CanHold(
            exposure=device.get(cv2.CAP_PROP_EXPOSURE) > 0 and device.get(cv2.CAP_PROP_AUTO_EXPOSURE) >= 0,
            white_balance=device.get(cv2.CAP_PROP_AUTO_WB) >= 0,
            focus=device.get(cv2.CAP_PROP_AUTOFOCUS) >= 0,
            mains=_control(path, _GET, 0) is not None,
        )

    def read(self) -> Taken:
        """Whether there is a picture, and its pixels."""
        return self.device.read()

    def release(self) -> None:
        """Let go of it."""
        self.device.release()

    def adjust(self, focuses: bool, mains_hz: int) -> None:
        """Have it choose exposure and white balance, and focus as well where it is to."""
        self._is_held = False
        if self.can.mains:
            _control(self._path, _SET, _MAINS_MENU[mains_hz])
        if self.can.white_balance:
            self.device.set(cv2.CAP_PROP_AUTO_WB, 1)
        if focuses:
            self.device.set(cv2.CAP_PROP_AUTOFOCUS, 1)
        if self.can.exposure:
            expose_by_itself(self.device)

    def hold(self, more: float) -> float:
        """Have it keep what it has chosen, but for `more` EV, which its automatics do not know; gives these."""
        if self.can.focus:
            self.device.set(cv2.CAP_PROP_AUTOFOCUS, 0)
            lens = self.device.get(cv2.CAP_PROP_FOCUS)
            self.lens = lens if lens >= 0 else None
        if self.can.white_balance:
            colours = self.device.get(cv2.CAP_PROP_WB_TEMPERATURE)
            if self.device.set(cv2.CAP_PROP_AUTO_WB, 0) and colours > 0:
                self.device.set(cv2.CAP_PROP_WB_TEMPERATURE, colours)
        self._own_time = self.device.get(cv2.CAP_PROP_EXPOSURE) if self.can.exposure else 0.0
        if self._own_time <= 0 or not self.device.set(cv2.CAP_PROP_AUTO_EXPOSURE, _BY_TIME):
            return 0.0
        self._is_held = True
        self._expose_held(more)
        return more

    def focus_at(self, lens: float) -> None:
        """Move its lens where it once was, and leave it there."""
        self.device.set(cv2.CAP_PROP_AUTOFOCUS, 0)
        self.device.set(cv2.CAP_PROP_FOCUS, lens)

    def expose(self, more: float) -> bool:
        """Expose by so many EV more than it chose; gives whether that has changed what it holds."""
        if not self._is_held or more == self._more:
            return False
        self._expose_held(more)
        return True

    def _expose_held(self, more: float) -> None:
        self._more = more
        self.device.set(cv2.CAP_PROP_EXPOSURE, max(1.0, round(self._own_time * 2**more)))

    def bracket(self) -> list[Taken]:
        """Pictures in the exposures of `BRACKET`, after which it is exposed as before.

        None where it has no such controls; raises `ExposureIgnored` where it does not heed them.
        """
        own = self.device.get(cv2.CAP_PROP_EXPOSURE)
        if own <= 0 or not self.device.set(cv2.CAP_PROP_AUTO_EXPOSURE, _BY_TIME):
            return []
        with self._as_before(own):
            pictures = [self._exposed(own, more) for more in (*BRACKET, 0.0)]
            return pictures[:-1]  # the last one is what automatic exposure goes on from

    def _exposed(self, own: float, more: float) -> Taken:
        wanted = min(max(round(own * 2**more), 1), max(LONGEST, own))
        self.device.set(cv2.CAP_PROP_EXPOSURE, wanted)
        given = self.device.get(cv2.CAP_PROP_EXPOSURE)
        if abs(given - wanted) > _NEARLY * wanted:
            raise ExposureIgnored(f"exposure_time_absolute {given:g} ≠ {wanted:g}")
        return [self.read() for _ in range(_FRAMES_TO_SET)][-1]

    @contextmanager
    def _as_before(self, own: float) -> Iterator[None]:
        try:
            yield
        finally:
            if self._is_held:
                self.device.set(cv2.CAP_PROP_EXPOSURE, own)
            else:
                expose_by_itself(self.device)


def expose_by_itself(device: cv2.VideoCapture) -> None:
    """Have a webcam choose its exposure; raises `OSError` where it keeps to one that was chosen for it."""
    took = any(device.set(cv2.CAP_PROP_AUTO_EXPOSURE, mode) for mode in _BY_ITSELF)
    if not took and device.get(cv2.CAP_PROP_AUTO_EXPOSURE) == _BY_TIME:
        raise OSError(EIO, "V4L2: auto_exposure")


def _control(path: Path, request: int, value: int) -> int | None:
    """The value of `power_line_frequency` after it is got or set; None for a webcam that has no such control."""
    try:
        device = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    except OSError:
        return None
    try:
        answer = ioctl(device, request, struct.pack("Ii", _MAINS, value))
    except OSError:
        return None
    finally:
        os.close(device)
    return int(struct.unpack("Ii", answer)[1])
