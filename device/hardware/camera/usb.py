"""A webcam on USB, read with OpenCV over V4L2."""

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np

from device.hardware.camera.frame import WATCHING_SIZE, Camera, CameraTrouble, Frame
from device.hardware.camera.reopened import ReopenedCamera
from device.hardware.camera.source import CameraSource, Connected
from device.hardware.camera.webcam import Webcam, expose_by_itself
from engines.messages import message
from vision.reading import Picture

OPEN_S = 10.0
# A webcam that is well sends a picture in a tenth of a second, even in the dark; waking up takes it a second or two.
READ_S = 5.0
V4L = Path("/sys/class/video4linux")


class UsbCamera(ReopenedCamera[Webcam]):
    """The webcam `/dev/videoN`, also when it comes back under another number after it was pulled out.

        with UsbCamera(0) as camera:
            frame = camera.capture()

    `open_device` is for tests: it takes the device's path and gives what `cv2.VideoCapture` gives. So is `clock`.
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
        """The table now; raises `CameraTrouble` when the webcam is missing or has stopped sending anything new."""
        return self._frame(self._taken(*self._ask(Webcam.read, self._read_s)))

    def anew(self) -> "UsbCamera":
        """The same webcam, opened again."""
        again = UsbCamera(self._number, self._open_device, self._read_s, self._clock)
        again._model, again._focuses = self._model, self._focuses
        return again

    def _bracketed(self) -> Sequence[Picture]:
        return [self._taken(*one) for one in self._ask(Webcam.bracket, 3 * self._read_s)]

    def _open(self) -> Webcam:
        plugged_in = usb_cameras()
        models = [*plugged_in.values()]
        if self._model and plugged_in.get(self._number) != self._model and models.count(self._model) == 1:
            self._number = next(number for number, model in plugged_in.items() if model == self._model)
        path = _path(self._number)
        self._name = str(path)
        webcam = Webcam(path, self._open_device(path))
        # Of two that call themselves the same nobody knows which one has come back.
        model = plugged_in.get(self._number, "")
        self._model = model if models.count(model) == 1 else self._model
        return webcam

    def _release(self, device: Webcam) -> None:
        device.release()

    def _taken(self, is_there: bool, pixels: np.ndarray) -> Picture:
        """A picture, unless there is none: then raises `CameraTrouble`."""
        if not is_there:
            self._close()
            raise CameraTrouble(message("camera.stalled", camera=self._name))
        return np.asarray(pixels, np.uint8)


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


def _path(number: int) -> Path:
    return Path(f"/dev/video{number}")


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
