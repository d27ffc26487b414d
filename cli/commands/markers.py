"""`jarapon markers FILE`: writes the page of corner markers to print."""

import argparse
import sys
from pathlib import Path

from cli.parser import Commands
from device.marker_page import Kind, marker_page
from device.system.error_text import os_error_text
from device.system.whole_files import write_whole
from device.texts import say
from engines.messages import Refusal, message

_KINDS: dict[str, Kind] = {".pdf": "PDF", ".png": "PNG"}


def add_parser(commands: Commands) -> None:
    """Add `markers` to the command line."""
    parser = commands.add("markers", run)
    parser.add_argument("file", type=Path, metavar="FILE", help=parser.help_of("file"))


def run(args: argparse.Namespace) -> int:
    """Write the page; raises `Refusal` for an unknown file ending, or if it cannot be written."""
    kind = _KINDS.get(args.file.suffix.lower())
    if kind is None:
        raise Refusal(message("markers.unknown_ending", file=str(args.file)))
    try:
        write_whole(args.file, marker_page(kind))
    except OSError as error:
        raise Refusal(message("markers.cannot_write", file=str(args.file), reason=os_error_text(error))) from error
    sys.stdout.write(say(message("markers.written", file=str(args.file)), args.lang) + "\n")
    return 0
