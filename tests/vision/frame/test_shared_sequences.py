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
@pytest.mark.parametrize("folder", [pytest.param("seq-a", marks=pytest.mark.full), "seq-b"])
def test_every_drop_of_a_shared_sequence_is_told(folder: str) -> None:
    of = SHARED_PHOTOS / "dropit" / folder
    reader, drops = begun(of)
    assert len(drops) == 12
    for picture in drops:
        reading = seen_by(reader, open_picture(of / picture["photo"]))
        assert [piece.name for piece in reading.new] == [picture["dropped"]["piece"]]
        assert [piece.name for piece in reading.pieces] == named(picture["pieces"])


@needs_shared
def test_two_pieces_of_a_colour_that_may_have_changed_places_are_not_told_as_certain() -> None:
    of = SHARED_PHOTOS / "dropit" / "seq-c"
    reader, drops = begun(of)
    readings = [seen_by(reader, open_picture(of / picture["photo"])) for picture in drops]
    assert [warned.kind for warned in readings[-1].warnings] == ["hardly_seen"]
    assert readings[-1].landed is None
    assert all(reading.landed for reading in readings[:-1])
