"""The shared sequences of drops: nothing that is read is wrong."""

import json
from pathlib import Path
from typing import Any

import pytest

from engines.drop_it.frame import parse_frame
from tests.support.paths import SHARED_PHOTOS, needs_shared
from tests.support.vision.frames import seen_by
from vision.frame.reader import FrameReader, view_of
from vision.pictures import open_picture


def named(pieces: list[dict[str, Any]]) -> list[str]:
    return [f"{piece['shape']}/{piece['color']}" for piece in pieces]


def begun(of: Path) -> tuple[FrameReader, list[dict[str, Any]]]:
    """A reader that has seen a sequence's empty frame, and its pictures after a drop."""
    truth = json.loads((of / "truth.json").read_text(encoding="utf-8"))
    empty = open_picture(of / "empty.jpg")
    view = view_of(parse_frame((of / "frame.toml").read_text(encoding="utf-8"), "frame.toml"), empty)
    assert view
    return FrameReader(view, empty), [picture for picture in truth["pictures"] if "dropped" in picture]


@needs_shared
@pytest.mark.parametrize(
    ("folder", "count"), [pytest.param("seq-a", 12, marks=pytest.mark.full), ("seq-b", 12), ("seq-c", 8)]
)
def test_every_drop_of_a_shared_sequence_is_told(folder: str, count: int) -> None:
    of = SHARED_PHOTOS / "dropit" / folder
    reader, drops = begun(of)
    assert len(drops) == count
    for picture in drops:
        reading = seen_by(reader, open_picture(of / picture["photo"]))
        assert [piece.name for piece in reading.new] == [picture["dropped"]["piece"]]
        assert [piece.name for piece in reading.pieces] == named(picture["pieces"])
