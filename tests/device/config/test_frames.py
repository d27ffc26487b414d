"""The shipped frame of Drop It, and one's own."""

from pathlib import Path

import pytest

from device import doctor as checkup
from device.config.frames import SHIPPED_FRAME, frame_in
from device.texts import say
from engines.data_file import BadData

SHIPPED = SHIPPED_FRAME.read_text(encoding="utf-8")


def own(folder: Path, text: str) -> Path:
    path = folder / "frame.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("written", "instead", "named"),
    [
        ('size = "medium"', 'size = "huge"', ("[[circle]] 1", "size", '"large" "medium" "small"')),
        ('shape = "circle"', 'shape = "star"', ("[[edge]] 1", "shape", '"circle" "square" "diamond" "triangle"')),
        ('colour = "yellow"', 'color = "yellow"', ("[[edge]] 1", "color", "from, to, shape and colour")),
        ("left = [-150, 62]", "left = 62", ("[[line]] 1", "left", "a point such as [12.5, 80]")),
        ("radius = 13", "radius = -13", ("[[circle]] 1", "radius", "more than 0 and at most 1000")),
        ('name = "plausible"', "", ("[frame]", "name")),
    ],
)
def test_a_wrong_frame_is_named_by_file_table_key_and_what_is_allowed(
    tmp_path: Path, written: str, instead: str, named: tuple[str, ...]
) -> None:
    path = own(tmp_path, SHIPPED.replace(written, instead, 1))
    with pytest.raises(BadData) as refused:
        frame_in(tmp_path)
    said = say(refused.value.said, "en")
    assert all(word in said for word in (str(path), *named)), said
    assert str(path) in say(refused.value.said, "ja")


def test_the_doctor_says_which_frame_is_used_and_what_is_wrong_in_ones_own(tmp_path: Path) -> None:
    found = checkup.frame(tmp_path)
    assert found.state == "ok"
    assert "not measured" in say(found.said, "en")
    own(tmp_path, "[frame]\n")
    found = checkup.frame(tmp_path)
    assert found.keeps_from_working
    assert "frame.toml" in say(found.said, "en")
