"""`jarapon bench [photos DIR|engines|web]`: the measurements of the docs."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from engines.messages import Refusal, message
from vision.photo_bench import Score, measure

if TYPE_CHECKING:
    from device.main import Subparsers

_SCENES = "reversi,hand"


def add_parser(subparsers: "Subparsers") -> None:
    """Adds `bench` and its kinds to the command line."""
    parser = subparsers.add_parser("bench", help="measure reading, engines or the page")
    kinds = parser.add_subparsers(dest="kind", required=True)
    photos = kinds.add_parser("photos", help="read photographs with known truth")
    photos.add_argument(
        "folder", type=Path, metavar="DIR", help="a folder with teach_*.jpg and photographs, or of such folders"
    )
    photos.add_argument("--scenes", default=_SCENES, help="default: %(default)s")
    photos.add_argument("--complaints", action="store_true", help="list every piece that was not right")
    photos.set_defaults(run=run_photos)
    engines = kinds.add_parser("engines", help="count positions and score hands")
    engines.add_argument("--depth", type=int, default=8, help="plies of reversi (default: %(default)s)")
    engines.set_defaults(run=run_engines)
    web = kinds.add_parser("web", help="many phones on the page at once")
    web.set_defaults(run=run_web)
    for kind in (photos, engines, web):
        kind.add_argument("--json", action="store_true", help="JSON only, no table")


def run_photos(args: argparse.Namespace) -> int:
    """Prints a row a scene of each folder, then all of it as JSON."""
    folders = [args.folder] if any(args.folder.glob("teach_*.jpg")) else sorted(args.folder.glob("*/"))
    folders = [folder for folder in folders if any(folder.glob("teach_*.jpg"))]
    if not folders:
        raise Refusal(message("reading.no_photographs", folder=str(args.folder)))
    results = {folder.name: measure(folder, tuple(args.scenes.split(","))) for folder in folders}
    as_json = json.dumps({name: [score.to_json() for score in scores] for name, scores in results.items()})
    if args.json:
        sys.stdout.write(as_json + "\n")
        return 0
    sys.stdout.write("set        scene      photos   whole  pieces  unsure   wrong  ms found  ms known\n")
    for name, scores in results.items():
        sys.stdout.write("".join(_row(name, score) for score in scores))
        if args.complaints:
            sys.stdout.write("".join(f"  {text}\n" for score in scores for text in score.complaints))
    sys.stdout.write(as_json + "\n")
    return 0


def _row(name: str, score: Score) -> str:
    pieces = max(1, score.right + score.unsure + score.wrong)
    times = score.to_json()
    return (
        f"{name:10} {score.scene:9} {score.photos:7} {score.whole / score.photos:7.1%} {pieces:7} "
        f"{score.unsure / pieces:7.2%} {score.wrong / pieces:7.2%} {times['found_ms']:9.1f} {times['known_ms']:9.1f}\n"
    )


def run_engines(args: argparse.Namespace) -> int:
    """Counts positions and scores hands."""
    from device.commands.bench_engines import run_engines as measure_engines

    return measure_engines(args.json, args.depth, args.lang)


def run_web(args: argparse.Namespace) -> int:
    """Opens many streams of the page."""
    from web.bench import run_web as measure_web

    return measure_web(args.json)
