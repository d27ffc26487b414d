"""What `make test-arm64` takes for the same: the comparison, on readings that were made up."""

import json

import pytest

from tests.support.arm64.command_lines import run_all
from tests.support.arm64.photographs import command_lines, first_of_each, one_by_one, twice_the_first
from tests.support.arm64.table import compare
from tests.support.paths import PHOTOS


def told(face="7", place="d4", x=100.0, confidence=0.9, **more):
    piece = {"face": face, "pose": "flat", "xy": [x, 50.0], "place": place, "confidence": confidence}
    line = {"photo": "a.jpg", "game": "reversi", "ms": 3.0, "field": None, "pieces": [piece], "warnings": []} | more
    return [{"line": ["read", "a.jpg", "--json"], "status": 0, "said": json.dumps(line) + "\n", "seconds": 1.0}]


def test_the_last_digits_may_differ_and_are_told():
    found = compare(told(), told(x=100.1, confidence=0.898, ms=700.0))
    assert (found.wrong, found.photographs, found.identical) == ([], 1, 0)
    assert (round(found.moved, 3), round(found.surer, 3)) == (0.1, 0.002)
    assert compare(told(), told(ms=700.0)).identical == 1


def test_another_face_place_warning_status_or_lesson_is_not_the_same():
    for other in (told(face="8"), told(place="d5"), told(warnings=["glare"]), told(pieces=[])):
        assert len(compare(told(), other).wrong) == 1
    assert len(compare(told(), [told()[0] | {"status": 1}]).wrong) == 1
    lesson = [{"line": ["teach", "a.jpg"], "status": 0, "said": "1: sure\n", "seconds": 1.0}]
    assert not compare(lesson, lesson).wrong
    assert len(compare(lesson, [lesson[0] | {"said": "1: doubtful\n"}]).wrong) == 1


def test_every_photograph_of_the_folder_is_read_by_its_own_game():
    lines = list(command_lines(PHOTOS))
    assert [line[2] for line in lines] == ["teach", "read", "read"]
    assert {line[line.index("--game") + 1] for line in lines[1:]} == {"reversi", "jarapon"}
    lesson, first, again = twice_the_first("hand", lines)
    assert lesson == lines[0]
    assert first == again == lines[2]


def test_of_a_few_photographs_the_lesson_stays_whole():
    lines = [
        ["--lang", "en", "teach", "a.jpg", "b.jpg", "--out", "x"],
        ["--lang", "en", "read", "c", "d", "--game", "g"],
    ]
    assert first_of_each(lines, 1) == [lines[0], ["--lang", "en", "read", "c", "--game", "g"]]
    assert first_of_each(lines, 5) == lines


def test_each_photograph_is_read_by_a_command_of_its_own_but_those_of_drop_it():
    lesson = ["--lang", "en", "teach", "a", "b", "--out", "x"]
    drops = ["--lang", "en", "read", "c", "d", "--game", "drop_it", "--json"]
    tiles = ["--lang", "en", "read", "e", "f", "--game", "reversi", "--json"]
    assert list(one_by_one([lesson, drops, tiles])) == [
        lesson,
        drops,
        ["--lang", "en", "read", "e", "--game", "reversi", "--json"],
        ["--lang", "en", "read", "f", "--game", "reversi", "--json"],
    ]


def test_what_was_read_before_an_interruption_is_not_read_again(tmp_path, monkeypatch):
    lines, out = [["games"], ["hand", "{lessons}"], ["doctor"]], tmp_path / "said.json"
    asked = []

    def interrupted(words):
        if len(asked) == 2:
            raise KeyboardInterrupt
        asked.append(words)
        return 0

    monkeypatch.setattr("tests.support.arm64.command_lines.main", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run_all(lines, out)
    monkeypatch.setattr("tests.support.arm64.command_lines.main", lambda words: asked.append(words) or 0)
    run_all(lines, out)
    assert asked == [["games"], ["hand", str(tmp_path / "said.lessons")], ["doctor"]]
    assert [one["line"] for one in json.loads(out.read_text())] == lines
    asked.clear()
    run_all([lines[0], ["other"], lines[2]], out)  # from the first one on that is another
    assert asked == [["other"], ["doctor"]]
