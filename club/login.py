"""The login of whoever runs the evening: one password. Everybody may watch.

Any method but GET needs the login, but for the login itself: views are closed by default.
"""

import secrets
from collections.abc import Mapping
from pathlib import Path
from threading import Lock

import msgspec
from flask import Blueprint, Flask, current_app, redirect, render_template, request, session, url_for
from flask.sessions import SecureCookieSessionInterface
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.security import check_password_hash, generate_password_hash
from werkzeug.wrappers import Response

from club.tables import LiveTables
from device.system.error_text import os_error_text
from device.system.whole_files import read_kept, write_whole
from device.texts import say
from engines.messages import Message, Refusal, message
from web.errors import Refused
from web.languages import request_language
from web.limits import MAX_JSON_BYTES
from web.security.guard import JUDGEMENT, Judgement, is_from_own_page
from web.security.hosts import is_own_name
from web.security.rate_limit import RateLimit
from web.services import service

FILE = "login.json"
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another
_LOGINS_AT_ONCE, _LOGIN_EVERY_S = 5, 20.0  # of each address
_SESSION_S = 16 * 3600  # an evening and its morning after

login = Blueprint("login", __name__)


class Login(msgspec.Struct, frozen=True):
    """The password of whoever runs the evening, as its digest, and the key that signs logins."""

    digest: str
    session_key: str


def kept_login(data: Path) -> tuple[Login, Message | None]:
    """The login that the folder `data` keeps; where it keeps none a new one, and the message of its password.

    Raises `Refusal` where it cannot be read or kept.
    """
    file = data / FILE
    try:
        data.mkdir(parents=True, exist_ok=True)
        kept, trouble = read_kept(file, msgspec.json.Decoder(Login).decode, "club.login.damaged")
        if trouble is not None:
            raise Refusal(trouble)
        if kept is not None:
            return kept, None
        password = "".join(secrets.choice(_LETTERS) for _ in range(12))
        new = Login(generate_password_hash(password), secrets.token_hex())
        write_whole(file, msgspec.json.encode(new), 0o600)
    except OSError as error:
        raise Refusal(message("club.login.not_kept", why=os_error_text(error))) from error
    return new, message("club.new_password", password=password, file=str(file))


def register_login(app: Flask, kept: Login, names: tuple[str, ...]) -> None:
    """Have `app` check host, origin and login of every request; `names`: host names besides the machine's own."""
    app.secret_key = kept.session_key
    app.session_interface = _Sessions()
    app.config |= {
        "MAX_CONTENT_LENGTH": MAX_JSON_BYTES,
        "SESSION_COOKIE_NAME": "organiser",
        "SESSION_COOKIE_SAMESITE": "Strict",
        "PERMANENT_SESSION_LIFETIME": _SESSION_S,
        "SESSION_REFRESH_EACH_REQUEST": False,
        "NAMES": names,
    }
    app.extensions["logins"] = RateLimit(_LOGINS_AT_ONCE, _LOGIN_EVERY_S)
    app.extensions["hashing"] = Lock()  # one password at a time: to compare one takes 32 MB
    app.before_request(_check_request)
    app.context_processor(lambda: {"is_organiser": is_organiser})


def is_organiser() -> bool:
    """Whether whoever runs the evening sent the current request."""
    return session.get("organiser") is True


@login.get("/login")
def page() -> str:
    """Show the login, or what else whoever is logged in may do here."""
    refused = list(service(LiveTables).refused.items())
    return render_template("login.html", refused=[(table, say(why, request_language())) for table, why in refused])


@login.post("/login")
def log_in() -> Response:
    """Compare the password; attempts of an address are slowed down, and none of others."""
    # The connection's own address: headers such as X-Forwarded-For can be forged.
    if wait_s := current_app.extensions["logins"].wait_s(request.remote_addr or ""):
        raise Refused(message("club.login.too_fast", seconds=wait_s), 429, wait_s=wait_s)
    with current_app.extensions["hashing"]:
        if not check_password_hash(service(Login).digest, request.form.get("password", "")):
            raise Refused(message("club.login.wrong"), 403)
    session.permanent, session["organiser"] = True, True
    return redirect("/", 303)


@login.post("/logout")
def log_out() -> Response:
    """Forget the login of this browser."""
    session.clear()
    return redirect(url_for("login.page"), 303)


def judge(_: Flask, environment: Mapping[str, object]) -> Judgement:
    """Refuse a body that no form has, before it is read; whatever else is wrong is found when it has been."""
    is_long = int(str(environment.get("CONTENT_LENGTH") or 0)) > MAX_JSON_BYTES
    return Judgement(RequestEntityTooLarge() if is_long else None)


def _check_request() -> None:
    """Refuse another machine's host name (DNS rebinding), another site's page, and changes without the login."""
    judgement: Judgement | None = request.environ.get(JUDGEMENT)
    if judgement is not None and judgement.refusal is not None:
        raise judgement.refusal
    if not is_own_name(request.host, current_app.config["NAMES"]):
        raise Refused(message("club.error.other_name", name=request.host[:80]), 421)
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    if not is_from_own_page():
        raise Refused(message("club.error.other_site"), 403)
    if request.endpoint not in (None, "login.log_in") and not is_organiser():  # None: there is no such address
        raise Refused(message("club.login.needed"), 403)


class _Sessions(SecureCookieSessionInterface):
    """Keeps the cookie off the plain network where the page, or the proxy before it, is encrypted."""

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002 — part of the interface
        return request.is_secure or request.headers.get("X-Forwarded-Proto") == "https"
