"""`jarapon hand`: tells what nine tiles of Galaxy Jarapon are worth, or what eight wait for."""

import argparse
import json
import sys
from pathlib import Path
from typing import BinaryIO

from cli.parser import CommandParser, Commands
from cli.standard_streams import titles_shown
from device.config.sheets import load_sheet, load_tile_set
from device.hands.check import all_said, check_hand
from device.hands.practice import hand_of
from device.hands.question import HAND_OPTIONS, HandOption, HandOptions
from device.system import household_time
from device.system.outside_text import NoText, lines_of, text_of
from device.texts import say
from engines.jarapon.sheet import PADAWAN, ScoreSheet, check_sheet
from engines.jarapon.tiles import BadTiles, TileSet
from engines.messages import Fact, message
from engines.plain_signs import plain_signs


def add_parser(commands: Commands) -> None:
    """Add `hand` to the command line."""
    parser = commands.add("hand", run)
    parser.add_argument("tiles", nargs="*", metavar="TILES", help=parser.help_of("tiles"))
    for option in HAND_OPTIONS:
        _add_option(parser, option)
    parser.add_argument("--padawan", action="store_true", help=parser.help_of("padawan"))
    parser.add_argument("--padawan-fine", action="store_true", help=parser.help_of("padawan_fine"))
    parser.add_argument("--sheet", type=Path, metavar="FILE", help=parser.help_of("sheet"))
    parser.add_argument("--tile-set", type=Path, metavar="FILE", help=parser.help_of("tile_set"))
    parser.add_argument("--check-sheet", action="store_true", help=parser.help_of("check_sheet"))
    parser.add_argument("--of-the-day", action="store_true", help=parser.help_of("of_the_day"))
    parser.add_argument("--json", action="store_true", help=parser.help_of("json"))


def run(args: argparse.Namespace) -> int:
    """Answer on standard output; returns 0, 1 if the answer is no, or 2 for unreadable lines."""
    language: str = args.lang
    tile_set = load_tile_set(args.tile_set)
    sheet = PADAWAN if args.padawan else load_sheet(args.sheet, tile_set)
    if args.check_sheet:
        return _print_sheet(sheet, language, args.json)
    if args.of_the_day:
        return _ask_of_the_day(sheet, language, args.json)
    if args.sheet:
        for said in check_sheet(sheet):
            sys.stderr.write(say(said, language) + "\n")
    options = _options(args)
    if args.tiles == ["-"]:
        return _answer_lines(sys.stdin.buffer, sheet, tile_set, options, args)
    if not args.tiles:
        raise BadTiles(message("hand.no_tiles"))
    answer = check_hand(" ".join(args.tiles), sheet, tile_set, options, language, args.padawan_fine)
    _write(json.dumps(answer, ensure_ascii=False) if args.json else "\n".join(all_said(answer)))
    return 0 if answer.get("valid") or answer.get("waits") else 1


def _ask_of_the_day(sheet: ScoreSheet, language: str, as_json: bool) -> int:
    """Print the hand of the day and how its answer is had; as JSON with the answer, as `GET /api/hand/practice`."""
    hand = hand_of(household_time.now().date(), 0, sheet, language)
    tiles = " ".join(hand["tiles"])
    _write(json.dumps(hand, ensure_ascii=False) if as_json else say(message("practice.typed", tiles=tiles), language))
    return 0


def _add_option(parser: CommandParser, option: HandOption) -> None:
    """Add an option of the hand; a switch that is on by default becomes `--no-…`, and `--tsumo` opposes `--ron`."""
    flag = f"--{'no-' if option.default is True else ''}{option.name.replace('_', '-')}"
    about = parser.help_of(option.name)
    if option.kind is not bool:
        repeatable = {"action": "append", "default": []} if option.kind == tuple[str, ...] else {}
        number = {"type": int} if option.kind is int else {}
        words = {"default": ""} if option.kind == tuple[int, ...] else {"default": option.default}
        parser.add_argument(flag, metavar=option.metavar, help=about, **words | number | repeatable)
        return
    switches = parser.add_mutually_exclusive_group()
    action = "store_false" if option.default is True else "store_true"
    switches.add_argument(flag, dest=option.name, action=action, help=about)
    if option.name == "ron":
        switches.add_argument("--tsumo", action="store_true", help=parser.help_of("tsumo"))


def _options(args: argparse.Namespace) -> HandOptions:
    values = {option.name: getattr(args, option.name) for option in HAND_OPTIONS}
    try:
        others = tuple(int(purse) for purse in plain_signs(args.others).replace(",", " ").split())
    except ValueError as error:
        raise BadTiles(message("hand.others_words", text=args.others[:40])) from error
    return HandOptions(**values | {"pon": tuple(args.pon), "others": others})


def _answer_lines(
    stream: BinaryIO, sheet: ScoreSheet, tile_set: TileSet, options: HandOptions, args: argparse.Namespace
) -> int:
    """Print one JSON object for each line that is not blank; for a line that cannot be read, one with its `error`."""
    language: str = args.lang
    count, unread = 0, []
    for line in lines_of(stream):
        if not line.strip():
            continue
        count += 1
        try:
            fine = args.padawan_fine
            answer = check_hand(_hand_in(line), sheet, tile_set, options, language, fine, with_advice=False)
        except BadTiles as error:
            said = say(error.said, language)
            unread.append((count, said))
            _write(json.dumps({"valid": False, "error": said}, ensure_ascii=False))
        else:
            _write(json.dumps(answer, ensure_ascii=False))
        sys.stdout.flush()  # a program may wait for this answer before it sends the next hand
    if not unread:
        return 0
    first, why = unread[0]
    facts: dict[str, Fact] = {"count": len(unread), "lines": count, "line": first, "why": why}
    sys.stderr.write(say(message("hand.lines_unread", **facts), language) + "\n")
    return 2


def _hand_in(line: bytes) -> str:
    try:
        return text_of(line)
    except NoText as error:
        raise BadTiles(message("hand.not_utf8")) from error


def _print_sheet(sheet: ScoreSheet, language: str, as_json: bool) -> int:
    """Print the rows of a sheet as they were understood, and every complaint; returns 1 if there is one."""
    complaints = [say(said, language) for said in check_sheet(sheet)]
    rows = [{"hand": row.title, "section": row.section, "points": row.points, "pon": row.pon} for row in sheet.rows]
    if as_json:
        _write(json.dumps({"sheet": sheet.name, "hands": rows, "complaints": complaints}, ensure_ascii=False))
    else:
        used = "sheet.used_reconstruction" if sheet.reconstruction else "sheet.used"
        _write(say(message(used, sheet=sheet.name), language))
        for row in sheet.rows:
            _write(f"{row.points:>6} {row.pon or '–':>6}  {titles_shown(row.title.split(' / '))}")
        _write("\n".join(complaints or [say(message("sheet.fine"), language)]))
    return 1 if complaints else 0


def _write(text: str) -> None:
    sys.stdout.write(text + "\n")
