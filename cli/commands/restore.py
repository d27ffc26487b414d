"""`jarapon restore`: puts a backup back; what was there is set aside, never deleted."""

import argparse
import json
import sys
from datetime import datetime
from pathlib import Path

from cli.box_data import data_for
from cli.parser import Commands
from device.record.backups import restore
from device.texts import say
from engines.messages import message


def add_parser(commands: Commands) -> None:
    """Add `restore` to the command line."""
    parser = commands.add("restore", run)
    parser.add_argument("backup", type=Path, metavar="BACKUP", help=parser.help_of("backup"))
    parser.add_argument("--data", type=Path, metavar="DIR", help=parser.help_of("data"))
    parser.add_argument("--json", action="store_true", help=parser.help_of("json"))


def run(args: argparse.Namespace) -> int:
    """Print what was put back; after a `JournalTrouble` or `BadBackup` nothing has changed."""
    names, aside = restore(args.backup, data_for(args, "restore", new=True), datetime.now())
    if args.json:
        line = json.dumps({"restored": names, "set_aside": str(aside)}, ensure_ascii=False)
    else:
        line = say(message("backup.restored", files=" ".join(names), aside=str(aside)), args.lang)
    sys.stdout.write(line + "\n")
    return 0
