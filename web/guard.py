"""What a request must be before the box changes anything for it: from our own page, of a paired phone, bounded.

Anybody in the network may look. Whatever is not asked with GET needs a paired phone, unless its view says that it is
`open_to_all`, so that a view that somebody forgets to think about is closed.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from threading import BoundedSemaphore
from typing import Any, TypeVar
from urllib.parse import urlsplit

from flask import Flask, Request, current_app, g, request
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

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
from web.openapi_ways import FORM
from web.paces import Pace
from web.the_box import the_box

T = TypeVar("T")
View = TypeVar("View", bound=Callable[..., Any])
PHONE_COOKIE = "phone"
_ASKING = frozenset({"GET", "HEAD", "OPTIONS"})
JUDGED = "jarapon.judged"  # in the environment of a request that the server has had judged by its header
_open_views: set[Callable[..., Any]] = set()
_upload_views: set[Callable[..., Any]] = set()


@dataclass(frozen=True)
class Judged:
    """What becomes of a request by its header: whether it is refused, and whether a paired phone sent it."""

    refusal: Refused | HTTPException | None = None
    is_paired: bool = False


def open_to_all(view: View) -> View:
    """Let phones that are not paired use a view that is not asked with GET, since it changes nothing.

    @hands.post("")
    @open_to_all
    def check() -> Response: ...
    """
    _open_views.add(view)
    return view


def takes_files(view: View) -> View:
    """Let a view have files, as a form (multipart); all others take JSON, and little of it.

    @lessons.post("")
    @takes_files
    def learn() -> Response: ...
    """
    _upload_views.add(view)
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
    app.request_class = _Request
    app.before_request(_only_what_may_be_answered)


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
        raise _not_paired()
    return phone


def _not_paired() -> Refused:
    was_paired = PHONE_COOKIE in request.cookies
    said = message("pairing.no_longer") if was_paired else message("pairing.not_paired")
    return Refused(said, 403, code="not_paired")


class _Request(Request):
    """A request whose files stay in memory, where its body is as well: what comes at once is bounded."""

    def _get_file_stream(self, *_: Any, **__: Any) -> BytesIO:
        return BytesIO()


def judge(app: Flask, environment: dict[str, Any]) -> Judged:
    """Judge a request with a body by its WSGI environment alone, without waiting for anything.

    What it says goes into the environment as `JUDGED`, and the request is not judged again when it is answered.
    """
    with app.request_context(environment):
        try:
            _may_be_answered()
        except (Refused, HTTPException) as refusal:
            return Judged(refusal)
        return Judged(is_paired=_carries_token())


def _only_what_may_be_answered() -> None:
    judged: Judged | None = request.environ.get(JUDGED)
    if judged is None:
        _may_be_answered()
    elif judged.refusal is not None:
        raise judged.refusal
    if _needs_pairing():
        paired_only()


def _may_be_answered() -> None:
    """Raise `Refused` or `HTTPException` for a request that nobody may send, or not now, or not with such a body."""
    _own_name_only()
    if request.method in _ASKING:
        if request.content_length:
            raise Refused(message("web.error.not_understood"))
        return
    _own_page_only()
    _not_too_fast()
    if _needs_pairing() and not _carries_token():
        raise _not_paired()
    if request.content_length:
        _right_body(request.content_length)


def _own_name_only() -> None:
    """Refuse a name that is not this machine's: another site may have made its name lead here (DNS rebinding)."""
    if not is_own_name(request.host, current_app.config["NAMES"]):
        raise Refused(message("join.other_name", name=request.host[:80]), 421)


def _needs_pairing() -> bool:
    if request.method in _ASKING or request.endpoint is None:
        return False
    return current_app.view_functions[request.endpoint] not in _open_views


def _carries_token() -> bool:
    """Whether a paired phone asks, which is not yet seen by this."""
    token = request.cookies.get(PHONE_COOKIE, "")
    return bool(token) and the_box().pairing.phones.has(token)


def _right_body(length: int) -> None:
    """Refuse a body that the view does not take, or not of this length."""
    if request.routing_exception is not None:
        raise request.routing_exception
    if request.endpoint is not None and current_app.view_functions[request.endpoint] in _upload_views:
        if request.mimetype != FORM:
            raise Refused(message("web.error.not_multipart"), 415)
        most = UPLOAD_BYTES
    else:
        if not request.is_json:
            raise Refused(message("web.error.not_json"), 415)
        most = JSON_BYTES
    if length > most:
        raise RequestEntityTooLarge


def _not_too_fast() -> None:
    # The address that the connection comes from: what a header says of it, anybody can write.
    kind = "uploads" if request.mimetype == FORM else "changes"
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
    if request.mimetype != FORM:
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
