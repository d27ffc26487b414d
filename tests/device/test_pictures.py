"""What was read in a picture is kept in its own file, and a file from elsewhere cannot do harm with it."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from device.picture_notes import noted, with_note
from device.pictures import PictureStore, ReadPicture, jpeg_of
from vision.pictures import decode_picture
from vision.reading import Reading, SeenPiece

PICTURE = np.full((48, 64, 3), 120, np.uint8)
CORNERS = ((10.2, 10.0), (20.0, 10.0), (20.0, 24.0), (10.0, 24.0))
FIELD = np.array([(0, 0), (60, 0), (60, 40), (0, 40)], np.float64)


def reading(pieces: int = 1) -> Reading:
    piece = SeenPiece("7", "flat", (15.4, 17.0), "hand/1/3", 0.9, {"7": 0.9, "1": 0.1}, CORNERS)
    return Reading(FIELD, (piece,) * pieces)


def test_a_picture_is_kept_with_what_was_read_and_is_still_a_picture(tmp_path: Path) -> None:
    store = PictureStore(tmp_path)
    assert store.keep("1-2", ReadPicture(PICTURE, reading())) == "1-2"
    kept = store.read("1-2")
    assert kept is not None
    assert decode_picture(kept, "1-2.jpg").shape == PICTURE.shape
    again = noted(kept)
    assert again is not None
    (piece,) = again.pieces
    assert (piece.face, piece.place) == ("7", "hand/1/3")
    assert (piece.xy, piece.corners[0]) == ((15.0, 17.0), (10.0, 10.0))
    assert np.array_equal(again.field, FIELD)
    assert store.keep("1-3", PICTURE) == "1-3"
    assert noted(store.read("1-3") or b"") is None


def test_a_table_without_a_board_is_kept_too() -> None:
    again = noted(with_note(jpeg_of(PICTURE), Reading(None, ())))
    assert again is not None
    assert (again.field, again.pieces) == (None, ())


def test_more_pieces_than_a_note_holds_leave_the_picture_as_it_is() -> None:
    jpeg = jpeg_of(PICTURE)
    assert with_note(jpeg, reading(3000)) == jpeg
    assert len(noted(with_note(jpeg, reading(300))).pieces) == 300  # type: ignore[union-attr]


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
])  # fmt: skip
def test_what_another_program_wrote_there_is_no_reading(note: str) -> None:
    jpeg = jpeg_of(PICTURE)
    strange = jpeg[:2] + b"\xff\xfe" + (len(note) + 2).to_bytes(2, "big") + note.encode() + jpeg[2:]
    assert cv2.imdecode(np.frombuffer(strange, np.uint8), cv2.IMREAD_COLOR) is not None
    assert noted(strange) is None


def test_a_file_that_ends_in_its_note_is_no_reading() -> None:
    assert noted(b"\xff\xd8\xff\xfe\x20\x00{") is None
    assert noted(b"\xff\xd8\xff\xfe") is None
    assert noted(b"") is None


@pytest.mark.parametrize("number", [str(10**400), "1e999", "NaN", "true", '"1"', "40000"])
def test_a_point_that_is_nowhere_in_a_picture_is_no_note(number: str) -> None:
    note = f'{{"field":[[1,1],[9,1],[9,9],[1,{number}]],"pieces":[]}}'.encode()
    assert noted(b"\xff\xd8\xff\xfe" + (len(note) + 2).to_bytes(2, "big") + note) is None
