"""Where score sheets and tile sets come from, and what is said when they cannot be read."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from device.config.frames import SHIPPED_FRAME, frame_in
from device.config.routes import SHIPPED_ROUTE, route_in
from device.config.sheets import SHEETS, SHIPPED_SHEET, load_sheet, load_tile_set, offer_sheets, sheet_in, tile_set_in
from device.texts import say
from engines.data_file import BadData
from engines.jarapon.sheet import check_sheet


def test_the_shipped_sheet_says_that_it_is_a_reconstruction_and_has_nothing_odd() -> None:
    sheet = load_sheet(None, load_tile_set(None))
    assert sheet.reconstruction
    assert check_sheet(sheet) == ()


NUMBERS = "".join(f'[[number]]\nnumber = {n}\nen = "{"Yoda" * (n == 9) or n}"\n' for n in range(1, 10))
OWN = '[sheet]\nname = "ours"\n[[hand]]\nen = "Nine"\ntiles = ["9 any"]\npoints = 900\n'


@pytest.mark.parametrize(("name", "read", "own"), [
    ("sheet.toml", sheet_in, OWN),
    ("tiles.toml", tile_set_in, f'[tile_set]\nname = "ours"\n{NUMBERS}'),
    ("frame.toml", frame_in, SHIPPED_FRAME.read_text().replace('name = "plausible"', 'name = "ours"')),
    ("route.toml", route_in, SHIPPED_ROUTE.read_text(encoding="utf-8").replace('name = "Alexander"', 'name = "ours"')),
])  # fmt: skip
def test_a_box_uses_the_files_of_its_data_folder_and_a_wrong_one_is_not_passed_over_in_silence(
    tmp_path: Path, name: str, read: Callable[[Path], Any], own: str
) -> None:
    assert read(tmp_path).name in ("reconstruction", "default", "plausible", "Alexander")
    (tmp_path / name).write_text(own, encoding="utf-8")
    assert read(tmp_path).name == "ours"
    (tmp_path / name).write_text("hand = 1", encoding="utf-8")
    with pytest.raises(BadData) as refused:
        read(tmp_path)
    assert all(str(tmp_path / name) in say(refused.value.said, language) for language in ("en", "ja"))


def test_matches_are_offered_the_shipped_sheet_and_the_one_of_the_data_folder(tmp_path: Path) -> None:
    assert offer_sheets(tmp_path) == "reconstruction"
    assert tuple(SHEETS) == ("reconstruction",)
    (tmp_path / "sheet.toml").write_text(OWN, encoding="utf-8")
    assert offer_sheets(tmp_path) == "ours"
    assert tuple(SHEETS) == ("reconstruction", "ours")
    assert SHEETS["ours"].rows[0].points == 900


def test_an_own_sheet_with_the_shipped_ones_name_is_refused_unless_it_is_the_same(tmp_path: Path) -> None:
    copy = SHIPPED_SHEET.read_text(encoding="utf-8")
    (tmp_path / "sheet.toml").write_text(copy, encoding="utf-8")
    assert offer_sheets(tmp_path) == "reconstruction"
    (tmp_path / "sheet.toml").write_text(copy.replace("points = 50", "points = 70", 1), encoding="utf-8")
    with pytest.raises(BadData) as refused:
        offer_sheets(tmp_path)
    assert str(tmp_path / "sheet.toml") in say(refused.value.said, "en")
    assert say(refused.value.said, "ja")
    assert SHEETS["reconstruction"].reconstruction


@pytest.mark.parametrize("kind", ["missing", "folder", "picture"])
def test_a_file_that_is_no_text_is_refused(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "sheet.toml"
    if kind == "folder":
        path.mkdir()
    if kind == "picture":
        path.write_bytes(b"\xff\xd8\xff\xe0")
    with pytest.raises(BadData) as refused:
        load_sheet(path, load_tile_set(None))
    words = {"missing": "There is no file", "folder": "cannot be read", "picture": "is not a text file in UTF-8"}
    assert words[kind] in say(refused.value.said, "en")
    assert say(refused.value.said, "ja")
