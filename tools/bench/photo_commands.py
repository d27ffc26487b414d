"""The kinds of `jarapon bench` that read folders of photographs with known truth."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TypeVar

from device.texts import say
from engines.messages import Refusal, message
from tools.bench.beside import BASELINES, Row, measure_beside, totals
from tools.bench.cards import GAME_OF_CARDS, measure_cards
from tools.bench.light import measure_light
from tools.bench.photos import GAME_OF_SCENE, Score, measure
from tools.bench.taught_cards import SCENE as TAUGHT_CARDS
from tools.bench.taught_cards import measure_taught_cards
from vision.faces.teaching import CannotTeach

_SCENES = "reversi,hand"
_ALL_SCENES = (*GAME_OF_SCENE, *GAME_OF_CARDS, TAUGHT_CARDS)
_BESIDE_HEAD = (
    "set        scene     given      way       photos  whole  pieces    right   unsure    wrong  faces up right"
    "  processor ms"
)
_CARDS_HEAD = "set        by    given    way          photos  cards    right   unsure    wrong  processor ms"
Measured = TypeVar("Measured")


def add_photographs(kinds: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """What reads folders of photographs with known truth."""
    photos = kinds.add_parser("photos", help="read photographs with known truth")
    light = kinds.add_parser("light", help="read photographs with known truth, made darker and brighter")
    spoilt = kinds.add_parser("spoilt", help="read photographs with known truth, blurred, noisy, smeared, …")
    for kind in (photos, light, spoilt):
        kind.add_argument(
            "folder", type=Path, metavar="DIR", help="a folder with teach_*.jpg and photographs, or of such folders"
        )
        kind.add_argument("--scenes", default=_SCENES, help="default: %(default)s; all: " + ",".join(_ALL_SCENES))
    light.set_defaults(run=run_light)
    spoilt.add_argument("--kinds", metavar="K,…", help="kinds of spoiling; default: all but those held back")
    spoilt.add_argument("--diagram", type=Path, metavar="PNG", help="draw a reliability diagram")
    spoilt.add_argument("--complaints", action="store_true", help="list every piece that was not right")
    spoilt.set_defaults(run=run_spoilt)
    photos.add_argument("--beside", metavar="W,…", help="read in other ways too: " + ",".join(BASELINES))
    photos.add_argument("--most", type=int, metavar="N", help="with --beside: photographs of each scene at most")
    photos.add_argument("--complaints", action="store_true", help="list every piece that was not right")
    photos.set_defaults(run=run_photos)


def add_stability(kinds: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Photographs that change by what nobody sees."""
    stability = kinds.add_parser("stability", help="read photographs again, changed by what nobody sees")
    stability.add_argument("folder", type=Path, metavar="DIR", help="a folder of photographs, or of such folders")
    stability.add_argument("--scenes", default="all", help="which folders are taken; default: %(default)s")
    stability.add_argument("--most", type=int, metavar="N", help="photographs of each scene and folder at most")
    stability.add_argument("--seed", type=int, default=0, metavar="N", help="of the noise; default: %(default)s")
    stability.add_argument("--complaints", action="store_true", help="list every piece that was read otherwise")
    stability.set_defaults(run=run_stability)


def run_stability(args: argparse.Namespace) -> int:
    """Prints a row a kind of piece and change, then all as JSON; returns 1 where a name became another one."""
    from tools.bench.stability import CHANGES, CODE_PATHS, measure_stability

    folders, _ = _asked_for(args)
    rows = measure_stability(folders, tuple(CHANGES), tuple(CODE_PATHS), args.most, args.seed)
    write_line("pieces         change                    names  renamed  doubted  came/went  confidence", args.json)
    for row in rows:
        write_line(
            f"{row.kind:14} {row.change:24} {row.names:6} {row.renamed:8} {row.doubted:8} {row.came_or_went:10} "
            f"{row.moved_confidence:11.3f}",
            args.json,
        )
        for complaint in row.complaints if args.complaints else ():
            write_line(f"  {complaint}", args.json)
    sys.stdout.write(json.dumps([asdict(row) for row in rows]) + "\n")
    return int(any(row.renamed for row in rows))


def add_competitors(kinds: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Playing cards, by other methods too."""
    competitors = kinds.add_parser("competitors", help="read photographs of playing cards by other methods too")
    competitors.add_argument("folders", type=Path, nargs="+", metavar="DIR", help="photographs with known truth")
    competitors.add_argument("--without", default="", metavar="W", help="leave out a way: ocr, which takes long")
    competitors.add_argument("--most", type=int, metavar="N", help="photographs of each folder at most")
    competitors.add_argument("--complaints", action="store_true", help="list every card that was not right")
    competitors.set_defaults(run=run_competitors)


def write_line(line: str, as_json: bool) -> None:
    """Prints a line of the table as soon as it is known: a whole folder takes minutes."""
    if not as_json:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


def run_photos(args: argparse.Namespace) -> int:
    """Prints a row a scene of each folder, then all of it as JSON; returns 1 when a folder's lesson teaches nothing."""
    folders, scenes = _asked_for(args)
    if args.beside:
        return _run_beside(args, folders, scenes)
    results: dict[str, list[dict[str, object]]] = {}
    write_line("set        scene      photos   whole  pieces  unsure   wrong  ms found  ms known", args.json)
    for name, scores in _of_folders(folders, lambda folder: _measured(folder, scenes), args):
        results[name] = [score.to_json() for score in scores]
        for score in scores:
            write_line(_row(name, score), args.json)
            for complaint in score.complaints if args.complaints else ():
                write_line(f"  {complaint}", args.json)
    sys.stdout.write(json.dumps(results) + "\n")
    return 0 if len(results) == len(folders) else 1


def _measured(folder: Path, scenes: tuple[str, ...]) -> list[Score]:
    """Every scene of a folder: tiles and number cards by its lesson, other cards without one."""
    tiles = [scene for scene in scenes if scene in GAME_OF_SCENE and any(folder.glob(f"{scene}_*.jpg"))]
    taught = measure(folder, tuple(tiles)) if tiles else []
    numbers = measure_taught_cards(folder) if TAUGHT_CARDS in scenes else []
    return [*taught, *numbers, *measure_cards(folder, scenes)]


def _asked_for(args: argparse.Namespace) -> tuple[list[Path], tuple[str, ...]]:
    """The folders with a lesson, or with photographs that need none, and the scenes."""
    scenes = _ALL_SCENES if args.scenes == "all" else tuple(args.scenes.split(","))
    within = sorted(args.folder.glob("*/")) + sorted(args.folder.glob("*/*/"))  # number cards: a folder each design
    folders = [args.folder] if _has_any(args.folder, scenes) else within
    folders = [folder for folder in folders if _has_any(folder, scenes)]
    if not folders:
        raise Refusal(message("reading.no_photographs", folder=str(args.folder)))
    return folders, scenes


def _has_any(folder: Path, scenes: Sequence[str]) -> bool:
    """Whether a folder has a lesson, or photographs of a scene that needs none."""
    untaught = (f"{scene}_*.jpg" for scene in scenes if scene in GAME_OF_CARDS)
    return any(any(folder.glob(names)) for names in ("teach_*.jpg", *untaught))


def _of_folders(
    folders: Sequence[Path], measured: Callable[[Path], list[Measured]], args: argparse.Namespace
) -> Iterator[tuple[str, list[Measured]]]:
    """What is measured in each folder, with its name; of one whose lesson teaches nothing it is said why."""
    for folder in folders:
        try:
            found = measured(folder)
        except CannotTeach as error:
            write_line(f"{folder.name:10} {say(error.said, args.lang)}", args.json)
        else:
            yield folder.name, found


def run_light(args: argparse.Namespace) -> int:
    """Prints a row a brightness of each folder, then all as JSON; returns 1 when a folder's lesson teaches nothing."""
    folders, scenes = _asked_for(args)
    results: dict[str, list[dict[str, object]]] = {}
    write_line("set        times brighter  refused  read  whole  pieces  unsure  wrong", args.json)
    for name, lights in _of_folders(folders, lambda folder: measure_light(folder, scenes), args):
        results[name] = [light.to_json() for light in lights]
        for light in lights:
            score = light.score
            write_line(
                f"{name:10} {light.times:14} {light.refused:8} {score.photos:5} {score.whole:6} "
                f"{score.right + score.unsure + score.wrong:7} {score.unsure:7} {score.wrong:6}",
                args.json,
            )
    sys.stdout.write(json.dumps(results) + "\n")
    return 0 if len(results) == len(folders) else 1


def run_spoilt(args: argparse.Namespace) -> int:
    """Prints a row a kind and strength of spoiling over all folders, then how well confidences are calibrated."""
    from tools.bench.spoilt import chosen_spoilings, measure_spoilt, print_spoilt, summed

    folders, scenes = _asked_for(args)
    chosen = chosen_spoilings(args.kinds)
    found = _of_folders(folders, lambda folder: measure_spoilt(folder, scenes, chosen), args)
    results = [rows for _, rows in found]
    print_spoilt(summed(results), args)
    return 0 if len(results) == len(folders) else 1


def _run_beside(args: argparse.Namespace, folders: list[Path], scenes: tuple[str, ...]) -> int:
    """Prints a row a scene and method, totals of all folders, then all as JSON; returns 1 where a lesson fails."""
    names = args.beside.split(",")
    unknown = [name for name in names if name not in BASELINES]
    if unknown:
        raise Refusal(message("other_ways.unknown", name=unknown[0], allowed=" ".join(BASELINES)))
    rows: list[tuple[str, Row]] = []
    failed = False
    write_line(_BESIDE_HEAD, args.json)
    for folder in folders:
        try:
            for row in measure_beside(folder, scenes, names, args.most):
                rows.append((folder.name, row))
                write_line(_beside_row(folder.name, row), args.json)
        except CannotTeach as error:
            failed = True
            write_line(f"{folder.name:10} {say(error.said, args.lang)}", args.json)
    for total in totals([row for _, row in rows]):
        write_line(_beside_row("all", total), args.json)
    sys.stdout.write(json.dumps([{"set": name, **row.to_json()} for name, row in rows]) + "\n")
    return int(failed)


def _beside_row(name: str, row: Row) -> str:
    score = row.score
    pieces, shown = max(1, score.right + score.unsure + score.wrong), max(1, score.shown)
    return (
        f"{name:10} {score.scene:9} {row.given:10} {row.way:9} {score.photos:6} {score.whole / score.photos:6.0%} "
        f"{pieces:7} {score.right / pieces:8.2%} {score.unsure / pieces:8.2%} {score.wrong / pieces:8.2%} "
        f"{score.shown_right / shown:15.2%} {row.to_json()['ms']:13.1f}"
    )


def run_competitors(args: argparse.Namespace) -> int:
    """Prints a row a folder and method, then all of it as JSON; says where OCR was not run."""
    from tools.bench.cards_beside import measure_cards_beside

    rows = []
    write_line(
        "set        by    given    way          photos  cards    right   unsure    wrong  processor ms", args.json
    )
    for folder in args.folders:
        measured, why = measure_cards_beside(folder, args.without.split(","), args.most)
        if why:
            sys.stderr.write(say(message(why), args.lang) + "\n")
        for row in measured:
            score = row.score
            cards = max(1, score.right + score.unsure + score.wrong)
            write_line(
                f"{score.scene:10} {row.by:5} {row.given:8} {row.way:12} {score.photos:6} {cards:6} "
                f"{score.right / cards:8.2%} {score.unsure / cards:8.2%} {score.wrong / cards:8.2%} "
                f"{row.to_json()['ms']:13.1f}",
                args.json,
            )
            for complaint in score.complaints if args.complaints else ():
                write_line(f"  {complaint}", args.json)
            rows.append(row.to_json())
    sys.stdout.write(json.dumps(rows) + "\n")
    return 0 if rows else 1


def _row(name: str, score: Score) -> str:
    pieces = max(1, score.right + score.unsure + score.wrong)
    times = score.to_json()
    return (
        f"{name:10} {score.scene:9} {score.photos:7} {score.whole / score.photos:7.1%} {pieces:7} "
        f"{score.unsure / pieces:7.2%} {score.wrong / pieces:7.2%} {times['found_ms']:9.1f} {times['known_ms']:9.1f}"
    )
