"""What goes wrong around the live table, and who is told."""

from collections.abc import Iterator
from threading import Event

import pytest

from device.capture.events import CameraBack, CameraLost, Noticed
from device.record.corrections import Correction
from device.system.watched_thread import failed, hangs
from device.table.events import FacesTaught, PartTroubles, Pressed, SetField
from device.table.live_table import MOST_UNREAD
from engines.messages import message
from tests.support.device.evening import Evening, keys, lying, moves
from tests.support.device.tabletop import Scene
from tests.support.waiting import PATIENCE_S
from vision.reading import Picture, Reading

BACK = Noticed(message("display.back"))


def test_the_picture_of_a_move_is_kept_under_the_id_in_the_record(evening: Evening) -> None:
    pictures = [line.picture for line in evening.play("f5", "d6").moves]
    assert len(set(pictures)) == 2
    for picture in pictures:
        assert evening.game.pictures.read(str(picture)).startswith(b"\xff\xd8")


def test_without_room_for_pictures_the_game_goes_on(evening: Evening) -> None:
    (evening.folder / "pictures").write_text("a file where the folder should be")
    now = evening.play("f5")
    assert (moves(now), now.moves[0].picture) == (["f5"], None)
    assert "pictures.cannot_write" in keys(now.notices)


def test_a_lost_camera_is_said_and_the_game_goes_on_by_phone(evening: Evening) -> None:
    evening.play("f5")
    now = evening.do(CameraLost(message("camera.stalled", camera="pi")))
    assert (now.seeing, keys(now.notices)) == ("no_camera", ["camera.stalled"])
    now = evening.do(Correction("insert", evening.now.moves[0].entry, "d6", "phone"))
    assert moves(now) == ["f5", "d6"]
    now = evening.do(CameraBack())
    assert now.seeing != "no_camera"
    assert "camera.stalled" not in keys(now.notices)
    assert evening.stay(lying("f5", "d6")).problem is None


def test_a_board_that_cannot_be_seen_is_said_until_it_is_seen_or_people_tap_on_its_corners(evening: Evening) -> None:
    for _ in range(2):
        now = evening.show(Scene({}, board=False))
        assert (now.seeing, keys([now.problem.message])) == ("no_board", ["seen.no_board"])
        assert evening.lay().problem is None
    evening.show(Scene({}, board=False))
    evening.do(SetField(((0, 0), (9, 0), (9, 9), (0, 9))))
    assert evening.scenes.field_set.shape == (4, 2)
    assert evening.stay(lying()).problem is None


def test_without_taught_faces_the_box_says_how_to_teach(evening: Evening) -> None:
    taught, evening.next_reader = evening.next_reader, None
    evening.do(FacesTaught())
    assert keys([evening.lay("f5").problem.message]) == ["table.teach_first"]
    evening.next_reader = taught
    evening.do(FacesTaught())
    assert moves(evening.stay(lying("f5"))) == ["f5"]


def test_a_fault_of_our_own_ends_neither_the_evening_nor_the_wait_for_an_answer(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    evening.play("f5")
    with monkeypatch.context() as patch, pytest.raises(ZeroDivisionError):
        patch.setattr(evening.scenes, "read", lambda _picture: 1 // 0)
        evening.lay("f5", "d6")
    assert keys(evening.now.notices) == ["table.fault"]
    assert "ZeroDivisionError" in caplog.text
    assert moves(evening.lay("f5", "d6")) == ["f5", "d6"]
    caplog.clear()
    with monkeypatch.context() as patch:
        patch.setattr(evening.game.journal, "write_waiting", lambda: 1 // 0)
        evening.table.post(BACK).result(timeout=PATIENCE_S)
    assert "ZeroDivisionError" in caplog.text
    assert "table.fault" in keys(evening.do(BACK).notices)
    assert moves(evening.lay("f5", "d6", "c3")) == ["f5", "d6", "c3"]


def test_every_listener_gets_every_snapshot_in_order_and_none_twice(evening: Evening) -> None:
    with evening.table.subscribe() as one, evening.table.subscribe() as other:
        last = evening.play("f5", "d6").serial
        heard = [one.next(PATIENCE_S).serial]
        while heard[-1] < last:
            heard.append(one.next(PATIENCE_S).serial)
        assert heard == list(range(heard[0], last + 1))
        assert other.next(PATIENCE_S).serial == heard[0]
        evening.stay(lying("f5", "d6"))
        assert one.next(0.0) is None, "nothing new is not told again"


def test_a_listener_that_never_reads_is_told_nothing_more(evening: Evening) -> None:
    with evening.table.subscribe() as asleep, evening.table.subscribe() as awake:
        for number in range(MOST_UNREAD + 20):
            evening.do(PartTroubles({"front": failed("front", RuntimeError(str(number)))}))
            assert awake.next(PATIENCE_S) is not None
        assert asleep.waiting.qsize() == MOST_UNREAD
    assert evening.play("f5").moves


def test_what_parts_say_is_passed_on_and_what_is_wrong_with_them_while_it_lasts(evening: Evening) -> None:
    assert keys(evening.do(BACK).notices) == ["display.back"]
    assert evening.play("f5").notices == ()
    now = evening.do(PartTroubles({"front": hangs("front"), "camera": hangs("camera")}))
    assert (keys(now.notices), now.seeing) == (["part.hangs", "part.hangs"], "no_camera")
    now = evening.do(PartTroubles({"front": hangs("front")}))
    assert (now.notices, now.seeing) == ((hangs("front"),), "still")
    assert hangs("front") in evening.lay("f5", "d6").notices
    assert evening.do(PartTroubles({})).notices == ()


@pytest.fixture
def hanging(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """While this is set, every new reading hangs, and is not waited for; it wakes at the end."""
    is_hanging, wake, read = Event(), Event(), evening.scenes.read

    def reading(picture: Picture) -> Reading:
        if is_hanging.is_set():
            wake.wait(PATIENCE_S)
        return read(picture)

    monkeypatch.setattr(evening.scenes, "read", reading)
    yield is_hanging
    wake.set()


def hang(evening: Evening, hanging: Event, is_so: bool = True) -> None:
    evening.limit.seconds = 0.05 if is_so else PATIENCE_S
    hanging.set() if is_so else hanging.clear()


def test_a_reading_that_hangs_is_abandoned_said_and_done_anew(evening: Evening, hanging: Event) -> None:
    evening.play("f5")
    hang(evening, hanging)
    now = evening.lay("f5", "d6")
    assert (keys(now.notices), moves(now)) == (["table.reader_hangs"], ["f5"])
    hang(evening, hanging, False)
    assert moves(evening.stay(lying("f5", "d6"))) == ["f5", "d6"]


def test_after_a_hung_reading_the_camera_waits_ever_longer_and_beats_end(evening: Evening, hanging: Event) -> None:
    def pause_s() -> float:
        evening.do(Pressed("ok"))
        return evening.look(lying(), 0.3).pause_s

    def beats() -> int:
        evening.do(BACK)
        return evening.beats

    evening.lay()
    hang(evening, hanging)
    assert [pause_s() for _ in range(4)] == [1.0, 2.0, 4.0, 8.0]
    before = evening.beats
    pause_s()
    assert beats() == before
    hang(evening, hanging, False)
    pause_s()
    assert beats() > before
