"""The application: the page's blueprints around one box, with the same manners for every answer."""

from typing import TYPE_CHECKING

from flask import Flask, Response
from werkzeug.routing import IntegerConverter, Map

from web.api_page import api_page
from web.calibrating import calibrating
from web.changing import changing
from web.errors import register_errors
from web.full_jpegs import register_full_jpegs
from web.games import games
from web.guard import register_guard
from web.hands import hands
from web.join import join
from web.languages import remember_language, spoken, text
from web.lessons import lessons
from web.limits import GREATEST_NUMBER, LONGEST_PHONE_NAME, UPLOAD_BYTES
from web.live import live, register_streams
from web.moves import moves
from web.pages import pages
from web.pairing import pairing
from web.seat import seat
from web.sheet_editor import sheet_editor
from web.static_files import register_static_files, versioned_address
from web.wiring import wiring

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


def create_app(box: "Box", names: tuple[str, ...] = ()) -> Flask:
    """The page of a box, ready to be served by `web.open_server` or asked by a test client.

    It answers to the machine's own names and addresses, and to these further names.
    """
    app = Flask(__name__, static_url_path=versioned_address())
    app.extensions["box"] = box
    app.config["LANGUAGE"] = box.language
    app.json.ensure_ascii = False  # type: ignore[attr-defined]  # of Flask's default provider
    app.url_map.converters["int"] = _Number
    register_errors(app)
    register_guard(app, names)
    register_streams(app)
    register_full_jpegs(app)
    register_static_files(app)
    app.context_processor(
        lambda: {
            "text": text,
            "spoken": spoken,
            "upload_megabytes": UPLOAD_BYTES // 1024**2,
            "longest_phone_name": LONGEST_PHONE_NAME,
        }
    )
    app.after_request(remember_language)
    app.after_request(_safe)
    parts = (
        pages, live, changing, hands, lessons, pairing, join, sheet_editor, calibrating, wiring, games, moves, api_page,
        seat,
    )  # fmt: skip
    for blueprint in parts:
        app.register_blueprint(blueprint)
    return app


class _Number(IntegerConverter):
    """A whole number in an address; nothing is found under one that is greater than the journal can count."""

    def __init__(self, addresses: Map) -> None:
        super().__init__(addresses, max=GREATEST_NUMBER)


def _safe(response: Response) -> Response:
    """What browsers must not do with our pages, and that nothing is kept of which nothing says that it may be."""
    response.headers["Content-Security-Policy"] = _ONLY_OURS
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    response.headers.setdefault("Cache-Control", "no-store")
    return response
