"""`jarapon bench`: the measurements of the docs, where the project's `tools/` are installed."""

import argparse
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from engines.messages import Refusal, message

if TYPE_CHECKING:
    from cli.parser import Commands


def add_parser(commands: "Commands") -> None:
    """Adds `bench` and its kinds to the command line; a player's box has none, and says so."""
    parser = commands.add("bench")
    if find_spec("tools.bench") is None:
        parser.add_argument("what", nargs=argparse.REMAINDER)
        parser.set_defaults(run=_say_where_they_are)
        return
    import_module("tools.bench.command").add_kinds(parser)


def _say_where_they_are(args: argparse.Namespace) -> int:  # noqa: ARG001
    raise Refusal(message("bench.not_installed"))
