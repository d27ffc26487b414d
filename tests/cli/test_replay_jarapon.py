"""`jarapon replay` of Galaxy Jarapon: the command line knows the score sheet that the match was played by."""

import json
from pathlib import Path

import pytest

from cli.main import main
from device.config.sheets import SHIPPED_SHEET, offer_sheets

RECORD = """\
# player: Aya
# player: Ben
# dealer: first
build
1 throw 3
1 throw 4
deal 8
1 draw
1 discard 9
2 jarapon 1 2 3 4 5 6 7 8
"""


def test_a_match_is_replayed_with_its_reasons(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "jarapon.txt"
    record.write_text(RECORD, encoding="utf-8")
    assert main(["--lang", "en", "replay", str(record), "--game", "jarapon", "--json"]) == 0
    replayed = json.loads(capsys.readouterr().out)
    assert [standing["score"] for standing in replayed["standings"]] == [2920, 3080]
    assert "· dora × 1: 30" in replayed["standings"][1]["reasons"]
    assert replayed["record"] == RECORD
    assert not replayed["over"]


def test_a_match_by_ones_own_score_sheet_is_replayed_with_the_data_folder_that_has_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    offer_sheets(tmp_path)  # as long as there is none
    own = SHIPPED_SHEET.read_text(encoding="utf-8").replace('name = "reconstruction"', 'name = "ours"')
    (tmp_path / "sheet.toml").write_text(own.replace("points = 50", "points = 70", 1), encoding="utf-8")
    record = tmp_path / "jarapon.txt"
    record.write_text(RECORD.replace("build\n", "# sheet: ours\nbuild\n"), encoding="utf-8")
    replay = ["--lang", "en", "replay", str(record), "--game", "jarapon", "--json"]
    assert main(replay) != 0
    assert "ours" in capsys.readouterr().err
    assert main([*replay, "--data", str(tmp_path)]) == 0
    assert [one["score"] for one in json.loads(capsys.readouterr().out)["standings"]] == [2900, 3100]
