"""`jarapon club broker DIR`: writes the files of a club's broker, and a sheet with a card for each table."""

import argparse
import sys
from pathlib import Path

from cli.parser import Commands
from device.texts import say

USUAL_TABLES = 20


def add_parser(commands: Commands) -> None:
    """Add `broker` to the commands of `jarapon club`."""
    parser = commands.add("broker", run)
    parser.add_argument("folder", type=Path, metavar="DIR", help=parser.help_of("folder"))
    parser.add_argument("--tables", type=int, default=USUAL_TABLES, metavar="N", help=parser.help_of("tables"))
    parser.add_argument("--host", metavar="NAME", help=parser.help_of("host"))


def run(args: argparse.Namespace) -> int:
    """Write the files, and print what to do next."""
    from club.broker import write_broker

    said = write_broker(args.folder, args.tables, args.lang, args.host)
    sys.stdout.write(say(said, args.lang) + "\n")
    return 0
