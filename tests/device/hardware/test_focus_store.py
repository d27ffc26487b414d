"""A camera that remembers where its lens was sharp."""

import json

import pytest

from device.hardware.camera.focus_store import FILE, FocusStore
from device.texts import say
from tests.device.hardware.test_auto_lock import film
from tests.support.device.lit_table import Automatic, LitCamera, Room


def started(file, seconds=10.0, model="lit", **about):
    """A device whose camera was started with a file of lens positions, after so many seconds."""
    device = Automatic(Room(**about))
    device.camera = LitCamera(device)
    device.camera._model = model
    device.camera.remember_focus(file)
    film(device, seconds)
    return device


def test_the_focus_that_was_found_once_is_used_at_the_next_start(tmp_path):
    assert started(tmp_path / FILE).did == ["adjust and focus at 50", "hold"]
    again = started(tmp_path / FILE)
    assert again.did == ["adjust at 50", "focus at 1", "hold"]
    assert again.lens == again.room.distance


def test_where_that_is_not_sharp_any_more_it_searches_again_and_keeps_what_it_finds(tmp_path):
    (tmp_path / FILE).write_text('{"lit": 1.3, "another": 4.0}')
    device = started(tmp_path / FILE)
    assert device.did == ["adjust at 50", "focus at 1.3", "hold", "adjust and focus at 50", "hold"]
    film(device, 45, 0.8)
    assert json.loads((tmp_path / FILE).read_text()) == {"lit": 1.0, "another": 4.0}


def test_a_search_that_went_wrong_is_not_kept_and_made_once_more(tmp_path):
    device = started(tmp_path / FILE, 1.0, distance=1.4)  # a hand that is in the picture while it focuses
    device.room.distance = 1.0
    film(device, 8)
    assert not (tmp_path / FILE).exists()
    film(device, 60, 0.8)
    assert device.did == ["adjust and focus at 50", "hold"] * 2
    assert FocusStore(tmp_path / FILE).of("lit") == 1.0


def test_a_camera_that_calls_itself_nothing_is_not_kept_and_where_the_file_cannot_be_written_that_is_said(tmp_path):
    started(tmp_path / FILE, model="")
    assert not (tmp_path / FILE).exists()
    device = started(tmp_path / "missing" / FILE)
    assert [told.key for told in device.camera.notices] == ["kept.not_written"]
    assert device.lens == device.room.distance


@pytest.mark.parametrize("written", ["{", "[1]", '{"lit": "near"}', '{"lit": null}'])
def test_a_damaged_file_is_said_and_the_camera_searches(tmp_path, written):
    (tmp_path / FILE).write_text(written)
    device = started(tmp_path / FILE)
    assert device.did == ["adjust and focus at 50", "hold"]
    (told,) = device.camera.notices
    assert FILE in say(told, "en")
