"""The cameras: a Pi's own, a webcam, a folder of pictures and a film; `device.cameras` opens one by its name."""

from device.hardware.camera.frame import Camera, CameraTrouble, Frame

__all__ = ["Camera", "CameraTrouble", "Frame"]
