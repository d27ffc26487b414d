"""The checks of every request: host, origin, rate, pairing and body.

Anybody in the network may watch. Any method but GET needs a paired phone, unless the view is marked as `is_for_all`:
views are closed by default. A view that `has_files` takes a multipart form; all others take JSON of a bounded size.
"""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from io import BytesIO
from threading import BoundedSemaphore
from urllib.parse import urlsplit

from flask import Flask, Request, Response, current_app, g, request
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from device.phones.paired import Phone
from device.phones.pairing import Pairing
from device.system.child import in_turn
from engines.messages import message
from web.errors import Refused
from web.limits import (
    CHANGE_EVERY_SECONDS,
    CHANGES_AT_ONCE,
    MAX_JSON_BYTES,
    MAX_UPLOAD_BYTES,
    UPLOAD_EVERY_SECONDS,
    UPLOADS_AT_ONCE,
)
from web.security.hosts import is_loopback, is_own_name, without_port
from web.security.rate_limit import RateLimit
from web.services import service, waits

PHONE_COOKIE = "phone"  # prefixed with the box's id where it has one: see `cookie_name`
_MAX_COOKIE_SECONDS = 400 * 24 * 3600  # the most that browsers allow
FORM = "multipart/form-data"
_PASSED_ON = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP")
_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
JUDGEMENT = "jarapon.judged"  # key in the WSGI environment of a request that was judged by its header


@dataclass(frozen=True)
class Judgement:
    """The judgement on a request by its header."""

    refusal: Refused | HTTPException | None = None  # the error to answer with
    is_paired: bool = False  # a paired phone sent it


def register_guard(app: Flask, names: tuple[str, ...] = ()) -> None:
    """Have `app` check every request before it answers.

    `names`: host names of this machine besides those that it knows itself.
    """
    app.config["MAX_CONTENT_LENGTH"] = MAX_UPLOAD_BYTES
    app.config["NAMES"] = names
    # Decoded photographs are large: those of many phones at once would not fit into memory.
    app.extensions["photo_turn"] = BoundedSemaphore(1)
    app.extensions["changes"] = RateLimit(CHANGES_AT_ONCE, CHANGE_EVERY_SECONDS)
    app.extensions["uploads"] = RateLimit(UPLOADS_AT_ONCE, UPLOAD_EVERY_SECONDS)
    app.request_class = _Request
    app.before_request(_check_request)
    app.after_request(_renew_cookie)


def cookie_name() -> str:
    """The name of the cookie in which a phone carries this box's token.

    It contains the box's id, since several boxes may share a host name: two on one machine, or those of two homes, each
    at `jarapon.local`.
    """
    box = service(Pairing).phones.box
    return f"{box}-{PHONE_COOKIE}" if box else PHONE_COOKIE


def set_phone_cookie(response: Response, token: str) -> None:
    """Store this token on the requesting phone."""
    # Not `secure`: a home network has no certificate, so a cookie for TLS only would never be sent.
    response.set_cookie(cookie_name(), token, max_age=_MAX_COOKIE_SECONDS, httponly=True, samesite="Strict")


def delete_phone_cookie(response: Response, token: str) -> None:
    """Remove this token from the requesting phone; another box's token under the old common name stays."""
    for name in (PHONE_COOKIE, cookie_name()):
        if request.cookies.get(name) == token:
            response.delete_cookie(name, httponly=True, samesite="Strict")


def carried_token() -> str:
    """The token of the requesting phone if it is paired, else empty; does not count as a visit.

    Phones paired when all boxes used the same cookie name carry it under that name until it is renewed.
    """
    phones = service(Pairing).phones
    carried = (request.cookies.get(name, "") for name in (cookie_name(), PHONE_COOKIE))
    return next((token for token in carried if token and phones.has(token)), "")


def _renew_cookie(response: Response) -> Response:
    if g.get("phone") is not None and (token := carried_token()) not in ("", request.cookies.get(cookie_name())):
        set_phone_cookie(response, token)
    return response


def this_phone() -> Phone | None:
    """The requesting phone if it is paired; None for one that may only watch."""
    if "phone" not in g:
        token = carried_token()
        g.phone = service(Pairing).phones.known(token) if token else None
    phone: Phone | None = g.phone
    return phone


def require_paired() -> Phone:
    """The requesting phone; raises `Refused` if it is not paired. For GET requests whose answer is not for everybody.

    Scripts recognise this refusal by its code, `not_paired`, and start pairing.
    """
    phone = this_phone()
    if phone is None:
        raise _not_paired()
    return phone


def is_from_this_computer() -> bool:
    """Whether a browser on the box's own computer sent the request itself.

    A proxy on it connects from the same address. So nothing may say that the request was passed on, and both the page
    and the request must be addressed to the loopback.
    """
    origin = urlsplit(request.headers.get("Origin", "")).netloc
    return (
        is_loopback(request.remote_addr or "")
        and is_loopback(without_port(request.host))
        and origin == request.host
        and not any(name in request.headers for name in _PASSED_ON)
    )


def _not_paired() -> Refused:
    was_paired = not request.cookies.keys().isdisjoint((cookie_name(), PHONE_COOKIE))
    said = message("pairing.no_longer") if was_paired else message("pairing.not_paired")
    return Refused(said, 403, code="not_paired")


class _Request(Request):
    """A request whose files stay in memory, which admission bounds."""

    def _get_file_stream(self, *_: object, **__: object) -> BytesIO:
        return BytesIO()


def judge(app: Flask, environment: dict[str, object]) -> Judgement:
    """Judge a request with a body by its WSGI environment alone, without blocking.

    The server passes the result on in the environment as `JUDGEMENT`; the request is not judged again.
    """
    with app.request_context(environment):
        try:
            _check_header()
        except (Refused, HTTPException) as refusal:
            return Judgement(refusal)
        return Judgement(is_paired=bool(carried_token()))


def _check_request() -> None:
    judgement: Judgement | None = request.environ.get(JUDGEMENT)
    if judgement is None:
        _check_header()
    elif judgement.refusal is not None:
        raise judgement.refusal
    if _needs_pairing():
        require_paired()


def _check_header() -> None:
    """Raise `Refused` or `HTTPException` for a request that is not allowed, too fast, or has a wrong body."""
    _check_host()
    if request.method in _SAFE_METHODS:
        if request.content_length:
            raise Refused(message("web.error.not_understood"))
        return
    _check_origin()
    _check_rate()
    if _needs_pairing() and not carried_token():
        raise _not_paired()
    if request.content_length:
        _check_body(request.content_length)


def _check_host() -> None:
    """Refuse a host name that is not this machine's (DNS rebinding)."""
    if not is_own_name(request.host, current_app.config["NAMES"]):
        raise Refused(message("join.other_name", name=request.host[:80]), 421)


def _needs_pairing() -> bool:
    if request.method in _SAFE_METHODS or request.endpoint is None:
        return False
    return not _is_marked("is_for_all")


def _is_marked(mark: str) -> bool:
    """Whether the requested view has this attribute, which `web.api.operation.Operation` sets."""
    return request.endpoint is not None and getattr(current_app.view_functions[request.endpoint], mark, False) is True


def _check_body(length: int) -> None:
    """Refuse a body whose media type or length the view does not take."""
    if request.routing_exception is not None:
        raise request.routing_exception
    if _is_marked("has_files"):
        if request.mimetype != FORM:
            raise Refused(message("web.error.not_multipart"), 415)
        most = MAX_UPLOAD_BYTES
    else:
        if not request.is_json:
            raise Refused(message("web.error.not_json"), 415)
        most = MAX_JSON_BYTES
    if length > most:
        raise RequestEntityTooLarge


def _check_rate() -> None:
    # The connection's own address: headers such as X-Forwarded-For can be forged.
    kind = "uploads" if request.mimetype == FORM else "changes"
    limit: RateLimit = current_app.extensions[kind]
    if wait_s := limit.wait_s(request.remote_addr or ""):
        raise Refused(message("pairing.too_fast", seconds=wait_s), 429, code="pairing.wait", wait_s=wait_s)


def _check_origin() -> None:
    if not is_from_own_page():
        raise Refused(message("web.error.other_site"), 403)


def is_from_own_page() -> bool:
    """Whether a page of this server sent the current request."""
    # Browsers send Sec-Fetch-Site only to https and localhost, and Origin with every request that may change something.
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site == "same-origin"
    return urlsplit(request.headers.get("Origin", "")).netloc == request.host


def photo_turn() -> AbstractContextManager[None]:
    """Wait until no other phone's photograph is being read; raises `Refused` when that takes too long."""
    return in_turn(current_app.extensions["photo_turn"], waits().photo_s, Refused(message("web.error.busy"), 503))
