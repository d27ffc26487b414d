"""`jarapon`: the command line. Every command is a module of `device.commands`; every error is one sentence."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any, NoReturn, TypeAlias

from device.commands import bench, doctor, games, hand, markers, phones, read, replay, run, teach
from device.sheets import offer_sheets
from device.texts import LANGUAGES, language_of, say
from engines.contract import BadRecord, IllegalMove
from engines.messages import Refusal
from vision.pictures import BadPicture
from vision.teaching import CannotTeach

Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

COMMANDS = (run, teach, read, hand, replay, games, doctor, phones, markers, bench)
ANSWER_IS_NO = 1
WRONG_USAGE = 2
INTERRUPTED = 130

# What was given could be looked at, and the answer is no: an illegal record, a photograph that cannot be read.
NO = (BadRecord, IllegalMove, BadPicture, CannotTeach)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; gives its exit status: 0 for success, 1 when the answer is no, 2 for what cannot be done."""
    args = command_line().parse_args(arguments)
    try:
        offer_sheets()
        status = int(args.run(args))
        sys.stdout.flush()
    except Refusal as refusal:
        sys.stderr.write(say(refusal.said, args.lang) + "\n")
        return ANSWER_IS_NO if isinstance(refusal, NO) else WRONG_USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has read enough (`| head`); nothing more can be written at the end either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status


def command_line() -> argparse.ArgumentParser:
    """The parser of all commands; after parsing, `run` is the command's function and `lang` the language."""
    parser = argparse.ArgumentParser(prog="jarapon", description="A box beside the table that watches and keeps score.")
    parser.add_argument("--version", action=_Version, nargs=0, help="say which version this is")
    _add_language(parser, language_of())
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add_parser(subparsers)
    for subparser in subparsers.choices.values():
        _add_language(subparser, argparse.SUPPRESS)
    return parser


def _add_language(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument("--lang", choices=LANGUAGES, default=default, help="language (default: that of the machine)")


class _Version(argparse.Action):
    """Asks for the version only when somebody wants to know."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        parser.exit(message=f"jarapon {version('jarapon-companion')}\n")
