"""`jarapon read --game drop_it`: photographs of one frame, in the order of the drops."""

import json
from pathlib import Path

import cv2
import pytest

from cli.main import main
from tests.support.vision.frames import Piece, as_file, empty, off, photograph

SQUARE: Piece = ("square/blue", -85.3, 19.6, 0)
CIRCLE: Piece = ("circle/green", -45.3, 20.4, 0)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The words of the command for two drops."""
    tmp_path = tmp_path_factory.mktemp("evening")
    (tmp_path / "frame.toml").write_text(as_file(), encoding="utf-8")
    cv2.imwrite(str(tmp_path / "empty.png"), empty())
    photos = []
    for number, pieces in enumerate([(SQUARE,), (SQUARE, CIRCLE)]):
        photos.append(str(tmp_path / f"{number}.png"))
        cv2.imwrite(photos[-1], photograph(*pieces, seed=number))
    frame, empty_frame = (str(tmp_path / name) for name in ("frame.toml", "empty.png"))
    return ["read", *photos, "--game", "drop_it", "--frame", frame, "--empty", empty_frame]


def test_a_line_of_json_for_each_drop(evening: list[str], capsys) -> None:
    assert main([*evening, "--json"]) == 0
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert [piece["face"] for piece in second["pieces"]] == ["square/blue", "circle/green"]
    assert (first["dropped"]["piece"], set(first["dropped"]["edges"])) == ("square/blue", {"square", "diamond"})
    dropped = second["dropped"]
    assert (dropped["piece"], dropped["touches"], dropped["edges"]) == ("circle/green", ["square/blue"], ["square"])
    assert (dropped["level"], dropped["circles"], dropped["doubtful"]) == (1, [], [])
    assert "above" not in dropped
    assert off(dropped["outline_mm"], CIRCLE) < 0.6


def test_people_are_told_in_sentences(evening: list[str], capsys) -> None:
    assert main(["--lang", "en", *evening]) == 0
    told = capsys.readouterr().out
    assert "New: green circle, level 1." in told
    assert "It touches: blue square." in told


def test_the_frame_and_its_picture_are_needed_and_must_show_it(evening: list[str], tmp_path: Path, capsys) -> None:
    for without, named in (("--frame", "--empty"), ("--empty", "--frame")):
        at = evening.index(without)
        assert main(["--lang", "en", *evening[:at], *evening[at + 2 :]]) == 2
        told = capsys.readouterr()
        assert (told.out, len(told.err.splitlines()), named in told.err) == ("", 1, True)
    cv2.imwrite(str(tmp_path / "empty.png"), cv2.flip(empty(), 0))
    assert main(["--lang", "en", *evening[:-1], str(tmp_path / "empty.png")]) == 2
    assert "cannot be found in empty.png" in capsys.readouterr().err
