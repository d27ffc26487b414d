"""Corners of the playing field that people tapped: they hold until the board has clearly moved, also over a restart."""

import json
from pathlib import Path

import numpy as np
import pytest

from device.box import Box
from device.capture.field_tracker import FieldTracker
from device.capture.game_reader import reader_of_tiles
from device.capture.table_observer import TableObserver
from device.capture.tapped_field import TappedField
from device.games.listing import arrangement_of
from device.hardware.camera import Frame
from device.hardware.timeout import TimeLimit
from device.settings import Settings
from device.system.data_folder import FIELD
from device.table.events import FacesTaught, NewGame, SetField
from device.testing.camera import StandInCamera
from device.texts import say
from engines.messages import Refusal
from simulator.film.furniture import LAMP, demo_art, demo_view
from simulator.film.table_view import TableView
from tests.support.device.evening import Evening, keys, lying
from tests.support.device.tabletop import Scene, Scenes
from tests.support.refusals import refused
from tests.support.waiting import PATIENCE_S, eventually
from vision.faces.side_classifier import UntaughtFaces
from vision.geometry.camera_pose import sheet_corners
from vision.table_reader import TableReader

TAPPED = ((2.0, 1.0), (13.0, 1.0), (13.0, 11.0), (2.0, 11.0))  # of pictures 16 px wide
STILL = lying()
ELSEWHERE = np.add(TAPPED, (2.0, 0.0))


def tap(evening: Evening) -> None:
    evening.show(STILL)
    evening.do(SetField(TAPPED))


@pytest.fixture
def tapped(evening: Evening) -> Evening:
    """An evening at which people have tapped on the corners."""
    tap(evening)
    return evening


def test_tapped_corners_hold_for_new_readers_and_after_the_box_was_started_again(tmp_path: Path) -> None:
    with Evening(tmp_path) as evening:
        tap(evening)
        for event in (NewGame("reversi", ("Aya", "Ben")), FacesTaught()):
            other = Scenes(evening.scenes.scenes)
            evening.next_reader = other.reader()
            evening.do(event)
            evening.show(STILL)
            assert np.allclose(other.field_set, TAPPED)
    with Evening(tmp_path, start=False) as evening:
        assert evening.scenes.field_set is None
        evening.show(STILL)
        assert np.allclose(evening.scenes.field_set, TAPPED)


def test_a_board_that_is_clearly_elsewhere_makes_the_box_forget_them_and_say_so(tapped: Evening) -> None:
    tapped.scenes.found = ELSEWHERE
    for _ in range(3):
        tapped.show(Scene(STILL.places, hand=True))
    assert keys(tapped.show(STILL).notices) == []
    assert np.allclose(tapped.scenes.field_set, TAPPED), "a hand moves nothing, and one look is not enough"
    now = tapped.stay(STILL, seconds=2.5)
    assert keys(now.notices) == ["table.field_forgotten"]
    assert tapped.scenes.field_set is None
    assert not (tapped.folder / FIELD).exists()
    assert all(say(said, language) for said in now.notices for language in ("ja", "en"))


def test_what_the_box_took_for_the_board_when_people_put_it_right_is_no_other_place(evening: Evening) -> None:
    evening.scenes.found = ELSEWHERE
    tap(evening)
    for found in (ELSEWHERE, np.add(TAPPED, 0.1)):
        evening.scenes.found = found
        for _ in range(3):
            evening.stay(STILL, seconds=31)
        assert np.allclose(evening.scenes.field_set, TAPPED)


def test_corners_fit_pictures_of_any_size_and_two_looks_that_see_them_in_two_places_move_nothing() -> None:
    field, tapped = TappedField(), np.array(TAPPED)
    field.give(tapped, 16, None)
    assert np.allclose(field.corners(32), 2 * tapped)
    assert [field.has_moved(tapped + step, 16) for step in (2, 4, 6, 0, 8)] == [False] * 5
    assert not field.has_moved(None, 16)
    assert not field.in_doubt


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "{}", '{"corners": [[1, 2]], "seen": null}', '{"corners": null, "seen": 1}'),
        '{"corners": [[0, 0], [1, 0], [1, 1e12], [0, 1]], "seen": null}',
        '{"corners": [[0, 0], [1, 0], [1, 1], [0, 1]], "seen": 0}',
    ],
)
def test_a_damaged_file_is_said_and_the_box_looks_by_itself(tmp_path: Path, text: str) -> None:
    (tmp_path / FIELD).write_text(text)
    with Evening(tmp_path) as evening:
        now = evening.show(STILL)
        assert keys(now.notices) == ["table.field_damaged"]
        assert FIELD in say(now.notices[0], "en")
        assert evening.scenes.field_set is None
        aside = dict(now.notices[0].facts)["aside"]
    assert (tmp_path / str(aside)).read_text() == text
    assert not (tmp_path / FIELD).exists()


@pytest.mark.parametrize(
    "corners",
    [
        [[0, 0], [1e12, 0], [1e12, 1e12], [0, 1e12]],
        [[0, 0], [1e300, 0], [1e300, 1e300], [0, 1e300]],
        [[-1e9, 0], [0, 0], [0, 1], [-1e9, 1]],
        [[0, 0], [1, 0], [1, 1e-9], [0, 1e-9]],
        [[0, 0], [1, 1], [1, 0], [0, 1]],
        [[0, 0], [0, 0], [0, 0], [0, 0]],
    ],
)
def test_corners_of_no_field_are_refused_and_not_read_from_a_file(tmp_path: Path, corners: list[list[float]]) -> None:
    """A file of an earlier version may have them; they are forgotten as soon as the box sees the board itself.

    Such as no version ever wrote are damage.
    """
    with Evening(tmp_path) as evening:
        evening.show(STILL)
        with pytest.raises(Refusal) as refusal:
            evening.do(SetField(tuple(tuple(16.0 * value for value in corner) for corner in corners)))
        assert refusal.value.said.key.startswith("field_shape.")
        assert all(say(refusal.value.said, language) for language in ("ja", "en"))
        assert keys(evening.show(STILL).notices) == []
        assert evening.scenes.field_set is None
    assert not (tmp_path / FIELD).exists()
    (tmp_path / FIELD).write_text(json.dumps({"corners": corners, "seen": corners}))
    with Evening(tmp_path, start=False) as evening:
        evening.scenes.found = np.array(TAPPED)
        evening.show(STILL)
        assert evening.scenes.field_set is None
        now = evening.stay(STILL, seconds=2.5)
        is_damage = np.abs(corners).max() > 4
        assert keys(now.notices) == ["table.field_damaged" if is_damage else "table.field_forgotten"]
        assert evening.scenes.field_set is None
        assert not (tmp_path / FIELD).exists()


def test_the_board_is_looked_for_once_in_a_picture_however_often_it_is_tapped(evening: Evening) -> None:
    with refused("table.no_picture"):  # on which to tap
        evening.do(SetField(TAPPED))
    evening.show(STILL)
    before = evening.scenes.searches
    for _ in range(9):
        evening.do(SetField(TAPPED))
    assert evening.scenes.searches <= before + 1


def test_corners_that_cannot_be_kept_hold_until_the_end_and_that_is_said(evening: Evening) -> None:
    (evening.folder / FIELD).mkdir()
    tap(evening)
    assert np.allclose(evening.scenes.field_set, TAPPED)
    assert keys(evening.now.notices) == ["table.field_not_kept"]
    assert (evening.folder / FIELD).is_dir()


def test_the_box_keeps_them_beside_its_journal(tmp_path: Path) -> None:
    kept = {"corners": [[0.2, 0.1], [0.7, 0.1], [0.7, 0.6], [0.2, 0.6]], "seen": None}
    (tmp_path / FIELD).write_text(json.dumps(kept))
    with Box(Settings(tmp_path), StandInCamera([np.zeros((12, 16, 3), np.uint8)])) as box:
        eventually(lambda: box.camera_parts.capture.newest)
        found = box.camera_parts.calibration.find()
        assert found.given
        assert np.allclose(found.corners, kept["corners"])


@pytest.mark.full
def test_a_real_reader_reads_with_them_and_sees_when_the_board_is_turned() -> None:
    """Corners tapped a little beside the truth stay, until the board lies otherwise before the camera."""
    given = TappedField()
    reader = reader_of_tiles(TableReader(arrangement_of("reversi"), UntaughtFaces()))
    field = FieldTracker(given, limit=TimeLimit(PATIENCE_S))
    observer = TableObserver(reader, field=field)
    art, rng = demo_art(), np.random.default_rng(1)

    def look(turn: float, at_s: float) -> None:
        observer.read_if_due(Frame(TableView(art, rng, LAMP, turn).picture((), None), at_s, "0.jpg"), unsettled=False)

    look(7.0, 1.0)
    tapped = demo_view(7.0).project(np.column_stack([sheet_corners(), np.zeros(4)])) + 4
    observer.set_field(tapped)
    look(7.0, 2.0)
    assert observer.view.reading is not None
    assert np.allclose(np.sort(observer.view.reading.field, axis=0), np.sort(tapped, axis=0))
    look(15.0, 3.0)
    look(15.0, 6.0)
    assert [said.key for said in field.notices] == ["table.field_forgotten"]
    turned = demo_view(15.0).project(np.column_stack([sheet_corners(), np.zeros(4)]))
    assert np.abs(np.sort(observer.view.reading.field, axis=0) - np.sort(turned, axis=0)).max() < 8
