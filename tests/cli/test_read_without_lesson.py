"""Reversi needs no lesson: a picture and a back are enough for `read`, for `run` and for the page."""

import json
from pathlib import Path

import numpy as np
import pytest

from cli.main import main
from device.box import Box
from device.settings import Settings
from device.table.calibration import said_of
from device.testing.camera import StandInCamera
from tests.support.paths import PHOTOS
from vision.overlay import draw_reading
from vision.pictures import open_picture

PHOTO = PHOTOS / "reversi_106.jpg"
RED = (40, 40, 255)


def as_laid() -> dict[str, str]:
    """What lies at each place as the camera sees it, by the photograph's truth; its board is turned by half."""
    grid = json.loads(PHOTO.with_suffix(".json").read_text())["grid"]
    names = {"U": "up", "D": "back"}
    return {
        f"{'hgfedcba'[column]}{8 - row}": names[side]
        for row, sides in enumerate(grid)
        for column, side in enumerate(sides)
        if side in names
    }


def test_read_names_the_sides_of_tiles_that_nobody_has_taught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["read", str(PHOTO), "--game", "reversi"]) == 0
    named = dict(piece.split(":") for piece in capsys.readouterr().out.split()[1:])
    assert named.items() <= as_laid().items()
    assert len(as_laid()) - len(named) <= 1, "a tile that is hardly seen needs a lesson"
    assert main(["read", str(PHOTO), "--game", "reversi", "--json"]) == 0
    assert {piece["face"] for piece in json.loads(capsys.readouterr().out)["pieces"]} == {"?", "back"}


@pytest.mark.parametrize("words", [["--game", "reversi", "--taught", "nowhere"], ["--game", "checkers"]])
def test_a_lesson_that_is_named_or_needed_must_be_there(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["read", str(PHOTO), *words, "--lang", "en"]) == 2
    assert "No faces have been taught in" in capsys.readouterr().err


@pytest.mark.parametrize(("game", "is_read"), [("reversi", True), ("stop", True), ("checkers", False)])
def test_the_box_says_what_must_be_taught_and_nothing_where_nothing_must(
    game: str, is_read: bool, tmp_path: Path
) -> None:
    with Box(Settings(tmp_path / "data", game=game), StandInCamera()) as box:
        assert box.table.view.has_reader is is_read
        assert (box.lacking is None) is is_read
        assert ("taught.missing" in [said.key for said in box.troubles]) is not is_read


@pytest.mark.full
def test_the_page_finds_no_tile_doubtful_of_which_only_the_side_counts(tmp_path: Path) -> None:
    picture = open_picture(PHOTO)
    with Box(Settings(tmp_path / "data", game="reversi", niceness=0), StandInCamera()) as box:
        reading = box.table_parts.lessons.reader_of("reversi").read(picture)
        drawn = draw_reading(picture, reading)
        assert not np.any(np.all(drawn == RED, axis=2) & ~np.all(picture == RED, axis=2))
        box.camera_parts.calibration.picture = lambda: picture
        high, wide = picture.shape[:2]
        read = box.camera_parts.calibration.read([(float(x), float(y)) for x, y in reading.field], (wide, high))
        assert said_of(read).key == "field_shape.read"
