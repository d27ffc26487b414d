"""`jarapon club`: the club server, until it is stopped. What it needs beyond a box is imported only here."""

import argparse
import gc
import os
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from itertools import count
from pathlib import Path

from cli.parser import Commands
from cli.stop_request import StopRequest
from device.broker import BrokerSettings
from device.phones.addresses import own_addresses, url_of
from device.system.faults import log_faults_of_threads
from device.system.start_options import USUAL_HOST, USUAL_PORTS
from device.system.supervision import Supervisor
from device.texts import say
from engines.messages import Message, Refusal, message

USUAL_BROKER = "mqtt://club@localhost"
USUAL_DATA = Path("club-data")
POLL_S = 0.5
# A full collection of garbage takes a tenth of a second, in which no page is answered: one after so many smaller ones.
FULL_COLLECTION_EVERY = 120
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
    parser.add_argument("--tables", type=int, default=20, metavar="N", help=parser.help_of("tables"))
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
    from club.app import create_app
    from club.database import open_database, usual_url
    from club.login import judge, kept_login
    from club.subscriber import Subscriber
    from club.tables import LiveTables
    from web.server.http import open_first_free
    from web.server.watched import WatchedServer

    def show(said: Message) -> None:
        sys.stdout.write(say(said, args.lang) + "\n")
        sys.stdout.flush()

    def report(troubles: Mapping[str, Message]) -> None:
        for said in troubles.values() or [message("club.well", broker=settings.shown)]:
            sys.stderr.write(say(said, args.lang) + "\n")

    log_faults_of_threads()
    stop, supervisor, tables = StopRequest(), Supervisor(report), LiveTables()
    settings = broker_settings(args.broker, os.environ)
    engine = open_database(args.database or usual_url(args.data))
    login, new_password = kept_login(args.data)
    if new_password is not None:
        show(new_password)
    subscriber = Subscriber(settings, engine, tables)
    app = create_app(engine, tables, subscriber.troubles, login, tuple(args.name))
    pages = open_first_free(app, USUAL_PORTS if args.port is None else (args.port,), args.host, judge)
    # The loop below alone collects garbage. Before 3.12 Python does so whenever anything is allocated, amid the storing
    # of an attribute, too. Where the end of an object then stores another of the same object (SQLAlchemy does), all of
    # its attributes are freed twice, and the server crashes.
    gc.disable()
    with WatchedServer(pages) as server, subscriber:
        host = next(iter(own_addresses(server.host)), "127.0.0.1")  # where most will reach it
        show(message("club.page_at", url=url_of(host, server.port)))
        supervisor.watch(server)
        supervisor.watch(subscriber.thread)
        supervisor.hear(subscriber.troubles)
        turns = count()
        while not stop.wait(POLL_S):
            supervisor.check()
            gc.collect(1 if next(turns) % FULL_COLLECTION_EVERY else 2)
    engine.dispose()
    return 0


def broker_settings(url: str, environment: Mapping[str, str]) -> BrokerSettings:
    """The broker at an address, with the password of the environment where the address has none.

    Without `://` it is the folder of a broker of `jarapon club broker`. Raises `Refusal`.

    >>> broker_settings("mqtt://club@localhost", {"JARAPON_MQTT_PASSWORD": "secret"}).password
    'secret'
    """
    if "://" not in url:
        from club.broker import server_settings

        return server_settings(Path(url))
    return BrokerSettings(url).with_password_of(environment)
