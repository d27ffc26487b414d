"""Opens pictures from files and from phones, and refuses what is none, with a sentence."""

import io
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, UnidentifiedImageError

from engines.messages import Refusal, message
from vision.reading import Picture

MOST_MEGAPIXELS = 50
_MOST_BYTES = 64 << 20
# Sizes are checked here, from the header and before anything is decoded, so Pillow need not warn on its own.
Image.MAX_IMAGE_PIXELS = None
_LONGEST = 2600  # px: more than this tells nothing about tiles of 22 mm, and costs memory


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
    """The picture in the bytes of a JPEG, PNG or WebP file; raises `BadPicture` naming it `name`.

    The size is read from the header first, so a small file cannot claim much memory. Pictures of more than 2600 px are
    shrunk; a phone's note of how it was held is obeyed.
    """
    try:
        with Image.open(io.BytesIO(data), formats=("JPEG", "PNG", "WEBP", "BMP")) as header:
            width, high = header.size
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError) as error:
        raise BadPicture(message("picture.not_a_picture", name=name)) from error
    if width * high > MOST_MEGAPIXELS * 1_000_000:
        raise BadPicture(message("picture.too_large", name=name, most=MOST_MEGAPIXELS))
    if _cut_short(data):
        raise BadPicture(message("picture.truncated", name=name))
    # a very large photograph is decoded at half its size: all of it would need hundreds of megabytes
    mode = cv2.IMREAD_REDUCED_COLOR_2 if max(width, high) >= 2 * _LONGEST else cv2.IMREAD_COLOR
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), mode)
    if picture is None:
        raise BadPicture(message("picture.truncated", name=name))
    longest = max(picture.shape[:2])
    if longest > _LONGEST:
        picture = cv2.resize(picture, None, fx=_LONGEST / longest, fy=_LONGEST / longest, interpolation=cv2.INTER_AREA)
    return np.asarray(picture, np.uint8)


def _cut_short(data: bytes) -> bool:
    """Whether the file ends before the picture does: decoders fill the rest with grey and say nothing."""
    try:
        with Image.open(io.BytesIO(data)) as picture:
            picture.draft("L", (64, 64))
            picture.load()
    except (OSError, ValueError, SyntaxError):
        return True
    return False
