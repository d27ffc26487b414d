"""Folders of pictures and films as cameras, with OpenCV's own reader and writer."""

import cv2
import numpy as np
import pytest

from device.cameras import open_camera
from device.hardware.camera import CameraTrouble
from device.texts import say
from engines.messages import message


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


def write_pictures(folder, **shades):
    for name, value in shades.items():
        cv2.imwrite(str(folder / f"{name}.png"), shade(value))


def test_a_folder_shows_its_pictures_by_name_and_counts_numbers_as_people_do(tmp_path):
    for name, value in {"shot10.png": 200, "shot9.jpg": 100, "shot1.PNG": 50}.items():
        cv2.imwrite(str(tmp_path / name), shade(value))
    with open_camera(str(tmp_path)) as camera:
        frames = captured(camera)
        assert [frame.name for frame in frames] == ["shot1.PNG", "shot9.jpg", "shot10.png"]
        assert [round(frame.picture.mean()) for frame in frames] == [50, 100, 200]
        assert [frame.at_s for frame in frames] == [0.0, 1.0, 2.0]
        assert camera.capture() is None
        assert camera.notices == []
    with open_camera(str(tmp_path / "shot9.jpg")) as camera:
        assert [frame.name for frame in captured(camera)] == ["shot9.jpg"]


def test_what_is_no_picture_is_skipped_with_a_sentence_each(tmp_path):
    write_pictures(tmp_path, **{"0": 10, "3": 30, "4": 40})
    (tmp_path / "1.png").write_bytes((tmp_path / "0.png").read_bytes()[:60])
    (tmp_path / "2.jpg").write_bytes(b"not a picture")
    for notes in ("0.json", "1.json", ".hidden"):
        (tmp_path / notes).write_text("{}")
    (tmp_path / "older").mkdir()
    with open_camera(str(tmp_path)) as camera:
        assert camera.notices == [message("camera.folder_others", count=2, first="0.json")]
        assert [camera.capture().name for _ in range(2)] == ["0.png", "3.png"]
        (tmp_path / "4.png").unlink()
        assert camera.capture() is None
        told = [say(notice, "en") for notice in camera.notices[1:]]
        assert all(name in sentence for name, sentence in zip(("1.png", "2.jpg", "4.png"), told, strict=True))
        assert camera.anew().notices == []


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
    with pytest.raises(CameraTrouble) as refusal:
        open_camera(spec)
    assert "usb:0" in say(refusal.value.said, "en")


@pytest.mark.parametrize("refused", ["", "notes.txt"])
def test_a_folder_without_pictures_and_a_file_that_is_no_film_are_refused(tmp_path, refused):
    (tmp_path / "notes.txt").write_text("neither picture nor film")
    with pytest.raises(CameraTrouble) as refusal:
        open_camera(str(tmp_path / refused))
    assert str(tmp_path / refused) in say(refusal.value.said, "en")


@pytest.mark.parametrize("name", ["pictures", "film.avi"])
def test_one_that_is_opened_anew_goes_on_after_the_last_picture_that_was_asked_for(tmp_path, name):
    (tmp_path / "pictures").mkdir()
    write_pictures(tmp_path / "pictures", a=20, b=80, c=140, d=200)
    write_film(tmp_path / "film.avi", map(shade, (20, 80, 140, 200)))
    with open_camera(str(tmp_path / name)) as camera:
        before = [camera.capture(), camera.capture()]
    with camera.anew() as rest:
        after = captured(rest)
        assert rest.notices == []
    assert [round(frame.picture.mean() / 20) for frame in after] == [7, 10]
    assert before[-1].at_s < after[0].at_s < after[1].at_s
