"""A camera's pose is found from the corners of the sheet."""

import numpy as np
import pytest

from vision.geometry.camera_pose import CameraView, rotation_matrix, sheet_corners, usual_matrix, view_from_field

SIZE = (640, 480)


@pytest.mark.parametrize("turn", [0, 35, 90, 180, 270])  # degrees of the sheet on the table
@pytest.mark.parametrize("tilt", [0, 25, 50])  # degrees of the camera from straight above
@pytest.mark.parametrize("towards", [0, 40, 90, 180, 270])  # degrees: the direction of the tilt
def test_a_camera_above_the_sheet_is_found_wherever_it_is(turn, tilt, towards):
    around, about = np.radians(towards), np.radians(tilt)
    tilted = rotation_matrix(np.array([np.cos(around), np.sin(around), 0.0]) * about)
    turned = rotation_matrix(np.array([0.0, 0.0, np.radians(turn)]))
    view = CameraView(
        usual_matrix(SIZE), tilted @ turned @ np.diag([1.0, -1.0, -1.0]), np.array([20.0, -10.0, 800.0]), SIZE
    )
    found = view_from_field(view.project(np.column_stack([sheet_corners(), np.zeros(4)])), SIZE)
    assert np.allclose(found.rotation, view.rotation, atol=1e-5)
    assert np.allclose(found.shift, view.shift, atol=1e-2)
