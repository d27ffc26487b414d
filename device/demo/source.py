"""The demo table as a camera source."""

from device.hardware.camera.frame import Camera
from device.hardware.camera.source import CameraSource


class DemoSource(CameraSource):
    """`--camera demo`: a simulated table, of which every box has one and none is plugged in."""

    form = "demo"

    def takes(self, spec: str) -> bool:
        """Whether the demo table is asked for."""
        return spec == self.form

    def open(self, spec: str) -> Camera:  # noqa: ARG002 — there is one demo table
        """A new demo table; a box that watches a real one never loads the simulator."""
        from device.demo.camera import DemoCamera

        return DemoCamera()
