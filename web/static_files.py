"""Stylesheets, scripts and icon under addresses that change with what is in them, so that phones keep them for good.

A page's stylesheets come together in one answer: each request costs a slow phone, and the box, more than its bytes.
"""

import hashlib
import re
from pathlib import Path

from flask import Flask, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

STATIC = Path(__file__).parent / "static"
_YEAR_SECONDS = 365 * 24 * 3600
THEMES = ("system", "light", "dark")  # as its phone has chosen and keeps it in a cookie, else as its system is
_DARK, _BOTH = "(prefers-color-scheme: dark)", "color-scheme: light dark"
_WHEN = {"light": "not all", "dark": "all"}
_COMMENTS_AND_INDENTS = re.compile(r"/\*.*?\*/\s*|(?<=\n)\s+", re.DOTALL)  # a phone has no use for them


def versioned_address() -> str:
    """Where the files are found, as they are now; whoever edits one starts the box again.

    >>> versioned_address()[:8]
    '/static/'
    """
    digest = hashlib.sha256()
    for path in sorted(STATIC.iterdir()):
        data = path.read_bytes()
        digest.update(f"{path.name} {len(data)} ".encode() + data)
    return f"/static/{digest.hexdigest()[:12]}"


def register_static_files(app: Flask) -> None:
    """Serve the files of an `app` that was made with `static_url_path=versioned_address()`, and teach its templates
    `stylesheet("style", "live")`, the address of stylesheets in this order as one.
    """
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = _YEAR_SECONDS
    app.add_url_rule(f"{app.static_url_path}/sheets/<names>.css", "stylesheet", _together)
    app.add_url_rule("/static/<before>/<path:filename>", "static_before", _as_it_is_now)
    app.context_processor(lambda: {"stylesheet": _address, "theme": theme, "themes": THEMES})


def _address(*names: str) -> str:
    """Where stylesheets are found together, in the colours of the request."""
    wish = theme()
    return url_for("stylesheet", names="-".join(names), theme=None if wish == THEMES[0] else wish)


def _together(names: str) -> Response:
    """Stylesheets in this order, each once."""
    chosen = names.split("-")
    there = {sheet.stem for sheet in STATIC.glob("*.css")}
    if not there.issuperset(chosen) or len(set(chosen)) < len(chosen):
        abort(404)
    sheets = "".join((STATIC / f"{name}.css").read_text("utf-8") for name in chosen)
    response = Response(
        themed(_COMMENTS_AND_INDENTS.sub("", sheets), request.args.get("theme", "")), mimetype="text/css"
    )
    response.cache_control.public, response.cache_control.max_age = True, _YEAR_SECONDS
    response.add_etag()
    response.make_conditional(request)
    return response


def _as_it_is_now(before: str, filename: str) -> AnyResponse:  # noqa: ARG001 — all that is left of it is its address
    """A page that was open while the box was brought up to date still finds what its scripts import later."""
    return redirect(url_for("static", filename=filename))


def theme() -> str:
    """The theme of the request that is being answered."""
    wish = request.cookies.get("theme", "")
    return wish if wish in THEMES else THEMES[0]


def themed(sheet: str, wish: str) -> str:
    """A stylesheet that is light or dark whatever the system is.

    >>> themed("@media (prefers-color-scheme: dark) {}", "dark")
    '@media all {}'
    """
    if wish not in _WHEN:
        return sheet
    return sheet.replace(_DARK, _WHEN[wish]).replace(_BOTH, f"color-scheme: {wish}")
