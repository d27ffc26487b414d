"""What goes wrong around the live table, and who is told."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from device.record.corrections import Correction
from device.system.watched_thread import failed, hangs
from device.table.events import (
    CameraBack,
    CameraLost,
    FacesTaught,
    FrameTaken,
    Noticed,
    PartTroubles,
    Pressed,
    SetField,
)
from device.table.frame_gate import FrameGate, NextCapture
from device.table.live_table import MOST_UNREAD
from engines.messages import message
from tests.support.device.evening import TURN, Evening, keys, moves
from tests.support.device.tabletop import (
    Scene,
    after,
    seen,
    table_of,
)
from tests.support.waiting import PATIENCE_S
from vision.reading import Picture, Reading


def test_the_picture_of_a_move_is_kept_under_the_id_in_the_record(evening: Evening) -> None:
    now = evening.play("f5", "d6")
    pictures = [line.picture for line in now.moves]
    assert len(set(pictures)) == 2
    for picture in pictures:
        assert evening.game.pictures.read(str(picture)).startswith(b"\xff\xd8")


def test_without_room_for_pictures_the_game_goes_on(evening: Evening) -> None:
    (evening.folder / "pictures").write_text("a file where the folder should be")
    now = evening.play("f5")
    assert moves(now) == ["f5"]
    assert now.moves[0].picture is None
    assert "pictures.cannot_write" in keys(now.notices)


def test_a_lost_camera_is_said_and_the_game_goes_on_by_phone(evening: Evening) -> None:
    evening.play("f5")
    now = evening.do(CameraLost(message("camera.stalled", camera="pi")))
    assert now.seeing == "no_camera"
    assert keys(now.notices) == ["camera.stalled"]
    now = evening.do(Correction("insert", evening.now.moves[0].entry, "d6", "phone"))
    assert moves(now) == ["f5", "d6"]
    now = evening.do(CameraBack())
    assert now.seeing != "no_camera"
    assert "camera.stalled" not in keys(now.notices)
    assert evening.stay(Scene(seen(table_of(after("f5", "d6")), TURN))).problem is None


def test_a_board_that_cannot_be_seen_is_said(evening: Evening) -> None:
    now = evening.show(Scene({}, board=False))
    assert now.seeing == "no_board"
    assert keys([now.problem.message]) == ["seen.no_board"]
    assert evening.lay().problem is None


def test_four_taps_say_where_the_board_is(evening: Evening) -> None:
    evening.show(Scene({}, board=False))
    evening.do(SetField(((0, 0), (9, 0), (9, 9), (0, 9))))
    assert evening.scenes.field_set.shape == (4, 2)
    assert evening.stay(Scene(seen(table_of(after()), TURN))).problem is None


def test_without_taught_faces_the_box_says_how_to_teach(evening: Evening) -> None:
    evening.table.frame_gate.reader = None
    now = evening.lay("f5")
    assert keys([now.problem.message]) == ["table.teach_first"]
    evening.do(FacesTaught())
    assert moves(evening.stay(Scene(seen(table_of(after("f5")), TURN)))) == ["f5"]


def test_a_fault_of_our_own_does_not_end_the_evening(evening: Evening, monkeypatch: pytest.MonkeyPatch, caplog) -> None:
    evening.play("f5")
    with monkeypatch.context() as patch, pytest.raises(ZeroDivisionError):
        patch.setattr(evening.scenes, "read", lambda _picture, check_board: 1 // 0)
        evening.lay("f5", "d6")
    assert keys(evening.now.notices) == ["table.fault"]
    assert "ZeroDivisionError" in caplog.text
    assert moves(evening.lay("f5", "d6")) == ["f5", "d6"]


def test_a_fault_in_telling_ends_neither_the_table_nor_the_wait_for_its_answer(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    evening.play("f5")
    with monkeypatch.context() as patch:
        patch.setattr(evening.game.journal, "write_waiting", lambda: 1 // 0)
        evening.table.post(Noticed(message("table.new_game"))).result(timeout=PATIENCE_S)
    assert "ZeroDivisionError" in caplog.text
    assert "table.fault" in keys(evening.do(Noticed(message("table.new_game"))).notices)
    assert moves(evening.play("f5", "d6")) == ["f5", "d6"]


def test_every_listener_gets_every_snapshot_in_order(evening: Evening) -> None:
    with evening.table.subscribe() as one, evening.table.subscribe() as other:
        evening.play("f5", "d6")
        last = evening.now.serial
        heard = []
        while not heard or heard[-1] < last:
            snapshot = one.next(PATIENCE_S)
            assert snapshot is not None
            heard.append(snapshot.serial)
        assert heard == list(range(heard[0], last + 1))
        assert other.next(PATIENCE_S).serial == heard[0]


def test_nothing_new_is_not_told_again(evening: Evening) -> None:
    evening.lay()
    with evening.table.subscribe() as listening:
        assert listening.next(PATIENCE_S) is not None
        evening.stay(Scene(seen(table_of(after()), TURN)))
        assert listening.next(0.0) is None


def test_what_parts_of_the_box_say_is_passed_on(evening: Evening) -> None:
    assert keys(evening.do(Noticed(message("display.back"))).notices) == ["display.back"]
    assert evening.play("f5").notices == ()


def test_the_table_says_that_it_is_alive(tmp_path: Path) -> None:
    with Evening(tmp_path) as evening:
        evening.lay()
    assert evening.beats


def test_what_is_wrong_with_parts_of_the_box_is_said_as_long_as_it_lasts(evening: Evening) -> None:
    evening.play("f5")
    now = evening.do(PartTroubles({"front": hangs("front"), "camera": hangs("camera")}))
    assert (keys(now.notices), now.seeing) == (["part.hangs", "part.hangs"], "no_camera")
    now = evening.do(PartTroubles({"front": hangs("front")}))
    assert (now.notices, now.seeing) == ((hangs("front"),), "still")
    evening.lay("f5", "d6")
    assert hangs("front") in evening.now.notices
    assert evening.do(PartTroubles({})).notices == ()


class Hanging(Event):
    """While this is set, every new reading hangs, and is not waited for; others are, as long as they take."""

    def __init__(self, gate: FrameGate) -> None:
        super().__init__()
        self._gate = gate

    def set(self) -> None:
        self._gate.read_s = 0.05
        super().set()

    def clear(self) -> None:
        super().clear()
        self._gate.read_s = PATIENCE_S


@pytest.fixture
def hanging(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hanging]:
    """Readings that hang wake at the end."""
    hangs_now, wake, read = Hanging(evening.frame_gate), Event(), evening.scenes.read

    def reading(picture: Picture, check_board: bool = False) -> Reading:
        if hangs_now.is_set():
            wake.wait(PATIENCE_S)
        return read(picture, check_board)

    monkeypatch.setattr(evening.scenes, "read", reading)
    yield hangs_now
    wake.set()


def test_a_reading_that_hangs_is_abandoned_said_and_done_anew(evening: Evening, hanging: Hanging) -> None:
    evening.play("f5")
    hanging.set()
    now = evening.lay("f5", "d6")
    assert (keys(now.notices), moves(now)) == (["table.reader_hangs"], ["f5"])
    hanging.clear()
    assert moves(evening.stay(Scene(seen(table_of(after("f5", "d6")), TURN)))) == ["f5", "d6"]


def test_after_a_reading_that_hung_the_camera_waits_ever_longer_and_in_the_end_the_table_beats_no_more(
    evening: Evening, hanging: Hanging
) -> None:
    def look() -> NextCapture:
        evening.do(Pressed("ok"))
        evening.clock += 0.3
        taken = FrameTaken(evening.scenes.frame(Scene(seen(table_of(after())), TURN), evening.clock))
        return evening.table.post(taken).result(PATIENCE_S)

    evening.lay()
    hanging.set()
    assert [look().pause_s for _ in range(4)] == [1.0, 2.0, 4.0, 8.0]
    before = evening.beats
    look()
    evening.do(Noticed(message("display.back")))
    assert evening.beats == before
    hanging.clear()
    look()
    evening.do(Noticed(message("display.back")))
    assert evening.beats > before


def test_a_listener_that_never_reads_is_told_nothing_more(evening: Evening) -> None:
    with evening.table.subscribe() as asleep, evening.table.subscribe() as awake:
        for number in range(MOST_UNREAD + 20):
            evening.do(PartTroubles({"front": failed("front", RuntimeError(str(number)))}))
            assert awake.next(PATIENCE_S) is not None
        assert asleep.waiting.qsize() == MOST_UNREAD
    assert evening.play("f5").moves
