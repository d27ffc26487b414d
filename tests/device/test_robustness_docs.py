"""`docs/robustness.md` says what the program says, and names tests that there are."""

import re
from pathlib import Path

import pytest

from device.texts import say
from engines.messages import message

ROOT = Path(__file__).parents[2]
TABLE = (ROOT / "docs" / "robustness.md").read_text(encoding="utf-8")
TOLD = [
    message("seen.too_dark"),
    message("seen.too_bright"),
    message("seen.no_board"),
    message("seen.waiting"),
    message("web.seeing.moving"),
    message("table.turned"),
    message("table.field_forgotten"),
    message("table.taken_back"),
    message("referee.not_here", places="a3"),
    message("referee.turn_too", places="c3 c4", move="b3"),
    message("referee.lay_down", places="stack/2"),
    message("referee.other_face", places="river/3/2"),
    message("referee.turn_back", places="tile/31 tile/49"),
    message("seen.turned_or_not"),
    message("camera.stalled", camera="/dev/video0"),
    message("camera.frozen", camera="/dev/video0"),
]


def test_every_sentence_of_the_table_is_said_so() -> None:
    sentences = {
        sentence for line in TABLE.splitlines() if line[0:1] == "|" for sentence in re.findall("“(.+?)”", line)
    }
    assert sentences == {say(told, "en") for told in TOLD}


@pytest.mark.parametrize("told", TOLD, ids=lambda told: told.key)
def test_every_sentence_has_a_japanese_one(told) -> None:
    assert re.search("[ぁ-ん]", say(told, "ja"))


def test_every_test_of_the_table_is_there_and_no_other() -> None:
    files = [path for path in Path(__file__).parent.glob("test_robustness*.py") if path != Path(__file__)]
    tests = {name for path in files for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.M)}
    assert set(re.findall(r"`(test_\w+)`", TABLE)) == tests
