"""What looks like an arm, or like the sheet, and is not: people are told, and the game goes on as soon as it can."""

import cv2
import numpy as np
import pytest

from device.capture.field_tracker import FieldTracker
from device.capture.game_reader import reader_of_tiles
from device.capture.table_observer import TableObserver
from device.games.listing import arrangement_of
from device.hardware.camera import Frame
from device.hardware.timeout import TimeLimit
from device.texts import say
from engines.messages import message
from tests.support.vision.sheet_photos import ARM, SKY, TILES, camera, picture_of
from tests.support.waiting import PATIENCE_S
from vision.faces.side_classifier import UntaughtFaces
from vision.table_reader import TableReader


def observer_of_reversi() -> TableObserver:
    reader = reader_of_tiles(TableReader(arrangement_of("reversi"), UntaughtFaces()))
    return TableObserver(reader, field=FieldTracker(limit=TimeLimit(PATIENCE_S)))


@pytest.mark.full
def test_a_still_picture_with_something_like_an_arm_is_read_in_the_end() -> None:
    full, _ = picture_of(SKY, camera(3), TILES, ARM)
    picture = cv2.resize(full, (640, 480), interpolation=cv2.INTER_AREA)
    observer, said_at, reading, at_s = observer_of_reversi(), 0.0, None, 0.0
    while reading is None and at_s < 50:
        at_s += 0.25
        noise = np.random.default_rng(round(4 * at_s)).normal(0, 2, picture.shape)  # only that of the sensor differs
        frame = Frame(np.asarray(np.clip(picture + noise, 0, 255), np.uint8), at_s)
        reading = observer.read_if_due(frame, unsettled=False)
        if observer.has_read and observer.view.trouble == message("seen.waiting"):
            said_at = said_at or at_s
    assert observer.view.seeing == "still"
    assert 18 < said_at < at_s < 45


def test_the_board_of_another_game_is_told_and_what_to_do_about_it() -> None:
    squares = np.kron(np.indices((10, 10)).sum(axis=0) % 2, np.ones((52, 52)))
    other = np.full((600, 600, 3), 120, np.uint8)
    other[40:560, 40:560] = np.where(squares[..., None] > 0, (70, 60, 50), (190, 210, 220))
    picture, corners = picture_of(other, camera(3))
    observer = observer_of_reversi()
    readings = [observer.read_if_due(Frame(picture, number * 0.25), unsettled=False) for number in range(12)]
    assert not any(readings)
    assert observer.view.seeing == "no_board"
    assert observer.view.trouble is not None
    assert observer.view.trouble.key == "seen.another_board"
    for language, names in (("en", ("“Set up”", "“Teach”")), ("ja", ("「じゅんび」", "「教える」"))):
        links = [say(message(f"web.tab.{key}"), language) for key in ("set_up", "teach")]
        assert all(f[1:-1] in links and f in say(observer.view.trouble, language) for f in names)
    observer.set_field(corners.tolist())
    taken = [observer.read_if_due(Frame(picture, 10 + number * 0.25), unsettled=False) for number in range(12)]
    assert any(taken), "whoever plays on it all the same shows its corners"
