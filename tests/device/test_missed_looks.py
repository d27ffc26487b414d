"""Nobody looked between two moves: what is recorded then was really done, and what is asked leaves room for it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from typing import Any

import pytest

from device.demo_play import plies
from device.filmed_games import OPTIONS, laid
from device.referee import Moved, Referee, TakenBack, Turned, Which
from device.sheets import offer_sheets
from engines.contract import Game
from engines.games import GAMES
from engines.jarapon.kinds import Show
from engines.straw import NAMES
from engines.vocabulary import UNKNOWN
from tests.device.known_game import PLAYERS, places_of

MOST = {"search": 24, "sevens": 40, "doubt": 60, "jarapon": 70}


def missed_looks(game: Game, seed: int) -> Iterator[tuple[Sequence[Any], Any, list[Any]]]:
    """The states that the box knows, the state at the next look, and the moves between; two of them show."""
    told = list(islice(plies(game, NAMES[: PLAYERS.get(game.NAME, 2)], seed, OPTIONS.get(game.NAME, {})), 70))
    told = told[: MOST.get(game.NAME, 70)]
    tables = [laid(game, state) for state, _ in told]
    shows = [ply for ply in range(len(told) - 1) if tables[ply] != tables[ply + 1]]
    known = [game.view(state, None) for state, _ in told]
    for first, second in pairwise(shows):
        moves = [game.seen(state, move, None) for state, move in told[first : second + 1]]
        yield known[: first + 1], told[second + 1][0], moves


def are_among(moves: Sequence[Any], made: Sequence[Any]) -> bool:
    """Whether these moves were made, each of them; of a hand that was laid open not all tiles need be known."""
    open_hands = {move.seat for move in moves if isinstance(move, Show) and move.tiles == UNKNOWN}
    known = [
        replace(move, tiles=UNKNOWN) if isinstance(move, Show) and move.seat in open_hands else move for move in made
    ]
    return Counter(moves) <= Counter(known)


# In the second game of Galaxy Jarapon a riichi is called pon at once: nothing shows any more that it lay across.
@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("search", 1),
        ("sevens", 1),
        ("doubt", 1),
        ("infiltration", 1),
        ("checkers", 1),
        ("reversi", 1),
        ("jarapon", 1),
        ("jarapon", 4),
    ],
)
def test_no_move_is_recorded_that_was_not_made_and_the_right_one_can_be_answered(name: str, seed: int) -> None:
    offer_sheets()
    game = GAMES[name]
    found = tried = 0
    for states, now, made in missed_looks(game, seed):
        tried += 1
        outcome = Referee(game, states, 0).judge(places_of(game, now))
        assert not isinstance(outcome, TakenBack | Turned), made
        if isinstance(outcome, Moved):
            assert are_among(outcome.moves, made)
            found += 1
        elif isinstance(outcome, Which):
            assert any(are_among(choice.moves, made) for choice in outcome.choices)
            found += 1
    assert found > tried / 2
