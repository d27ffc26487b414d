"""Tables of Galaxy Jarapon for tests: what has happened is written in the notation of records.

Lines may stand on one line with `;` between them. What is not said (`?`, `2 draw`) the table does not know.
"""

from dataclasses import replace
from typing import Any

from device.games.listing import profile_of
from engines.contract import Game
from engines.jarapon import Move, State
from tests.support.engines.told import Told

jarapon: Game[State, Move] = profile_of("jarapon").game
rules = Told(jarapon)
refused, prompts, reasons, status = rules.refused, rules.said, rules.reasons, rules.status
NAMES = ("Aya", "Ben", "Chie", "Dan")
SETS = "1 1 1 2 2 2 3 3"  # waits for 3, and for an almighty
TOUR = "1 2 3 4 5 6 7 8"  # waits for 9, and for an almighty
FALSE = "1 1 1 2 2 2 3 3 4"  # no hand of the sheet
BROKEN = "build; 1 throw 3; 1 throw 4"  # the dealer's eighth stack from the right is the first to be dealt


def begun(players: int = 4, **options: Any) -> State:
    """A match whose dealer is the first player, unless the options say otherwise."""
    return jarapon.start(NAMES[:players], {"dealer": "first", **options})


def after(moves: str, state: State | None = None, players: int = 4, **options: Any) -> State:
    """The table after some lines of a record."""
    state = begun(players, **options) if state is None else state
    return rules.after(state, *lines_of(moves))


def dealt(*hands: str, dora: str = "9", players: int = 4, **options: Any) -> State:
    """The first hand of a match when tiles are dealt; hands that are not given are unknown."""
    known = " / ".join((*hands, *["?"] * (players - len(hands))))
    return after(f"{BROKEN}; deal {dora}: {known}", players=players, **options)


def next_hand(state: State) -> State:
    """The next hand when its tiles are dealt."""
    dealer = state.next_dealer + 1
    return after(f"build; {dealer} throw 3; {dealer} throw 4; deal 9", state)


def dealer_shows(hand: str, state: State) -> State:
    """The dealer has drawn and shown a hand; where the match goes on, the next hand is dealt."""
    seat = state.dealer + 1
    state = after(f"{seat} draw; {seat} jarapon {hand}", state)
    return state if jarapon.is_over(state) else next_hand(state)


def with_purses(state: State, *purses: int) -> State:
    """The table when its players have so much Force."""
    return replace(state, match=replace(state.match, purses=purses))


def lines_of(moves: str) -> list[str]:
    """The lines of some moves."""
    return [line for line in (part.strip() for part in moves.replace("\n", ";").split(";")) if line]


def legal(state: State, some: str = "") -> list[str]:
    """The legal moves as lines: all, or those that begin so or have this word."""
    return [line for line in rules.legal(state) if line.startswith(some) or some in line.split()]
