"""Films games and follows them: tiles and frames before a simulated camera, cards before one that knows or films."""

import argparse
import json
import sys
from dataclasses import asdict
from functools import partial

from device.games.listing import IN_FRAME, ON_SHEET, WITH_CARDS, profile_of
from device.settings import option_of
from engines.messages import Refusal, message
from tools.bench.card_games import follow_cards
from tools.bench.card_tables import PERFECT, USUAL
from tools.bench.drop_films import follow_drops
from tools.bench.films import HEADINGS, follow


def run_games(args: argparse.Namespace) -> int:
    """Prints a row a game that was followed, then all of it as JSON; returns 1 when a move was made up.

    Games of cards are filmed where pictures are asked for; else their camera knows the cards, but misses some and
    cannot tell what others are, unless it is without faults.
    """
    known = (*ON_SHEET, *IN_FRAME, *WITH_CARDS)
    unknown = [name for name in args.only.split(",") if name not in known]
    if unknown:
        raise Refusal(message("run.unknown_game", game=unknown[0], allowed=" ".join(known)))
    options = dict(map(option_of, args.option))
    of_cards = partial(
        follow_cards,
        noise=PERFECT if args.faultless else USUAL,
        is_filmed=args.pictures,
        unpictured=args.unpictured,
        penalties=args.penalties,
    )
    if not args.json:
        _write(HEADINGS)
    results = []
    for name in args.only.split(","):
        for seed in range(args.seed, args.seed + args.games):
            measured = follow if name in ON_SHEET else follow_drops if name in IN_FRAME else of_cards
            found = measured(profile_of(name), seed, args.moves, args.players, options)
            if not args.json:
                _write(found.row())
            results.append({"seed": seed, **asdict(found)})
    _write(json.dumps(results))
    return int(any(row["invented"] for row in results))


def _write(line: str) -> None:
    """Prints a line as soon as it is known: a film takes minutes."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
