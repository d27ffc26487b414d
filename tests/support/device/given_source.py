"""A camera source for tests: it has one camera, which the test has made."""

from device.hardware.camera.frame import Camera
from device.hardware.camera.source import CameraSource


class GivenSource(CameraSource):
    """The camera is asked for by `form`."""

    def __init__(self, form: str, camera: Camera, is_live: bool) -> None:
        self.form, self.is_live = form, is_live
        self._camera = camera

    def takes(self, spec: str) -> bool:
        return spec == self.form

    def open(self, spec: str) -> Camera:
        return self._camera
