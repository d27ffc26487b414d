"""Where pictures of the table come from: a Pi's camera, a webcam, a folder of pictures, a film, or the demo table.

with open_camera("usb:0") as camera:
    frame = camera.capture()
    print(frame.picture.shape)
"""

import re
from pathlib import Path

from device.camera.film import FilmCamera
from device.camera.folder import FolderCamera, is_picture, pictures_in
from device.camera.frame import Camera, CameraTrouble, Frame
from device.camera.pi import PiCamera, pi_cameras
from device.camera.usb import UsbCamera, usb_cameras
from engines.messages import message

__all__ = ["Camera", "CameraTrouble", "Frame", "best_camera", "open_camera"]


def open_camera(spec: str) -> Camera:
    """The camera called `demo`, `pi` or `usb:N`, a folder of pictures, one picture, or a film; raises `CameraTrouble`.

    `pi` and `usb:N` look for their camera at the first picture and again after every trouble, so that one that is
    plugged in later is found.
    """
    if spec == "demo":
        from device.demo import DemoCamera

        return DemoCamera()
    if spec == "pi":
        return PiCamera()
    if usb := re.fullmatch(r"usb:(\d{1,3})", spec):
        return UsbCamera(int(usb[1]))
    path = Path(spec)
    if path.is_dir():
        return FolderCamera(pictures_in(path))
    if is_picture(path) and path.is_file():
        return FolderCamera([path])
    if path.is_file():
        return FilmCamera(path)
    raise CameraTrouble(message("camera.unknown", camera=spec))


def best_camera() -> str:
    """The camera to use when nobody has chosen one: the Pi's own, else the first webcam, else the demo table."""
    if pi_cameras():
        return "pi"
    webcams = usb_cameras()
    return f"usb:{min(webcams)}" if webcams else "demo"
