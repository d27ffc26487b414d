"""Full-size pictures as JPEG, each encoded once however many phones request it."""

from functools import partial

from flask import Flask, current_app

from device.record.pictures import jpeg_of
from device.system.shared_result import SharedResult
from vision.reading import Picture

_QUALITY = 95
_USES = ("camera", "lesson")


def register_full_jpegs(app: Flask) -> None:
    """Set up the cache of the newest picture for each use."""
    app.extensions["full_jpegs"] = {use: SharedResult(partial(jpeg_of, quality=_QUALITY)) for use in _USES}


def full_jpeg(use: str, picture: Picture) -> bytes:
    """Encode a picture as JPEG, or return the cached file; `use` is one of `_USES`."""
    jpeg: bytes = current_app.extensions["full_jpegs"][use].of(picture)
    return jpeg
