"""Configuration that the normal page and safe mode share: errors, languages, request checks, response headers."""

from collections.abc import Iterable
from threading import Lock

from flask import Flask, Response

from device.texts import grammar
from web.errors import register_errors
from web.languages import page_texts, remember_language, request_language
from web.limits import MAX_PHONE_NAME, MAX_UPLOAD_BYTES, USUAL_WAITS, Waits
from web.places import other_origins
from web.security.guard import register_guard
from web.security.headers import policy, restrict
from web.static_files import register_static_files


def configure(app: Flask, services: Iterable[object], names: tuple[str, ...] = (), waits: Waits = USUAL_WAITS) -> None:
    """Configure an `app` that was created with `static_url_path=versioned_address()`.

    Handlers find each of the `services` by its type. The app answers to the machine's own names and addresses, and to
    the further host `names`.
    """
    app.extensions["services"], app.extensions["waits"] = services, waits
    app.extensions["report"] = Lock()  # one bug report at a time, since each starts other programs
    app.json.ensure_ascii = False  # type: ignore[attr-defined]  # of Flask's default provider
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.policies["json.dumps_kwargs"] = {"separators": (",", ":")}  # compact: pages embed their data
    register_errors(app)
    register_guard(app, names)
    register_static_files(app)
    app.context_processor(page_texts)
    app.context_processor(
        lambda: {
            "titles": lambda: " ".join(grammar(request_language()).titles),
            "upload_megabytes": MAX_UPLOAD_BYTES // 1024**2,
            "longest_phone_name": MAX_PHONE_NAME,
        }
    )
    app.after_request(remember_language)
    app.after_request(_add_security_headers)


def _add_security_headers(response: Response) -> Response:
    """Add the headers that every response has."""
    # A page that has lost the box tries its other addresses.
    origins = "".join(f" {origin}" for origin in other_origins()) if response.mimetype == "text/html" else ""
    return restrict(response, policy(connect_src=f"'self'{origins}"))
