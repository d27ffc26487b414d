"""A family measures both sides of the board, and plays in one or the other: each is kept, and none is ever lost."""

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest

from device.config.frames import (
    bring_frame_back,
    earlier_frames,
    find_frame,
    frame_in,
    kept_frames,
    put_frame_away,
    rename_frame,
    save_frame,
)
from device.drop_it.frame_files import FrameFiles
from device.record.journal import Journal
from device.record.pictures import PictureStore
from device.settings import Settings, begin_or_resume
from device.table.events import NewGame
from device.table.game import BoardGame
from device.texts import say
from engines.contract import BadOption
from engines.drop_it.frame import Frame, write_frame
from engines.messages import Message, Refusal
from tests.support.vision.frames import frame
from vision.reading import Picture

NOW = datetime(2026, 11, 29, 20, 15)
FRONT = replace(frame(), name="front")
BACK = replace(frame(), name="the back", lines=frame().lines[:5])  # six levels


def picture(shade: int) -> Picture:
    return np.full((4, 4, 3), shade, np.uint8)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The front was measured first, then the back."""
    save_frame(tmp_path, FRONT, NOW)
    save_frame(tmp_path, BACK, NOW)
    return tmp_path


def names(data: Path) -> list[str]:
    return [kept.frame.name for kept in kept_frames(data)]


def earlier(data: Path) -> list[str]:
    return [kept.frame.name for kept in earlier_frames(data)]


def test_a_new_side_is_kept_beside_the_others_and_is_chosen_first(data: Path) -> None:
    assert names(data) == ["the back", "front"]
    assert earlier(data) == []
    assert frame_in(data) == BACK


def test_a_folder_with_nothing_but_frame_toml_is_one_kept_frame(tmp_path: Path) -> None:
    (tmp_path / "frame.toml").write_text(write_frame(FRONT), encoding="utf-8")
    assert names(tmp_path) == ["front"]
    files = FrameFiles(tmp_path)
    assert files.frame_of({}) == files.frame_of({"frame": "front"}) == FRONT


def test_a_frame_written_by_hand_joins_the_others(data: Path) -> None:
    (data / "frames" / "at grandmother's.toml").write_text(write_frame(replace(FRONT, name="hers")), encoding="utf-8")
    assert names(data) == ["the back", "hers", "front"]


def test_a_side_measured_again_takes_the_place_of_the_one_before_which_can_be_had_back(data: Path) -> None:
    better = replace(FRONT, depth=22.0)
    save_frame(data, better, NOW)
    assert [kept.frame for kept in kept_frames(data)] == [better, BACK]
    (old,) = earlier_frames(data)
    assert old.frame == FRONT
    assert bring_frame_back(data, old.key, NOW) == FRONT
    assert [kept.frame for kept in kept_frames(data)] == [FRONT, BACK]
    assert [kept.frame for kept in earlier_frames(data)] == [better]


@pytest.mark.parametrize("name", ["front", "the back"])
def test_what_is_put_away_is_offered_no_more_and_can_be_had_back(data: Path, name: str) -> None:
    put_frame_away(data, name, NOW)
    assert names(data) == [one for one in ("the back", "front") if one != name]
    assert frame_in(data).name != name
    (away,) = earlier_frames(data)
    bring_frame_back(data, away.key, NOW)
    assert set(names(data)) == {"the back", "front"}
    assert names(data)[0] == name
    with pytest.raises(Refusal, match="not_kept"):
        bring_frame_back(data, away.key, NOW)


def test_a_frame_gets_another_name_but_not_one_that_is_taken(data: Path) -> None:
    with pytest.raises(Refusal, match="name_taken"):
        rename_frame(data, "front", "the back", NOW)
    assert rename_frame(data, "front", "sunny side", NOW) == replace(FRONT, name="sunny side")
    assert names(data) == ["sunny side", "the back"]
    assert earlier(data) == ["front"]
    for gone in (lambda: rename_frame(data, "front", "x", NOW), lambda: put_frame_away(data, "front", NOW)):
        with pytest.raises(Refusal, match="not_kept"):
            gone()


def test_a_game_that_was_begun_in_a_frame_goes_on_in_it_though_it_was_put_away(data: Path) -> None:
    put_frame_away(data, "front", NOW)
    assert FrameFiles(data).frame_of({"frame": "front"}) == FRONT


def test_each_frame_has_its_own_picture_without_pieces_which_goes_with_it(tmp_path: Path) -> None:
    files = FrameFiles(tmp_path)
    save_frame(tmp_path, FRONT, NOW)
    of_front = files.keep_empty(FRONT, picture(10))
    assert (tmp_path / "frame-empty.png").is_file()
    save_frame(tmp_path, BACK, NOW)
    of_back = files.keep_empty(BACK, picture(200))

    def assert_kept() -> None:
        for one, number, shade in ((FRONT, of_front, 10), (BACK, of_back, 200)):
            kept = files.empty(one, number)
            assert kept is not None
            assert kept[0, 0, 0] == shade
        assert files.empty(FRONT, of_back) is None

    assert_kept()
    for name in ("front", "the back"):
        put_frame_away(tmp_path, name, NOW)
        assert_kept()
    for away in earlier_frames(tmp_path):
        bring_frame_back(tmp_path, away.key, NOW)
        assert_kept()


def test_a_damaged_one_is_said_and_the_others_are_offered(data: Path) -> None:
    (data / "frames" / "bad.toml").write_text("[frame]\n", encoding="utf-8")
    said: list[Message] = []
    assert [kept.frame.name for kept in kept_frames(data, said.append)] == ["the back", "front"]
    assert "bad.toml" in say(said[0], "en")


class Box:
    """The box as it is started on a data folder."""

    def __init__(self, data: Path, journal: Journal, **wanted: object) -> None:
        self.files = FrameFiles(data)
        before, _ = begin_or_resume(journal, Settings(data, game="drop_it", **wanted))  # type: ignore[arg-type]
        self.game = BoardGame(journal, PictureStore(data / "pictures"), before=before, frames=self.files)

    @property
    def frame(self) -> Frame | None:
        """The frame that the game on the table is read by."""
        return self.files.frame_of(self.game.played.options)


def test_the_journal_knows_the_frame_of_each_game_and_how_many_levels_it_has(data: Path) -> None:
    with Journal(data / "journal.db") as journal:
        box = Box(data, journal)
        assert (box.frame, box.game.played.now.levels) == (BACK, 6)
        assert "# frame: the back\n" in box.game.played.record()
        box.game.begin(NewGame("drop_it", ("Aya", "Ben"), {"frame": "front"}))
        assert (box.frame, box.game.played.now.levels) == (FRONT, 8)
        box.game.begin(NewGame("drop_it", ("Aya", "Ben"), {"frame": "front", "levels": 7}))
        assert box.game.played.now.levels == 7
    with Journal(data / "journal.db") as journal:
        save_frame(data, replace(BACK, name="a third one"), NOW)
        box = Box(data, journal)  # after a power cut, and though another frame was measured meanwhile
        assert (box.frame, box.game.played.number) == (FRONT, journal.current()[0].number)
        box.game.begin(box.game.same_game())
        assert box.frame == FRONT


def test_a_frame_chosen_on_the_command_line_is_played_in_and_gone_on_in(data: Path) -> None:
    with Journal(data / "journal.db") as journal:
        first = Box(data, journal, options={"frame": "front"})
        again = Box(data, journal, options={"frame": "front"})
        assert again.frame == FRONT
        assert again.game.played.number == first.game.played.number
        other = Box(data, journal, options={"frame": "the back"})
        assert other.frame == BACK
        with pytest.raises(BadOption) as refused:
            Box(data, journal, options={"frame": "nobody's"})
        assert say(refused.value.said, "en").endswith("You can choose: “the back”, “front”.")


def test_a_game_in_a_frame_that_is_gone_says_so(data: Path) -> None:
    files = FrameFiles(data)
    found = find_frame(data, "front")
    assert found is not None
    found.file.unlink()
    assert files.frame_of({"frame": "front"}) is None
    assert files.trouble is not None
    assert "“front”" in say(files.trouble, "en")


def test_a_game_of_which_people_enter_the_drops_or_that_is_another_names_no_frame(data: Path) -> None:
    with Journal(data / "journal.db") as journal:
        box = Box(data, journal)
        box.game.begin(NewGame("drop_it", ("Aya", "Ben"), by_hand=True))
        assert "frame" not in box.game.played.options
        box.game.begin(NewGame("reversi", ("Aya", "Ben")))
        assert box.game.played.options == {}
