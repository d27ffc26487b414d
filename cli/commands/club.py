"""`jarapon club`: the club server, until it is stopped. What it needs beyond a box is imported only here."""

import argparse
import os
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from cli.parser import Commands
from cli.stop_request import StopRequest
from device.broker import PASSWORD, BrokerSettings
from device.system.faults import log_faults_of_threads
from device.system.supervision import Supervisor
from device.texts import say
from engines.messages import Message, Refusal, message

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

    log_faults_of_threads()
    stop = StopRequest()
    settings = broker_settings(args.broker, os.environ)
    engine = open_database(args.database or usual_url(args.data))
    tables = LiveTables()

    def report(troubles: Mapping[str, Message]) -> None:
        for said in troubles.values() or [message("club.well", broker=settings.shown)]:
            sys.stderr.write(say(said, args.lang) + "\n")

    supervisor = Supervisor(report)
    with Subscriber(settings, engine, tables) as subscriber:
        supervisor.watch(subscriber.thread)
        supervisor.hear(subscriber.troubles)
        while not stop.wait(POLL_S):
            supervisor.check()
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
    settings, password = BrokerSettings(url), environment.get(PASSWORD)
    return settings.with_password(password) if password and not settings.password else settings
