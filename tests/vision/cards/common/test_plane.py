"""The plane of a table, worked out from the cards on it and from what is printed on them in one size."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.cards.common.plane import plane_of_cards
from vision.geometry.camera_pose import usual_matrix
from vision.geometry.homography import mapped

SIZE = (1280, 960)  # px
CARD = np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float64)  # mm
MARK = np.array([[6, 12], [6, 4]], np.float64)
SPOTS = [(-250, -140, 0.1), (-90, 120, 1.4), (30, -150, 2.6), (160, 60, -0.7), (260, -90, 0.9)]  # mm, mm, radians


def camera_above(tilt: float) -> NDArray[np.float64]:
    """A camera 0.7 m above the table, tilted by so much (radians): from mm on the table to px."""
    turned = np.array([[1, 0, 0], [0, np.cos(tilt), 0], [0, np.sin(tilt), 700]], np.float64)
    return np.asarray(usual_matrix(SIZE) @ turned)


def seen(shape: NDArray[np.float64], camera: NDArray[np.float64]) -> NDArray[np.float64]:
    """A shape printed on a card, on each of the cards of a table (n × points × 2 px)."""
    out = []
    for x, y, turn in SPOTS:
        way = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        out.append(mapped((shape - CARD.mean(axis=0)) @ way.T + (x, y), camera))
    return np.array(out)


@pytest.mark.parametrize("tilt", [-0.4, 0.0, 0.3])
def test_one_card_and_marks_on_others_tell_the_plane(tilt: float) -> None:
    quads, marks = seen(CARD, camera_above(tilt)), seen(MARK, camera_above(tilt))
    plane = plane_of_cards(quads[:1], SIZE, marks=marks, mark=0.2)
    assert plane.misfit(quads).max() < 0.06
    assert plane.proportion == pytest.approx(88 / 63, abs=0.04)


@pytest.mark.parametrize("tilt", [-0.4, 0.0, 0.3])
def test_marks_alone_tell_how_sizes_change_over_the_picture(tilt: float) -> None:
    quads, marks = seen(CARD, camera_above(tilt)), seen(MARK, camera_above(tilt))
    plane = plane_of_cards(np.zeros((0, 4, 2)), SIZE, marks=marks, mark=8 / 63)
    upper = plane.on_plane(quads[:, :2].reshape(-1, 2)).reshape(-1, 2, 2)
    assert np.linalg.norm(upper[:, 1] - upper[:, 0], axis=1) == pytest.approx(1.0, abs=0.05)


def test_an_outline_that_is_no_card_is_outvoted() -> None:
    camera = camera_above(0.2)
    quads = seen(CARD, camera)
    frame = mapped((CARD - CARD.mean(axis=0)) * 0.8 + (100, 150), camera)
    plane = plane_of_cards(np.concatenate([quads, frame[None]]), SIZE)
    assert plane.misfit(quads).max() < 0.02
    assert plane.misfit(frame[None])[0] > 0.15
