"""A table that leaves a doubt is looked at more closely before anybody is asked, once, and then the box goes on."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.capture import table_observer
from device.capture.capture_loop import CaptureLimits, CaptureLoop
from device.hardware.camera import CameraTrouble, Frame
from device.table.snapshot import Snapshot
from device.testing.camera import StandInCamera
from device.texts import say
from engines.messages import message
from tests.support.device.evening import Evening, keys, lying, moves
from tests.support.device.tabletop import MOVING, UNCLEAR, Scene
from tests.support.waiting import PATIENCE_S
from vision.reading import Picture

AT_ONCE = CaptureLimits(again_s=0.0, pause_s=0.0)


def glary(*squares: str) -> Scene:
    """The table under a lamp: what lies on a1 nobody can tell."""
    return Scene(lying(*squares).places | UNCLEAR)


class Exposable(StandInCamera):
    """A camera over a table of which a picture in ordinary exposure shows one scene, and a bracket another."""

    def __init__(self, evening: Evening) -> None:
        super().__init__()
        self.evening, self.now, self.closer = evening, glary("f5"), lying("f5")
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
        return [self.evening.scenes.picture(self.closer)] * 5


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    # The brightest one shows all.
    monkeypatch.setattr(table_observer, "fused", lambda pictures, exposures: pictures[-1])
    with Evening(tmp_path) as evening:
        evening.show(lying())
        yield evening


def watched(evening: Evening, camera: Exposable, until) -> list[Snapshot]:
    """What is told while the camera watches the table: a hand has just gone."""
    evening.look(MOVING)
    told = []
    with evening.table.subscribe() as listening, CaptureLoop(camera, evening.table.post, limits=AT_ONCE):
        while not told or not until(told[-1]):
            told.append(listening.next(timeout_s=PATIENCE_S))
    return told


def test_a_move_under_a_lamp_is_recorded_from_other_exposures_and_nothing_is_asked(evening: Evening) -> None:
    camera = Exposable(evening)
    told = watched(evening, camera, lambda now: now.moves and now.seeing == "exposures")
    assert moves(told[-1]) == ["f5"]
    assert "closer" in [now.seeing for now in told]
    assert not any(now.problem or now.choices.question for now in told)
    assert (camera.brackets, camera.full) == (1, 0)
    assert say(message(f"web.seeing.{told[-1].seeing}"), "en") == "Seen in other exposures."
    view = evening.table.view  # which are kept as they were read
    assert evening.scenes.scene_in(view.picture) is camera.closer
    assert view.reading.places["a1"] == camera.closer.places["a1"]
    camera.now = lying("f5", "d6")
    assert [now.seeing for now in watched(evening, camera, lambda now: len(now.moves) == 2)][-1] == "still"


def test_a_camera_that_fails_amid_the_bracket_is_said_and_the_game_goes_on(evening: Evening) -> None:
    camera = Exposable(evening)
    camera.fault = CameraTrouble(message("camera.stalled", camera="pi"))
    told = watched(evening, camera, lambda now: now.problem and now.seeing == "still")
    assert "no_camera" in [now.seeing for now in told]
    assert any("camera.stalled" in keys(now.notices) for now in told)
    camera.now, camera.fault = lying("f5"), None
    assert moves(watched(evening, camera, lambda now: now.moves)[-1]) == ["f5"]


def test_where_other_exposures_and_a_full_picture_show_no_more_people_are_asked(evening: Evening) -> None:
    evening.look(MOVING, 10.0)
    wanted = evening.look(glary("f5"), 1.0)
    assert (wanted.bracket, wanted.full, wanted.pause_s) == (True, False, 0.0)
    wanted = evening.look(glary("f5"), 0.5, closer=glary("f5"))
    assert (wanted.bracket, wanted.full, wanted.pause_s) == (False, True, 0.0)
    assert (evening.now.seeing, evening.now.problem) == ("closer", None)
    wanted = evening.look(glary("f5"), 0.5, full=True)
    assert not wanted.full
    assert (evening.now.seeing, keys([evening.now.problem.message])) == ("still", ["referee.unclear"])
    read = evening.scenes.reads
    for seconds, more in ((0.5, 0), (2.0, 1)):  # then it is read now and then
        evening.look(glary("f5"), seconds)
        assert evening.scenes.reads == read + more
    evening.look(MOVING, 1.0)
    wanted = evening.look(lying("f5"), 1.0)
    assert (wanted.bracket, wanted.full) == (False, False)


def test_a_hand_that_came_amid_the_bracket_spoils_it(evening: Evening) -> None:
    evening.look(MOVING, 10.0)
    assert evening.look(glary("f5"), 1.0).bracket
    read = evening.scenes.reads
    evening.look(MOVING, 0.5, closer=lying("f5"))
    assert (evening.scenes.reads, evening.now.moves) == (read, ())


def brackets(evening: Evening, closer: Scene) -> list[int]:
    """When, in seconds after a hand has gone, other exposures are asked for while the table lies still for long."""
    evening.look(MOVING, 10.0)
    asked = []
    for second in range(90):
        if evening.look(glary("f5"), 1.0).bracket:
            asked.append(second)
            evening.look(glary("f5"), closer=closer)
    return asked


def test_as_long_as_nothing_moves_what_did_not_help_is_not_tried_again_and_what_did_is(evening: Evening) -> None:
    assert brackets(evening, glary("f5")) == [0]
    asked = brackets(evening, lying("f5"))
    assert (asked[0], len(asked)) == (0, 3)  # with each of the readings that come now and then
    assert (moves(evening.now), evening.now.problem) == (["f5"], None)


def test_a_camera_that_takes_long_to_expose_as_before_is_not_asked_again_and_again(evening: Evening) -> None:
    asked = 0
    for _ in range(20):
        evening.look(MOVING, 0.2)
        asked += evening.look(glary("f5"), 0.3).bracket
    assert asked <= 3
