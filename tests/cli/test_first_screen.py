"""A box that is switched on: the display says so at once, long before what takes long to load is there."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from device.hardware.wiring import load_wiring
from device.texts import say
from engines.messages import message
from tests.support.noted_display import PATIENT, shown, starting, with_display
from tests.support.trust.real_box import PATIENCE_S, RealBox
from tests.support.waiting import eventually


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    return tmp_path / "pictures.jsonl"


def test_the_display_says_that_the_box_starts_before_anything_heavy_is_loaded(tmp_path: Path, pictures: Path) -> None:
    with RealBox(tmp_path / "data", "usb:9", before=with_display(pictures, PATIENT)) as box:
        assert shown(pictures)[0] == (starting("program"), [])
        assert box.stop() == 0
    seen = [picture for picture, _ in shown(pictures)]
    assert starting("table") in seen
    # Never dark, nor back to the beginning, until the table is shown.
    assert not any(picture == bytes(len(picture)) for picture in seen)
    after = seen[seen.index(starting("table")) :]
    assert starting("program") not in after
    assert set(after) > {starting("table")}


def on_page(box: RealBox) -> str:
    return json.dumps(box.state(), ensure_ascii=False)


@pytest.mark.full
@pytest.mark.parametrize(
    ("fault", "key", "where"),
    [
        ("flows.clear", "display.hangs", [on_page]),  # what hangs may come back at any moment
        ("unplug", "display.missing", [on_page, RealBox.said]),
    ],
)
def test_a_display_that_does_not_answer_does_not_hold_up_the_box_and_is_told_of_on_the_page(
    tmp_path: Path, pictures: Path, fault: str, key: str, where: list[Callable[[RealBox], str]]
) -> None:
    address = f"0x{load_wiring().display.address:02X}"
    said = say(message(key, address=address, bus="/dev/null"), "en")
    with RealBox(tmp_path / "data", "usb:9", before=with_display(pictures, f"bus.{fault}()")) as box:
        assert shown(pictures) == []
        eventually(lambda: all(said in told(box) for told in where))


@pytest.mark.full
def test_a_command_that_starts_no_box_leaves_the_display_alone(tmp_path: Path, pictures: Path) -> None:
    box = RealBox(tmp_path / "data", "usb:9", more=["--help"], before=with_display(pictures), wait=False)
    assert box.process.wait(PATIENCE_S) == 0
    assert shown(pictures) == []
