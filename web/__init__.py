"""The live table on a phone; holds no game logic and no state of its own."""

from web.app import create_app
from web.server import WebServer, open_server

__all__ = ["WebServer", "create_app", "open_server"]
