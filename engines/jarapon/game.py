"""The start of a match of Galaxy Jarapon, and whose move a move is."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engines.jarapon import kinds
from engines.jarapon.kinds import Move
from engines.jarapon.payment import PLAYERS
from engines.jarapon.state import BUILD, DICE, FORCE, OVER, Seat, State, house_of
from engines.messages import Fact
from engines.options import seated

NAME = "jarapon"


def start(players: Sequence[str], options: Mapping[str, Fact]) -> State:
    """3000 Force for everybody (J7-1); the die says who deals, or the first one named (J7-2); raises `BadOption`."""
    names, house = seated(players, PLAYERS), house_of(options)
    begun = State(names, house, (FORCE,) * len(names), DICE, (Seat(),) * len(names))
    return replace(begun, phase=BUILD, first=0) if house.dealer == "first" else begun


def deal(players: Sequence[str], options: Mapping[str, Fact], seed: int) -> State:
    """The same with all that is to come known: the seed says how dice fall and how tiles lie, hand after hand."""
    return replace(start(players, options), seed=seed)


def is_over(state: State) -> bool:
    """Whether the match has ended (J7-24, J7-26)."""
    return state.phase == OVER


def mover(state: State, move: Move) -> int | None:
    """The seat of the player who makes a legal move; None when all do it: building walls, letting the last tile lie."""
    if isinstance(move, kinds.Deal):
        return state.dealer
    if isinstance(move, kinds.TurnUp):
        return state.turn
    return getattr(move, "seat", None)
