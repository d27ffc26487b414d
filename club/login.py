"""The login of whoever runs the evening: one password. Everybody may watch.

Any method but GET needs the login, unless the view is marked by `for_all`: views are closed by default.
"""

import secrets
from collections.abc import Callable, Mapping
from threading import Lock
from typing import TypeVar

from flask import Blueprint, Flask, current_app, redirect, render_template, request, session, url_for
from flask.sessions import SecureCookieSessionInterface
from sqlalchemy import Engine
from sqlalchemy.orm import Session
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.security import check_password_hash, generate_password_hash
from werkzeug.wrappers import Response

from club.models import Setting
from club.tables import LiveTables
from device.texts import say
from engines.messages import message
from web.errors import Refused
from web.languages import request_language, text
from web.limits import MAX_JSON_BYTES
from web.security.guard import JUDGEMENT, Judgement, is_from_own_page
from web.security.hosts import is_own_name
from web.security.rate_limit import RateLimit
from web.services import service

MIN_PASSWORD, MAX_PASSWORD = 8, 200  # letters
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another
_PASSWORD, _KEY = "password", "session_key"  # keys of `Setting`
_LOGINS_AT_ONCE, _LOGIN_EVERY_S = 5, 20.0  # of each address
_SESSION_S = 16 * 3600  # an evening and its morning after
_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
View = TypeVar("View", bound=Callable[..., object])

login = Blueprint("login", __name__)


def register_login(app: Flask, engine: Engine, names: tuple[str, ...]) -> None:
    """Have `app` check host, origin and login of every request; `names`: host names besides the machine's own."""
    app.secret_key = _session_key(engine)
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


def first_password(engine: Engine) -> str | None:
    """Make up a password and keep its digest, at the first start; None where there is one already."""
    password = "".join(secrets.choice(_LETTERS) for _ in range(12))
    with Session(engine) as database, database.begin():
        if database.get(Setting, _PASSWORD) is not None:
            return None
        database.add(Setting(key=_PASSWORD, value=generate_password_hash(password)))
    return password


def is_organiser() -> bool:
    """Whether whoever runs the evening sent the current request."""
    return session.get("organiser") is True


def for_all(view: View) -> View:
    """Mark a view that everybody may use, whatever its method."""
    view.is_for_all = True  # type: ignore[attr-defined]
    return view


@login.get("/login")
def page() -> str:
    """Show the login, or what else whoever is logged in may do here."""
    refused = {
        table: text("club.login.refused_of", count=one.count, why=say(one.last, request_language()))
        for table, one in service(LiveTables).refused().items()
    }
    return render_template("login.html", shortest=MIN_PASSWORD, longest=MAX_PASSWORD, refused=refused)


@login.post("/login")
@for_all
def log_in() -> Response:
    """Compare the password; attempts of an address are slowed down, and none of others."""
    # The connection's own address: headers such as X-Forwarded-For can be forged.
    if wait_s := current_app.extensions["logins"].wait_s(request.remote_addr or ""):
        raise Refused(message("club.login.too_fast", seconds=wait_s), 429, wait_s=wait_s)
    _check_password(request.form.get("password", ""))
    session.permanent, session["organiser"] = True, True
    return redirect("/", 303)


@login.post("/logout")
def log_out() -> Response:
    """Forget the login of this browser."""
    session.clear()
    return redirect(url_for("login.page"), 303)


@login.post("/password")
def change_password() -> Response:
    """Keep another password; every other browser has to log in again."""
    _check_password(request.form.get("old", ""))
    password = request.form.get("new", "")
    if not MIN_PASSWORD <= len(password) <= MAX_PASSWORD:
        raise Refused(message("club.login.bad_length", shortest=MIN_PASSWORD, longest=MAX_PASSWORD), 422)
    key = secrets.token_hex()
    with Session(service(Engine)) as database, database.begin():
        database.merge(Setting(key=_PASSWORD, value=generate_password_hash(password)))
        database.merge(Setting(key=_KEY, value=key))
    current_app.secret_key, session.modified = key, True
    return redirect(url_for("login.page"), 303)


def _check_password(password: str) -> None:
    """Raise `Refused` for a wrong password."""
    with Session(service(Engine)) as database:
        kept = database.get(Setting, _PASSWORD)
    with current_app.extensions["hashing"]:
        is_right = kept is not None and check_password_hash(kept.value, password[:MAX_PASSWORD])
    if not is_right:
        raise Refused(message("club.login.wrong"), 403)


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
    if request.method in _SAFE_METHODS:
        return
    if not is_from_own_page():
        raise Refused(message("club.error.other_site"), 403)
    view = current_app.view_functions.get(request.endpoint or "")
    if view is not None and not getattr(view, "is_for_all", False) and not is_organiser():
        raise Refused(message("club.login.needed"), 403)


def _session_key(engine: Engine) -> str:
    """The key that signs logins; it is made at the first start."""
    with Session(engine) as database, database.begin():
        kept = database.get(Setting, _KEY)
        if kept is None:
            kept = Setting(key=_KEY, value=secrets.token_hex())
            database.add(kept)
        return kept.value


class _Sessions(SecureCookieSessionInterface):
    """Keeps the cookie off the plain network where the page, or the proxy before it, is encrypted."""

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002 — part of the interface
        return request.is_secure or request.headers.get("X-Forwarded-Proto") == "https"
