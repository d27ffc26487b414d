"""Opens pictures from files and from phones, and refuses other files with a message.

What strangers send is decoded by `device.system.decoder`, in a process of its own, by the functions that stand here.
"""

from collections.abc import Collection
from pathlib import Path

import cv2
import numpy as np

from engines.messages import Message, Refusal, message
from vision.picture_header import CutShort, Format, Header, NoPicture, TooManyScans, header_of
from vision.reading import Picture

MOST_MEGAPIXELS = 50
LONGEST = 2600  # px: more adds nothing for tiles of 22 mm, and costs memory
PHONE_FORMATS: tuple[Format, ...] = ("JPEG", "PNG", "WebP")
FILE_FORMATS: tuple[Format, ...] = (*PHONE_FORMATS, "BMP")
_MOST_BYTES = 64 << 20
_MOST_HELD = 160 << 20  # bytes: a progressive photograph of 50 megapixels as phones take it, its colours halved


class BadPicture(Refusal):
    """A file that is not a picture, is damaged, or is too large."""


def open_picture(path: Path) -> Picture:
    """The picture in a file (height × width × 3, BGR); raises `BadPicture`."""
    try:
        if path.stat().st_size > _MOST_BYTES:
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
    picture = pixels_of(data, judged(data, name, FILE_FORMATS))
    if picture is None:
        raise BadPicture(message("picture.damaged", name=name))
    return picture


def judged(data: bytes, name: str, formats: Collection[Format]) -> Header:
    """The header of a picture that may be decoded; raises `BadPicture` for any other. Nothing is decoded for it."""
    try:
        header = header_of(data)
    except NoPicture as error:
        raise BadPicture(message("picture.not_a_picture", name=name)) from error
    except CutShort as error:
        raise BadPicture(message("picture.truncated", name=name)) from error
    except TooManyScans as error:
        raise BadPicture(too_heavy(name)) from error
    if header.format not in formats:
        raise BadPicture(message("picture.not_a_picture", name=name))
    if header.width * header.height > MOST_MEGAPIXELS * 1_000_000:
        raise BadPicture(message("picture.too_large", name=name, most=MOST_MEGAPIXELS))
    if header.held > _MOST_HELD:
        raise BadPicture(too_heavy(name))
    return header


def too_heavy(name: str) -> Message:
    """The refusal of a picture that would take more memory or time than a photograph."""
    return message("picture.too_heavy", name=name)


def pixels_of(data: bytes, header: Header) -> Picture | None:
    """The pixels of a picture with a checked header (BGR, at most 2600 px each way); None where it is damaged.

    Raises `MemoryError` or `cv2.error` where the memory is too small for it.
    """
    # a very large photograph is decoded at half its size: all of it would need hundreds of megabytes
    is_large = max(header.width, header.height) >= 2 * LONGEST
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_REDUCED_COLOR_2 if is_large else cv2.IMREAD_COLOR)
    if picture is None:
        return None
    longest = max(picture.shape[:2])
    if longest > LONGEST:
        picture = cv2.resize(picture, None, fx=LONGEST / longest, fy=LONGEST / longest, interpolation=cv2.INTER_AREA)
    return np.asarray(picture, np.uint8)
