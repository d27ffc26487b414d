"""What the strong computer player thinks of moves that were made."""

import pytest

from engines import reversi
from engines.bots import STRONG, choose_move
from engines.reversi import Move, State
from engines.reversi.comments import comments
from tests.support.engines.bot_games import random_game
from tests.support.engines.reversi_ends import lead, lead_after


def game(seed: int) -> list[tuple[State, Move]]:
    return list(random_game(reversi, ("Aya", "Ben"), {}, seed))


@pytest.mark.parametrize("seed", range(3))
def test_a_comment_names_what_the_strong_computer_would_have_played_and_only_legal_moves(seed: int) -> None:
    plies = game(seed)
    states, made = [state for state, _ in plies], [move for _, move in plies]
    kinds = set()
    for number, (state, move) in enumerate(plies, start=1):
        said, legal = comments(states, made, number), reversi.moves(state)
        if len(legal) == 1:
            assert said == ()
            continue
        chosen = choose_move(reversi, state, state.seat, STRONG)
        for one in said:
            squares = {name: fact for name, fact in one.facts if name in ("best", "square")}
            assert {Move(str(square)) for square in squares.values()} <= set(legal)
            assert Move(str(squares.get("best", squares["square"]))) == chosen
        assert (said[0].key == "comment.reversi.same") is (move == chosen)
        kinds |= {one.key.rpartition(".")[2] for one in said}
    assert {"same", "other"} < kinds


def test_the_end_is_told_in_tiles() -> None:
    told = []
    for plies in map(game, range(3)):
        states, made = [state for state, _ in plies], [move for _, move in plies]
        for number in range(len(plies) - 5, len(plies) + 1):
            lost = [dict(one.facts)["tiles"] for one in comments(states, made, number) if one.key.endswith(".tiles")]
            state, move = plies[number - 1]
            assert lost == ([lead(state) - lead_after(state, move)] if lead(state) > lead_after(state, move) else [])
            told += lost
    assert len(told) > 3
