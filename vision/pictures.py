"""Opens pictures from files and from phones, and refuses other files with a message.

What strangers send is decoded by `device.system.decoder`, in a process of its own, by the functions that stand here.
"""

from collections.abc import Collection
from pathlib import Path

import cv2
import numpy as np

from engines.messages import Message, Refusal, message
from vision.picture_header import CutShort, Format, Header, NoPicture, TooManyScans, foreign_format, header_of
from vision.reading import Picture

MOST_MEGAPIXELS = 50
_MAX_PIXELS = 50_500_000  # phones call 8192 × 6144 px 50 megapixels
LONGEST = 2600  # px: more adds nothing for tiles of 22 mm, and costs memory
PHONE_FORMATS: tuple[Format, ...] = ("JPEG", "PNG", "WebP")
FILE_FORMATS: tuple[Format, ...] = (*PHONE_FORMATS, "BMP")
_MAX_BYTES = 64 << 20
_END_MARK, _FILLING = b"\xff\xd9", b"\x55" * 64  # of a JPEG
_MAX_MEMORY = 160 << 20  # bytes: a progressive photograph of 50 megapixels as phones take it, its colours halved


class BadPicture(Refusal):
    """A file that is not a picture, is damaged, or is too large."""


def open_picture(path: Path) -> Picture:
    """The picture in a file (height × width × 3, BGR); raises `BadPicture`."""
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise BadPicture(message("picture.too_large", name=path.name, most=MOST_MEGAPIXELS))
        data = path.read_bytes()
    except IsADirectoryError as error:
        raise BadPicture(message("picture.not_a_picture", name=path.name)) from error
    except OSError as error:
        raise BadPicture(message("picture.missing", name=str(path))) from error
    return decode_picture(data, path.name)


def decode_picture(data: bytes, name: str) -> Picture:
    """The picture in the bytes of a JPEG, PNG, WebP or BMP file; raises `BadPicture` naming it `name`.

    Pictures of more than 2600 px are shrunk; the EXIF orientation is applied.
    """
    header = judged(data, name, FILE_FORMATS)
    picture = pixels_of(data, header)
    if picture is None:
        raise BadPicture(damaged(header, name))
    return picture


def judged(data: bytes, name: str, formats: Collection[Format]) -> Header:
    """The header of a picture that may be decoded; raises `BadPicture` for any other. Nothing is decoded for it."""
    try:
        header = header_of(data)
    except NoPicture as error:
        raise BadPicture(_other_kind(data, name)) from error
    except CutShort as error:
        raise BadPicture(message("picture.truncated", name=name)) from error
    except TooManyScans as error:
        raise BadPicture(too_heavy(name)) from error
    if header.format not in formats:
        raise BadPicture(_other_kind(data, name))
    if header.width * header.height > _MAX_PIXELS:
        raise BadPicture(message("picture.too_large", name=name, most=MOST_MEGAPIXELS))
    if header.held > _MAX_MEMORY:
        raise BadPicture(too_heavy(name))
    return header


def _other_kind(data: bytes, name: str) -> Message:
    """The refusal of a file of another kind, by its name where its first bytes tell it."""
    kind = foreign_format(data)
    if kind is None:
        return message("picture.not_a_picture", name=name)
    return message("picture.heic" if kind == "HEIC" else "picture.other_format", name=name, format=kind)


def damaged(header: Header, name: str) -> Message:
    """The refusal of a picture that cannot be decoded, or of which more than the mark of its end is missing."""
    return message("picture.damaged" if header.ends else "picture.truncated", name=name)


def too_heavy(name: str) -> Message:
    """The refusal of a picture that would take more memory or time than a photograph."""
    return message("picture.too_heavy", name=name)


def pixels_of(data: bytes, header: Header) -> Picture | None:
    """The pixels of a picture with a checked header (BGR, at most 2600 px each way); None where it is damaged.

    Raises `MemoryError` or `cv2.error` where the memory is too small for it.
    """
    # a very large photograph is decoded at half its size: all of it would need hundreds of megabytes
    is_large = max(header.width, header.height) >= 2 * LONGEST
    how = cv2.IMREAD_REDUCED_COLOR_2 if is_large else cv2.IMREAD_COLOR
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), how) if header.ends else _with_an_end(data, how)
    if picture is None:
        return None
    longest = max(picture.shape[:2])
    if longest > LONGEST:
        picture = cv2.resize(picture, None, fx=LONGEST / longest, fy=LONGEST / longest, interpolation=cv2.INTER_AREA)
    return np.asarray(picture, np.uint8)


def _with_an_end(jpeg: bytes, how: int) -> Picture | None:
    """The pixels of a JPEG without the mark of its end; None where more is missing.

    A decoder makes up what is missing of the last pixels from whatever comes next. Where that makes no difference to
    the picture, nothing is missing.
    """
    data = jpeg.removesuffix(b"\xff")
    ended, filled = (cv2.imdecode(np.frombuffer(data + more + _END_MARK, np.uint8), how) for more in (b"", _FILLING))
    is_whole = ended is not None and filled is not None and np.array_equal(ended, filled)
    return np.asarray(ended, np.uint8) if is_whole else None
