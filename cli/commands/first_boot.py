"""`jarapon first-boot`: writes the files with which a fresh Raspberry Pi OS installs the box by itself."""

import argparse
import getpass
import re
import sys
from pathlib import Path

import cli
from cli.parser import Commands
from device.oled.pages.installing import installing_file
from device.system.error_text import os_error_text
from device.system.first_boot import LOG, SSH, Network, boot_files, country_code, wifi
from device.system.household_time import zone_name
from device.system.outside_text import NoText, text_of
from device.system.whole_files import write_whole
from device.texts import LANGUAGES, say
from engines.messages import Refusal, message


def add_parser(commands: Commands) -> None:
    """Add `first-boot` to the command line."""
    parser = commands.add("first-boot", run)
    parser.add_argument("--out", type=Path, metavar="DIR", required=True, help=parser.help_of("out"))
    parser.add_argument("--wifi", metavar="SSID", help=parser.help_of("wifi"))
    parser.add_argument("--hidden", action="store_true", help=parser.help_of("hidden"))
    parser.add_argument("--password", metavar="PASSWORD", help=parser.help_of("password"))
    parser.add_argument("--country", metavar="JP", default="", help=parser.help_of("country"))
    parser.add_argument("--language", choices=LANGUAGES, help=parser.help_of("language"))
    parser.add_argument("--timezone", metavar="AREA/CITY", help=parser.help_of("timezone"))
    parser.add_argument("--hostname", metavar="NAME", default="jarapon", help=parser.help_of("hostname"))
    parser.add_argument("--ssh-key", type=Path, metavar="FILE", help=parser.help_of("ssh_key"))
    parser.add_argument("--replace", action="store_true", help=parser.help_of("replace"))


def run(args: argparse.Namespace) -> int:
    """Write the files; a `Refusal` means that none was written, unless the disk failed halfway."""
    is_card = _is_card(args.out)
    network = _network(args)
    program = Path(cli.__file__).resolve().parents[1]
    language = args.language or args.box_language or args.lang
    country = country_code(args.country) if args.country else ""
    screens = installing_file(language, network is not None)
    timezone = zone_name() if args.timezone is None else args.timezone
    files = boot_files(program, language, args.hostname, network, _ssh_key(args.ssh_key), screens, country, timezone)
    there = [name for name in files if (args.out / name).exists()]
    if there and not args.replace:
        raise Refusal(message("first_boot.there", folder=str(args.out), files=", ".join(there)))
    try:
        args.out.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            write_whole(args.out / name, data)
        if SSH not in files:
            (args.out / SSH).unlink(missing_ok=True)
        if is_card:
            _remove_instance_id(args.out / "cmdline.txt")
    except OSError as error:
        raise Refusal(message("first_boot.cannot_write", folder=str(args.out), reason=os_error_text(error))) from error
    facts = {"folder": str(args.out), "files": ", ".join(files), "log": LOG, "hostname": args.hostname}
    said = message("first_boot.ready" if is_card else "first_boot.written", **facts)
    sys.stdout.write(say(said, args.lang) + "\n")
    return 0


def _is_card(folder: Path) -> bool:
    """Whether a folder is a Pi's boot partition; raises `Refusal` if its system would not read the files."""
    if not all((folder / name).exists() for name in ("config.txt", "cmdline.txt")):
        return False
    if not (folder / "meta-data").exists():
        raise Refusal(message("first_boot.old_system", folder=str(folder)))
    return True


def _remove_instance_id(options: Path) -> None:
    """Remove the ID that Raspberry Pi Imager gave its own settings: it would override ours, and never change."""
    line = options.read_bytes()
    kept = re.sub(rb"\s*\bds=nocloud;i=\S*", b"", line)
    if kept != line:
        write_whole(options, kept)


def _network(args: argparse.Namespace) -> Network | None:
    if args.wifi is None:
        if args.hidden:
            raise Refusal(message("first_boot.no_ssid"))
        return None
    password = args.password
    if password is None:
        if not sys.stdin.isatty():
            raise Refusal(message("first_boot.no_password"))
        password = getpass.getpass(say(message("first_boot.ask", ssid=args.wifi), args.lang) + " ")
    return wifi(args.wifi, password, args.country, args.hidden)


def _ssh_key(file: Path | None) -> str:
    if file is None:
        return ""
    try:
        return text_of(file.read_bytes()).strip()
    except OSError as error:
        raise Refusal(message("first_boot.cannot_read", file=str(file), reason=os_error_text(error))) from error
    except NoText as error:
        raise Refusal(message("first_boot.bad_key")) from error
