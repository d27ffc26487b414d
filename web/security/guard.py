"""What a request must be before the box changes anything for it: from our own page, of a paired phone, bounded.

Anybody in the network may watch. Whatever is not asked with GET needs a paired phone, unless its view is marked as
`is_for_all`, so that a view that somebody forgets to think about is closed. A view that `has_files` takes a form
(multipart); all others take JSON, and little of it.
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
    JSON_BYTES,
    UPLOAD_BYTES,
    UPLOAD_EVERY_SECONDS,
    UPLOADS_AT_ONCE,
)
from web.security.hosts import is_own_name
from web.security.rate_limit import RateLimit
from web.services import service, waits

PHONE_COOKIE = "phone"  # before it the box, where it knows one: see `own_cookie`
_MAX_COOKIE_SECONDS = 400 * 24 * 3600  # browsers keep none for longer
FORM = "multipart/form-data"
_ASKING = frozenset({"GET", "HEAD", "OPTIONS"})
JUDGED = "jarapon.judged"  # in the environment of a request that the server has had judged by its header


@dataclass(frozen=True)
class Judged:
    """What becomes of a request by its header: whether it is refused, and whether a paired phone sent it."""

    refusal: Refused | HTTPException | None = None
    is_paired: bool = False


def register_guard(app: Flask, names: tuple[str, ...] = ()) -> None:
    """Keep `app` from answering to strangers' names, and from changing anything for whoever may not.

    `names` are further ones of this machine, besides those that it knows itself.
    """
    app.config["MAX_CONTENT_LENGTH"] = UPLOAD_BYTES
    app.config["NAMES"] = names
    # Decoded photographs are large: together, those of many phones would not fit into the box.
    app.extensions["photo_turn"] = BoundedSemaphore(1)
    app.extensions["changes"] = RateLimit(CHANGES_AT_ONCE, CHANGE_EVERY_SECONDS)
    app.extensions["uploads"] = RateLimit(UPLOADS_AT_ONCE, UPLOAD_EVERY_SECONDS)
    app.request_class = _Request
    app.before_request(_only_what_may_be_answered)
    app.after_request(_renew_cookie)


def own_cookie() -> str:
    """The name of the cookie in which a phone carries this box's token.

    A browser keeps one of each name for an address, and several boxes may be found at one: two on one machine, or those
    of two homes, each at `jarapon.local`.
    """
    box = service(Pairing).phones.box
    return f"{box}-{PHONE_COOKIE}" if box else PHONE_COOKIE


def give_cookie(response: Response, token: str) -> None:
    """Have the phone that asks carry this token."""
    # Not `secure`: in a home network there is no certificate, and a cookie that is only sent over TLS is never sent.
    response.set_cookie(own_cookie(), token, max_age=_MAX_COOKIE_SECONDS, httponly=True, samesite="Strict")


def take_cookie(response: Response, token: str) -> None:
    """Have the phone that asks carry this token no longer; another box's under the name that all once had stays."""
    for name in (PHONE_COOKIE, own_cookie()):
        if request.cookies.get(name) == token:
            response.delete_cookie(name, httponly=True, samesite="Strict")


def carried_token() -> str:
    """The token of the paired phone that asks, which does not yet count as its last visit; empty for any other.

    Phones that were paired when all boxes had a cookie of the same name carry it under that name until it is renewed.
    """
    phones = service(Pairing).phones
    carried = (request.cookies.get(name, "") for name in (own_cookie(), PHONE_COOKIE))
    return next((token for token in carried if token and phones.has(token)), "")


def _renew_cookie(response: Response) -> Response:
    if g.get("phone") is not None and (token := carried_token()) not in ("", request.cookies.get(own_cookie())):
        give_cookie(response, token)
    return response


def this_phone() -> Phone | None:
    """The paired phone that asks; None for one that may only watch."""
    if "phone" not in g:
        token = carried_token()
        g.phone = service(Pairing).phones.known(token) if token else None
    phone: Phone | None = g.phone
    return phone


def paired_only() -> Phone:
    """The paired phone that asks; raises `Refused` for any other. For GET requests whose answer is not for everybody.

    Scripts know this refusal by its code, and then ask for the code on the box's display.
    """
    phone = this_phone()
    if phone is None:
        raise _not_paired()
    return phone


def _not_paired() -> Refused:
    was_paired = not request.cookies.keys().isdisjoint((own_cookie(), PHONE_COOKIE))
    said = message("pairing.no_longer") if was_paired else message("pairing.not_paired")
    return Refused(said, 403, code="not_paired")


class _Request(Request):
    """A request whose files stay in memory, where its body is as well: what comes at once is bounded."""

    def _get_file_stream(self, *_: object, **__: object) -> BytesIO:
        return BytesIO()


def judge(app: Flask, environment: dict[str, object]) -> Judged:
    """Judge a request with a body by its WSGI environment alone, without waiting for anything.

    What it says goes into the environment as `JUDGED`, and the request is not judged again when it is answered.
    """
    with app.request_context(environment):
        try:
            _may_be_answered()
        except (Refused, HTTPException) as refusal:
            return Judged(refusal)
        return Judged(is_paired=bool(carried_token()))


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
    if _needs_pairing() and not carried_token():
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
    return not _is_marked("is_for_all")


def _is_marked(mark: str) -> bool:
    """Whether the view that is asked is marked, as `web.api.operation.Operation` does it."""
    return request.endpoint is not None and getattr(current_app.view_functions[request.endpoint], mark, False) is True


def _right_body(length: int) -> None:
    """Refuse a body that the view does not take, or not of this length."""
    if request.routing_exception is not None:
        raise request.routing_exception
    if _is_marked("has_files"):
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
    limit: RateLimit = current_app.extensions[kind]
    if wait_s := limit.wait_s(request.remote_addr or ""):
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


def photo_turn() -> AbstractContextManager[None]:
    """Wait until no other phone's photograph is being read; raises `Refused` when that takes too long."""
    return in_turn(current_app.extensions["photo_turn"], waits().photo_s, Refused(message("web.error.busy"), 503))
