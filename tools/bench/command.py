"""`jarapon bench KIND`: the measurements of the docs; `jarapon bench --help` lists the kinds."""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

from device.games.listing import ON_SHEET
from tools.bench.photo_commands import add_competitors, add_photographs, add_stability, write_line


def add_kinds(parser: argparse.ArgumentParser) -> None:
    """Add all that can be measured to the parser of `jarapon bench`."""
    kinds = parser.add_subparsers(dest="kind", required=True)
    add_photographs(kinds)
    add_stability(kinds)
    _add_brackets(kinds)
    add_competitors(kinds)
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
    start = kinds.add_parser("start", help="how soon a box shows its first text and is ready, and what it imports")
    start.add_argument("--runs", type=int, default=7, help="of each kind; medians are printed (default: %(default)s)")
    start.add_argument("--game", default="reversi", help="that the box watches (default: %(default)s)")
    start.set_defaults(run=run_start)
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


def run_speed(args: argparse.Namespace) -> int:
    """Prints a row a size and kind of look, then all of it as JSON."""
    from tools.bench.speed import measure_speed

    results = [speed.to_json() for speed in measure_speed(args.tables, args.repeats, args.seed)]
    write_line("size       what     runs  median ms  95 % ms  processor ms", args.json)
    for row in results:
        for what in ("found", "known", "still"):
            write_line(
                f"{row['width']}x{row['height']:<5} {what:6} {row[what]['runs']:6} {row[what]['wall_ms']:10.1f} "
                f"{row[what]['wall_ms_95']:8.1f} {row[what]['processor_ms']:13.1f}",
                args.json,
            )
    sys.stdout.write(json.dumps(results) + "\n")
    return 0


def run_meter(args: argparse.Namespace) -> int:
    """Prints a row a strength and a row a grade, then both as JSON."""
    from tools.bench.meter import measure_meter

    bench = measure_meter(args.tables, args.seed, lambda line: write_line(line, args.json))
    rows = {}
    for name, outcomes in (("strengths", bench.by_strength), ("grades", bench.by_grade)):
        write_line(f"{name:9}           value  pictures  unread  astray  tiles  unsure   wrong", args.json)
        rows[name] = [{"kind": kind, "of": of, **outcome.to_json()} for (kind, of), outcome in outcomes.items()]
        for (kind, of), outcome in outcomes.items():
            read = max(1, outcome.tiles - outcome.missed)
            write_line(
                f"{kind:9} {of!s:>6} {outcome.value or 0:8.3f} {outcome.pictures:9} {outcome.unread:7} "
                f"{outcome.astray:7} {outcome.tiles:6} {outcome.unsure / read:7.1%} {outcome.wrong / read:7.1%}",
                args.json,
            )
    sys.stdout.write(json.dumps(rows) + "\n")
    return 0


def run_strangers(args: argparse.Namespace) -> int:
    """Prints what was found in pictures without the sheet, then the same as JSON."""
    from tools.bench.strangers import measure_strangers

    write_line("what             pictures  boards  said: another  hands  with tiles     ms  95 % ms", args.json)
    rows = []
    for found in measure_strangers(
        args.folders, args.tables, args.seed, args.augmented, lambda line: write_line(line, args.json)
    ):
        write_line(
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
    write_line(
        "print  tables  found  right  unknown  wrong  turned: right unknown wrong  others: named  alike  "
        "px lesson  untaught  as taught  against truth  worse  ms",
        args.json,
    )
    for score in measure_sheets(args.sheets, args.tables, args.seed):
        row = score.to_json()
        rows.append(row)
        is_wrong |= bool(score.wrong or score.turned[2] or score.named)
        right, unknown, wrong, _ = score.turned
        write_line(
            f"{score.kind:6} {score.tables:6} {score.found:6} {score.right:6} {score.unknown:8} {score.wrong:6} "
            f"{right:14} {unknown:7} {wrong:5} {score.named:10}/{score.others:<4} {score.alike:5}  "
            f"{row['lesson']}  {row['untaught']}  {row['off']}  {row['against_truth']}  {score.worse}  {row['ms']}",
            args.json,
        )
    photographs, mistaken = accepted(args.folders, args.sheets, args.seed, lambda line: write_line(line, args.json))
    write_line(f"photographs without a sheet: {photographs}, a taught one recognised in {mistaken}", args.json)
    sys.stdout.write(json.dumps({"sheets": rows, "photographs": photographs, "mistaken": mistaken}) + "\n")
    return int(is_wrong or mistaken > 0)


def run_dice(args: argparse.Namespace) -> int:
    """Prints what became of dice, then the same as JSON; returns 1 when one was read wrongly."""
    from tools.bench.dice import measure_dice

    score = measure_dice(args.tables, args.seed)
    write_line("tables    dice    read   wrong   false  on tiles  as tiles  processor ms", args.json)
    write_line(
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
    write_line(
        "tables   whole   cards  unsure   wrong  faces right  misnamed  turned alike  pairs  in order  ms median  95 %",
        args.json,
    )
    median, most = np.percentile(score.process_ms, (50, 95))
    write_line(
        f"{score.photos:6} {score.whole / score.photos:7.1%} {pieces:7} {score.unsure / pieces:7.2%} "
        f"{score.wrong / pieces:7.2%} {score.shown_right / max(1, score.shown):12.2%} {score.misnamed:9} "
        f"{score.turned[1] / score.turned[0]:13.1%} {score.pairs[0]:6} "
        f"{score.pairs[1] / max(1, score.pairs[0]):9.2%} {median:10.1f} {most:7.1f}",
        args.json,
    )
    for complaint in score.complaints:
        write_line(f"  {complaint}", args.json)
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
    write_line("light      way      tables   of  refused  right  unsure  wrong  glare      ms", args.json)
    for row in rows:
        score, told = row.score, row.to_json()
        write_line(
            f"{row.light:10} {row.way:8} {row.tables:6} {row.tried:4} {row.refused:8} {score.right:6} "
            f"{score.unsure:7} {score.wrong:6} {row.glare:6} {told['ms']!s:>7}",
            args.json,
        )
        for complaint in score.complaints if args.complaints else ():
            write_line(f"  {complaint}", args.json)
    sys.stdout.write(json.dumps([row.to_json() for row in rows]) + "\n")
    return 0


def run_drop_it(args: argparse.Namespace) -> int:
    """Reads drops into simulated or photographed frames."""
    from tools.bench.drop_it_rows import run_drop_it as read_drops

    return read_drops(args)


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


def run_start(args: argparse.Namespace) -> int:
    """Starts boxes, and commands beside them."""
    from tools.bench.start import run_start as measure_start

    return measure_start(args.json, args.runs, args.game)


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
