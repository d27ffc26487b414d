"""`jarapon bench [photos DIR|engines|games|web]`: the measurements of the docs."""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from device.texts import say
from device.watched import WATCHED
from engines.messages import Refusal, message
from vision.photo_bench import Score, measure
from vision.teaching import CannotTeach

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
    engines = kinds.add_parser("engines", help="count positions, score hands, play random games")
    engines.add_argument("--depth", type=int, default=8, help="plies of reversi and checkers (default: %(default)s)")
    engines.add_argument("--games", type=int, default=10, help="random games of each kind (default: %(default)s)")
    engines.set_defaults(run=run_engines)
    games = kinds.add_parser("games", help="film invented games and follow them")
    games.add_argument("--only", default=",".join(WATCHED), metavar="G,…", help="default: %(default)s")
    games.add_argument("--games", type=int, default=1, help="games of each kind (default: %(default)s)")
    games.add_argument("--moves", type=int, default=30, help="moves of each game at most (default: %(default)s)")
    games.add_argument("--seed", type=int, default=1, help="of the first game (default: %(default)s)")
    games.set_defaults(run=run_games)
    web = kinds.add_parser("web", help="many phones on the page at once")
    web.set_defaults(run=run_web)
    for kind in (photos, engines, games, web):
        kind.add_argument("--json", action="store_true", help="JSON only, no table")


def run_photos(args: argparse.Namespace) -> int:
    """Prints a row a scene of each folder, then all of it as JSON; returns 1 when a folder's lesson teaches nothing."""
    folders = [args.folder] if any(args.folder.glob("teach_*.jpg")) else sorted(args.folder.glob("*/"))
    folders = [folder for folder in folders if any(folder.glob("teach_*.jpg"))]
    if not folders:
        raise Refusal(message("reading.no_photographs", folder=str(args.folder)))
    results: dict[str, list[dict[str, Any]]] = {}
    _write("set        scene      photos   whole  pieces  unsure   wrong  ms found  ms known", args.json)
    for folder in folders:
        try:
            scores = measure(folder, tuple(args.scenes.split(",")))
        except CannotTeach as error:
            _write(f"{folder.name:10} {say(error.said, args.lang)}", args.json)
            continue
        results[folder.name] = [score.to_json() for score in scores]
        for score in scores:
            _write(_row(folder.name, score), args.json)
            for complaint in score.complaints if args.complaints else ():
                _write(f"  {complaint}", args.json)
    sys.stdout.write(json.dumps(results) + "\n")
    return 0 if len(results) == len(folders) else 1


def _write(line: str, as_json: bool) -> None:
    """Prints a line of the table as soon as it is known: a whole folder takes minutes."""
    if not as_json:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


def _row(name: str, score: Score) -> str:
    pieces = max(1, score.right + score.unsure + score.wrong)
    times = score.to_json()
    return (
        f"{name:10} {score.scene:9} {score.photos:7} {score.whole / score.photos:7.1%} {pieces:7} "
        f"{score.unsure / pieces:7.2%} {score.wrong / pieces:7.2%} {times['found_ms']:9.1f} {times['known_ms']:9.1f}"
    )


def run_games(args: argparse.Namespace) -> int:
    """Prints a row a game that was filmed and followed, then all of it as JSON; returns 1 when a move was made up."""
    from device.filmed_games import follow

    unknown = [name for name in args.only.split(",") if name not in WATCHED]
    if unknown:
        raise Refusal(message("run.unknown_game", game=unknown[0], allowed=" ".join(WATCHED)))
    _write("game          moves    seen   asked    told  missed  made up", args.json)
    results = []
    for name in args.only.split(","):
        for seed in range(args.seed, args.seed + args.games):
            found = follow(WATCHED[name], seed, args.moves)
            counts = (found.moves, found.seen, found.asked, found.told, found.missed, found.invented)
            _write(f"{name:12}" + "".join(f"{count:8}" for count in counts), args.json)
            results.append({"seed": seed, **asdict(found)})
    sys.stdout.write(json.dumps(results) + "\n")
    return int(any(row["invented"] for row in results))


def run_engines(args: argparse.Namespace) -> int:
    """Counts positions, scores hands, plays random games."""
    from device.commands.bench_engines import run_engines as measure_engines

    return measure_engines(args.json, args.depth, args.lang, args.games)


def run_web(args: argparse.Namespace) -> int:
    """Opens many streams of the page."""
    from web.bench import run_web as measure_web

    return measure_web(args.json)
