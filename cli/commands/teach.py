"""`jarapon teach PHOTO… --faces "1 2 3 …" --out DIR`: learns faces from tiles or cards laid in reading order.

With `--sheet NAME` it learns the empty sheet of one photograph, in addition to those in the folder.
"""

import argparse
import sys
from contextlib import suppress
from pathlib import Path

from cli.parser import Commands
from device.games.listing import GAMES, WITH_CARDS
from device.sheet_prints import MAX_SHEETS, load_sheets, save_sheets
from device.texts import say
from engines.messages import Refusal, message
from engines.plain_signs import plain_signs
from vision.board.taught_sheet import TaughtSheet
from vision.cards.taught.taught_cards import TaughtCards, teach_cards
from vision.faces.recogniser import TaughtFaces
from vision.faces.teaching import CannotTeach, Lesson, teach
from vision.pictures import open_picture
from vision.reading import Picture
from vision.sheet_lesson import teach_sheet

USUAL_FACES = "1 2 3 4 5 6 7 8 9 wild back"


def add_parser(commands: Commands) -> None:
    """Add `teach` to the command line."""
    parser = commands.add("teach", run)
    parser.add_argument("photos", nargs="+", type=Path, metavar="PHOTO", help=parser.help_of("photos"))
    parser.add_argument("--game", metavar="G", help=parser.help_of("game", games=", ".join(WITH_CARDS)))
    parser.add_argument("--faces", default=USUAL_FACES, help=parser.help_of("faces"))
    parser.add_argument("--sheet", metavar="NAME", help=parser.help_of("sheet"))
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help=parser.help_of("out"))


def run(args: argparse.Namespace) -> int:
    """Teach, and print for each face whether it was learned with confidence; doubtful ones are kept too."""
    pictures, faces = [open_picture(path) for path in args.photos], faces_named(args.faces)
    if args.sheet is not None:
        return _teach_sheet(pictures, args)
    if args.game in WITH_CARDS:
        taught: TaughtCards | TaughtFaces = _teach_cards(pictures, faces)
        lines = [say(message("teach.sure", face=face), args.lang) for face in faces]
    elif args.game in (None, *GAMES):
        lesson = teach(pictures, faces)
        taught, lines = lesson.taught, lines_of(lesson, args.lang)
    else:
        raise Refusal(message("run.unknown_game", game=args.game, allowed=" ".join(GAMES)))
    try:
        taught.save(args.out)
    except OSError as error:
        raise Refusal(message("taught.cannot_write", folder=str(args.out))) from error
    sys.stdout.write("".join(line + "\n" for line in lines))
    return 0


def _teach_sheet(pictures: list[Picture], args: argparse.Namespace) -> int:
    """Teach the empty sheet of the one photograph, in addition to the earlier ones."""
    if len(pictures) > 1:
        raise Refusal(message("teach_sheet.one_photo"))
    lesson, earlier = teach_sheet(pictures[0]), load_sheets(args.out)[0]
    if len(earlier) >= MAX_SHEETS:
        raise Refusal(message("teach_sheet.too_many", most=MAX_SHEETS))
    try:
        save_sheets(args.out, (*earlier, TaughtSheet(lesson.sheet.picture, args.sheet)))
    except OSError as error:
        raise Refusal(message("taught.cannot_write", folder=str(args.out))) from error
    said = [message("teach_sheet.done", name=args.sheet)]
    said += [message("teach_sheet.ends_alike")] * lesson.is_alike
    said += [message("teach_sheet.edges_unclear")] * (not lesson.is_exact)
    sys.stdout.write("".join(say(one, args.lang) + "\n" for one in said))
    return 0


def _teach_cards(pictures: list[Picture], faces: list[str]) -> TaughtCards:
    """The cards of the first photograph in which all are found; raises `CannotTeach` if there is none."""
    for picture in pictures[:-1]:
        with suppress(CannotTeach):
            return teach_cards(picture, faces)
    return teach_cards(pictures[-1], faces)


def faces_named(text: str) -> list[str]:
    """The faces that a text lists; raises `Refusal` for none, or for one listed twice."""
    faces = plain_signs(text).replace(",", " ").split()
    if not faces:
        raise Refusal(message("teach.no_faces"))
    twice = next((face for face in faces if faces.count(face) > 1), None)
    if twice is not None:
        raise Refusal(message("teach.face_twice", face=twice))
    return faces


def lines_of(lesson: Lesson, language: str) -> list[str]:
    """One line a face: learned, or doubtful and why."""
    lines = []
    for face in lesson.faces:
        why = " ".join(say(warning.said(), language) for warning in face.warnings)
        said = (
            message("teach.sure", face=face.face)
            if face.confident
            else message("teach.doubtful", face=face.face, why=why)
        )
        lines.append(say(said, language))
    return lines
