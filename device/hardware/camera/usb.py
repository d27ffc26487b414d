"""A webcam on USB, read with OpenCV over V4L2.

Controls are V4L2's (https://docs.kernel.org/userspace-api/media/v4l/ext-ctrls-camera.html and control.html):
`auto_exposure`, `exposure_time_absolute`, `white_balance_automatic`, `focus_automatic_continuous`, `focus_absolute`,
`power_line_frequency`. OpenCV gives -1 for controls that a webcam lacks, and has no name for the last one.
"""

import os
import re
import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from errno import EIO
from fcntl import ioctl
from pathlib import Path
from typing import Self

import cv2
import numpy as np

from device.hardware.camera.auto_lock import CanHold
from device.hardware.camera.frame import BRACKET, WATCHING_SIZE, Camera, CameraTrouble, Frame
from device.hardware.camera.reopened import ExposureIgnored, ReopenedCamera
from device.hardware.camera.source import CameraSource, Connected
from engines.messages import message
from vision.reading import Picture

OPEN_S = 10.0
# A working webcam sends a picture in a tenth of a second, even in the dark; waking up takes it a second or two.
READ_S = 5.0
V4L_DEVICES = Path("/sys/class/video4linux")
# V4L2's menu of automatic exposure: of time only, as most webcams have it, or of everything; and manual
_BY_ITSELF, _BY_TIME = (3, 0), 1
# in V4L2's unit, tenths of a millisecond: in more than a third of a second a hand may have come and gone
_MAX_EXPOSURE = 3333
_MAX_MISS = 0.2  # maximum relative error of an exposure time
_FRAMES_TO_SET = 5  # frames until a new exposure is visible, including those already under way
# linux/videodev2.h and linux/v4l2-controls.h: what OpenCV has no name for
_GET_CONTROL, _SET_CONTROL, _MAINS = 0xC008561B, 0xC008561C, 0x00980918
_MAINS_MENU = {50: 1, 60: 2}

Taken = tuple[bool, np.ndarray]  # whether there is a picture, and its pixels


class Webcam:
    """An opened webcam at a path such as `/dev/video0`."""

    def __init__(self, path: Path, device: cv2.VideoCapture) -> None:
        self.device, self._path = device, path
        self.lens: float | None = None
        self._own_time = 0.0  # the exposure time that it chose itself, in its own unit
        self._is_held, self._more = False, 0.0
        self.can = CanHold(
            exposure=device.get(cv2.CAP_PROP_EXPOSURE) > 0 and device.get(cv2.CAP_PROP_AUTO_EXPOSURE) >= 0,
            white_balance=device.get(cv2.CAP_PROP_AUTO_WB) >= 0,
            focus=device.get(cv2.CAP_PROP_AUTOFOCUS) >= 0,
            mains=_control(path, _GET_CONTROL, 0) is not None,
        )

    def read(self) -> Taken:
        """Whether there is a picture, and its pixels."""
        return self.device.read()

    def release(self) -> None:
        """Release it."""
        self.device.release()

    def adjust(self, focuses: bool, mains_hz: int) -> None:
        """Run automatic exposure and white balance, and autofocus if `focuses`."""
        self._is_held = False
        if self.can.mains:
            _control(self._path, _SET_CONTROL, _MAINS_MENU[mains_hz])
        if self.can.white_balance:
            self.device.set(cv2.CAP_PROP_AUTO_WB, 1)
        if focuses:
            self.device.set(cv2.CAP_PROP_AUTOFOCUS, 1)
        if self.can.exposure:
            expose_by_itself(self.device)

    def hold(self, more: float) -> float:
        """Lock what it has chosen, `more` EV brighter; returns `more`, which its automatics do not include."""
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
        """Move its lens to a position, and leave it there."""
        self.device.set(cv2.CAP_PROP_AUTOFOCUS, 0)
        self.device.set(cv2.CAP_PROP_FOCUS, lens)

    def expose(self, more: float) -> bool:
        """Expose by `more` EV relative to its choice; returns whether that has changed a locked exposure."""
        if not self._is_held or more == self._more:
            return False
        self._expose_held(more)
        return True

    def _expose_held(self, more: float) -> None:
        self._more = more
        self.device.set(cv2.CAP_PROP_EXPOSURE, max(1.0, round(self._own_time * 2**more)))

    def bracket(self) -> list[Taken]:
        """Take pictures in the exposures of `BRACKET`, then restore the exposure.

        Empty without such controls; raises `ExposureIgnored` if they are not heeded.
        """
        own = self.device.get(cv2.CAP_PROP_EXPOSURE)
        if own <= 0 or not self.device.set(cv2.CAP_PROP_AUTO_EXPOSURE, _BY_TIME):
            return []
        with self._as_before(own):
            pictures = [self._exposed(own, more) for more in (*BRACKET, 0.0)]
            return pictures[:-1]  # automatic exposure continues from the last one

    def _exposed(self, own: float, more: float) -> Taken:
        wanted = min(max(round(own * 2**more), 1), max(_MAX_EXPOSURE, own))
        self.device.set(cv2.CAP_PROP_EXPOSURE, wanted)
        given = self.device.get(cv2.CAP_PROP_EXPOSURE)
        if abs(given - wanted) > _MAX_MISS * wanted:
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
    """Have a webcam choose its exposure; raises `OSError` if it keeps a manual one."""
    took = any(device.set(cv2.CAP_PROP_AUTO_EXPOSURE, mode) for mode in _BY_ITSELF)
    if not took and device.get(cv2.CAP_PROP_AUTO_EXPOSURE) == _BY_TIME:
        raise OSError(EIO, "V4L2: auto_exposure")


def _control(path: Path, request: int, value: int) -> int | None:
    """The value of `power_line_frequency` after getting or setting it; None if the webcam lacks this control."""
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


class UsbCamera(ReopenedCamera[Webcam]):
    """The webcam `/dev/videoN`, also after it was unplugged and returns under another number.

    `open_device` opens the device at a path like `cv2.VideoCapture`; it and `clock` are for tests.
    """

    def __init__(
        self,
        number: int,
        open_device: Callable[[Path], cv2.VideoCapture] | None = None,
        read_s: float = READ_S,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self._number = number
        super().__init__(str(_path(number)), OPEN_S, clock)
        self._open_device = open_device or open_v4l2
        self._read_s = read_s

    def capture(self, full: bool = False) -> Frame | None:  # noqa: ARG002 — it is asked for its watching size only
        """The table now; raises `CameraTrouble` when the webcam is missing or repeats its last picture."""
        return self._frame(self._taken(*self._ask(Webcam.read, self._read_s)))

    def _unopened(self) -> Self:
        return type(self)(self._number, self._open_device, self._read_s, self._clock)

    def _bracketed(self) -> Sequence[Picture]:
        return [self._taken(*taken) for taken in self._ask(Webcam.bracket, 3 * self._read_s)]

    def _open(self) -> Webcam:
        plugged_in = usb_cameras()
        models = [*plugged_in.values()]
        if self._model and plugged_in.get(self._number) != self._model and models.count(self._model) == 1:
            self._number = next(number for number, model in plugged_in.items() if model == self._model)
        path = _path(self._number)
        self._name = str(path)
        webcam = Webcam(path, self._open_device(path))
        # Of two webcams with the same name nobody knows which one has returned.
        model = plugged_in.get(self._number, "")
        self._model = model if models.count(model) == 1 else self._model
        return webcam

    def _taken(self, is_there: bool, pixels: np.ndarray) -> Picture:
        """The picture; raises `CameraTrouble` if there is none."""
        if not is_there:
            self._close()
            raise CameraTrouble(message("camera.stalled", camera=self._name))
        return np.asarray(pixels, np.uint8)


class UsbSource(CameraSource):
    """`--camera usb:N`: the webcam `/dev/videoN`."""

    form = "usb:N"

    def takes(self, spec: str) -> bool:
        """Whether this is a webcam's number."""
        return re.fullmatch(r"usb:\d{1,3}", spec) is not None

    def open(self, spec: str) -> Camera:
        """The webcam, opened with its first picture."""
        return UsbCamera(int(spec.removeprefix("usb:")))

    def connected(self) -> Sequence[Connected]:
        """The webcams by their numbers."""
        return [Connected(f"usb:{number}", name) for number, name in sorted(usb_cameras().items())]


def _path(number: int) -> Path:
    return Path(f"/dev/video{number}")


def open_v4l2(path: Path) -> cv2.VideoCapture:
    """Open the webcam at a path such as `/dev/video0`; raises `CameraTrouble`."""
    if not path.exists():
        found = " ".join(f"usb:{number}" for number in usb_cameras())
        key = "camera.usb_missing" if found else "camera.usb_none"
        raise CameraTrouble(message(key, camera=str(path), found=found))
    if not os.access(path, os.R_OK | os.W_OK):
        raise CameraTrouble(message("camera.usb_closed", camera=str(path)))
    device = cv2.VideoCapture(str(path), cv2.CAP_V4L2)
    if not device.isOpened():
        raise CameraTrouble(message("camera.usb_busy", camera=str(path)))
    prepare(device)
    return device


def prepare(device: cv2.VideoCapture) -> None:
    """Set up a webcam as the box needs it, whatever its settings; raises `OSError` if that fails."""
    # Compressed, since USB 2 has no room for 1280 × 960 raw pictures; one buffer, so that pictures are not old.
    device.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    device.set(cv2.CAP_PROP_FRAME_WIDTH, WATCHING_SIZE[0])
    device.set(cv2.CAP_PROP_FRAME_HEIGHT, WATCHING_SIZE[1])
    device.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    expose_by_itself(device)


def usb_cameras(listed: Path = V4L_DEVICES) -> dict[int, str]:
    """The connected webcams: the number of each one's first device, and its name.

    A Pi has a dozen video devices that are not cameras (decoders, image processors): only those on USB count. A webcam
    has a second device for its metadata, whose `index` is not 0.
    """
    found = {}
    for device in sorted(listed.glob("video*"), key=lambda path: int(path.name[5:])):
        if "/usb" in str((device / "device").resolve()) and (device / "index").read_text().strip() == "0":
            found[int(device.name[5:])] = (device / "name").read_text().strip()
    return found
