"""What a camera gives: a picture once it has set focus, exposure and colours, or a reason why there is none."""

import pytest

from device.hardware.camera import Camera, CameraTrouble, Frame


def settled(camera: Camera) -> Frame:
    """The last picture after the camera has had time to settle."""
    for _ in range(40):
        frame = camera.capture()
    assert frame is not None
    assert not frame.is_settling
    return frame


def trouble_of(camera: Camera) -> str:
    """What is said instead of a picture: the message's key and its facts."""
    with pytest.raises(CameraTrouble) as trouble:
        camera.capture()
    return str(trouble.value)
