"""`jarapon club`: the club server, until it is stopped. What it needs beyond a box is imported only here."""

import argparse
import os
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from cli.parser import Commands
from cli.stop_request import StopRequest
from device.broker import PASSWORD, BrokerSettings
from device.phones.addresses import own_addresses, url_of
from device.system.faults import log_faults_of_threads
from device.system.start_options import USUAL_HOST, USUAL_PORTS
from device.system.supervision import Supervisor
from device.texts import say
from engines.messages import Message, Refusal, message

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from club.pages.live import Troubles
    from club.tables import LiveTables
    from web.server.http import WebServer

USUAL_BROKER = "mqtt://localhost"
USUAL_DATA = Path("club-data")
USUAL_TABLES = 20
POLL_S = 0.5
_PACKAGES = ("alembic", "networkx", "psycopg", "sqlalchemy")  # of the extra `club`


def add_parser(commands: Commands) -> None:
    """Add `club` to the command line, with a command of its own."""
    parser = commands.add("club", run)
    parser.add_argument("--broker", default=USUAL_BROKER, metavar="URL", help=parser.help_of("broker"))
    parser.add_argument("--database", metavar="URL", help=parser.help_of("database"))
    parser.add_argument("--host", default=USUAL_HOST, metavar="ADDRESS", help=parser.help_of("host"))
    parser.add_argument("--port", type=int, metavar="N", help=parser.help_of("port"))
    parser.add_argument("--name", action="append", default=[], metavar="NAME", help=parser.help_of("name"))
    parser.add_argument("--data", type=Path, default=USUAL_DATA, metavar="DIR", help=parser.help_of("data"))
    _add_broker(Commands(parser))


def _add_broker(commands: Commands) -> None:
    parser = commands.add("broker", run_broker)
    parser.add_argument("folder", type=Path, metavar="DIR", help=parser.help_of("folder"))
    parser.add_argument("--tables", type=int, default=USUAL_TABLES, metavar="N", help=parser.help_of("tables"))
    parser.add_argument("--host", metavar="NAME", help=parser.help_of("host"))


def run_broker(args: argparse.Namespace) -> int:
    """Write the files of a broker and a card for each table, and print what to do next."""
    from club.broker import write_broker

    said = write_broker(args.folder, args.tables, args.lang, args.host)
    sys.stdout.write(say(said, args.lang) + "\n")
    return 0


def run(args: argparse.Namespace) -> int:
    """Run the club server until a signal; returns 0."""
    if not all(map(find_spec, _PACKAGES)):
        raise Refusal(message("club.missing"))
    from club.database import open_database, usual_url
    from club.subscriber import Subscriber
    from club.tables import LiveTables
    from web.server.watched import WatchedServer

    log_faults_of_threads()
    stop = StopRequest()
    settings = broker_settings(args.broker, os.environ)
    engine = open_database(args.database or usual_url(args.data))
    tables = LiveTables()

    def report(troubles: Mapping[str, Message]) -> None:
        for said in troubles.values() or [message("club.well", broker=settings.shown)]:
            sys.stderr.write(say(said, args.lang) + "\n")

    supervisor = Supervisor(report)
    subscriber = Subscriber(settings, engine, tables)
    with WatchedServer(_open_pages(args, engine, tables, subscriber.troubles)) as server, subscriber:
        sys.stdout.write(
            say(message("club.page_at", url=url_of(_shown_host(server.host), server.port)), args.lang) + "\n"
        )
        sys.stdout.flush()
        supervisor.watch(server)
        supervisor.watch(subscriber.thread)
        supervisor.hear(subscriber.troubles)
        while not stop.wait(POLL_S):
            supervisor.check()
    engine.dispose()
    return 0


def _open_pages(args: argparse.Namespace, engine: "Engine", tables: "LiveTables", troubles: "Troubles") -> "WebServer":
    """Serve the pages, at the given port or at the first free one of the usual ports; says the first password."""
    from club.app import create_app
    from club.login import first_password, judge
    from web.server.http import open_first_free

    if password := first_password(engine):
        sys.stdout.write(say(message("club.first_password", password=password), args.lang) + "\n")
    app = create_app(engine, tables, troubles, tuple(args.name))
    return open_first_free(app, USUAL_PORTS if args.port is None else (args.port,), args.host, judge)


def _shown_host(host: str) -> str:
    """The address at which most will reach a server that listens there."""
    return next(iter(own_addresses(host)), "127.0.0.1")


def broker_settings(url: str, environment: Mapping[str, str]) -> BrokerSettings:
    """The broker at an address, with the password of the environment where the address has none.

    Without `://` it is the folder of a broker of `jarapon club broker`. Raises `Refusal`.

    >>> broker_settings("mqtt://club@localhost", {"JARAPON_MQTT_PASSWORD": "secret"}).password
    'secret'
    """
    if "://" not in url:
        from club.broker import server_settings

        return server_settings(Path(url))
    settings, password = BrokerSettings(url), environment.get(PASSWORD)
    return settings.with_password(password) if password and not settings.password else settings
