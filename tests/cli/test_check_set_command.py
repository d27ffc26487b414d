"""`jarapon check-set`: a family photographs its tiles in two pictures, and hears whether all are there."""

import json
from pathlib import Path
from typing import Any

import cv2
import pytest

from cli.main import main
from engines.jarapon.wall import SUPPLY
from tests.support.vision.lesson import FACES
from tests.support.web import laid_box
from vision.faces.teaching import teach
from vision.pictures import open_picture
from vision.reading import Picture

TILES = [face for face, count in SUPPLY.items() for _ in range(count)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The taught tiles, and photographs: all tiles in two, the second also without a 7, and an arm over the sheet."""
    folder = tmp_path_factory.mktemp("set")
    lesson = teach([laid_box.lesson()], FACES)
    lesson.taught.save(folder / "taught")
    one, other = TILES[:42], TILES[42:]
    keep(folder / "one.png", laid_box.spread(one))
    keep(folder / "other.png", laid_box.spread(other))
    other.remove("7")
    keep(folder / "lacking.png", laid_box.spread(other))
    keep(folder / "arm.png", laid_box.arm_over_it())
    return folder


def keep(path: Path, picture: Picture) -> None:
    assert cv2.imwrite(str(path), picture)


def check(folder: Path, *words: str, photos: tuple[str, ...], lesson: str = "taught") -> int:
    paths = (str(folder / f"{name}.png") for name in photos)
    return main(["--lang", "en", "check-set", *paths, "--game", "jarapon", "--taught", str(folder / lesson), *words])


def told(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


def test_all_tiles_in_two_photographs_are_a_whole_set(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(folder, photos=("one", "other")) == 0
    said = capsys.readouterr().out
    assert said.startswith("83 tiles lie there. A complete set has 83.\nThe set is complete.\n")
    assert "\nKylo Ren Siege: Take 6 of each number, 1 to 9, and 1 almighty: 55 tiles. This set has enough.\n" in said
    assert said.count("This set has enough.") == 7


def test_a_tile_that_is_missing_is_named_and_the_photographs_are_marked(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(folder, "--json", "--marked", str(tmp_path / "marked"), photos=("one", "lacking")) == 1
    answer = told(capsys)
    assert (answer["whole"], answer["count"], answer["missing"], answer["surplus"]) == (False, 82, {"7": 1}, {})
    assert [(photo["photo"], sum(photo["faces"].values())) for photo in answer["photos"]] == [
        ("one.png", 42),
        ("lacking.png", 40),
    ]
    marked, plain = open_picture(tmp_path / "marked" / "one.jpg"), open_picture(folder / "one.png")
    assert marked.shape == plain.shape


def test_a_photograph_that_may_hide_tiles_leaves_everything_open(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "text.png").write_text("no picture")
    assert check(folder, "--json", photos=("one", "arm", "text")) == 1
    printed = capsys.readouterr()
    answer = json.loads(printed.out)
    assert (answer["whole"], "missing" in answer) == (None, False)
    assert [photo["unread"] for photo in answer["photos"]] == [None, "seen.hand", "picture.not_a_picture"]
    assert printed.err.startswith("arm.png is not counted. A hand is over the board.\ntext.png is not counted. ")


def test_what_cannot_be_counted_is_said_before_anything_is_read(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--lang", "en", "check-set", "nowhere.jpg", "--game", "drop_it"]) == 2
    assert "Each of the 4 colours has 3 circles, 2 squares" in capsys.readouterr().err
    assert check(folder, photos=("one",), lesson="nowhere") == 2
    assert "No faces have been taught in" in capsys.readouterr().err
