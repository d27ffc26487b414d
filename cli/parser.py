"""The parser of the command line, which explains itself and says what is wrong in the reader's language."""

import argparse
import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import ClassVar, NoReturn

from device.texts import LANGUAGES, USUAL, catalogue, say
from engines.messages import Fact, message

_WRONG = (
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
    """A parser that speaks the `language` of its class; what it says of an option stands in the texts."""

    language: ClassVar[str] = USUAL

    def help_of(self, option: str, **facts: Fact) -> str:
        """What the help says of an option of this command."""
        return say(message(f"help.{self.prog.split()[-1]}.{option}", **facts), self.language)

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the words, and where they are explained; ends with status 2."""
        self.exit(2, _wrong(message, self.prog, self.language) + "\n")


class Commands:
    """The commands of a parser, to which each adds itself."""

    def __init__(self, parser: CommandParser) -> None:
        self._language = parser.language
        title = say(message("help.commands"), self._language)
        self._parsers = parser.add_subparsers(title=title, metavar="COMMAND", parser_class=type(parser))

    def add(self, name: str, run: Callable[[argparse.Namespace], int]) -> CommandParser:
        """The parser of a new command, which `run` carries out; it gives the exit status."""
        about = say(message(f"help.{name}.about"), self._language)
        description = catalogue(self._language).get(f"help.{name}.description", about)
        formatter = partial(_Formatter, language=self._language)
        parser = self._parsers.add_parser(
            name, help=about, description=description.strip(), formatter_class=formatter, add_help=False
        )
        _add_usual(parser, argparse.SUPPRESS)
        parser.set_defaults(run=run)
        return parser


def parser_of_all(language: str) -> CommandParser:
    """The parser that the commands are added to."""

    class Spoken(CommandParser):
        pass

    Spoken.language = language
    parser = Spoken(
        prog="jarapon",
        description=say(message("help.about"), language),
        epilog=say(message("help.more"), language),
        formatter_class=partial(_Formatter, language=language),
        add_help=False,
    )
    _add_usual(parser, language)
    return parser


def _add_usual(parser: CommandParser, default: str) -> None:
    """What every command has."""
    usual = {name: say(message(f"help.{name}"), parser.language) for name in ("help", "lang")}
    parser.add_argument("-h", "--help", action="help", help=usual["help"])
    parser.add_argument("--lang", choices=LANGUAGES, default=default, help=usual["lang"])


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Help with its headings in a language."""

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
        """The line that shows how the command is written."""
        heading = say(message("help.usage"), self._language) + " "
        super().add_usage(usage, actions, groups, heading if prefix is None else prefix)

    def start_section(self, heading: str | None) -> None:
        """The heading of some of the options; those that argparse itself gives are English."""
        key = {"positional arguments": "help.arguments", "options": "help.options"}.get(heading or "")
        super().start_section(say(message(key), self._language) if key else heading)


def _wrong(english: str, program: str, language: str) -> str:
    """What argparse has found wrong, in a language."""
    said = message("help.wrong.other", words=english)
    for key, pattern in _WRONG:
        if found := re.fullmatch(pattern, english):
            facts = {name: value.replace("'", "") for name, value in found.groupdict().items()}
            said = message(f"help.wrong.{key}", **facts)
    return say(message("help.see", said=say(said, language), program=program), language)
