"""Folders of pictures and films as cameras, with OpenCV's own reader and writer."""

import shutil

import cv2
import numpy as np
import pytest

from device.cameras import open_camera
from device.hardware.camera import CameraTrouble
from device.texts import say
from tests.support.paths import SHARED_PHOTOS, needs_shared


def shade(value):
    """A picture that can be told from others after compression."""
    return np.full((48, 64, 3), value, np.uint8)


def write_film(path, pictures, rate=10):
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), rate, (64, 48))
    for picture in pictures:
        film.write(picture)
    film.release()


def captured(camera):
    """Every frame of a camera until its pictures are used up."""
    return list(iter(camera.capture, None))


def trouble(spec):
    with pytest.raises(CameraTrouble) as refusal:
        open_camera(str(spec))
    assert say(refusal.value.said, "ja")
    return say(refusal.value.said, "en")


def test_a_folder_shows_its_pictures_by_name_and_counts_numbers_as_people_do(tmp_path):
    for name, value in {"shot10.png": 200, "shot9.jpg": 100, "shot1.PNG": 50}.items():
        cv2.imwrite(str(tmp_path / name), shade(value))
    with open_camera(str(tmp_path)) as camera:
        frames = captured(camera)
        assert [frame.name for frame in frames] == ["shot1.PNG", "shot9.jpg", "shot10.png"]
        assert [round(frame.picture.mean()) for frame in frames] == [50, 100, 200]
        assert [frame.at_s for frame in frames] == sorted({frame.at_s for frame in frames})
        assert camera.capture() is None
        assert camera.notices == []


def test_what_is_no_picture_is_skipped_with_a_sentence_each(tmp_path):
    cv2.imwrite(str(tmp_path / "0.png"), shade(10))
    (tmp_path / "1.png").write_bytes((tmp_path / "0.png").read_bytes()[:60])
    (tmp_path / "2.jpg").write_bytes(b"not a picture")
    (tmp_path / "truth.json").write_text("{}")
    (tmp_path / ".hidden").write_text("nobody sees this")
    (tmp_path / "older").mkdir()
    cv2.imwrite(str(tmp_path / "3.png"), shade(30))
    with open_camera(str(tmp_path)) as camera:
        assert [frame.name for frame in captured(camera)] == ["0.png", "3.png"]
        told = [say(notice, "en") for notice in camera.notices]
    assert len(told) == 3
    for name, sentence in zip(["truth.json", "1.png", "2.jpg"], told, strict=True):
        assert name in sentence


def test_notes_beside_the_pictures_are_told_of_once(tmp_path):
    for number in range(12):
        cv2.imwrite(str(tmp_path / f"{number}.png"), shade(10))
        (tmp_path / f"{number}.json").write_text("{}")
    with open_camera(str(tmp_path)) as camera:
        assert len(captured(camera)) == 12
        assert [say(notice, "en") for notice in camera.notices] == [
            "The folder also has 12 files that are not pictures, such as 0.json. Nothing is read from there."
        ]
        assert camera.anew().notices == []


def test_one_picture_is_a_folder_of_one(tmp_path):
    cv2.imwrite(str(tmp_path / "table.png"), shade(10))
    with open_camera(str(tmp_path / "table.png")) as camera:
        assert [frame.name for frame in captured(camera)] == ["table.png"]


def test_a_picture_that_vanishes_in_the_middle_is_told(tmp_path):
    for name in "ab":
        cv2.imwrite(str(tmp_path / f"{name}.png"), shade(10))
    with open_camera(str(tmp_path)) as camera:
        assert camera.capture().name == "a.png"
        (tmp_path / "b.png").unlink()
        assert camera.capture() is None
        assert "b.png" in say(camera.notices[0], "en")


def test_a_film_shows_every_picture_at_its_own_time(tmp_path):
    write_film(tmp_path / "evening.avi", map(shade, [0, 50, 100, 150]), rate=10)
    with open_camera(str(tmp_path / "evening.avi")) as camera:
        frames = captured(camera)
        assert [round(frame.picture.mean(), -1) for frame in frames] == [0, 50, 100, 150]
        assert [frame.at_s for frame in frames] == pytest.approx([0.0, 0.1, 0.2, 0.3])
        assert {frame.name for frame in frames} == {None}
        assert camera.notices == []


def test_a_film_that_breaks_off_says_after_which_picture(tmp_path):
    whole = tmp_path / "whole.avi"
    write_film(whole, np.random.default_rng(1).integers(0, 256, (20, 48, 64, 3), np.uint8))
    cut = tmp_path / "cut.avi"
    cut.write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])
    with open_camera(str(cut)) as camera:
        shown = len(captured(camera))
        assert 0 < shown < 20
        assert camera.capture() is None
        assert [str(shown) in say(notice, "en") for notice in camera.notices] == [True]


@pytest.mark.parametrize("spec", ["usb", "usb:", "usb:x", "pie", "/nowhere/at/all", "usb:-1"])
def test_an_unknown_camera_is_refused_with_what_there_is(spec):
    assert "usb:0" in trouble(spec)


def test_a_folder_without_pictures_is_refused(tmp_path):
    (tmp_path / "notes.txt").write_text("no picture")
    assert str(tmp_path) in trouble(tmp_path)


def test_a_file_that_is_no_film_is_refused(tmp_path):
    (tmp_path / "notes.txt").write_text("no film")
    assert "notes.txt" in trouble(tmp_path / "notes.txt")


@needs_shared
def test_the_photographs_of_a_sequence_come_in_order(tmp_path):
    source = SHARED_PHOTOS / "sequences" / "reversi-a"
    for path in sorted(source.iterdir())[:3]:
        shutil.copy(path, tmp_path)
    with open_camera(str(tmp_path)) as camera:
        assert [frame.name for frame in captured(camera)] == ["0000.jpg", "0001.jpg", "0002.jpg"]


def test_a_folder_that_is_opened_anew_goes_on_after_the_last_picture_that_was_asked_for(tmp_path):
    for number in range(4):
        cv2.imwrite(str(tmp_path / f"{number}.png"), shade(number * 50))
    with open_camera(str(tmp_path)) as camera:
        camera.capture()
        camera.capture()
    with camera.anew() as rest:
        frames = captured(rest)
    assert [(frame.name, frame.at_s) for frame in frames] == [("2.png", 2.0), ("3.png", 3.0)]


def test_a_film_that_is_opened_anew_goes_on_after_the_last_picture_that_was_asked_for(tmp_path):
    write_film(tmp_path / "film.avi", [shade(value) for value in (20, 80, 140, 200)])
    with open_camera(str(tmp_path / "film.avi")) as camera:
        first = [camera.capture(), camera.capture()]
    with camera.anew() as rest:
        frames = captured(rest)
        assert rest.notices == []
    assert [round(frame.picture.mean() / 20) for frame in frames] == [7, 10]
    assert first[-1].at_s < frames[0].at_s < frames[1].at_s
