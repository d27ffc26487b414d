"""What a request must be before the box changes anything for it: from our own page, of a known form, bounded."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Any, TypeVar
from urllib.parse import urlsplit

from flask import Flask, current_app, request

from engines.messages import message
from web.errors import Refused
from web.limits import JSON_BYTES, LOOKING_SECONDS, MOST_PHOTOS, UPLOAD_BYTES

T = TypeVar("T")
_ASKING = frozenset({"GET", "HEAD", "OPTIONS"})


def register_guard(app: Flask) -> None:
    """Refuse to change anything for other sites' pages, and let one photograph be looked at after the other."""
    app.config["MAX_CONTENT_LENGTH"] = UPLOAD_BYTES
    # Decoded photographs are large: together, those of many phones would not fit into the box.
    app.extensions["looking"] = BoundedSemaphore(1)
    app.before_request(_own_page_only)


def _own_page_only() -> None:
    if request.method in _ASKING:
        return
    # Browsers send Sec-Fetch-Site only to https and localhost, and Origin with every request that may change something.
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        own = site == "same-origin"
    else:
        own = urlsplit(request.headers.get("Origin", "")).netloc == request.host
    if not own:
        raise Refused(message("web.error.other_site"), 403)


def sent_json() -> dict[str, Any]:
    """The JSON object that was sent; raises `Refused` for anything else."""
    if not request.is_json:
        raise Refused(message("web.error.not_json"), 415)
    request.max_content_length = JSON_BYTES
    data = request.get_json()
    if not isinstance(data, dict) or not _is_text(data):
        raise Refused(message("web.error.not_understood"))
    return data


def _is_text(data: dict[str, Any]) -> bool:
    """Whether all of it can be written again: JSON can name half a character, which nothing can show."""
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def sent_field(data: dict[str, Any], name: str, kind: type[T]) -> T:
    """One field of the sent JSON; raises `Refused` when it is missing or of another kind."""
    value = data.get(name)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise Refused(message("web.error.bad_field", field=name))
    return value


def sent_photos() -> list[bytes]:
    """The photographs of a multipart request, in order; raises `Refused` when there are none or too many."""
    if request.mimetype != "multipart/form-data":
        raise Refused(message("web.error.not_multipart"), 415)
    photos = [sent.read() for sent in request.files.getlist("photo")[: MOST_PHOTOS + 1]]
    if not photos:
        raise Refused(message("web.error.no_photo"))
    if len(photos) > MOST_PHOTOS:
        raise Refused(message("web.error.too_many_photos", most=MOST_PHOTOS))
    return photos


@contextmanager
def looking() -> Iterator[None]:
    """Wait until no other phone's photograph is being looked at; raises `Refused` when that takes too long."""
    turn: BoundedSemaphore = current_app.extensions["looking"]
    if not turn.acquire(timeout=LOOKING_SECONDS):
        raise Refused(message("web.error.busy"), 503)
    try:
        yield
    finally:
        turn.release()
