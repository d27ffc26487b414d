"""`jarapon bench`: the measurements of the docs, if the project's `tools/` are installed."""

import argparse
from importlib import import_module
from importlib.util import find_spec

from cli.parser import Commands
from engines.messages import Refusal, message


def add_parser(commands: Commands) -> None:
    """Add `bench` and its kinds to the command line; on a player's box, which has no tools, it takes any words."""
    parser = commands.add("bench", run)
    if _is_installed():
        import_module("tools.bench.command").add_kinds(parser)
    else:
        parser.add_argument("what", nargs=argparse.REMAINDER)


def run(args: argparse.Namespace) -> int:  # noqa: ARG001
    """Refuse, with where the measurements are: this box has no tools."""
    raise Refusal(message("bench.not_installed"))


def _is_installed() -> bool:
    try:
        return find_spec("tools.bench") is not None
    except ModuleNotFoundError:  # not even `tools`
        return False
