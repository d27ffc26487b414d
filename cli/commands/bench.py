"""`jarapon bench`: the measurements of the docs, where the project's `tools/` are installed."""

import argparse
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from engines.messages import Refusal, message

if TYPE_CHECKING:
    from cli.main import Subparsers


def add_parser(subparsers: "Subparsers") -> None:
    """Adds `bench` and its kinds to the command line; a player's box has none, and says so."""
    parser = subparsers.add_parser("bench", help="measure reading, engines or the page")
    if find_spec("tools.bench") is None:
        parser.add_argument("what", nargs=argparse.REMAINDER)
        parser.set_defaults(run=_say_where_they_are)
        return
    import_module("tools.bench.command").add_kinds(parser)


def _say_where_they_are(args: argparse.Namespace) -> int:  # noqa: ARG001
    raise Refusal(message("bench.not_installed"))
