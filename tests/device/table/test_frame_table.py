"""Drop It before the camera: what is dropped into a painted frame is recorded, asked about, or said to be amiss."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from device.capture.events import FrameTaken
from device.capture.field_tracker import FieldTracker
from device.capture.game_reader import GameReader, reader_of_frame
from device.capture.table_observer import TableObserver
from device.drop_it.frame_files import FrameFiles
from device.drop_it.frame_table import FrameTable
from device.hardware.camera import Frame
from device.hardware.timeout import TimeLimit
from device.record.corrections import Correction
from device.record.journal import Journal
from device.record.picture_notes import read_note
from device.record.pictures import PictureStore
from device.table.events import Choose, NewGame
from device.table.game import BoardGame
from device.table.live_table import LiveTable
from device.table.place_store import PlaceStore
from device.texts import say
from engines.messages import Fact
from tests.support.device.at_table import AtTable
from tests.support.vision import frames
from tests.support.vision.frames import RADIUS, Piece, photograph
from tests.support.waiting import PATIENCE_S
from vision.overlay import draw_reading
from vision.reading import Picture

CIRCLE: Piece = ("circle/blue", 25.0, 20.3, 0.0)
SQUARE: Piece = ("square/green", 64.9, 19.5, 0.0)  # beside the circle
TRIANGLE: Piece = ("triangle/blue", -35.0, 14.0, 0.0)
FAR: Piece = ("square/green", -75.0, 19.5, 0.0)
FIRST = "drop circle/blue level 1 edges circle"
SECOND = "drop square/green level 1 touches circle/blue edges triangle"
NO_POINTS = "No points for Aya: the blue circle touches its own mark on the edge."
BEN_LANDS = "Ben drops the green square: level 1. 1 point."


class Evening(AtTable):
    """A table with a camera before the painted frame: `see` shows it some pieces, until nothing is open."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "frame.toml").write_text(frames.as_file(), encoding="utf-8")
        self.journal = Journal(folder / "journal.db").__enter__()
        if not self.journal.current():
            self.journal.start_game("drop_it", ("Aya", "Ben"), {"colours": "given"}, False)
        self.files = FrameFiles(folder)
        self.game = BoardGame(self.journal, PictureStore(folder / "pictures"), frames=self.files)
        reader = self._reader("drop_it", 2, self.game.played.options)
        observer = TableObserver(reader, field=FieldTracker(limit=TimeLimit(PATIENCE_S)))
        self.table = LiveTable(
            self.game, observer, self._reader, places=PlaceStore(folder / "places.json"), clock=lambda: 0.0
        )
        self.looks = 0

    def _reader(self, _game: str, _seats: int, options: Mapping[str, Fact]) -> GameReader | None:
        frame = self.files.frame_of(options)
        return None if frame is None else reader_of_frame(FrameTable(frame, self.files))

    def see(self, *pieces: Piece, picture: Picture | None = None) -> None:
        self.looks += 1
        shown = photograph(*pieces, seed=self.looks) if picture is None else picture
        for look in range(3):
            self.do(FrameTaken(Frame(shown, 10.0 * self.looks + look, name=f"{self.looks}")))

    def choose(self, number: int = 0) -> None:
        """People answer what they are asked."""
        self.do(Choose(self.now.choices.question[number].key, "phone"))

    @property
    def record(self) -> list[str]:
        return [line for line in self.game.played.record().splitlines() if line.startswith(("drop", "joker"))]

    @property
    def said(self) -> list[str]:
        problem = [] if self.now.problem is None else [self.now.problem.message]
        return [say(said, "en") for said in (*problem, *(prompt.said for prompt in self.now.view.prompts))]

    @property
    def asked(self) -> list[str]:
        return [" ".join(say(one, "en") for one in (*asked.before, asked.said)) for asked in self.now.choices.question]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """A game before its first drop, the frame before the camera."""
    with Evening(tmp_path) as table:
        table.see()
        yield table


@pytest.fixture
def dropped(evening: Evening) -> Evening:
    """The same after the first drop."""
    evening.see(CIRCLE)
    assert evening.record == [FIRST]
    return evening


def test_each_drop_is_recorded_with_its_landing_once_it_rests(dropped: Evening) -> None:
    assert "Ben: drop a piece into the frame (pieces left: 18)." in dropped.said
    (picture,) = (dropped.folder / "pictures").iterdir()
    kept = read_note(picture.read_bytes())
    assert kept is not None
    assert {mark.kind for mark in kept.marks} >= {"piece", "touch", "line"}
    assert draw_reading(photograph(), kept).shape == (2 * 960, 1280, 3)
    dropped.see(CIRCLE, SQUARE)
    assert dropped.record[1:] == [SECOND]
    assert "Ben lands on level 1. 1 point." in dropped.said


@pytest.mark.full
def test_a_piece_of_somebody_else_is_said_and_not_recorded_until_it_is_out(evening: Evening) -> None:
    evening.see(SQUARE)
    assert evening.said[0] == "Aya, the green square belongs to Ben: drop one of your own."
    assert not evening.record
    evening.see()
    evening.see(CIRCLE)
    assert len(evening.record) == 1


@pytest.mark.full
def test_two_dropped_at_once_are_said_and_neither_is_recorded(evening: Evening) -> None:
    evening.see(CIRCLE, TRIANGLE)  # both are Aya's
    assert evening.said[0].startswith("These pieces are new: ")
    assert not evening.record
    evening.see(CIRCLE)
    evening.choose()
    assert evening.record == [FIRST]


@pytest.mark.full
def test_two_turns_that_nobody_saw_apart_are_asked_for_as_they_lie(evening: Evening) -> None:
    """Aya's circle came first, so it did not touch Ben's square: the square touched the circle."""
    evening.see(CIRCLE, SQUARE)
    assert not evening.record
    assert evening.asked == [f"{NO_POINTS} {BEN_LANDS}"]
    evening.choose()
    assert evening.record == [FIRST, SECOND]


@pytest.mark.full
def test_which_of_two_alike_was_dropped_is_asked_where_both_lie_elsewhere(dropped: Evening) -> None:
    dropped.see(CIRCLE, FAR)
    pushed, beside = ("circle/blue", 59.0, 20.3, 0.0), ("circle/blue", -20.0, 20.3, 0.0)
    dropped.see(pushed, beside, FAR)
    assert len(dropped.record) == 2
    assert dropped.asked == [NO_POINTS, "Aya drops the blue circle: level 1. 1 point."]


@pytest.mark.full
def test_the_last_piece_taken_out_takes_its_drop_back(dropped: Evening) -> None:
    dropped.see(CIRCLE, SQUARE)
    assert dropped.table.view.measured is not None
    dropped.see(CIRCLE)
    assert (len(dropped.record), dropped.table.view.measured) == (1, None)
    dropped.see(CIRCLE, FAR)
    assert dropped.record[1:] == ["drop square/green level 1 edges square"]


@pytest.mark.full
def test_an_earlier_piece_that_falls_out_is_said_and_the_game_goes_on(dropped: Evening) -> None:
    dropped.see(CIRCLE, SQUARE)
    dropped.see(SQUARE)
    assert dropped.said[0].startswith("I do not see the blue circle that was dropped.")
    dropped.see(SQUARE, TRIANGLE)
    assert [line.split()[1] for line in dropped.record] == ["circle/blue", "square/green", "triangle/blue"]


@pytest.mark.full
def test_after_a_power_cut_the_box_knows_what_lies_in_the_frame(tmp_path: Path) -> None:
    with Evening(tmp_path) as before:
        before.see(CIRCLE)
        assert "take them all out" in before.said[0], "what lay there before is not taken for an empty frame"
        before.see()
        before.see(CIRCLE)
    with Evening(tmp_path) as evening:
        evening.see(CIRCLE)
        assert evening.record == [FIRST]
        evening.see(CIRCLE, SQUARE)
        assert evening.record == [FIRST, SECOND]


@pytest.mark.full
def test_what_is_too_close_to_call_is_asked_once_and_only_where_it_counts(evening: Evening) -> None:
    """About 1 mm apart may be touching: a green square may touch the blue circle, but another blue piece may not."""
    circle: Piece = ("circle/blue", 28.0, RADIUS, 0.0)
    evening.see(circle)
    near: Piece = ("square/green", 28.0 + RADIUS + 1.3 + 19.5, 19.5, 0.0)
    evening.see(circle, near)
    assert len(evening.record) == 2
    blue: Piece = ("square/blue", 28.0 - RADIUS - 0.95 - 19.5, 19.5, 0.0)
    for _ in range(2):
        evening.see(circle, near, blue)
        assert evening.asked == [
            "No points for Aya: the blue square touches a piece of its own colour.",
            "Aya drops the blue square: level 1. 1 point.",
        ]
        (noticed,) = evening.now.notices
        assert say(noticed, "en") == "Too close to call: whether it touches the blue circle (0.8\u00a0mm)."
    evening.choose(1)
    assert evening.record[2:] == ["drop square/blue level 1 edges circle"]
    assert not evening.now.notices
    evening.see(circle, near, blue)
    assert (evening.asked, evening.now.problem) == ([], None)


def test_without_a_measured_frame_the_drops_are_entered(tmp_path: Path) -> None:
    with Evening(tmp_path) as evening:
        (tmp_path / "frame.toml").unlink()
        evening.do(NewGame("drop_it", ("Aya", "Ben")))
        assert evening.now.by_hand
        assert evening.said[0].startswith("Measure your frame first")


@pytest.mark.full
def test_a_drop_that_people_entered_is_known_again_beside_the_next_one(evening: Evening) -> None:
    drop = {"drop": "circle/blue", "level": 1, "edges": ["circle"]}
    evening.do(Correction("insert", 0, drop, by="phone"))
    evening.see()
    assert len(evening.record) == 1
    evening.see(CIRCLE, SQUARE)
    evening.choose()
    assert evening.record[1:] == [SECOND]


@pytest.mark.full
def test_a_hand_before_the_frame_is_waited_for(evening: Evening) -> None:
    picture = photograph(CIRCLE)
    picture[400:960, 560:680] = (120, 150, 200)
    evening.see(picture=picture)
    assert (evening.now.seeing, evening.now.problem) == ("moving", None)
    evening.see(CIRCLE)
    assert len(evening.record) == 1
    drop = evening.table.view.measured
    evening.see(picture=picture)
    assert evening.table.view.measured is drop  # what is argued about stays to be seen


def test_a_frame_turned_to_a_player_and_put_back_a_little_elsewhere_is_found_again(dropped: Evening) -> None:
    for degrees in (-40.0, -80.0):
        dropped.see(picture=photograph(CIRCLE, move=(0.0, 0.0, 0.0, 0.0, degrees, 0.0)))
        assert dropped.said[0].startswith("I cannot see the frame well from here")
    displaced = (9.0, 0.0, -11.0, 0.0, 4.0, 0.5)
    dropped.see(picture=photograph(CIRCLE, move=displaced))
    assert (dropped.record, dropped.now.problem, dropped.now.notices) == ([FIRST], None, ())
    dropped.see(picture=photograph(CIRCLE, SQUARE, move=displaced))
    assert dropped.record == [FIRST, SECOND]


@pytest.mark.full
def test_where_the_last_piece_is_not_seen_what_can_only_come_after_it_is_asked_for(dropped: Evening) -> None:
    dropped.see(SQUARE)
    assert (dropped.record, dropped.asked) == ([FIRST], [BEN_LANDS])
