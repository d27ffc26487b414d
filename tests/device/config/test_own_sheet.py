"""A household saves its own score sheet: the one before is kept, and matches keep the one that they began with."""

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from device.config.sheet_form import form_of
from device.config.sheets import (
    SHEETS,
    SHIPPED_SHEET,
    earlier_sheets,
    load_tile_set,
    offer_sheets,
    restore_sheet,
    save_sheet,
    sheet_in,
)
from device.texts import say
from engines.data_file import BadData
from engines.messages import Refusal
from tests.support.engines.jarapon import after, dealt, jarapon
from tests.support.engines.records import read_record

NOW = datetime(2026, 1, 2, 15, 4, 5)


@pytest.fixture(autouse=True)
def no_other_sheets(tmp_path: Path) -> None:
    """Before a box has a sheet of its own."""
    offer_sheets(tmp_path)


def form(name: str = "ours", points: int | None = None) -> dict[str, Any]:
    """The shipped sheet under another name, its last row at other points."""
    shipped = form_of(SHIPPED_SHEET.read_text(encoding="utf-8"), "reconstruction.toml", load_tile_set(None))
    if points is not None:
        shipped["rows"][-1] |= {"points": points}
    return shipped | {"name": name, "reconstruction": False}


def kept(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "sheets").glob("*"))


def test_the_sheet_before_is_kept_under_its_date_and_its_name_stays_its_own(tmp_path: Path) -> None:
    first = save_sheet(tmp_path, form(points=310), NOW)
    assert (first.name, sheet_in(tmp_path)) == ("ours", first)
    assert SHEETS["ours"].rows[-1].points == 310
    assert [path.name for path in tmp_path.iterdir()] == ["sheet.toml"]
    saved = save_sheet(tmp_path, form(points=320), NOW)
    third = save_sheet(tmp_path, form(points=330), NOW)
    assert (saved.name, third.name) == ("ours 2", "ours 3")
    assert kept(tmp_path) == ["2026-01-02_150405.toml", "2026-01-02_150405_2.toml"]
    earlier = [(sheet.name, sheet.rows[-1].points) for sheet in earlier_sheets(tmp_path)]
    assert earlier == [("ours", 310), ("ours 2", 320)]
    # The same rows are the same sheet.
    assert save_sheet(tmp_path, form(points=310), NOW).name == "ours"


def test_a_match_that_has_begun_keeps_its_sheet_even_after_a_restart(tmp_path: Path) -> None:
    save_sheet(tmp_path, form(points=310), NOW)

    def won_by(sheet: str) -> Any:
        return after("1 draw wild; 1 jarapon 1 1 1 1 5 5 5 5 wild", dealt("1 1 1 1 5 5 5 5", sheet=sheet, players=2))

    first = won_by("ours")
    save_sheet(tmp_path, form(points=330), NOW)
    assert offer_sheets(tmp_path) == "ours 2"
    assert won_by("ours") == first
    assert first.match.purses != (3000, 3000)
    newer = won_by("ours 2")
    assert newer.match.purses[0] - first.match.purses[0] == 2 * 20  # the dealer's hand counts twice


def test_a_sheet_with_any_name_can_stand_in_a_record(tmp_path: Path) -> None:
    name = save_sheet(tmp_path, form("うちの “得点表” #1: ok", points=310), NOW).name
    record = jarapon.write_record(["Aya", "Ben"], {"sheet": name}, [jarapon.move_from_text("1 throw 6")])
    assert read_record(jarapon, record)[1]["sheet"] == name


def test_the_shipped_sheet_is_restored_and_the_own_one_kept_and_each_has_its_name(tmp_path: Path) -> None:
    save_sheet(tmp_path, form(points=310), NOW)
    for _ in range(2):
        assert restore_sheet(tmp_path, NOW).name == "reconstruction"
    assert not (tmp_path / "sheet.toml").exists()
    assert kept(tmp_path) == ["2026-01-02_150405.toml"]
    assert SHEETS["ours"].rows[-1].points == 310
    assert save_sheet(tmp_path, form("reconstruction"), NOW).name == "reconstruction 2"
    assert SHEETS["reconstruction"].reconstruction
    assert offer_sheets(tmp_path) == "reconstruction 2"


def test_a_damaged_own_sheet_is_replaced_and_kept_too(tmp_path: Path) -> None:
    (tmp_path / "sheet.toml").write_text("[sheet\n", encoding="utf-8")
    assert save_sheet(tmp_path, form(), NOW).name == "ours"
    assert (tmp_path / "sheets" / kept(tmp_path)[0]).read_text(encoding="utf-8") == "[sheet\n"
    assert earlier_sheets(tmp_path) == []


def test_an_empty_own_sheet_is_said_until_another_is_saved_or_the_shipped_one_is_wanted(tmp_path: Path) -> None:
    for put_right in (lambda: restore_sheet(tmp_path, NOW).name, lambda: save_sheet(tmp_path, form(), NOW).name):
        (tmp_path / "sheet.toml").write_bytes(b"")
        for _ in range(2):
            with pytest.raises(BadData) as refused:
                sheet_in(tmp_path)
            assert "sheet-damaged-" in say(refused.value.said, "en")
        assert put_right() == sheet_in(tmp_path).name
    assert len(kept(tmp_path)) == 2
    assert all((tmp_path / "sheets" / name).read_bytes() == b"" for name in kept(tmp_path))


def test_a_folder_that_cannot_be_written_leaves_the_sheet_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_sheet(tmp_path, form(points=310), NOW)

    replace = Path.replace

    def full(self: Path, target: Path) -> Path:
        if self.parent == tmp_path:  # the copy of the sheet before still finds room
            raise OSError(28, "No space left on device")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(Refusal) as refused:
        save_sheet(tmp_path, form(points=330), NOW)
    assert "No space left" in say(refused.value.said, "en")
    assert sheet_in(tmp_path).rows[-1].points == 310
    assert "ours 2" not in SHEETS
