"""A camera that has set focus, exposure and colours."""

from device.hardware.camera import Camera, Frame


def settled(camera: Camera) -> Frame:
    """The last picture after the camera has had time to settle."""
    for _ in range(40):
        frame = camera.capture()
    assert frame is not None
    assert not frame.is_settling
    return frame
