"""The application: the page's blueprints around one box, with the same manners for every answer."""

from typing import TYPE_CHECKING

from flask import Flask
from werkzeug.routing import IntegerConverter, Map

from web.api_page import api_page
from web.calibrating import calibrating
from web.changing import changing
from web.full_jpegs import register_full_jpegs
from web.games import games
from web.hands import hands
from web.join import join
from web.lessons import lessons
from web.limits import GREATEST_NUMBER
from web.live import live, register_streams
from web.manners import give_manners
from web.moves import moves
from web.pages import pages
from web.pairing import pairing
from web.seat import seat
from web.sheet_editor import sheet_editor
from web.static_files import versioned_address
from web.wiring import wiring

if TYPE_CHECKING:
    from device.box import Box


def create_app(box: "Box", names: tuple[str, ...] = ()) -> Flask:
    """The page of a box, ready to be served by `web.open_server` or asked by a test client.

    It answers to the machine's own names and addresses, and to these further names.
    """
    app = Flask(__name__, static_url_path=versioned_address())
    app.url_map.converters["int"] = _Number
    give_manners(app, box, names)
    register_streams(app)
    register_full_jpegs(app)
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
