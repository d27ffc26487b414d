"""`jarapon`: the command line. Every command is a module of `cli.commands`; every error is one sentence."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from importlib.metadata import version
from typing import NoReturn

from cli.first_screen import FirstScreen
from cli.parser import CommandParser, Commands, create_parser
from cli.standard_streams import language_shown, standard_streams
from cli.start_guard import guarded_start
from device.system.start_options import Options, command_of
from device.texts import language_of, say, say_refusal
from engines.contract import BadRecord, IllegalMove
from engines.messages import Refusal, message

COMMANDS = (
    "run",
    "teach",
    "read",
    "check-set",
    "hand",
    "replay",
    "games",
    "doctor",
    "phones",
    "markers",
    "first-boot",
    "backup",
    "restore",
    "club",
    "bench",
)
ANSWER_IS_NO = 1
WRONG_USAGE = 2
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0 for success, 1 if the answer is no, 2 if it cannot be done."""
    words = sys.argv[1:] if arguments is None else arguments
    with standard_streams(words):
        return _run_command(words)


def _run_command(words: Sequence[str]) -> int:
    asked = Options.of(words).language
    language = language_shown(asked)
    if language != asked:
        said = message("output.no_letters", language=asked, encoding=sys.stdout.encoding)
        sys.stderr.write(say(said, language) + "\n")
    try:
        with _flushed_output(), guarded_start(words) as up, FirstScreen(words) as first_screen:
            args = command_line(language, command_of(words)).parse_args(words)
            args.up, args.first_screen = up, first_screen
            # The terminal does not decide what the box itself speaks.
            args.box_language = asked if args.lang == language else args.lang
            args.lang = language = language_shown(args.lang)
            return int(args.run(args))
    except Refusal as refusal:
        sys.stderr.write(say_refusal(refusal, language) + "\n")
        return ANSWER_IS_NO if _is_no(refusal) else WRONG_USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return 0  # the reader of our output has read enough (`| head`)


@contextmanager
def _flushed_output() -> Iterator[None]:
    """Flush standard output at the end of the block, however it ends."""
    try:
        yield
    finally:
        sys.stdout.flush()


def command_line(language: str | None = None, command: str = "") -> CommandParser:
    """The parser of all commands; after parsing, `run` is the command's function and `lang` the language.

    If `command` is one of them, only that one is added, so that the libraries of the others are not loaded.
    """
    parser = create_parser(language or language_of())
    said = say(message("help.version"), parser.language)
    parser.add_argument("--version", action=_Version, nargs=0, help=said)
    parser.set_defaults(run=partial(_show_help, parser), box_language=None)
    commands = Commands(parser)
    # Imported only now: a broken library of a command may be what keeps the box from starting.
    for name in (command,) if command in COMMANDS else COMMANDS:
        import_module(f"cli.commands.{name.replace('-', '_')}").add_parser(commands)
    return parser


def _show_help(parser: CommandParser, _: argparse.Namespace) -> int:
    parser.print_help()
    return 0


def _is_no(refusal: Refusal) -> bool:
    """Whether a refusal answers no about a valid input, such as an illegal record or an unreadable photograph."""
    from vision.faces.teaching import CannotTeach
    from vision.pictures import BadPicture

    return isinstance(refusal, BadRecord | IllegalMove | BadPicture | CannotTeach)


class _Version(argparse.Action):
    """Looks up the version only when `--version` is given."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        parser.exit(message=f"jarapon {version('jarapon-companion')}\n")
