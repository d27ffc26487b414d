"""The club's Flask application factory."""

from pathlib import Path

from flask import Flask, send_from_directory
from sqlalchemy import Engine
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from werkzeug.routing import IntegerConverter, Map

from club.login import Login, login, register_login
from club.pages.asked import MAX_ID, game_title, local_time
from club.pages.exports import exports
from club.pages.live import Troubles, live
from club.pages.plans import plans
from club.pages.players import players
from club.pages.ranking import ranking
from club.pages.results import results
from club.tables import LiveTables
from device.config.language import BoxLanguage
from device.texts import language_of
from web.compression import register_compression
from web.errors import register_errors, timed_out
from web.languages import page_texts, remember_language
from web.security.headers import policy, restrict
from web.static_files import STATIC, register_static_files, versioned_address

_STATIC = Path(__file__).parent / "static"
_POLICY = policy(form_action="'self'", img_src="'self'")


def create_app(
    engine: Engine, tables: LiveTables, troubles: Troubles, kept: Login, names: tuple[str, ...] = ()
) -> Flask:
    """Create the application over the club's database and its live tables.

    `troubles` gives what keeps the tables from being read now, by part. The app answers to the machine's own names and
    addresses, and to the further host `names`.
    """
    app = Flask(__name__, static_url_path=versioned_address(_STATIC))
    app.extensions["services"] = (BoxLanguage(language_of()), engine, tables, kept)
    app.extensions["troubles"] = troubles
    app.url_map.converters["int"] = _Id
    app.jinja_env.lstrip_blocks = app.jinja_env.trim_blocks = True
    register_errors(app, "club.error")
    for away in (OperationalError, InterfaceError, PoolTimeout):
        app.register_error_handler(away, timed_out)  # while the database is away
    register_login(app, kept, names)
    register_static_files(app, _STATIC)
    register_compression(app)
    app.context_processor(page_texts)
    app.context_processor(lambda: {"game_title": game_title, "local_time": local_time})
    app.after_request(remember_language)
    app.after_request(lambda response: restrict(response, _POLICY))
    app.add_url_rule("/icon.svg", "icon", lambda: send_from_directory(STATIC, "icon.svg"))
    for blueprint in (live, results, players, ranking, plans, exports, login):
        app.register_blueprint(blueprint)
    return app


class _Id(IntegerConverter):
    """An id in a path; a number that no id can be is not found."""

    def __init__(self, addresses: Map) -> None:
        super().__init__(addresses, max=MAX_ID)
