"""Tables of Skip-Bo set up for a test: cards where they are wanted, all others out of play."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engines import skip_bo
from engines.bots import NAMES
from engines.skip_bo import State, Turn
from engines.skip_bo.state import DECK, in_order
from tests.support.engines.told import Told

rules = Told(skip_bo)
play, why_not, said, scores = rules.after, rules.refused, rules.said, rules.ranked
TEAMS: dict[str, Any] = {"teams": "yes"}
MATCH: dict[str, Any] = {"play": "match"}
FULL = "1 2 3 4 5 6 7 8 9 10 11 12"
FOUR: dict[str, Any] = {"hands": ["4 9", "5", "6", "7"], "stocks": ["9 4", "1 4", "10 4", "1 3"], "options": TEAMS}
TOPS = ("9 8", "1 7")  # of two players' stocks


def table(
    hands: Sequence[str],
    stocks: Sequence[str] = TOPS,
    builds: Sequence[str] = (),
    discards: Sequence[Sequence[str]] = (),
    draw: str | None = None,
    aside: str = "",
    options: dict[str, Any] | None = None,
    rest: int = -1,
    **fields: Any,
) -> State:
    """A known table in mid-game, the last card of each pile on top; every card that is not named lies out of play.

    That is at the bottom of the draw pile, or, where the draw pile is given, of the stock of player `rest`.
    """
    state = skip_bo.start(NAMES[: len(hands)], options or {})
    four: tuple[str, ...] = ("",) * 4
    fans = [*discards, *[four] * len(hands)]
    named = [*hands, *stocks, *builds, *(pile for piles in discards for pile in piles), draw or "", aside]
    remaining = tuple((Counter(DECK) - Counter(" ".join(named).split())).elements())
    given_stocks = [tuple(stock.split()) for stock in stocks]
    if draw is not None:
        given_stocks[rest] = remaining + given_stocks[rest]
    known: dict[str, Any] = {
        "hands": tuple(in_order(tuple(hand.split())) for hand in hands),
        "stocks": tuple(given_stocks),
        "shown": tuple((len(stock) - 1,) if stock else () for stock in given_stocks),
        "builds": tuple(tuple(pile.split()) for pile in (*builds, *four)[:4]),
        "discards": tuple(tuple(tuple(pile.split()) for pile in (*piles, *four)[:4]) for piles in fans[: len(hands)]),
        "draw": remaining if draw is None else tuple(draw.split()),
        "aside": in_order(tuple(aside.split())),
        "busy": True,
        "chance": 7,
    }
    return replace(state, **known | fields)


def lines(state: State, kind: str = "") -> list[str]:
    """The legal moves of a kind, as in a record."""
    return [line for line in rules.legal(state) if line.startswith(kind)]


def begun(players: int) -> State:
    """A known game after all stocks are turned up."""
    state = skip_bo.deal(NAMES[:players], {}, 1)
    while isinstance(skip_bo.moves(state)[0], Turn):
        state = skip_bo.play(state, skip_bo.moves(state)[0])
    return state
