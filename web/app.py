"""The application: the page's blueprints around one box, with the same manners for every answer."""

from typing import TYPE_CHECKING

from flask import Flask, Response, request

from web.changing import changing
from web.errors import register_errors
from web.guard import register_guard
from web.hands import hands
from web.languages import remember_language, spoken, text
from web.lessons import lessons
from web.limits import UPLOAD_BYTES
from web.live import live, register_streams
from web.pages import pages

if TYPE_CHECKING:
    from device.box import Box

_ONLY_OURS = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)


def create_app(box: "Box") -> Flask:
    """The page of a box, ready to be served by `web.open_server` or asked by a test client."""
    app = Flask(__name__)
    app.extensions["box"] = box
    app.config["LANGUAGE"] = box.language
    app.json.ensure_ascii = False  # type: ignore[attr-defined]  # of Flask's default provider
    register_errors(app)
    register_guard(app)
    register_streams(app)
    app.context_processor(lambda: {"text": text, "spoken": spoken, "upload_megabytes": UPLOAD_BYTES // 1024**2})
    app.after_request(remember_language)
    app.after_request(_safe)
    for blueprint in (pages, live, changing, hands, lessons):
        app.register_blueprint(blueprint)
    return app


def _safe(response: Response) -> Response:
    """What browsers must not do with our pages, and that nothing alive is kept."""
    response.headers["Content-Security-Policy"] = _ONLY_OURS
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "no-store")
    return response
