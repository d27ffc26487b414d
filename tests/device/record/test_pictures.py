"""What was read in a picture is kept in its own file, and a file from elsewhere cannot do harm with it."""

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.record.picture_notes import read_note, with_note
from device.record.pictures import PictureStore, jpeg_of
from vision.pictures import decode_picture
from vision.reading import DetectedPiece, Reading

PICTURE = np.full((48, 64, 3), 120, np.uint8)
CORNERS = ((10.2, 10.0), (20.0, 10.0), (20.0, 24.0), (10.0, 24.0))
FIELD = np.array([(0, 0), (60, 0), (60, 40), (0, 40)], np.float64)


def reading(pieces: int = 1) -> Reading:
    piece = DetectedPiece("7", "flat", (15.4, 17.0), "hand/1/3", 0.9, {"7": 0.9, "1": 0.1}, CORNERS)
    return Reading(FIELD, (piece,) * pieces)


def test_a_picture_is_kept_with_what_was_read_and_is_still_a_picture(tmp_path: Path) -> None:
    store = PictureStore(tmp_path)
    assert store.keep("1-2", PICTURE, reading()) == "1-2"
    kept = store.read("1-2")
    assert kept is not None
    assert decode_picture(kept, "1-2.jpg").shape == PICTURE.shape
    again = read_note(kept)
    assert again is not None
    (piece,) = again.pieces
    assert (piece.face, piece.place) == ("7", "hand/1/3")
    assert (piece.xy, piece.corners[0]) == ((15.0, 17.0), (10.0, 10.0))
    assert np.array_equal(again.field, FIELD)
    assert store.keep("1-3", PICTURE) == "1-3"
    assert read_note(store.read("1-3") or b"") is None


def test_a_table_without_a_board_is_kept_too_but_not_more_pieces_than_a_note_holds() -> None:
    jpeg = jpeg_of(PICTURE)
    again = read_note(with_note(jpeg, Reading(None, ())))
    assert again is not None
    assert (again.field, again.pieces) == (None, ())
    again = read_note(with_note(jpeg, reading(300)))
    assert again is not None
    assert len(again.pieces) == 300
    assert with_note(jpeg, reading(3000)) == jpeg


WHOLE = jpeg_of(PICTURE)
DAMAGED = {"empty": b"", "zeroed": bytes(900), "cut": WHOLE[:-40], "end zeroed": WHOLE[:-40] + bytes(40), "text": b"{}"}


@pytest.mark.parametrize("data", DAMAGED.values(), ids=DAMAGED.keys())
def test_a_damaged_picture_is_none_and_is_set_aside_and_said(tmp_path: Path, data: bytes) -> None:
    store = PictureStore(tmp_path)
    store.keep("1-2", PICTURE)
    (tmp_path / "1-2.jpg").write_bytes(data)
    assert store.read("1-2") is None
    assert store.trouble is not None and store.trouble.key == "pictures.damaged"
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [data]
    assert store.read("1-2") is None
    assert store.keep("1-3", PICTURE) == "1-3"
    assert store.trouble is None


def test_a_folder_of_many_pictures_is_looked_through_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[object] = []
    scan = os.scandir
    monkeypatch.setattr(os, "scandir", lambda folder: (looked.append(folder), scan(folder))[1])
    store = PictureStore(tmp_path, room_bytes=5 * len(WHOLE))
    for number in range(12):
        assert store.keep(f"1-{number}", PICTURE) == f"1-{number}"
    assert looked == [tmp_path]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(f"1-{number}.jpg" for number in range(7, 12))


def test_what_was_prepared_and_not_kept_is_removed(tmp_path: Path) -> None:
    store = PictureStore(tmp_path)
    prepared = store.prepare([WHOLE, WHOLE])
    assert store.read("1-2") is None
    assert store.put(["1-2"], prepared) == ["1-2"]
    store.drop(prepared)
    assert [path.name for path in tmp_path.iterdir()] == ["1-2.jpg"]


@pytest.mark.parametrize(("code", "reason", "failing"), [
    (30, "Read-only file system", ["pathlib.Path.replace", "pathlib.Path.unlink"]),
    (28, "No space left on device", ["device.record.pictures.write_unfinished"]),
    (28, "No space left on device", ["device.record.pictures.sync_folder"]),
])  # fmt: skip
def test_a_disk_that_takes_nothing_any_more_is_said_and_ends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, reason: str, failing: list[str]
) -> None:
    store = PictureStore(tmp_path)

    def fails(*_: object, **__: object) -> None:
        raise OSError(code, reason)

    for name in failing:
        monkeypatch.setattr(name, fails)
    assert store.keep("1-2", PICTURE) is None
    assert store.trouble is not None
    assert store.trouble.key == "pictures.cannot_write"
    assert reason in dict(store.trouble.facts)["reason"]


RING = "[[0, 0], [9, 0], [9, 9], [0, 9]]"


@pytest.mark.parametrize("note", [
    "", "Made by a camera", "[1]", "{}", "[" * 60_000,
    '{"field": 3, "pieces": []}',
    '{"field": [[0, 0]], "pieces": []}',
    '{"field": null, "pieces": [["7"]]}',
    '{"field": null, "pieces": [["7", 1, 1, [], null]]}',
    '{"field": null, "pieces": [["7", 1, 1, [["a", 1], [9, 0], [9, 9], [0, 9]], null]]}',
    f'{{"field": null, "pieces": [["7", 1, 1e400, {RING}, null]]}}',
    f'{{"field": null, "pieces": [["7", 1, 99999999, {RING}, null]]}}',
    f'{{"field": null, "pieces": [[7, 1, 1, {RING}, null]]}}',
    f'{{"field": null, "pieces": [["\\ud83c", 1, 1, {RING}, null]]}}',
    f'{{"field": null, "pieces": [["7", 1, 1, {RING}, ["d4"]]]}}',
    f'{{"field": null, "pieces": [["7", 1, 1, {RING}, "{"d" * 21}"]]}}',
    # A point that is nowhere in a picture.
    *(f'{{"field":[[1,1],[9,1],[9,9],[1,{number}]],"pieces":[]}}'
      for number in (10**400, "1e999", "NaN", "true", '"1"', 40000)),
])  # fmt: skip
def test_what_another_program_wrote_there_is_no_reading(note: str) -> None:
    jpeg = jpeg_of(PICTURE)
    strange = jpeg[:2] + comment(note) + jpeg[2:]
    assert cv2.imdecode(np.frombuffer(strange, np.uint8), cv2.IMREAD_COLOR) is not None
    assert read_note(strange) is None
    assert read_note(jpeg[:2] + comment(note)) is None  # a file that ends in its note
    for rest in (b"", jpeg[:2] + b"\xff\xfe", jpeg[:2] + b"\xff\xfe\x20\x00{"):
        assert read_note(rest) is None


def comment(note: str) -> bytes:
    """The segment of a JPEG in which a note stands."""
    return b"\xff\xfe" + (len(note.encode()) + 2).to_bytes(2, "big") + note.encode()
