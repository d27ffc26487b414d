"""`jarapon bench`: the measurements of the docs, where the project's `tools/` are installed."""

import argparse
from importlib import import_module
from importlib.util import find_spec

from cli.parser import Commands
from engines.messages import Refusal, message


def add_parser(commands: Commands) -> None:
    """Adds `bench` and its kinds to the command line; a player's box has none, and says so."""
    parser = commands.add("bench", run)
    if _is_installed():
        import_module("tools.bench.command").add_kinds(parser)
    else:
        parser.add_argument("what", nargs=argparse.REMAINDER)


def run(args: argparse.Namespace) -> int:  # noqa: ARG001
    """Says where the measurements are, on a box without them."""
    raise Refusal(message("bench.not_installed"))


def _is_installed() -> bool:
    try:
        return find_spec("tools.bench") is not None
    except ModuleNotFoundError:  # not even `tools`
        return False
