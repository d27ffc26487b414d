"""`jarapon backup`: makes a backup of what the box keeps, also while it runs."""

import argparse
import json
import sys
from datetime import datetime
from pathlib import Path

from cli.box_data import data_for
from cli.parser import Commands
from device.record.backup_files import folders_of
from device.record.backups import BadBackup, back_up
from device.record.journal_file import FILE_FAILURES
from device.system.data_folder import DEMO_DATA, JOURNAL
from device.system.error_text import error_text
from device.texts import say
from engines.messages import message


def add_parser(commands: Commands) -> None:
    """Add `backup` to the command line."""
    parser = commands.add("backup", run)
    parser.add_argument("--data", type=Path, metavar="DIR", help=parser.help_of("data"))
    parser.add_argument("--to", type=Path, metavar="DIR", help=parser.help_of("to"))
    parser.add_argument("--json", action="store_true", help=parser.help_of("json"))


def run(args: argparse.Namespace) -> int:
    """Print a line for each file; raises `BadBackup` if there is nothing to back up, or no room."""
    data = data_for(args, "backup", JOURNAL)
    if not (data / JOURNAL).exists():
        demo = data / DEMO_DATA
        if (demo / JOURNAL).exists():
            raise BadBackup(message("backup.only_demo", folder=str(data), demo=str(demo)))
        raise BadBackup(message("backup.no_journal", folder=str(data)))
    try:
        done = back_up(data, [args.to] if args.to else folders_of(data), datetime.now())
    except FILE_FAILURES as error:
        raise BadBackup(message("backup.failed", reason=error_text(error))) from error
    for file in done.files:
        said = say(message("backup.made", file=str(file)), args.lang)
        made = {"file": str(file), "bytes": file.stat().st_size}
        sys.stdout.write((json.dumps(made, ensure_ascii=False) if args.json else said) + "\n")
    for failed in done.failed:
        sys.stderr.write(say(failed, args.lang) + "\n")
    return 1 if done.failed else 0
