"""A webcam on USB, read with OpenCV over V4L2."""

import os
import re
from collections.abc import Callable, Sequence
from errno import EIO
from pathlib import Path

import cv2
import numpy as np

from device.hardware.camera.frame import BRACKET, WATCHING_SIZE, Camera, CameraTrouble, Frame
from device.hardware.camera.reopened import ExposureIgnored, ReopenedCamera
from device.hardware.camera.source import CameraSource, Connected
from engines.messages import message
from vision.reading import Picture

OPEN_S = 10.0
# A webcam that is well sends a picture in a tenth of a second, even in the dark; waking up takes it a second or two.
READ_S = 5.0
# V4L2's menu of automatic exposure: of the time only, as most webcams have it, or of all; and by hand
_BY_ITSELF, _BY_TIME = (3, 0), 1
LONGEST = 3333  # in V4L2's unit, tenths of a millisecond: beyond a third of a second a hand may have come and gone
_NEARLY = 0.2  # share of an exposure time by which a webcam may miss it
_FRAMES_TO_SET = 5  # until a new exposure is seen, those that were on their way included
V4L = Path("/sys/class/video4linux")

Taken = tuple[bool, np.ndarray]  # whether there is a picture, and its pixels


class UsbCamera(ReopenedCamera[cv2.VideoCapture]):
    """The webcam `/dev/videoN`.

        with UsbCamera(0) as camera:
            frame = camera.capture()

    `open_device` is for tests: it takes the device's path and gives what `cv2.VideoCapture` gives.
    """

    def __init__(
        self, number: int, open_device: Callable[[Path], cv2.VideoCapture] | None = None, read_s: float = READ_S
    ) -> None:
        self._path = Path(f"/dev/video{number}")
        super().__init__(str(self._path), OPEN_S)
        self._open_device = open_device or open_v4l2
        self._read_s = read_s
        self._exposed_by = 0.0  # EV, as was set
        self._own_time = 0.0  # the exposure time that the webcam chose, in its own unit

    def capture(self, full: bool = False) -> Frame | None:  # noqa: ARG002 — it is asked for its watching size only
        """The table now; raises `CameraTrouble` when the webcam is missing or has stopped sending anything new."""
        return self._frame(self._taken(*self._ask(self._read, self._read_s)))

    def anew(self) -> "UsbCamera":
        """The same webcam, opened again."""
        return UsbCamera(int(self._path.name.removeprefix("video")), self._open_device, self._read_s)

    def _bracketed(self) -> Sequence[Picture]:
        return [self._taken(*one) for one in self._ask(self._exposed, 3 * self._read_s)]

    def _open(self) -> cv2.VideoCapture:
        self._exposed_by = 0.0
        return self._open_device(self._path)

    def _release(self, device: cv2.VideoCapture) -> None:
        device.release()

    def _taken(self, is_there: bool, pixels: np.ndarray) -> Picture:
        """A picture, unless there is none: then raises `CameraTrouble`."""
        if not is_there:
            self._close()
            raise CameraTrouble(message("camera.stalled", camera=self._name))
        return np.asarray(pixels, np.uint8)

    def _read(self, device: cv2.VideoCapture) -> Taken:
        if self._exposure != self._exposed_by:
            self._set_exposure(device)
        return device.read()

    def _set_exposure(self, device: cv2.VideoCapture) -> None:
        """Set its exposure time; at 0 EV the webcam chooses again."""
        if not self._exposed_by:
            self._own_time = device.get(cv2.CAP_PROP_EXPOSURE)
        self._exposed_by = self._exposure
        if self._own_time <= 0:
            return  # a webcam without such a control
        if not self._exposed_by:
            expose_by_itself(device)
        elif device.set(cv2.CAP_PROP_AUTO_EXPOSURE, _BY_TIME):
            device.set(cv2.CAP_PROP_EXPOSURE, max(1.0, self._own_time * 2**self._exposed_by))

    def _exposed(self, device: cv2.VideoCapture) -> list[Taken]:
        """Pictures in the exposures of `BRACKET`, after which it is exposed as before.

        None where it has no such controls; raises `ExposureIgnored` where it does not heed them.
        """
        own = device.get(cv2.CAP_PROP_EXPOSURE)
        if own <= 0 or not device.set(cv2.CAP_PROP_AUTO_EXPOSURE, _BY_TIME):
            return []
        pictures: list[Taken] = []
        try:
            for more in (*BRACKET, 0.0):  # the last one is what automatic exposure goes on from
                wanted = min(max(round(own * 2**more), 1), max(LONGEST, own))
                device.set(cv2.CAP_PROP_EXPOSURE, wanted)
                given = device.get(cv2.CAP_PROP_EXPOSURE)
                if abs(given - wanted) > _NEARLY * wanted:
                    raise ExposureIgnored(f"exposure_time_absolute {given:g} ≠ {wanted:g}")
                pictures.append([device.read() for _ in range(_FRAMES_TO_SET)][-1])
            return pictures[:-1]
        finally:
            if self._exposed_by:
                device.set(cv2.CAP_PROP_EXPOSURE, own)
            else:
                expose_by_itself(device)


class UsbSource(CameraSource):
    """`--camera usb:N`: the webcam `/dev/videoN`."""

    form = "usb:N"

    def takes(self, spec: str) -> bool:
        """Whether a webcam is asked for by its number."""
        return re.fullmatch(r"usb:\d{1,3}", spec) is not None

    def open(self, spec: str) -> Camera:
        """The webcam, opened with its first picture."""
        return UsbCamera(int(spec.removeprefix("usb:")))

    def connected(self) -> Sequence[Connected]:
        """The webcams by their numbers."""
        return [Connected(f"usb:{number}", name) for number, name in sorted(usb_cameras().items())]


def open_v4l2(path: Path) -> cv2.VideoCapture:
    """The opened webcam at a path such as `/dev/video0`; raises `CameraTrouble`."""
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
    """Set up a webcam as the box needs it, whatever it was set to before; raises `OSError` where that fails."""
    # Compressed, since USB 2 has no room for 1280 × 960 raw pictures; one buffer, so that pictures are not old.
    device.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    device.set(cv2.CAP_PROP_FRAME_WIDTH, WATCHING_SIZE[0])
    device.set(cv2.CAP_PROP_FRAME_HEIGHT, WATCHING_SIZE[1])
    device.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    expose_by_itself(device)


def expose_by_itself(device: cv2.VideoCapture) -> None:
    """Have a webcam choose its exposure; raises `OSError` where it keeps to one that was chosen for it."""
    took = any(device.set(cv2.CAP_PROP_AUTO_EXPOSURE, mode) for mode in _BY_ITSELF)
    if not took and device.get(cv2.CAP_PROP_AUTO_EXPOSURE) == _BY_TIME:
        raise OSError(EIO, "V4L2: auto_exposure")


def usb_cameras(listed: Path = V4L) -> dict[int, str]:
    """The webcams that are plugged in: the number of each one's first device, and its name.

    A Pi has a dozen video devices that are not cameras (decoders, image processors): only those on USB count. A webcam
    has a second device for its metadata, whose `index` is not 0.
    """
    found = {}
    for device in sorted(listed.glob("video*"), key=lambda path: int(path.name[5:])):
        if "/usb" in str((device / "device").resolve()) and (device / "index").read_text().strip() == "0":
            found[int(device.name[5:])] = (device / "name").read_text().strip()
    return found
