"""`jarapon bench KIND`: the measurements of the docs; `jarapon bench --help` lists the kinds."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np

from device.games.listing import ON_SHEET
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
Measured = TypeVar("Measured")


def add_kinds(parser: argparse.ArgumentParser) -> None:
    """Add all that can be measured to the parser of `jarapon bench`."""
    kinds = parser.add_subparsers(dest="kind", required=True)
    _add_photographs(kinds)
    _add_brackets(kinds)
    _add_competitors(kinds)
    strangers = _add_tables(kinds, "strangers", "look for the sheet where it is not", 100, run_strangers)
    strangers.add_argument("folders", type=Path, metavar="DIR", nargs="*", help="with photographs without the sheet")
    strangers.add_argument(
        "--augmented",
        type=int,
        default=0,
        metavar="N",
        help="also take each photograph N times "
        "in other light and from elsewhere, and as a table for other things, sheets and hands",
    )
    sheets = _add_tables(kinds, "sheets", "find sheets by their print, after one empty photograph", 3, run_sheets)
    sheets.add_argument("folders", type=Path, metavar="DIR", nargs="*", help="with photographs without the sheet")
    sheets.add_argument("--sheets", type=int, default=20, help="of each kind of print (default: %(default)s)")
    speed = kinds.add_parser("speed", help="how long a look at the table takes, in each size of picture")
    speed.add_argument("--tables", type=int, default=5, help="invented tables of each scene (default: %(default)s)")
    speed.add_argument("--repeats", type=int, default=10, help="looks at each (default: %(default)s)")
    speed.add_argument("--seed", type=int, default=1, help="of the tables (default: %(default)s)")
    speed.set_defaults(run=run_speed)
    _add_tables(kinds, "dice", "read dice on invented tables", 100, run_dice)
    cards = _add_tables(kinds, "cards", "read French-suited cards on invented tables", 30, run_cards)
    cards.add_argument("--poker", action="store_true", help="of poker evenings: felt, chips, hands in fans, glasses")
    lessons = kinds.add_parser("lessons", help="tiles that are missed in a lesson, and false finds instead of them")
    lessons.add_argument("--sets", type=int, default=50, help="of artwork, two lessons each (default: %(default)s)")
    lessons.add_argument("--seed", type=int, default=1, help="of the sets (default: %(default)s)")
    lessons.set_defaults(run=run_lessons)
    _add_drop_it(kinds)
    engines = kinds.add_parser("engines", help="count positions, score hands, play random games")
    engines.add_argument("--depth", type=int, default=8, help="plies of reversi and checkers (default: %(default)s)")
    engines.add_argument("--games", type=int, default=10, help="random games of each kind (default: %(default)s)")
    engines.set_defaults(run=run_engines)
    computers = kinds.add_parser("computers", help="computer players of Stop against each other, by coins")
    computers.add_argument("--games", type=int, default=1000, help="of each pairing and seed (default: %(default)s)")
    computers.add_argument("--seeds", type=int, default=5, help="of the deals (default: %(default)s)")
    computers.set_defaults(run=run_computers)
    _add_games(kinds)
    _add_tables(kinds, "meter", "what the meter of Set up says against how tables are read", 12, run_meter)
    box = kinds.add_parser("box", help="what the box takes at rest, and how soon a move is on a phone")
    box.set_defaults(run=run_box)
    web = kinds.add_parser("web", help="many phones on the page at once")
    web.set_defaults(run=run_web)
    page = kinds.add_parser("page", help="how soon a slow phone shows the page, in a real Chromium")
    page.set_defaults(run=run_page)
    long = kinds.add_parser("long", help="a game of many thousand moves, and a journal of many thousand games")
    long.add_argument("--moves", type=int, default=10_000, help="of the game (default: %(default)s)")
    long.add_argument("--games", type=int, default=20_000, help="in the journal (default: %(default)s)")
    long.set_defaults(run=run_long)
    for kind in kinds.choices.values():
        kind.add_argument("--json", action="store_true", help="JSON only, no table")


def _add_photographs(kinds: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
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


def _add_tables(
    kinds: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    told: str,
    tables: int,
    run: Callable[[argparse.Namespace], int],
) -> argparse.ArgumentParser:
    kind = kinds.add_parser(name, help=told)
    kind.add_argument("--tables", type=int, default=tables, help="invented tables (default: %(default)s)")
    kind.add_argument("--seed", type=int, default=1, help="of the first table (default: %(default)s)")
    kind.set_defaults(run=run)
    return kind


def _add_brackets(kinds: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    kind = kinds.add_parser("brackets", help="look again at tables in hard light, in other exposures")
    kind.add_argument("--sets", type=int, default=14, help="of artwork, a table of each light (default: %(default)s)")
    kind.add_argument("--seed", type=int, default=8801, help="of the sets (default: %(default)s)")
    kind.add_argument("--full", action="store_true", help="in full size too")
    kind.add_argument("--complaints", action="store_true", help="list every piece that was not right")
    kind.set_defaults(run=run_brackets)


def _add_drop_it(kinds: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    kind = kinds.add_parser("drop_it", help="read drops into simulated or photographed frames")
    kind.add_argument("--sequences", type=int, default=6, metavar="N", help="stretches (default: %(default)s)")
    kind.add_argument("--seed", type=int, default=100, help="of the first (default: %(default)s)")
    kind.add_argument("--photos", type=Path, nargs="+", default=[], metavar="DIR", help="photographed ones")
    kind.add_argument("--beside", action="store_true", help="read by contours too")
    kind.add_argument("--troubles", action="store_true", help="pictures that are no drop, or a disturbed one")
    kind.add_argument("--complaints", action="store_true", help="list everything that was not right")
    kind.set_defaults(run=run_drop_it)
    return kind


def _add_competitors(kinds: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    competitors = kinds.add_parser("competitors", help="read photographs of playing cards by other methods too")
    competitors.add_argument("folders", type=Path, nargs="+", metavar="DIR", help="photographs with known truth")
    competitors.add_argument("--without", default="", metavar="W", help="leave out a way: ocr, which takes long")
    competitors.add_argument("--most", type=int, metavar="N", help="photographs of each folder at most")
    competitors.add_argument("--complaints", action="store_true", help="list every card that was not right")
    competitors.set_defaults(run=run_competitors)
    return competitors


def _add_games(kinds: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    games = kinds.add_parser("games", help="film invented games and follow them")
    games.add_argument("--only", default=",".join(ON_SHEET), metavar="G,…", help="default: %(default)s")
    games.add_argument("--games", type=int, default=1, help="games of each kind (default: %(default)s)")
    games.add_argument("--moves", type=int, default=30, help="moves of each game at most (default: %(default)s)")
    games.add_argument("--seed", type=int, default=1, help="of the first game (default: %(default)s)")
    games.add_argument("--players", type=int, default=0, metavar="N", help="how many play; by default as few as can")
    games.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    games.add_argument("--pictures", action="store_true", help="of games of cards too: rendered, and read by the box")
    games.add_argument(
        "--unpictured", type=float, default=0.0, metavar="P", help="of games of cards: a share of moves without picture"
    )
    games.add_argument("--faultless", action="store_true", help="of games of cards: a camera that misses nothing")
    games.add_argument(
        "--penalties",
        type=float,
        default=0.0,
        metavar="P",
        help="in teams of Skip-Bo: a share of penalties",
    )
    games.set_defaults(run=run_games)
    return games


def run_photos(args: argparse.Namespace) -> int:
    """Prints a row a scene of each folder, then all of it as JSON; returns 1 when a folder's lesson teaches nothing."""
    folders, scenes = _asked_for(args)
    if args.beside:
        return _run_beside(args, folders, scenes)
    results: dict[str, list[dict[str, object]]] = {}
    _write("set        scene      photos   whole  pieces  unsure   wrong  ms found  ms known", args.json)
    for name, scores in _of_folders(folders, lambda folder: _measured(folder, scenes), args):
        results[name] = [score.to_json() for score in scores]
        for score in scores:
            _write(_row(name, score), args.json)
            for complaint in score.complaints if args.complaints else ():
                _write(f"  {complaint}", args.json)
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
            _write(f"{folder.name:10} {say(error.said, args.lang)}", args.json)
        else:
            yield folder.name, found


def run_light(args: argparse.Namespace) -> int:
    """Prints a row a brightness of each folder, then all as JSON; returns 1 when a folder's lesson teaches nothing."""
    folders, scenes = _asked_for(args)
    results: dict[str, list[dict[str, object]]] = {}
    _write("set        times brighter  refused  read  whole  pieces  unsure  wrong", args.json)
    for name, lights in _of_folders(folders, lambda folder: measure_light(folder, scenes), args):
        results[name] = [light.to_json() for light in lights]
        for light in lights:
            score = light.score
            _write(
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
    _write(_BESIDE_HEAD, args.json)
    for folder in folders:
        try:
            for row in measure_beside(folder, scenes, names, args.most):
                rows.append((folder.name, row))
                _write(_beside_row(folder.name, row), args.json)
        except CannotTeach as error:
            failed = True
            _write(f"{folder.name:10} {say(error.said, args.lang)}", args.json)
    for total in totals([row for _, row in rows]):
        _write(_beside_row("all", total), args.json)
    sys.stdout.write(json.dumps([{"set": name, **row.to_json()} for name, row in rows]) + "\n")
    return int(failed)


_BESIDE_HEAD = (
    "set        scene     given      way       photos  whole  pieces    right   unsure    wrong  faces up right"
    "  processor ms"
)


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
    _write("set        by    given    way          photos  cards    right   unsure    wrong  processor ms", args.json)
    for folder in args.folders:
        measured, why = measure_cards_beside(folder, args.without.split(","), args.most)
        if why:
            sys.stderr.write(say(message(why), args.lang) + "\n")
        for row in measured:
            score = row.score
            cards = max(1, score.right + score.unsure + score.wrong)
            _write(
                f"{score.scene:10} {row.by:5} {row.given:8} {row.way:12} {score.photos:6} {cards:6} "
                f"{score.right / cards:8.2%} {score.unsure / cards:8.2%} {score.wrong / cards:8.2%} "
                f"{row.to_json()['ms']:13.1f}",
                args.json,
            )
            for complaint in score.complaints if args.complaints else ():
                _write(f"  {complaint}", args.json)
            rows.append(row.to_json())
    sys.stdout.write(json.dumps(rows) + "\n")
    return 0 if rows else 1


def run_speed(args: argparse.Namespace) -> int:
    """Prints a row a size and kind of look, then all of it as JSON."""
    from tools.bench.speed import measure_speed

    results = [speed.to_json() for speed in measure_speed(args.tables, args.repeats, args.seed)]
    _write("size       what     runs  median ms  95 % ms  processor ms", args.json)
    for row in results:
        for what in ("found", "known", "still"):
            _write(
                f"{row['width']}x{row['height']:<5} {what:6} {row[what]['runs']:6} {row[what]['wall_ms']:10.1f} "
                f"{row[what]['wall_ms_95']:8.1f} {row[what]['processor_ms']:13.1f}",
                args.json,
            )
    sys.stdout.write(json.dumps(results) + "\n")
    return 0


def run_meter(args: argparse.Namespace) -> int:
    """Prints a row a strength and a row a grade, then both as JSON."""
    from tools.bench.meter import measure_meter

    bench = measure_meter(args.tables, args.seed, lambda line: _write(line, args.json))
    rows = {}
    for name, outcomes in (("strengths", bench.by_strength), ("grades", bench.by_grade)):
        _write(f"{name:9}           value  pictures  unread  astray  tiles  unsure   wrong", args.json)
        rows[name] = [{"kind": kind, "of": of, **outcome.to_json()} for (kind, of), outcome in outcomes.items()]
        for (kind, of), outcome in outcomes.items():
            read = max(1, outcome.tiles - outcome.missed)
            _write(
                f"{kind:9} {of!s:>6} {outcome.value or 0:8.3f} {outcome.pictures:9} {outcome.unread:7} "
                f"{outcome.astray:7} {outcome.tiles:6} {outcome.unsure / read:7.1%} {outcome.wrong / read:7.1%}",
                args.json,
            )
    sys.stdout.write(json.dumps(rows) + "\n")
    return 0


def run_strangers(args: argparse.Namespace) -> int:
    """Prints what was found in pictures without the sheet, then the same as JSON."""
    from tools.bench.strangers import measure_strangers

    _write("what             pictures  boards  said: another  hands  with tiles     ms  95 % ms", args.json)
    rows = []
    for found in measure_strangers(
        args.folders, args.tables, args.seed, args.augmented, lambda line: _write(line, args.json)
    ):
        _write(
            f"{found.kind:15} {found.pictures:9} {found.boards:7} {found.another:14} {found.hands:6} {found.tiles:11} "
            f"{found.at_most_ms(50):6.0f} {found.at_most_ms(95):8.0f}",
            args.json,
        )
        rows.append(found.to_json())
    sys.stdout.write(json.dumps(rows) + "\n")
    return 0


def run_sheets(args: argparse.Namespace) -> int:
    """Prints a row a kind of print, then the same as JSON; returns 1 where an orientation or a sheet is wrong."""
    from tools.bench.sheets import accepted, measure_sheets

    rows, is_wrong = [], False
    _write(
        "print  tables  found  right  unknown  wrong  turned: right unknown wrong  others: named  alike  "
        "px lesson  untaught  as taught  against truth  worse  ms",
        args.json,
    )
    for score in measure_sheets(args.sheets, args.tables, args.seed):
        row = score.to_json()
        rows.append(row)
        is_wrong |= bool(score.wrong or score.turned[2] or score.named)
        right, unknown, wrong, _ = score.turned
        _write(
            f"{score.kind:6} {score.tables:6} {score.found:6} {score.right:6} {score.unknown:8} {score.wrong:6} "
            f"{right:14} {unknown:7} {wrong:5} {score.named:10}/{score.others:<4} {score.alike:5}  "
            f"{row['lesson']}  {row['untaught']}  {row['off']}  {row['against_truth']}  {score.worse}  {row['ms']}",
            args.json,
        )
    photographs, mistaken = accepted(args.folders, args.sheets, args.seed, lambda line: _write(line, args.json))
    _write(f"photographs without a sheet: {photographs}, a taught one recognised in {mistaken}", args.json)
    sys.stdout.write(json.dumps({"sheets": rows, "photographs": photographs, "mistaken": mistaken}) + "\n")
    return int(is_wrong or mistaken > 0)


def run_dice(args: argparse.Namespace) -> int:
    """Prints what became of dice, then the same as JSON; returns 1 when one was read wrongly."""
    from tools.bench.dice import measure_dice

    score = measure_dice(args.tables, args.seed)
    _write("tables    dice    read   wrong   false  on tiles  as tiles  processor ms", args.json)
    _write(
        f"{score.tables:6} {score.dice:7} {score.read / max(1, score.dice):7.1%} {score.wrong:7} {score.false:7} "
        f"{score.on_tiles:9} {score.as_tiles:9} {score.ms[0]:7} {score.ms[1]:5}",
        args.json,
    )
    sys.stdout.write(json.dumps(score.to_json()) + "\n")
    return int(score.wrong > 0)


def run_cards(args: argparse.Namespace) -> int:
    """Prints what was read on invented tables of French-suited cards, then all of it as JSON; returns 1 when a card
    was read wrongly."""
    from tools.bench.french_cards import measure_french

    score = measure_french(args.tables, args.seed, poker=args.poker)
    pieces = max(1, score.right + score.unsure + score.wrong)
    _write(
        "tables   whole   cards  unsure   wrong  faces right  misnamed  turned alike  pairs  in order  ms median  95 %",
        args.json,
    )
    median, most = np.percentile(score.process_ms, (50, 95))
    _write(
        f"{score.photos:6} {score.whole / score.photos:7.1%} {pieces:7} {score.unsure / pieces:7.2%} "
        f"{score.wrong / pieces:7.2%} {score.shown_right / max(1, score.shown):12.2%} {score.misnamed:9} "
        f"{score.turned[1] / score.turned[0]:13.1%} {score.pairs[0]:6} "
        f"{score.pairs[1] / max(1, score.pairs[0]):9.2%} {median:10.1f} {most:7.1f}",
        args.json,
    )
    for complaint in score.complaints:
        _write(f"  {complaint}", args.json)
    sys.stdout.write(json.dumps(score.to_json()) + "\n")
    return int(score.wrong > 0)


def run_lessons(args: argparse.Namespace) -> int:
    """Reads lessons of tiles, untouched and disturbed; returns 1 when one was learned wrongly."""
    from tools.bench.tile_lessons import run_lessons as read_lessons

    return read_lessons(args.json, args.sets, args.seed)


def run_brackets(args: argparse.Namespace) -> int:
    """Looks again at tables in hard light: a row a light and way of looking, then all as JSON."""
    from tools.bench.brackets import measure_brackets

    rows = measure_brackets(args.sets, args.seed, args.full)
    _write("light      way      tables   of  refused  right  unsure  wrong  glare      ms", args.json)
    for row in rows:
        score, told = row.score, row.to_json()
        _write(
            f"{row.light:10} {row.way:8} {row.tables:6} {row.tried:4} {row.refused:8} {score.right:6} "
            f"{score.unsure:7} {score.wrong:6} {row.glare:6} {told['ms']!s:>7}",
            args.json,
        )
        for complaint in score.complaints if args.complaints else ():
            _write(f"  {complaint}", args.json)
    sys.stdout.write(json.dumps([row.to_json() for row in rows]) + "\n")
    return 0


def run_drop_it(args: argparse.Namespace) -> int:
    """Reads drops into simulated or photographed frames."""
    from tools.bench.drop_it_rows import run_drop_it as read_drops

    return read_drops(args)


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
    """Films invented games and follows them."""
    from tools.bench.games import run_games as follow_games

    return follow_games(args)


def run_computers(args: argparse.Namespace) -> int:
    """Plays games of Stop by computer players of different strengths."""
    from tools.bench.computers import run_computers as play_computers

    return play_computers(args.json, args.games, args.seeds)


def run_engines(args: argparse.Namespace) -> int:
    """Counts positions, scores hands, plays random games."""
    from tools.bench.engines import run_engines as measure_engines

    return measure_engines(args.json, args.depth, args.lang, args.games)


def run_box(args: argparse.Namespace) -> int:
    """Lets a whole box watch a filmed table."""
    from tools.bench.box import run_box as measure_box

    return measure_box(args.json)


def run_web(args: argparse.Namespace) -> int:
    """Opens many streams of the page."""
    from tools.bench.web import run_web as measure_web

    return measure_web(args.json)


def run_page(args: argparse.Namespace) -> int:
    """Opens the page as a slow phone does that has never been here."""
    from tools.bench.page import run_page as measure_page

    return measure_page(args.json)


def run_long(args: argparse.Namespace) -> int:
    """Starts a box with a long game and a long journal, and asks for every page."""
    from tools.bench.long import run_long as measure_long

    return measure_long(args.json, args.moves, args.games)
