"""Tables of Galaxy Jarapon for tests: what has happened is written in the notation of records.

Lines may stand on one line with `;` between them. What is not said (`?`, `2 draw`) the table does not know.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from device.games.listing import profile_of
from device.texts import say
from engines.contract import Game, IllegalMove, Prompt
from engines.jarapon import Move, State, move_from_text, move_to_text
from engines.messages import Message

jarapon: Game[State, Move] = profile_of("jarapon").game
NAMES = ("Aya", "Ben", "Chie", "Dan")
FALSE = "1 1 1 2 2 2 3 3 4"  # no hand of the sheet
BROKEN = "build; 1 throw 3; 1 throw 4"  # the dealer's eighth stack from the right is the first to be dealt


def begun(players: int = 4, **options: Any) -> State:
    """A match whose dealer is the first player, unless the options say otherwise."""
    return jarapon.start(NAMES[:players], {"dealer": "first", **options})


def after(moves: str, state: State | None = None, players: int = 4, **options: Any) -> State:
    """The table after some lines of a record."""
    state = begun(players, **options) if state is None else state
    for line in lines_of(moves):
        state = jarapon.play(state, move_from_text(line))
    return state


def dealt(*hands: str, dora: str = "9", players: int = 4, **options: Any) -> State:
    """The first hand of a match when tiles are dealt; hands that are not given are unknown."""
    known = " / ".join((*hands, *["?"] * (players - len(hands))))
    return after(f"{BROKEN}; deal {dora}: {known}", players=players, **options)


def with_purses(state: State, *purses: int) -> State:
    """The table when its players have so much Force."""
    return replace(state, purses=purses)


def lines_of(moves: str) -> list[str]:
    """The lines of some moves."""
    return [line for line in (part.strip() for part in moves.replace("\n", ";").split(";")) if line]


def refused(state: State, line: str, language: str = "en") -> str:
    """The sentence with which a move is refused; the table stays as it was."""
    before = repr(state)
    with pytest.raises(IllegalMove) as error:
        jarapon.play(state, move_from_text(line))
    assert repr(state) == before
    assert say(error.value.said, "ja") != say(error.value.said, "en")
    return say(error.value.said, language)


def legal(state: State) -> list[str]:
    """The legal moves as lines."""
    return [move_to_text(move) for move in jarapon.moves(state)]


def said(told: Iterable[Prompt | Message]) -> list[str]:
    """What is told, in English."""
    return [say(one.said if isinstance(one, Prompt) else one, "en") for one in told]


def prompts(state: State) -> list[str]:
    """What the table is told now."""
    return said(jarapon.prompt(state))


def reasons(state: State, seat: int) -> list[str]:
    """Where a player's Force came from."""
    return said(jarapon.standings(state)[seat].reasons)
