"""`jarapon bench engines`: reversi positions counted against published numbers, and how fast hands are scored."""

import json
import sys
import time
from dataclasses import asdict, dataclass
from itertools import combinations_with_replacement

from device.sheets import load_sheet, load_tile_set
from device.texts import say
from engines import reversi
from engines.jarapon.hand import score_hand
from engines.jarapon.shapes import HAND_SIZE
from engines.jarapon.tiles import WILDS
from engines.messages import Fact, message
from engines.perft import leaves
from engines.vocabulary import NUMBERS, WILD

# Positions after 1, 2, … plies: aartbik.blogspot.com/2009/02/perft-for-reversi.html
PUBLISHED = (4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800)


@dataclass(frozen=True)
class Counted:
    """Reversi positions after so many plies, as counted and as published (None where nobody has)."""

    plies: int
    leaves: int
    published: int | None
    seconds: float


@dataclass(frozen=True)
class Scored:
    """All possible hands of nine tiles scored once; `won` are hands of the sheet."""

    hands: int
    won: int
    seconds: float


def every_hand() -> list[tuple[str, ...]]:
    """All 43,615 kinds of nine tiles, without, with one and with two almighty tiles."""
    return [
        (*numbers, *[WILD] * wilds)
        for wilds in range(WILDS + 1)
        for numbers in combinations_with_replacement(NUMBERS, HAND_SIZE - wilds)
    ]


def run_engines(as_json: bool, depth: int = 8, language: str = "en") -> int:
    """Prints the counts to a depth and the speed of scoring; returns 1 when a count differs from the published one."""
    counts = []
    if not as_json:
        _write(say(message("bench.counting"), language))
        _write(_line(*(say(message(f"bench.{name}"), language) for name in ("plies", "leaves", "expected", "seconds"))))
    for plies in range(1, depth + 1):
        counts.append(_count(plies))
        if not as_json:
            counted = counts[-1]
            _write(_line(plies, counted.leaves, counted.published or "–", f"{counted.seconds:.2f}"))
    scored = _score_all()
    right = all(counted.published in (None, counted.leaves) for counted in counts)
    if as_json:
        _write(json.dumps({"reversi": [asdict(counted) for counted in counts], "hands": asdict(scored)}))
    else:
        _write(say(message("bench.right" if right else "bench.wrong"), language))
        rate = round(scored.hands / scored.seconds)
        facts: dict[str, Fact] = {
            "hands": scored.hands,
            "won": scored.won,
            "seconds": f"{scored.seconds:.2f}",
            "rate": rate,
        }
        _write(say(message("bench.hands", **facts), language))
    return 0 if right else 1


def _count(plies: int) -> Counted:
    begun = time.perf_counter()
    found = leaves(reversi, reversi.start(["1", "2"], {}), plies)
    seconds = time.perf_counter() - begun
    return Counted(plies, found, PUBLISHED[plies - 1] if plies <= len(PUBLISHED) else None, round(seconds, 3))


def _score_all() -> Scored:
    sheet, hands = load_sheet(None, load_tile_set(None)), every_hand()
    begun = time.perf_counter()
    won = sum(score_hand(hand, sheet) is not None for hand in hands)
    return Scored(len(hands), won, round(time.perf_counter() - begun, 3))


def _line(*cells: Fact) -> str:
    return "".join(f"{cell:>14}" for cell in cells)


def _write(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
