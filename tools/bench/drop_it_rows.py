"""Prints what was measured of the reading of Drop It."""

import argparse
import json
import sys

from tools.bench.drop_it import measure_all, stretches, taught_parameters
from tools.bench.drop_judging import KINDS, DropScore
from tools.bench.drop_troubles import HEAD as TROUBLES_HEAD
from tools.bench.drop_troubles import measure_troubles

HEAD = (
    "stretch     way       drops  said  whole  outline mean, 95 %    piece  contact    level   circle    above  "
    "wrong  doubtful      ms   95 %"
)


def row(way: str, score: DropScore) -> str:
    """The row under `HEAD`."""
    kinds = [f"{score.right[kind]}/{score.asked(kind)}" for kind in KINDS]
    said = score.to_json()
    mean, far = (said[name] for name in ("outline_mean_mm", "outline_95_mm"))
    off = f"{mean:.2f}, {far:.2f} mm" if isinstance(mean, float) and isinstance(far, float) else "-"
    wrong, doubtful = sum(score.wrong.values()), score.doubtful_drops / max(1, score.drops)
    return (
        f"{score.name:11} {way:9} {score.drops:5} {score.said:5} {score.whole:6} {off:>19} "
        + " ".join(f"{one:>8}" for one in kinds)
        + f" {wrong:6} {doubtful:9.1%} {said['ms']:7} {said['ms_95']:6}"
    )


def run_drop_it(args: argparse.Namespace) -> int:
    """Prints a row a stretch and way of reading, totals, then all of it as JSON; or one a kind of trouble."""
    return _run_troubles(args) if args.troubles else _run_stretches(args)


def _run_stretches(args: argparse.Namespace) -> int:
    taught = taught_parameters(lambda line: _write(line, args.json)) if args.beside else None
    results = []
    _write(HEAD, args.json)
    for way, score in measure_all(stretches(args.seed, args.sequences, args.photos), taught):
        _write(row(way, score), args.json)
        for complaint in score.complaints if args.complaints and score.name != "all" else ():
            _write(f"  {complaint}", args.json)
        results.append({"way": way, **score.to_json()})
    sys.stdout.write(json.dumps(results) + "\n")
    return 0


def _run_troubles(args: argparse.Namespace) -> int:
    troubles = measure_troubles(args.seed, args.sequences)
    _write(TROUBLES_HEAD, args.json)
    for trouble in troubles:
        _write(trouble.row(), args.json)
        for complaint in trouble.complaints if args.complaints else ():
            _write(f"  {complaint}", args.json)
    sys.stdout.write(json.dumps([trouble.to_json() for trouble in troubles]) + "\n")
    return 0


def _write(line: str, as_json: bool) -> None:
    """Prints a line of the table as soon as it is known."""
    if not as_json:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
