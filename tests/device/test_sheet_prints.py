"""What the sheets are called whose print the box was taught."""

import json
from unittest.mock import Mock

import numpy as np
import pytest

from device.sheet_prints import SheetPrints
from engines.one_line import BadName
from vision.board.taught_sheet import SIDE, TaughtSheet
from vision.sheet_lesson import SheetLesson

SHEET = TaughtSheet(np.zeros((SIDE, SIDE, 3), np.uint8), "")


@pytest.fixture
def prints(tmp_path):
    worker = Mock(do=lambda *_: SheetLesson(SHEET, np.zeros((4, 2)), is_alike=False, is_exact=True))
    return SheetPrints(tmp_path / "prints", worker)


def names(prints):
    return [sheet.name for sheet in prints.sheets]


def test_a_name_that_turns_the_text_is_refused_and_may_be_written_again(prints):
    number = prints.offer(SHEET.picture, None).number
    for name in ("Our\u202esheet", "\u2066Ours", "Ours\u200f", "Our\u200bs"):
        with pytest.raises(BadName):
            prints.accept(number, name)
    prints.accept(number, " Our\n sheet 👩‍🚀")
    assert names(prints) == ["Our sheet 👩‍🚀"]


def test_one_that_was_kept_before_is_shown_without_what_turns_the_text(prints, tmp_path):
    prints.accept(prints.offer(SHEET.picture, None).number, "ours")
    index = tmp_path / "prints" / "prints.json"
    index.write_text(json.dumps([{**json.loads(index.read_text())[0], "name": "\u202eours"}]))
    assert names(SheetPrints(tmp_path / "prints", Mock())) == ["ours"]
