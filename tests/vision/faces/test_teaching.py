"""Faces are learned from one photograph or several, and what stands in the way is said."""

import json
import os
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from simulator.photographs.tile_photographs import write_set
from simulator.render.pieces import Tile
from simulator.scenes.layouts import whole_view
from tests.support.tiers import first
from tests.support.vision.lesson import FACES
from tests.support.vision.tables import scene
from vision.faces.recogniser import BadTaught, TaughtFaces
from vision.faces.teaching import CannotTeach, examples_of, lesson_to_review, teach
from vision.pictures import open_picture
from vision.whole_files import write_whole


def laid(faces=FACES):
    """Tiles of these faces in two rows, as the lesson asks for."""
    return [Tile((i % 6 - 2.5) * 36.0, 30.0 - i // 6 * 48.0, face) for i, face in enumerate(faces)]


def refused(pictures, faces=FACES):
    with pytest.raises(CannotTeach) as refused:
        teach(pictures, faces)
    return refused.value.said.key, dict(refused.value.said.facts)


def best(recognition) -> str:
    return max(recognition.probabilities, key=recognition.probabilities.get)


def test_the_eleven_faces_are_learned_in_reading_order_and_known_whichever_way_up(lesson, taught):
    assert [face.face for face in lesson.faces] == list(FACES)
    assert all(face.crop.shape == (88, 64, 3) for face in lesson.faces)
    for face, crops in taught.crops.items():
        for recognition in taught.recognise(crops):
            assert (best(recognition), recognition.upside_down) == (face, False)
        (turned,) = taught.recognise([np.ascontiguousarray(crops[0][::-1, ::-1])])
        assert best(turned) == face
        assert turned.upside_down or face == "back"


@pytest.mark.parametrize("turn", first([-9.0, 9.0]))
def test_tiles_askew_in_level_rows_keep_their_order(turn):
    view = whole_view(np.random.default_rng(23), most_roll=3.0)
    level, _, art = scene(23, laid(), view=view)
    askew = scene(23, [replace(tile, turn=turn) for tile in laid()], view=view, art=art)[0]
    taught = teach([level], FACES).taught
    for face, crops in teach([askew], FACES).taught.crops.items():
        assert best(taught.recognise(crops)[0]) == face


def test_what_is_learned_can_be_kept_and_read_back(taught, tmp_path: Path):
    taught.save(tmp_path / "faces")
    again = TaughtFaces.load(tmp_path / "faces")
    assert again.faces == taught.faces
    assert all(np.array_equal(a, b) for f in taught.faces for a, b in zip(taught.crops[f], again.crops[f], strict=True))


def rename(index: Path, crop: Path, name: str) -> Path:
    index.write_text(index.read_text().replace(crop.name, name))
    return crop.rename(crop.with_name(name))


def pipe(index: Path, crop: Path) -> None:
    crop.unlink()
    os.mkfifo(crop)


def other_shape(index: Path, crop: Path) -> None:
    rename(index, crop, "03_0.png").write_bytes(cv2.imencode(".png", np.zeros((9, 9, 3), np.uint8))[1].tobytes())


HARM: dict[str, Callable[[Path, Path], object]] = {
    "index": lambda index, crop: index.write_text('{"format": 1, "faces": ["5"'),
    "face": lambda index, crop: index.write_text(index.read_text().replace('"5"', '"4"')),
    "picture": lambda index, crop: crop.write_bytes(b"no picture"),
    "bit": lambda index, crop: crop.write_bytes(crop.read_bytes()[:-9] + b"!" + crop.read_bytes()[-8:]),
    "gone": lambda index, crop: crop.unlink(),
    "pipe": pipe,
    "shape": other_shape,  # under a name as boxes wrote it once
}


@pytest.mark.parametrize("harm", HARM.values(), ids=HARM)
def test_a_damaged_folder_is_said_and_so_is_one_where_nothing_was_taught(taught, tmp_path: Path, harm):
    with pytest.raises(BadTaught) as refused:
        TaughtFaces.load(tmp_path)
    assert refused.value.said.key == "taught.missing"
    taught.save(tmp_path)
    (crop,) = tmp_path.glob("03_0-*.png")
    harm(tmp_path / "taught.json", crop)
    with pytest.raises(BadTaught) as refused:
        TaughtFaces.load(tmp_path)
    assert refused.value.said.key == "taught.damaged"


def test_faces_that_were_kept_without_a_digest_are_read(taught, tmp_path: Path):
    taught.save(tmp_path)
    for crop in tmp_path.glob("*.png"):
        rename(tmp_path / "taught.json", crop, crop.name.partition("-")[0] + ".png")
    assert TaughtFaces.load(tmp_path).faces == taught.faces
    taught.save(tmp_path)
    assert all("-" in crop.name for crop in tmp_path.glob("*.png"))


@pytest.mark.parametrize("files", range(0, 13, 3))
def test_a_lesson_that_is_cut_off_leaves_the_one_before(taught, tmp_path: Path, monkeypatch, files: int):
    before = TaughtFaces({face: taught.crops[face] for face in taught.faces[:5]})
    before.save(tmp_path)
    done: list[Path] = []

    def cut_off(path: Path, data: bytes) -> None:
        if len(done) == files:
            raise OSError(28, "No space left on device")
        write_whole(path, data)
        done.append(path)

    monkeypatch.setattr("vision.faces.recogniser.write_whole", cut_off)
    is_whole = files > sum(map(len, taught.crops.values()))
    with nullcontext() if is_whole else pytest.raises(OSError, match="No space"):
        taught.save(tmp_path)
    assert TaughtFaces.load(tmp_path).faces == (taught if is_whole else before).faces


def test_a_lesson_is_refused_without_a_board_and_with_tiles_too_many_or_far_too_few(lesson_photos):
    assert refused([])[0] == "teach.no_photograph"
    assert refused([np.full((960, 1280, 3), 120, np.uint8)])[0] == "teach.no_board"
    too_many = ("teach.tile_too_many", {"photograph": 1, "row": 2, "place": 4})
    assert refused(lesson_photos, FACES[:-1]) == too_many
    too_few = ("teach.count", {"photograph": 1, "seen": 11, "expected": 18})
    assert refused(lesson_photos, [*FACES, *"abcdefg"]) == too_few


def test_glare_on_a_tile_is_noticed_and_taken_from_the_other_photograph(lesson_photos):
    overexposed = lesson_photos[1].copy()
    cv2.circle(overexposed, (446, 374), 18, (255, 255, 255), -1)  # the middle of the first tile of that photograph
    alone = teach([overexposed], FACES)
    doubtful = [face for face in alone.faces if not face.confident]
    assert doubtful[0].face == "1"
    assert [warning.kind for warning in doubtful[0].warnings] == ["glare"]
    both = teach([overexposed, lesson_photos[0]], FACES)
    assert len(both.taught.crops["1"]) == 1


def test_a_picture_on_the_sheet_is_not_taught_and_a_dark_back_on_it_is_not_overlooked(tmp_path: Path):
    write_set(tmp_path, np.random.default_rng([7021, 3]), 3, photographs=0)
    lesson = teach([open_picture(tmp_path / "teach_300.jpg")], FACES)
    tiles = json.loads((tmp_path / "teach_300.json").read_text())["tiles"]
    laid = [np.mean(tile["top_corners_px"], axis=0) for tile in tiles[: len(FACES)]]
    learned = [np.mean(face.corners, axis=0) for face in lesson.faces]
    assert np.abs(np.subtract(laid, learned)).max() < 15


def test_two_faces_that_look_the_same_are_not_taught():
    _, _, art = scene(21, [])
    twin = replace(art, faces=art.faces | {"2": art.faces["1"]})
    picture = scene(21, laid(), art=twin, view=whole_view(np.random.default_rng(21), most_roll=8.0))[0]
    assert refused([picture]) == ("teach.alike", {"face": "1", "other": "2"})
    review = lesson_to_review([examples_of(picture, 1, len(FACES))], FACES)
    doubts = {face.face: face.warnings for face in review.faces if not face.confident}
    assert {warning.other for warning in doubts["1"]} >= {"2"}
    assert {warning.other for warning in doubts["2"]} >= {"1"}
