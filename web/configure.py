"""What every page of the box does alike: its errors and languages, whom it serves, what browsers may do with it."""

from collections.abc import Iterable
from threading import Lock

from flask import Flask, Response

from device.texts import LANGUAGES, grammar
from web.errors import register_errors
from web.languages import remember_language, spoken, text
from web.limits import MAX_PHONE_NAME, UPLOAD_BYTES, USUAL_WAITS, Waits
from web.places import other_places
from web.security.guard import register_guard
from web.static_files import register_static_files

_ONLY_OURS = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "connect-src 'self'{elsewhere}",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)


def configure(app: Flask, services: Iterable[object], names: tuple[str, ...] = (), waits: Waits = USUAL_WAITS) -> None:
    """Have an `app` that was made with `static_url_path=versioned_address()` serve the page of a box.

    Handlers find each of the `services` by its type. It answers to the machine's own names and addresses, and to these
    further names.
    """
    app.extensions["services"], app.extensions["waits"] = services, waits
    app.extensions["report"] = Lock()  # one bug report at a time: each starts other programs
    app.json.ensure_ascii = False  # type: ignore[attr-defined]  # of Flask's default provider
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.policies["json.dumps_kwargs"] = {"separators": (",", ":")}  # a page's data comes before it is seen
    register_errors(app)
    register_guard(app, names)
    register_static_files(app)
    app.context_processor(
        lambda: {
            "text": text,
            "spoken": spoken,
            "languages": LANGUAGES,
            "own_name": lambda language: grammar(language).own_name,
            "titles": lambda: " ".join(grammar(spoken()).titles),
            "upload_megabytes": UPLOAD_BYTES // 1024**2,
            "longest_phone_name": MAX_PHONE_NAME,
        }
    )
    app.after_request(remember_language)
    app.after_request(_safe)


def _safe(response: Response) -> Response:
    """What browsers must not do with our pages, and that nothing is kept of which nothing says that it may be."""
    # A page that has lost the box asks for it at its other addresses.
    elsewhere = "".join(f" {place}" for place in other_places()) if response.mimetype == "text/html" else ""
    response.headers["Content-Security-Policy"] = _ONLY_OURS.format(elsewhere=elsewhere)
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    response.headers.setdefault("Cache-Control", "no-store")
    return response
