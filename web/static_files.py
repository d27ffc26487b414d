"""Static files under addresses that change with their content, so that browsers can cache them for good.

A page's stylesheets are concatenated into one response: on a slow phone a request costs more than its bytes.
"""

import hashlib
import re
from pathlib import Path

from flask import Flask, Response, abort, current_app, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

STATIC = Path(__file__).parent / "static"
_YEAR_SECONDS = 365 * 24 * 3600
THEMES = ("system", "light", "dark")  # chosen on the phone and stored in a cookie; "system" follows the phone's setting
_DARK, _BOTH = "(prefers-color-scheme: dark)", "color-scheme: light dark"
_WHEN = {"light": "not all", "dark": "all"}
_COMMENTS_AND_INDENTS = re.compile(r"/\*.*?\*/\s*|(?<=\n)\s+", re.DOTALL)


def versioned_address(*further: Path) -> str:
    """The address of the static files, with a digest of their content; editing one needs a restart.

    `further`: folders with static files besides the box's own.

    >>> versioned_address()[:8]
    '/static/'
    """
    digest = hashlib.sha256()
    for path in sorted(path for folder in (STATIC, *further) for path in folder.iterdir()):
        data = path.read_bytes()
        digest.update(f"{path.name} {len(data)} ".encode() + data)
    return f"/static/{digest.hexdigest()[:12]}"


def register_static_files(app: Flask, *further: Path) -> None:
    """Serve the static files of an `app` that was created with `static_url_path=versioned_address(*further)`.

    Templates get `stylesheet("style", "live")`, the address of these stylesheets concatenated in this order.
    """
    app.config["STYLESHEETS"] = {sheet.stem: sheet for folder in (STATIC, *further) for sheet in folder.glob("*.css")}
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = _YEAR_SECONDS
    app.add_url_rule(f"{app.static_url_path}/sheets/<names>.css", "stylesheet", _serve_stylesheets)
    app.add_url_rule("/static/<before>/<path:filename>", "static_before", _redirect_to_current)
    app.context_processor(lambda: {"stylesheet": _stylesheet_url, "theme": theme, "themes": THEMES})


def _stylesheet_url(*names: str) -> str:
    """The address of concatenated stylesheets, in the theme of the current request."""
    choice = theme()
    return url_for("stylesheet", names="-".join(names), theme=None if choice == THEMES[0] else choice)


def _serve_stylesheets(names: str) -> Response:
    """Answer with stylesheets concatenated in this order; 404 for unknown or repeated names."""
    chosen = names.split("-")
    there: dict[str, Path] = current_app.config["STYLESHEETS"]
    if not there.keys() >= set(chosen) or len(set(chosen)) < len(chosen):
        abort(404)
    sheets = "".join(there[name].read_text("utf-8") for name in chosen)
    response = Response(
        themed(_COMMENTS_AND_INDENTS.sub("", sheets), request.args.get("theme", "")), mimetype="text/css"
    )
    response.cache_control.public, response.cache_control.max_age = True, _YEAR_SECONDS
    response.add_etag()
    response.make_conditional(request)
    return response


def _redirect_to_current(before: str, filename: str) -> AnyResponse:  # noqa: ARG001 — part of the address
    """Redirect an address from before an update: an open page may import further scripts later."""
    return redirect(url_for("static", filename=filename))


def theme() -> str:
    """The theme of the current request."""
    choice = request.cookies.get("theme", "")
    return choice if choice in THEMES else THEMES[0]


def themed(sheet: str, choice: str) -> str:
    """Fix a stylesheet to the light or dark theme, whatever the system's; other wishes change nothing.

    >>> themed("@media (prefers-color-scheme: dark) {}", "dark")
    '@media all {}'
    """
    if choice not in _WHEN:
        return sheet
    return sheet.replace(_DARK, _WHEN[choice]).replace(_BOTH, f"color-scheme: {choice}")
