"""`jarapon bench engines`: reversi and checkers counted against published numbers, and how fast our engines are."""

import json
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations_with_replacement

from device.config.sheets import load_sheet, load_tile_set
from device.games.listing import GAMES
from device.texts import say
from engines import checkers, reversi
from engines.contract import AnyGame
from engines.jarapon.hand import score_hand
from engines.jarapon.shapes import HAND_SIZE
from engines.jarapon.tiles import WILDS
from engines.messages import Fact, message
from engines.vocabulary import NUMBERS, WILD
from tools.bench.competitors import COMPETITORS, OURS, Speed, measured
from tools.bench.move_speed import MoveSpeed, played_at_random
from tools.bench.perft import leaves

# Ways to play 1, 2, … plies: aartbik.blogspot.com/2009/02/perft-for-reversi.html and oeis.org/A133046.
PUBLISHED: Mapping[str, tuple[int, ...]] = {
    "reversi": (4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800),
    "checkers": (7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128),
}
COUNTED: tuple[AnyGame, ...] = (reversi, checkers)


@dataclass(frozen=True)
class Counted:
    """The sequences of so many plies, as counted and as published (None where nobody has)."""

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


def run_engines(as_json: bool, depth: int = 8, language: str = "en", games: int = 10) -> int:
    """Prints counts, speeds beside other packages, of scoring and of moves in random games of each kind.

    Returns 1 when a count is wrong or a game does not end.
    """
    counts = {game.NAME: _count(game, depth, language, as_json) for game in COUNTED}
    right = all(one.published in (None, one.leaves) for counted in counts.values() for one in counted)
    moves = [played_at_random(game, games) for game in GAMES.values()]
    all_end = all(speed.ended == speed.games for speed in moves)
    speeds, missing = measured(COMPETITORS)
    scored = _score_all()
    if as_json:
        compare = [{**asdict(speed), "rate": speed.rate} for speed in speeds]
        counted = {name: [asdict(one) for one in found] for name, found in counts.items()}
        told = {
            "speeds": compare,
            "missing": missing,
            "hands": asdict(scored),
            "moves": [asdict(one) for one in moves],
        }
        _write(json.dumps({**counted, **told}))
        return 0 if right and all_end else 1
    _write(say(message("bench.right" if right else "bench.wrong"), language))
    _tell_speeds(speeds, missing, language)
    facts: dict[str, Fact] = {
        "hands": scored.hands,
        "won": scored.won,
        "seconds": f"{scored.seconds:.2f}",
        "rate": round(scored.hands / scored.seconds),
    }
    _write(say(message("bench.hands", **facts), language))
    _tell_moves(moves, language)
    return 0 if right and all_end else 1


def _count(game: AnyGame, depth: int, language: str, as_json: bool) -> list[Counted]:
    """Counts, and unless for a program prints each count as soon as it is known: the last ones take long."""
    if not as_json:
        _write(say(message("bench.counting", game=say(message(f"{game.NAME}.title"), language)), language))
        _write(_line(*_words(language, "plies", "leaves", "expected", "seconds")))
    counts = []
    for plies in range(1, depth + 1):
        begun = time.perf_counter()
        found = leaves(game, game.start(["1", "2"], {}), plies)
        seconds = round(time.perf_counter() - begun, 3)
        counts.append(Counted(plies, found, dict(enumerate(PUBLISHED[game.NAME], start=1)).get(plies), seconds))
        if not as_json:
            _write(_line(plies, found, counts[-1].published or "–", f"{seconds:.2f}"))
    return counts


def _tell_speeds(speeds: Sequence[Speed], missing: Sequence[str], language: str) -> None:
    """A row a package, each beside ours of the same game: what matters is how many times as fast it is."""
    ours = {speed.game: speed.rate for speed in speeds if speed.package == OURS}
    _write(say(message("bench.speeds"), language))
    _write(_line(*_words(language, "leaves", "seconds", "rate", "times"), *_words(language, "package")))
    for speed in speeds:
        title = say(message(f"{speed.game}.title"), language)
        key = "bench.compiled" if speed.compiled else "bench.pure"
        named = say(message(key, game=title, package=f"{speed.package} {speed.version}".strip()), language)
        _write(
            _line(speed.positions, f"{speed.seconds:.3f}", speed.rate, f"{speed.rate / ours[speed.game]:.2f}", named)
        )
    if missing:
        _write(say(message("bench.missing", packages=" ".join(dict.fromkeys(missing))), language))


def _tell_moves(moves: Sequence[MoveSpeed], language: str) -> None:
    """A row a game: random games that ended, and what checking and applying a move takes."""
    _write(say(message("bench.moves"), language))
    _write(_line(*_words(language, "ended", "plies", "median", "slowest")))
    for speed in moves:
        title = say(message(f"{speed.game}.title"), language)
        ended = f"{speed.ended}/{speed.games}"
        _write(_line(ended, speed.moves, f"{speed.median_ms:.4f}", f"{speed.slowest_ms:.3f}", title))


def _score_all() -> Scored:
    sheet, hands = load_sheet(None, load_tile_set(None)), every_hand()
    begun = time.perf_counter()
    won = sum(score_hand(hand, sheet) is not None for hand in hands)
    return Scored(len(hands), won, time.perf_counter() - begun)


def _words(language: str, *names: str) -> list[str]:
    return [say(message(f"bench.{name}"), language) for name in names]


def _line(first: Fact, second: Fact, third: Fact, fourth: Fact, last: Fact = "") -> str:
    return f"{first:>14}{second:>14}{third:>14}{fourth:>14}  {last}".rstrip()


def _write(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
