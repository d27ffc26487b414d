"""A file that is no picture is refused with a sentence; nothing large gets into memory."""

import io
import struct
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from device.texts import LANGUAGES, say
from vision.picture_header import _STEP, MOST_SCANS, Header, header_of
from vision.pictures import BadPicture, decode_picture, judged, open_picture


def jpeg(width: int, height: int, mode: str = "RGB") -> bytes:
    out = io.BytesIO()
    Image.new(mode, (width, height), 90).save(out, "JPEG")
    return out.getvalue()


def key_of(data: bytes) -> str:
    with pytest.raises(BadPicture) as refused:
        decode_picture(data, "table.jpg")
    assert dict(refused.value.said.facts)["name"] == "table.jpg"
    return refused.value.said.key


def noise(form: str = "JPEG", size: tuple[int, int] = (60, 48), **how: object) -> bytes:
    out = io.BytesIO()
    pixels = np.random.default_rng(0).integers(0, 255, (*size[::-1], 3), np.uint8)
    Image.fromarray(pixels).save(out, form, **how)
    return out.getvalue()


def test_a_photograph_grey_or_not_is_three_channels_of_bytes_and_is_shrunk_where_it_is_large():
    for mode in ("RGB", "L"):
        picture = decode_picture(jpeg(640, 480, mode), "table.jpg")
        assert (picture.shape, picture.dtype) == ((480, 640, 3), np.uint8)
    assert max(decode_picture(jpeg(4000, 3000), "phone.jpg").shape[:2]) <= 2600


@pytest.mark.parametrize("data", [b"", b"no picture at all", b"%PDF-1.7 a report"])
def test_a_file_that_is_no_picture(data: bytes):
    assert key_of(data) == "picture.not_a_picture"


@pytest.mark.parametrize("keep", [0.3, 0.6, 0.95])
def test_a_photograph_that_was_cut_short(keep: float):
    data = noise(size=(640, 480))
    assert key_of(data[: int(len(data) * keep)]) == "picture.truncated"


@pytest.mark.parametrize("how", [{}, {"progressive": True}, {"quality": 5}])
@pytest.mark.parametrize("lacking", [1, 2])
def test_a_photograph_that_lacks_only_the_mark_of_its_end_is_read(how: dict[str, object], lacking: int):
    data = noise(size=(640, 480), **how)
    assert np.array_equal(decode_picture(data[:-lacking], "table.jpg"), decode_picture(data, "table.jpg"))
    for missing in (8, 100):
        assert key_of(data[:-missing]) == "picture.truncated"


def container(*brands: bytes) -> bytes:
    return struct.pack(">I", 8 + 4 * len(brands) + 4) + b"ftyp" + brands[0] + bytes(4) + b"".join(brands[1:]) + b"rest"


@pytest.mark.parametrize(("data", "kind"), [
    (container(b"heic", b"mif1", b"heic"), "HEIC"), (container(b"mif1", b"mif1", b"heic"), "HEIC"),
    (container(b"avif", b"avif", b"mif1"), "AVIF"), (container(b"mif1", b"avif"), "AVIF"), (b"GIF89a", "GIF"),
    (b"II*\0" + bytes(20), "TIFF"), (b"MM\0*" + bytes(20), "TIFF"), (b"\xff\x0a" + bytes(20), "JPEG XL"),
])  # fmt: skip
def test_a_picture_of_another_kind_is_called_by_its_name_with_what_to_do(data: bytes, kind: str):
    with pytest.raises(BadPicture) as refused:
        decode_picture(data, "table.jpg")
    for language in LANGUAGES:
        sentence = say(refused.value.said, language)
        assert kind in sentence
        assert "JPEG" in sentence.replace(kind, "")


@pytest.mark.parametrize("size", [(8160, 6144), (8192, 6144), (8688, 5792)])
def test_what_phones_call_fifty_megapixels_is_taken(size: tuple[int, int]):
    out = io.BytesIO()
    Image.new("1", size).save(out, "PNG")
    assert judged(out.getvalue(), "table.png", ("PNG",)).width == size[0]


def test_a_hundred_megapixels_are_refused_from_the_header_alone():
    out = io.BytesIO()
    Image.new("1", (10_000, 10_000)).save(out, "PNG")
    assert key_of(out.getvalue()) == "picture.too_large"


@pytest.mark.parametrize("shift", [-1, 0, 1])
def test_bytes_that_mean_nothing_between_the_parts_of_a_jpeg_are_passed_over(shift: int) -> None:
    whole = jpeg(640, 480)
    first = whole.index(b"\xff\xc0")
    padded = whole[:first] + bytes(_STEP + shift) + whole[first:]
    assert header_of(padded) == header_of(whole) == Header("JPEG", 640, 480)


@pytest.mark.parametrize(("form", "how"), [
    ("JPEG", {"progressive": True}), ("PNG", {}), ("WEBP", {}), ("WEBP", {"lossless": True}), ("WEBP", {"exif": b"x"}),
    ("BMP", {}),
])  # fmt: skip
def test_a_header_says_the_size_and_the_end_is_missed(form: str, how: dict[str, object]) -> None:
    data = noise(form, **how)
    header = header_of(data)
    assert (header.format.upper(), header.width, header.height) == (form, 60, 48)
    assert key_of(data[:-20]) == "picture.truncated"


def test_too_many_scans_and_too_much_to_keep_are_refused_from_the_header_alone() -> None:
    out = io.BytesIO()
    Image.new("RGB", (6000, 6000)).save(out, "JPEG", progressive=True, subsampling=0)
    whole = out.getvalue()
    assert key_of(whole) == "picture.too_heavy"
    scan = whole[whole.rindex(b"\xff\xda") : -2]
    assert key_of(jpeg(640, 480)[:-2] + MOST_SCANS * scan + b"\xff\xd9") == "picture.too_heavy"


def test_a_file_that_is_not_there(tmp_path: Path):
    for path, key in ((tmp_path / "gone.jpg", "picture.missing"), (tmp_path, "picture.not_a_picture")):
        with pytest.raises(BadPicture) as refused:
            open_picture(path)
        assert refused.value.said.key == key
