"""The live table on a phone; holds no game logic and no state of its own."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from web.app import create_app
    from web.server import WebServer, open_server
    from web.watched_server import WatchedServer

__all__ = ["WatchedServer", "WebServer", "create_app", "open_server"]
_WHERE = {
    "WatchedServer": "web.watched_server",
    "WebServer": "web.server",
    "create_app": "web.app",
    "open_server": "web.server",
}


def __getattr__(name: str) -> object:
    """Load what is asked for only then: safe mode makes do with the parts that need little."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_WHERE[name]), name)
