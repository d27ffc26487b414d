"""A table that leaves a doubt is looked at more closely before anybody is asked, once, and then the box goes on."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from device.hardware.camera import CameraTrouble, Frame
from device.hardware.camera.stand_in import StandInCamera
from device.table import frame_gate
from device.table.capture import CaptureLimits, CaptureLoop
from device.table.events import FrameTaken
from device.table.snapshot import Snapshot
from device.texts import say
from engines.messages import message
from tests.support.device.evening import Evening, keys, moves
from tests.support.device.tabletop import Scene, after, seen, table_of
from tests.support.waiting import PATIENCE_S
from vision.reading import Picture

AT_ONCE = CaptureLimits(again_s=0.0, pause_s=0.0)
UNCLEAR = {"a1": {"empty": 0.05, "back": 0.5, "5": 0.45}}


def clear(*squares: str) -> Scene:
    return Scene(seen(table_of(after(*squares)), 0))


def glary(*squares: str) -> Scene:
    """The same under a lamp: what lies on a1 nobody can tell."""
    return Scene({**seen(table_of(after(*squares)), 0), **UNCLEAR})


class Exposable(StandInCamera):
    """A camera over a table of which a picture in ordinary exposure shows one scene, and a bracket another."""

    def __init__(self, evening: Evening) -> None:
        super().__init__()
        self.evening, self.now, self.closer = evening, clear(), clear()
        self.fault: Exception | None = None
        self.brackets, self.full, self.at_s = 0, 0, 0.0

    def capture(self, full: bool = False) -> Frame:
        self.full += full
        self.at_s += 0.3
        return Frame(self.evening.scenes.picture(self.now), self.at_s)

    def bracket(self) -> list[Picture]:
        self.brackets += 1
        if self.fault is not None:
            raise self.fault
        return [] if self.closer is None else [self.evening.scenes.picture(self.closer)] * 5


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    monkeypatch.setattr(frame_gate, "fused", lambda pictures, exposures: pictures[-1])  # the brightest one shows all
    with Evening(tmp_path) as evening:
        evening.show(clear())
        yield evening


def watched(evening: Evening, camera: Exposable, until) -> list[Snapshot]:
    """What is told while the camera watches the table: a hand has just gone."""
    evening.do(FrameTaken(evening.scenes.frame(Scene({}, moving=True), 0.1)))
    told = []
    with evening.table.subscribe() as listening, CaptureLoop(camera, evening.table, limits=AT_ONCE):
        while not told or not until(told[-1]):
            told.append(listening.next(timeout_s=PATIENCE_S))
    return told


def test_a_move_under_a_lamp_is_recorded_from_other_exposures_and_nothing_is_asked(evening: Evening) -> None:
    camera = Exposable(evening)
    camera.now, camera.closer = glary("f5"), clear("f5")
    told = watched(evening, camera, lambda now: now.moves and now.seeing == "exposures")
    assert moves(told[-1]) == ["f5"]
    assert "closer" in [now.seeing for now in told]
    assert not any(now.problem or now.question for now in told)
    assert camera.brackets == 1
    assert camera.full == 0
    assert say(message(f"web.seeing.{told[-1].seeing}"), "en") == "Seen in other exposures."
    camera.now = clear("f5", "d6")
    assert [now.seeing for now in watched(evening, camera, lambda now: len(now.moves) == 2)][-1] == "still"


def test_where_other_exposures_show_no_more_people_are_asked_after_a_full_picture(evening: Evening) -> None:
    camera = Exposable(evening)
    camera.now = camera.closer = glary("f5")
    told = watched(evening, camera, lambda now: now.problem)
    assert keys([told[-1].problem.message]) == ["referee.unclear"]
    assert next(now.seeing for now in told if now.problem) != "closer"


def test_a_camera_whose_exposure_cannot_be_chosen_takes_a_full_picture_and_the_box_asks_as_before(
    evening: Evening,
) -> None:
    camera = Exposable(evening)
    camera.now, camera.closer = glary("f5"), None
    told = watched(evening, camera, lambda now: now.problem)
    assert keys([told[-1].problem.message]) == ["referee.unclear"]
    assert told[-1].seeing == "still"  # nobody was helped by the larger picture
    assert camera.full == 1


def test_a_camera_that_fails_amid_the_bracket_is_said_and_the_game_goes_on(evening: Evening) -> None:
    camera = Exposable(evening)
    camera.now, camera.fault = glary("f5"), CameraTrouble(message("camera.stalled", camera="pi"))
    told = watched(evening, camera, lambda now: now.problem and now.seeing == "still")
    assert "no_camera" in [now.seeing for now in told]
    assert any("camera.stalled" in keys(now.notices) for now in told)
    camera.now, camera.fault = clear("f5"), None
    assert moves(watched(evening, camera, lambda now: now.moves)[-1]) == ["f5"]


def test_a_hand_that_came_amid_the_bracket_spoils_it(evening: Evening) -> None:
    evening.do(FrameTaken(evening.scenes.frame(Scene({}, moving=True), 10.0)))
    wanted = evening.table.post(FrameTaken(evening.scenes.frame(glary("f5"), 11.0))).result(PATIENCE_S)
    assert wanted.bracket
    read = evening.scenes.reads
    moved = evening.scenes.frame(Scene({}, moving=True), 11.5)
    evening.do(FrameTaken(moved, bracket=[evening.scenes.picture(clear("f5"))] * 5))
    assert evening.scenes.reads == read
    assert evening.now.moves == ()


def brackets(evening: Evening, scene: Scene, closer: Scene, start: float, seconds: int) -> list[float]:
    """When, in seconds after the start, other exposures are asked for while the table lies still for so long."""
    asked = []
    for second in range(seconds):
        taken = FrameTaken(evening.scenes.frame(scene, start + second))
        if evening.table.post(taken).result(PATIENCE_S).bracket:
            asked.append(second)
            again = evening.scenes.frame(scene, start + second + 0.5)
            evening.do(FrameTaken(again, bracket=[evening.scenes.picture(closer)] * 5))
    return asked


def test_as_long_as_nothing_moves_what_did_not_help_is_not_tried_again_and_what_did_is(evening: Evening) -> None:
    evening.do(FrameTaken(evening.scenes.frame(Scene({}, moving=True), 10.0)))
    assert brackets(evening, glary("f5"), glary("f5"), 11.0, 90) == [0]
    evening.do(FrameTaken(evening.scenes.frame(Scene({}, moving=True), 110.0)))
    asked = brackets(evening, glary("f5"), clear("f5"), 111.0, 90)
    assert asked[0] == 0
    assert len(asked) == 3  # with each of the readings that come now and then
    assert moves(evening.now) == ["f5"]
    assert evening.now.problem is None


def test_a_camera_that_takes_long_to_expose_as_before_is_not_asked_again_and_again(evening: Evening) -> None:
    asked = 0
    for tenth in range(0, 100, 5):
        at_s = 10.0 + tenth / 10
        evening.do(FrameTaken(evening.scenes.frame(Scene({}, moving=True), at_s)))
        taken = FrameTaken(evening.scenes.frame(glary("f5"), at_s + 0.3))
        asked += evening.table.post(taken).result(PATIENCE_S).bracket
    assert asked <= 3


def test_a_picture_of_the_move_is_kept_as_it_was_read(evening: Evening) -> None:
    camera = Exposable(evening)
    camera.now, camera.closer = glary("f5"), clear("f5")
    watched(evening, camera, lambda now: now.moves)
    picture, reading = evening.frame_gate.last
    assert evening.scenes.scene_in(picture) is camera.closer
    assert np.array_equal(reading.places["a1"]["empty"], camera.closer.places["a1"]["empty"])
