"""What a request must be before the box changes anything for it: from our own page, of a paired phone, bounded.

Anybody in the network may look. Whatever is not asked with GET needs a paired phone, unless its view says that it is
`open_to_all`, so that a view that somebody forgets to think about is closed.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Any, TypeVar
from urllib.parse import urlsplit

from flask import Flask, current_app, g, request

from device.phones import Phone
from engines.messages import message
from web.errors import Refused
from web.hosts import is_own_name
from web.limits import (
    CHANGE_EVERY_SECONDS,
    CHANGES_AT_ONCE,
    GREATEST_NUMBER,
    JSON_BYTES,
    LOOKING_SECONDS,
    MOST_PHOTOS,
    UPLOAD_BYTES,
    UPLOAD_EVERY_SECONDS,
    UPLOADS_AT_ONCE,
)
from web.paces import Pace
from web.the_box import the_box

T = TypeVar("T")
View = TypeVar("View", bound=Callable[..., Any])
PHONE_COOKIE = "phone"
_ASKING = frozenset({"GET", "HEAD", "OPTIONS"})
_open_views: set[Callable[..., Any]] = set()


def open_to_all(view: View) -> View:
    """Let phones that are not paired use a view that is not asked with GET, since it changes nothing.

    @hands.post("")
    @open_to_all
    def check() -> Response: ...
    """
    _open_views.add(view)
    return view


def register_guard(app: Flask, names: tuple[str, ...] = ()) -> None:
    """Keep `app` from answering to strangers' names, and from changing anything for whoever may not.

    `names` are further ones of this machine, besides those that it knows itself.
    """
    app.config["MAX_CONTENT_LENGTH"] = UPLOAD_BYTES
    app.config["NAMES"] = names
    # Decoded photographs are large: together, those of many phones would not fit into the box.
    app.extensions["looking"] = BoundedSemaphore(1)
    app.extensions["changes"] = Pace(CHANGES_AT_ONCE, CHANGE_EVERY_SECONDS)
    app.extensions["uploads"] = Pace(UPLOADS_AT_ONCE, UPLOAD_EVERY_SECONDS)
    app.before_request(_own_name_only)
    app.before_request(_changes_only_for_whoever_may)


def this_phone() -> Phone | None:
    """The paired phone that asks; None for one that may only watch."""
    if "phone" not in g:
        token = request.cookies.get(PHONE_COOKIE, "")
        g.phone = the_box().pairing.phones.known(token) if token else None
    phone: Phone | None = g.phone
    return phone


def paired_only() -> Phone:
    """The paired phone that asks; raises `Refused` for any other. Of use where GET tells what not everybody may know.

    Scripts know this refusal by its code, and then ask for the code on the box's display.
    """
    phone = this_phone()
    if phone is None:
        was_paired = PHONE_COOKIE in request.cookies
        said = message("pairing.no_longer") if was_paired else message("pairing.not_paired")
        raise Refused(said, 403, code="not_paired")
    return phone


def _own_name_only() -> None:
    """Refuse a name that is not this machine's: another site may have made its name lead here (DNS rebinding)."""
    if not is_own_name(request.host, current_app.config["NAMES"]):
        raise Refused(message("join.other_name", name=request.host[:80]), 421)


def _changes_only_for_whoever_may() -> None:
    if request.method in _ASKING:
        return
    _own_page_only()
    _not_too_fast()
    if request.endpoint is not None and current_app.view_functions[request.endpoint] not in _open_views:
        paired_only()


def _not_too_fast() -> None:
    # The address that the connection comes from: what a header says of it, anybody can write.
    kind = "uploads" if request.mimetype == "multipart/form-data" else "changes"
    pace: Pace = current_app.extensions[kind]
    if wait_s := pace.wait_s(request.remote_addr or ""):
        raise Refused(message("pairing.too_fast", seconds=wait_s), 429, code="pairing.wait", wait_s=wait_s)


def _own_page_only() -> None:
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
    try:
        data = request.get_json()
        if isinstance(data, dict) and _is_text(data):
            return data
    except RecursionError as error:  # lists in lists in lists: thousands of them fit into a small text
        raise Refused(message("web.error.not_understood")) from error
    raise Refused(message("web.error.not_understood"))


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
    if isinstance(value, int) and abs(value) > GREATEST_NUMBER:
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
