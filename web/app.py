"""The Flask application factory."""

from collections.abc import Iterable

from flask import Flask
from werkzeug.routing import IntegerConverter, Map

from web.api.broker import broker
from web.api.bug_report import bug_reports
from web.api.camera import calibration, meter, zones
from web.api.demo import demo
from web.api.entering import entering
from web.api.evenings import evening_totals
from web.api.frame import frame
from web.api.games import games
from web.api.hands import hands
from web.api.lessons import lessons, sheet_prints
from web.api.machine import box_time, network, voice, wiring
from web.api.moves import moves
from web.api.openapi import openapi
from web.api.pairing import pairing
from web.api.player_history import player_history
from web.api.seats import own_seat, players, seat
from web.api.set_check import set_check
from web.api.sheet_editor import sheet_editor
from web.api.table import changing
from web.compression import register_compression
from web.configure import configure
from web.full_jpegs import register_full_jpegs
from web.limits import MAX_NUMBER, USUAL_WAITS, Waits
from web.live.stream import live, register_streams
from web.pages.api_page import api_page
from web.pages.campaigns import campaign_pages
from web.pages.join import join
from web.pages.pages import pages
from web.pages.rules import rule_pages
from web.static_files import versioned_address


def create_app(services: Iterable[object], names: tuple[str, ...] = (), waits: Waits = USUAL_WAITS) -> Flask:
    """Create the application over a box's `services`, for `web.server.http.open_server` or a test client.

    It answers to the machine's own names and addresses, and to the further host `names`.
    """
    app = Flask(__name__, static_url_path=versioned_address())
    app.url_map.converters["int"] = _Number
    configure(app, services, names, waits)
    register_streams(app)
    register_full_jpegs(app)
    register_compression(app)
    parts = (
        pages, campaign_pages, rule_pages, live, changing, seat, own_seat, moves, entering, hands, games,
        evening_totals, player_history, pairing, join,
        calibration, meter, zones, frame, lessons, sheet_prints, set_check, players, sheet_editor, wiring,
        voice, network, broker, demo, box_time, openapi, bug_reports, api_page,
    )  # fmt: skip
    for blueprint in parts:
        app.register_blueprint(blueprint)
    return app


class _Number(IntegerConverter):
    """A whole number in a path, up to what the journal can count; a greater one is not found."""

    def __init__(self, addresses: Map) -> None:
        super().__init__(addresses, max=MAX_NUMBER)
