"""`jarapon bench meter` finds the good picture good, and the spoilt one bad; the page's small pictures are as drawn."""

import cv2
import numpy as np
import pytest

from tools.bench import meter
from tools.bench.meter import IN_ALL, measure_meter
from tools.lab.artwork.meter_pictures import meter_pictures
from vision.meter import metered
from vision.pictures import open_picture
from vision.reading import Picture
from web.static_files import STATIC


def test_a_picture_in_the_dark_is_bad_and_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meter, "STRENGTHS", {"light": (0.06, 1.0)})
    by_strength, by_grade = measure_meter(tables=1, seed=8904)
    dark, usual = by_strength["light", 0.06], by_strength["light", 1.0]
    assert (dark.pictures, dark.unread, dark.missed) == (1, 1, dark.tiles)
    assert (usual.pictures, usual.unread, usual.wrong) == (1, 0, 0)
    assert by_grade["light", "bad"].unread == by_grade[IN_ALL, "bad"].unread == 1
    assert by_grade["light", "good"].tiles == usual.tiles > 0


def _shipped(name: str) -> Picture:
    return open_picture(STATIC / f"meter-{name}.webp")


def test_the_small_pictures_of_good_and_bad_are_as_they_are_drawn() -> None:
    drawn = meter_pictures()
    assert {path.stem.removeprefix("meter-") for path in STATIC.glob("meter-*.webp")} == set(drawn)
    for name, picture in drawn.items():
        shipped, due = (cv2.cvtColor(one, cv2.COLOR_BGR2GRAY).astype(int) for one in (_shipped(name), picture))
        assert np.abs(shipped - due).mean() < 4, "python -m tools.lab.artwork.meter_pictures draws them anew"
    amiss = {name: {one.kind for one in metered(seen, None).measures if one.grade != "good"}
             for name, seen in drawn.items()}  # fmt: skip
    assert amiss == {
        "good": set(), "dark": {"light"}, "bright": {"light", "glare"}, "blurred": {"focus"}, "glare": {"glare"},
        "slanted": set(), "far": set(),  # which only the sheet tells
    }  # fmt: skip
