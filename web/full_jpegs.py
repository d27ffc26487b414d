"""Pictures in their full size, of which each is made into a JPEG once, however many phones ask for it."""

from functools import partial

from flask import Flask, current_app

from device.record.pictures import jpeg_of
from device.system.shared_result import SharedResult
from vision.reading import Picture

_QUALITY = 95
_USES = ("camera", "lesson")


def register_full_jpegs(app: Flask) -> None:
    """Give `app` room for the newest picture of each use."""
    app.extensions["full_jpegs"] = {use: SharedResult(partial(jpeg_of, quality=_QUALITY)) for use in _USES}


def full_jpeg(use: str, picture: Picture) -> bytes:
    """The picture as a JPEG file."""
    jpeg: bytes = current_app.extensions["full_jpegs"][use].of(picture)
    return jpeg
