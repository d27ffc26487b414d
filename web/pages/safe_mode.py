"""The page of a box in safe mode: what is wrong, and what can be done. Requests are checked as usual."""

from flask import Blueprint, Flask, Response, jsonify, render_template, request

from device.config.language import BoxLanguage
from device.safe_mode.safe_mode import SafeMode
from device.system.last_good_settings import differing
from device.texts import say
from engines.messages import message
from web.api.bug_report import report_file
from web.api.fields import Nothing, message_of
from web.api.operation import received
from web.api.pairing import pairing
from web.configure import configure
from web.errors import Refused
from web.languages import request_language
from web.services import service
from web.static_files import versioned_address

safe_mode = Blueprint("safe_mode", __name__)
SOON_S = 60  # after which scripts of other pages may retry


def create_safe_app(safe: SafeMode, names: tuple[str, ...] = ()) -> Flask:
    """Create the application of safe mode, which answers at every address of the normal page."""
    app = Flask("web", static_url_path=versioned_address())
    configure(app, (BoxLanguage(safe.language), safe.pairing, safe), names)
    app.context_processor(lambda: {"in_safe_mode": True})
    app.register_blueprint(pairing)
    app.register_blueprint(safe_mode)
    return app


@safe_mode.get("/", defaults={"_any": ""})
@safe_mode.get("/<path:_any>")
def page(_any: str) -> str:
    """What is wrong, what can be done, and what the last good settings would change."""
    if request.path.startswith("/api/"):
        raise Refused(message("safe_mode.no_table"), 503, code="safe_mode", wait_s=SOON_S)
    safe = service(SafeMode)
    return render_template(
        "safe_mode.html",
        said=say(safe.said, request_language()),
        at="" if safe.starts.last is None else safe.starts.last.at.replace("T", " "),
        failed=safe.starts.failed,
        minutes=None if safe.next_try_s is None else max(1, round(safe.next_try_s / 60)),
        differing=differing(safe.options.data),
    )


@safe_mode.get("/api/safe_mode")
def state() -> Response:
    """What is wrong, and when the box tries again by itself: `{"key", "facts", "sentence", "failed", "next_try_s"}`."""
    safe = service(SafeMode)
    return jsonify(failed=safe.starts.failed, next_try_s=safe.next_try_s, **message_of(safe.said, request_language()))


@safe_mode.post("/api/safe_mode/start")
def start() -> Response:
    """Try a normal start now: `{}`."""
    received(Nothing)
    service(SafeMode).start_normally()
    return jsonify(message_of(message("safe_mode.starting"), request_language()))


@safe_mode.post("/api/safe_mode/good")
def use_good_settings() -> Response:
    """Put the last good settings back, and start with them: `{}`."""
    received(Nothing)
    replaced = service(SafeMode).use_good_settings()
    said = message("safe_mode.replaced", files=" ".join(replaced)) if replaced else message("safe_mode.same")
    return jsonify(files=replaced, **message_of(said, request_language()))


@safe_mode.get("/api/safe_mode/report.zip")
def report() -> Response:
    """The bug report, for paired phones only; with `?journal=1` the recorded games as well."""
    safe = service(SafeMode)
    data, language = safe.options.data, safe.options.language
    return report_file(data, language, safe.starts, journal=request.args.get("journal") == "1")
