"""The club's Flask application factory."""

from collections.abc import Iterable
from pathlib import Path

from flask import Flask, Response, send_from_directory
from sqlalchemy.orm import Session, sessionmaker

from club.errors import register_errors
from club.login import login, register_login
from device.config.language import BoxLanguage
from device.texts import language_of
from web.compression import register_compression
from web.languages import page_texts, remember_language
from web.limits import MAX_JSON_BYTES
from web.security.headers import policy, restrict
from web.static_files import STATIC, register_static_files, versioned_address

_STATIC = Path(__file__).parent / "static"
_POLICY = policy(form_action="'self'", img_src="'self'")


def create_app(sessions: sessionmaker[Session], services: Iterable[object] = (), names: tuple[str, ...] = ()) -> Flask:
    """Create the application over the club's database and further `services`, which handlers find by their types.

    It answers to the machine's own names and addresses, and to the further host `names`.
    """
    app = Flask(__name__, static_url_path=versioned_address(_STATIC))
    app.extensions["services"] = (BoxLanguage(language_of()), sessions, *services)
    app.config["MAX_CONTENT_LENGTH"] = MAX_JSON_BYTES
    app.jinja_env.lstrip_blocks = app.jinja_env.trim_blocks = True
    register_errors(app)
    register_login(app, sessions, names)
    register_static_files(app, _STATIC)
    register_compression(app)
    app.context_processor(page_texts)
    app.after_request(remember_language)
    app.after_request(lambda response: restrict(response, _POLICY))
    app.add_url_rule("/icon.svg", "icon", _icon)
    for blueprint in (login,):
        app.register_blueprint(blueprint)
    return app


def _icon() -> Response:
    return send_from_directory(STATIC, "icon.svg")
