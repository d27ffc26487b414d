"""`jarapon read PHOTO… --game G`: prints what each photograph shows."""

import argparse
import json
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from cli.parser import CommandParser, Commands
from device.config.frames import load_frame
from device.drop_it.drop_reading import DropReading, measure, reading_of
from device.games.listing import WATCHED, arrangement_of, profile_of
from device.texts import say
from engines.drop_it import NAME as DROP_IT
from engines.drop_it.moves import SHAPE
from engines.messages import Refusal, message
from vision.card_table_reader import read_cards
from vision.cards.taught.reader import CardReader
from vision.cards.taught.taught_cards import TaughtCards
from vision.faces.recogniser import TaughtFaces
from vision.faces.side_classifier import UntaughtFaces
from vision.frame.reader import FrameReader, view_of
from vision.pictures import BadPicture, open_picture
from vision.reading import Picture, Reading
from vision.table_reader import TableReader

_USUAL_LESSON, _USUAL_CARDS = Path("data/taught"), Path("data/cards")


def add_parser(commands: Commands) -> None:
    """Add `read` to the command line."""
    parser = commands.add("read", run)
    parser.add_argument("photos", nargs="+", type=Path, metavar="PHOTO", help=parser.help_of("photos"))
    parser.add_argument("--game", required=True, metavar="G", help=parser.help_of("game", games=", ".join(WATCHED)))
    add_lesson(parser)
    parser.add_argument("--frame", type=Path, metavar="FILE", help=parser.help_of("frame"))
    parser.add_argument("--empty", type=Path, metavar="PHOTO", help=parser.help_of("empty"))
    parser.add_argument("--json", action="store_true", help=parser.help_of("json"))


def add_lesson(parser: CommandParser) -> None:
    """Add `--taught`, the folder of the lesson that photographs are read by."""
    usual = f"{_USUAL_LESSON}, {_USUAL_CARDS}"
    parser.add_argument("--taught", type=Path, metavar="DIR", help=parser.help_of("taught", folder=usual))


def run(args: argparse.Namespace) -> int:
    """Read each photograph on its own, those of Drop It in order; returns 1 if one of them could not be read."""
    if args.game not in WATCHED:
        raise Refusal(message("reading.no_game", game=args.game, allowed=" ".join(WATCHED)))
    is_drop_it = args.game == DROP_IT
    read = _drop_reader(args.frame, args.empty) if is_drop_it else reader_of(args.game, args.taught)
    all_read = True
    for path in args.photos:
        try:
            picture = open_picture(path)
        except BadPicture as error:
            sys.stderr.write(say(error.said, args.lang) + "\n")
            sys.stdout.write(json.dumps(_unread_json(path, args.game, str(error.said.key))) + "\n" if args.json else "")
            all_read = False
            continue
        start = time.perf_counter()
        reading = read(picture)
        ms = (time.perf_counter() - start) * 1000
        all_read = all_read and (reading.field is not None or bool(reading.pieces))
        if args.json:
            line = {"photo": path.name, "game": args.game, "ms": round(ms, 1)} | reading.to_json()
            sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")
        else:
            sys.stdout.write(_lines(path, reading, args.lang))
    return 0 if all_read else 1


def reader_of(game: str, lesson: Path | None) -> Callable[[Picture], Reading]:
    """The function that reads one photograph of a game on its own; `lesson`: the folder of a lesson.

    Cards that need no lesson are still read by one that is given, since they may be of any deck. Tiles of which only
    the side counts need none either, but are read better with one.
    """
    cards = profile_of(game).cards
    finder = None if cards is None else cards.finder
    if finder is not None and lesson is None:
        return lambda picture: read_cards(finder(), picture)
    if cards is not None:
        return partial(read_cards, CardReader(TaughtCards.load(lesson or _USUAL_CARDS)).read)
    arrangement = arrangement_of(game)
    is_untaught = arrangement.sides_only and lesson is None and not _USUAL_LESSON.exists()
    taught = UntaughtFaces() if is_untaught else TaughtFaces.load(lesson or _USUAL_LESSON)
    return lambda picture: TableReader(arrangement, taught).read(picture)


def _drop_reader(frame_file: Path | None, empty: Path | None) -> Callable[[Picture], Reading]:
    """The function that reads the photographs of one frame of Drop It in order: each drop, and what is too close.

    Raises `Refusal` if the frame cannot be found.
    """
    if frame_file is None or empty is None:
        raise Refusal(message("reading.needs_frame"))
    frame, empty_picture = load_frame(frame_file), open_picture(empty)
    view = view_of(frame, empty_picture)
    if view is None:
        raise Refusal(message("reading.no_frame", file=frame_file.name, photo=empty.name))
    reader = FrameReader(view, empty_picture)

    def read(picture: Picture) -> Reading:
        found = reader.read(picture)
        reader.accept()
        measured = measure(frame, found.pieces, SHAPE) if found.landed else None
        return reading_of(frame, reader.view, found.pieces, (), found.warnings, measured)

    return read


def _unread_json(path: Path, game: str, why: str) -> dict[str, object]:
    return {"photo": path.name, "game": game, "ms": None, "field": None, "pieces": [], "warnings": [why]}


def _lines(path: Path, reading: Reading, language: str) -> str:
    """The photograph's name, its pieces from top to bottom, and warnings about what people can put right."""
    pieces = sorted(reading.pieces, key=lambda piece: (piece.place is None, (piece.place or "")[::-1], piece.xy[1]))
    shown = " ".join(f"{piece.place or ''}{':' if piece.place else ''}{piece.shown}" for piece in pieces)
    warned = dict.fromkeys(say(warning.said(), language) for warning in reading.warnings)
    measured = [say(one, language) for one in reading.messages()] if isinstance(reading, DropReading) else []
    lines = [f"{path.name}: {shown}", *measured, *warned]
    return "".join(line + "\n" for line in lines)
