"""The shared sequences of drops: nothing that is read is wrong."""

import json
from pathlib import Path
from typing import Any

import pytest

from engines.drop_it.frame import parse_frame
from tests.support.paths import SHARED_PHOTOS, needs_shared
from tests.support.vision.frames import seen_by
from vision.drop_it.reader import FrameReader, view_of
from vision.pictures import open_picture


def named(pieces: list[dict[str, Any]]) -> list[str]:
    return [f"{piece['shape']}/{piece['color']}" for piece in pieces]


@needs_shared
@pytest.mark.parametrize("folder", ["seq-a", "seq-b"])
def test_every_drop_of_a_shared_sequence_is_told(folder: str) -> None:
    of = Path(SHARED_PHOTOS / "dropit" / folder)
    truth = json.loads((of / "truth.json").read_text(encoding="utf-8"))
    empty = open_picture(of / "empty.jpg")
    view = view_of(parse_frame((of / "frame.toml").read_text(encoding="utf-8"), "frame.toml"), empty)
    assert view
    reader = FrameReader(view, empty)
    drops = [picture for picture in truth["pictures"] if "dropped" in picture]
    assert len(drops) == 12
    for picture in drops:
        reading = seen_by(reader, open_picture(of / picture["photo"]))
        assert [piece.name for piece in reading.new] == [picture["dropped"]["piece"]]
        assert [piece.name for piece in reading.pieces] == named(picture["pieces"])
