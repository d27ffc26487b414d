"""The parser of the command line, with help and errors in the reader's language."""

import argparse
import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import ClassVar, NoReturn

from device.texts import LANGUAGES, USUAL, catalogue, say
from engines.messages import Fact, message

# argparse's English errors, each with the key of its translation below `help.wrong`.
_ERRORS = (
    ("unknown", r"unrecognized arguments: (?P<words>.*)"),
    ("missing", r"the following arguments are required: (?P<words>.*)"),
    ("choice", r"argument (?P<option>.*): invalid choice: '?(?P<value>.*?)'? \(choose from (?P<allowed>.*)\)"),
    ("number", r"argument (?P<option>.*): invalid int value: '(?P<value>.*)'"),
    ("no_value", r"argument (?P<option>.*): expected (?:one|at least one) argument"),
    ("value", r"argument (?P<option>.*): ignored explicit argument '(?P<value>.*)'"),
    ("not_both", r"argument (?P<option>.*): not allowed with argument (?P<other>.*)"),
    ("ambiguous", r"ambiguous option: (?P<option>.*) could match (?P<allowed>.*)"),
)


class CommandParser(argparse.ArgumentParser):
    """A parser with help and errors in the `language` of its class; the texts are in the catalogues."""

    language: ClassVar[str] = USUAL

    def help_of(self, option: str, **facts: Fact) -> str:
        """The help text of an option of this command."""
        return say(message(f"help.{self.prog.split()[-1]}.{option}", **facts), self.language)

    def error(self, message: str) -> NoReturn:
        """Report what is wrong and where the help is; exits with status 2."""
        self.exit(2, _translated_error(message, self.prog, self.language) + "\n")


class Commands:
    """The commands of a parser; each command adds itself."""

    def __init__(self, parser: CommandParser) -> None:
        self._language = parser.language
        title = say(message("help.commands"), self._language)
        self._parsers = parser.add_subparsers(title=title, metavar="COMMAND", parser_class=type(parser))

    def add(self, name: str, run: Callable[[argparse.Namespace], int]) -> CommandParser:
        """Add a command and return its parser; `run` carries the command out and returns the exit status."""
        about = say(message(f"help.{name}.about"), self._language)
        description = catalogue(self._language).get(f"help.{name}.description", about)
        formatter = partial(_Formatter, language=self._language)
        parser = self._parsers.add_parser(
            name, help=about, description=description.strip(), formatter_class=formatter, add_help=False
        )
        _add_common_options(parser, argparse.SUPPRESS)
        parser.set_defaults(run=run)
        return parser


def create_parser(language: str) -> CommandParser:
    """The parser that the commands are added to."""

    class LocalisedParser(CommandParser):
        pass

    LocalisedParser.language = language
    parser = LocalisedParser(
        prog="jarapon",
        description=say(message("help.about"), language),
        epilog=say(message("help.more"), language),
        formatter_class=partial(_Formatter, language=language),
        add_help=False,
    )
    _add_common_options(parser, language)
    return parser


def _add_common_options(parser: CommandParser, default: str) -> None:
    """Add the options that every command has."""
    texts = {name: say(message(f"help.{name}"), parser.language) for name in ("help", "lang")}
    parser.add_argument("-h", "--help", action="help", help=texts["help"])
    parser.add_argument("--lang", choices=LANGUAGES, default=default, help=texts["lang"])


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Formats help with its headings in a language."""

    def __init__(self, prog: str, language: str) -> None:
        super().__init__(prog, max_help_position=30)
        self._language = language

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        """Add the line that shows how the command is written."""
        heading = say(message("help.usage"), self._language) + " "
        super().add_usage(usage, actions, groups, heading if prefix is None else prefix)

    def start_section(self, heading: str | None) -> None:
        """Start a section of the options; argparse's own headings are English and are translated."""
        key = {"positional arguments": "help.arguments", "options": "help.options"}.get(heading or "")
        super().start_section(say(message(key), self._language) if key else heading)


def _translated_error(english: str, program: str, language: str) -> str:
    """An error of argparse in a language, with where the help is."""
    said = message("help.wrong.other", words=english)
    for key, pattern in _ERRORS:
        if found := re.fullmatch(pattern, english):
            facts = {name: value.replace("'", "") for name, value in found.groupdict().items()}
            said = message(f"help.wrong.{key}", **facts)
    return say(message("help.see", said=say(said, language), program=program), language)
