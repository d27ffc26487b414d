"""`jarapon phones`: lists the phones that may change something, lets one in or revokes it, also while the box runs."""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from cli.box_data import data_for
from cli.parser import Commands
from device.phones.paired import PairedPhones, Phone
from device.system.data_folder import PHONES
from device.system.household_time import local
from device.texts import say
from engines.messages import Message, Refusal, message


def add_parser(commands: Commands) -> None:
    """Add `phones` to the command line."""
    parser = commands.add("phones", run)
    parser.add_argument("--data", type=Path, metavar="DIR", help=parser.help_of("data"))
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--revoke", type=int, metavar="N", help=parser.help_of("revoke"))
    which.add_argument("--revoke-all", action="store_true", help=parser.help_of("revoke_all"))
    which.add_argument("--window", action="store_true", help=parser.help_of("window"))
    parser.add_argument("--json", action="store_true", help=parser.help_of("json"))


def run(args: argparse.Namespace) -> int:
    """Print a line for each phone, or what was done; raises `Refusal` if the file of phones fails."""
    data = data_for(args, "phones", PHONES)
    phones = PairedPhones(data / PHONES)
    if args.window:
        phones.want_window()
        said = message("phones.command_window")
    elif args.revoke_all:
        said = message("phones.command_all", count=phones.revoke_all())
    elif args.revoke is not None:
        said = _revoke(phones, args.revoke)
    else:
        _list(phones, args)
        return 0
    _fail_for(phones)
    sys.stdout.write(say(said, args.lang) + "\n")
    return 0


def _revoke(phones: PairedPhones, number: int) -> Message:
    phone = next((phone for phone in phones.all() if phone.number == number), None)
    _fail_for(phones)
    if phone is None or not phones.revoke(number):
        raise Refusal(message("phones.no_such_phone", number=number))
    return message("phones.command_removed", name=phone.name)


def _list(phones: PairedPhones, args: argparse.Namespace) -> None:
    _fail_for(phones)
    known = phones.all()
    if args.json:
        lines = [json.dumps(_as_json(phone), ensure_ascii=False) for phone in known]
    else:
        lines = [_line(phone, args.lang) for phone in known] or [say(message("phones.command_none"), args.lang)]
    sys.stdout.writelines(line + "\n" for line in lines)


def _line(phone: Phone, language: str) -> str:
    since, seen = (local(at).date().isoformat() for at in (phone.since, phone.seen))
    return say(message("phones.line", number=phone.number, name=phone.name, since=since, seen=seen), language)


def _as_json(phone: Phone) -> dict[str, object]:
    return {name: value for name, value in asdict(phone).items() if name != "token_sha256"}


def _fail_for(phones: PairedPhones) -> None:
    if phones.trouble is not None:
        raise Refusal(phones.trouble)
