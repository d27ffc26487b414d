"""All tables live, on one page that renews itself."""

import hashlib
import math
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from threading import Lock

from flask import Blueprint, Response, abort, current_app, jsonify, render_template, request
from sqlalchemy import Engine

from club.database import DatabaseTrouble, check
from club.heard import heard
from club.tables import LiveTables
from device.texts import say
from engines.messages import Message
from web.languages import request_language
from web.security.headers import policy
from web.services import service

RENEWED_EVERY_S = 1.0  # for all who watch together: what they see is at most so old
_SANDBOX = policy(script_src="'none'", style_src="'unsafe-inline'", img_src="data:", connect_src="'none'") + "; sandbox"
_YEAR_SECONDS = 365 * 24 * 3600
_rendering = Lock()
Troubles = Callable[[], Mapping[str, Message]]

live = Blueprint("live", __name__)


@live.get("/")
def page() -> str:
    """Show all tables; the page renews itself."""
    return render_template("live.html", tables=_fragment(request_language()))


@live.get("/live")
def fragment() -> Response:
    """Answer with what changes on the page."""
    response = Response(_fragment(request_language()), mimetype="text/html")
    response.add_etag()
    response.make_conditional(request)
    return response


@live.get("/tables/<table>/<box>/board.svg")
def board(table: str, box: str) -> Response:
    """Answer with the drawing that a table has sent, which may do nothing but be seen."""
    found = service(LiveTables).get(table, box)
    if found is None or found.board is None:
        abort(404)
    response = Response(found.board, mimetype="image/svg+xml")
    response.headers["Content-Security-Policy"] = _SANDBOX
    if request.args.get("v") == version_of(found.board):
        response.cache_control.max_age, response.cache_control.immutable = _YEAR_SECONDS, True
    return response


@live.get("/healthz")
def health() -> Response:
    """Answer whether database and broker are there, for programs that watch the server: 200 or 503.

    `received` counts the broker's messages since the start.
    """
    troubles = dict(current_app.extensions["troubles"]())
    try:
        check(service(Engine))
    except DatabaseTrouble as trouble:
        troubles["database"] = trouble.said
    said = {part: say(trouble, request_language()) for part, trouble in troubles.items()}
    response = jsonify({"troubles": said, "received": service(LiveTables).received})
    response.status_code = 503 if troubles else 200
    return response


def _fragment(language: str) -> str:
    """The tables as HTML; rendered once for all who watch at the time."""
    rendered: dict[str, tuple[float, str]] = current_app.extensions.setdefault("rendered", {})
    with _rendering:
        at_s, html = rendered.get(language, (-math.inf, ""))
        if time.monotonic() - at_s >= RENEWED_EVERY_S:
            html = _render(service(LiveTables), language)
            rendered[language] = time.monotonic(), html
    return html


def _render(live_tables: LiveTables, language: str) -> str:
    now = datetime.now(UTC)
    tables = []
    for table in live_tables.all():
        need = table.needs(now)
        minutes = int((now - table.progress).total_seconds() // 60) if table.is_playing else 0
        tables.append((table, heard(need.said, language) if need else "", minutes))
    troubles = [say(said, language) for said in current_app.extensions["troubles"]().values()]
    doubles = " ".join(live_tables.doubles())
    return render_template("tables.html", tables=tables, troubles=troubles, doubles=doubles, version=version_of)


def version_of(drawing: bytes) -> str:
    """What stands in the address of a drawing, so that browsers can keep it."""
    return hashlib.sha256(drawing).hexdigest()[:12]
