"""`jarapon check-set PHOTO… --game G`: whether a set is whole, by photographs of its pieces spread out."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from cli.commands.read import add_lesson, reader_of
from cli.parser import Commands
from device.games.listing import ON_SHEET
from device.record.pictures import jpeg_of
from device.set_check import COUNTED, READ_AS, BadSet, SetAnswer, check_set, countable, equipment_of, faces_in
from device.texts import say
from engines.messages import Message, message
from engines.vocabulary import UNSURE
from vision.overlay import draw_reading
from vision.pictures import BadPicture, open_picture
from vision.reading import Picture, Reading

_ENOUGH = {True: "yes", False: "no", None: "unsure"}


class _Counted(NamedTuple):
    """The pieces of a photograph."""

    photo: str
    faces: Counter[str]
    unsure: list[list[float]]  # the middles (px) of pieces that could not be named
    unread: Message | None  # why they cannot be counted


def add_parser(commands: Commands) -> None:
    """Add `check-set` to the command line."""
    parser = commands.add("check-set", run)
    parser.add_argument("photos", nargs="+", type=Path, metavar="PHOTO", help=parser.help_of("photos"))
    parser.add_argument("--game", required=True, metavar="G", help=parser.help_of("game", games=", ".join(COUNTED)))
    add_lesson(parser)
    parser.add_argument("--marked", type=Path, metavar="DIR", help=parser.help_of("marked"))
    parser.add_argument("--json", action="store_true", help=parser.help_of("json"))


def run(args: argparse.Namespace) -> int:
    """Count the pieces of all photographs together; returns 1 unless the set is certainly whole."""
    equipment_of(args.game)  # refused before anything is read
    read = reader_of(READ_AS if args.game in ON_SHEET else args.game, args.taught)
    if args.marked is not None:
        args.marked.mkdir(parents=True, exist_ok=True)
    photos = [_count(path, read, args.marked) for path in args.photos]
    faces = sum((one.faces for one in photos), Counter[str]())
    unread = [(one.photo, one.unread) for one in photos if one.unread is not None]
    answer = None if unread else check_set(args.game, faces, args.lang)
    for photo, why in unread:
        sys.stderr.write(say(message("set_check.not_counted", photo=photo, why=say(why, args.lang)), args.lang) + "\n")
    if args.json:
        sys.stdout.write(json.dumps(_as_json(args.game, photos, answer), ensure_ascii=False) + "\n")
    elif answer is not None:
        sys.stdout.write(_lines(photos, answer, args.lang))
    return 0 if answer is not None and answer["whole"] else 1


def _count(path: Path, read: Callable[[Picture], Reading], marked: Path | None) -> _Counted:
    """Count the pieces of one photograph, and draw what was read on a copy of it in the folder `marked`."""
    try:
        picture = open_picture(path)
        reading = countable(read(picture))
    except (BadPicture, BadSet) as error:
        return _Counted(path.name, Counter(), [], error.said)
    if marked is not None:
        (marked / path.with_suffix(".jpg").name).write_bytes(jpeg_of(draw_reading(picture, reading)))
    unsure = [[round(at, 1) for at in piece.xy] for piece in reading.pieces if piece.face == UNSURE]
    return _Counted(path.name, faces_in(reading), unsure, None)


def _as_json(game: str, photos: list[_Counted], answer: SetAnswer | None) -> dict[str, object]:
    read = [{**one._asdict(), "unread": one.unread and one.unread.key} for one in photos]
    return {"game": game, "photos": read, **(answer or {"whole": None})}


def _lines(photos: list[_Counted], answer: SetAnswer, language: str) -> str:
    """What the set lacks, where pieces are unsure, and what each game takes."""
    places = [
        say(message("set_check.unsure_at", photo=one.photo, x=round(x), y=round(y)), language)
        for one in photos
        for x, y in one.unsure
    ]
    games = [
        f"{say(message(one['game'] + '.title'), language)}: {one['take']} "
        + say(message(f"set_check.enough.{_ENOUGH[one['enough']]}"), language)
        for one in answer["games"]
    ]
    return "".join(line + "\n" for line in [*answer["reasons"], *places, "", *games])
