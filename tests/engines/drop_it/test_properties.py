"""What must hold in every game of Drop It, however the pieces land."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import drop_it
from engines.contract import IllegalMove
from engines.data_file import BadData
from engines.drop_it import Drop, Joker, State
from engines.drop_it.frame import parse_frame
from engines.drop_it.pieces import ALL, COLOURS, OF_EACH, PIECES, SHAPES
from engines.vocabulary import NOTHING
from tests.support.engines.laws import any_table

BONUS = {"large": 1, "medium": 2, "small": 3}
seeds = st.integers(0, 2**32)


def landed(state: State, piece: str, pick: random.Random) -> Drop:
    """A piece that lands in any way that can be: several circles, touches and edges at once."""
    marks = {"shape": SHAPES, "colour": COLOURS, "none": ()}[state.edges]
    there = [drop.piece for drop in state.drops]
    above = pick.random() < 0.1
    return Drop(
        piece,
        state.levels if above else pick.randint(1, state.levels),
        tuple(pick.choice(list(BONUS)) for _ in range(pick.choice((0, 0, 1, 2, 4)))),
        tuple(pick.sample(there, min(len(there), pick.choice((0, 1, 2, 3))))),
        tuple(mark for mark in marks if pick.random() < 0.2),
        above,
    )


def played(seed: int) -> Iterator[tuple[State, drop_it.Move, State]]:
    """A whole game whose pieces land anyhow: every state with the move that was made and what came of it."""
    pick = random.Random(seed)
    state = drop_it.deal(*any_table(drop_it, seed), seed)
    while moves := drop_it.moves(state):
        move = pick.choice(moves)
        move = landed(state, move.piece, pick) if isinstance(move, Drop) else move
        after = drop_it.play(state, move)
        yield state, move, after
        state = after


@settings(max_examples=8)
@given(seeds)
def test_each_side_drops_its_colours_and_no_piece_and_no_joker_is_lost(seed: int) -> None:
    for state, _, after in played(seed):
        sides = len(after.sides)
        in_frame = Counter(face for look in drop_it.layout(after).values() if look != NOTHING for face in look)
        assert in_frame == Counter(drop.piece for drop in after.drops)
        assert all(count <= OF_EACH[piece.partition("/")[0]] for piece, count in in_frame.items())
        assert drop_it.view(after, None) == drop_it.view(after, 0) == after
        used = Counter(number % sides for number in after.saved)
        assert all(count <= (4 if sides == 2 else 2) for count in used.values())
        assert not after.saved or after.jokers
        open_pieces = {move.piece for move in drop_it.moves(state) if isinstance(move, Drop)}
        for piece in set(PIECES) - open_pieces:
            with pytest.raises(IllegalMove):
                drop_it.play(state, Drop(piece, 1))
    assert drop_it.is_over(after)
    assert len(after.drops) == ALL
    for side in range(sides):
        colours = Counter(drop.piece.partition("/")[2] for drop in after.drops[side::sides])
        assert sorted(colours.values()) == {2: [9, 9], 3: [3, 9], 4: [9]}[sides]
        assert sides != 3 or colours["yellow"] == 3


@settings(max_examples=8)
@given(seeds)
def test_the_score_is_the_sum_of_what_each_drop_brought_and_of_its_reasons(seed: int) -> None:
    for state, move, after in played(seed):
        sides = len(state.sides)
        if not state.drops:
            rule, totals = {"shape": 0, "colour": 1, "none": 9}[state.edges], [0] * sides
        side = (len(state.drops) - (not isinstance(move, Drop))) % sides
        drop = move if isinstance(move, Drop) else state.drops[-1]
        own = drop.piece.split("/")
        touches = {part for other in drop.touches for part in other.split("/")} | (
            {own[rule]} & set(drop.edges) if rule < 2 else set()
        )
        clean = not touches & set(own) and not drop.above
        if clean if isinstance(move, Drop) else isinstance(move, Joker):
            totals[side] += drop.level + sum(BONUS[size] for size in drop.circles)
        each = 0 if not (after.jokers and drop_it.is_over(after)) else 4 if sides == 2 else 2
        left = [each - sum(number % sides == side for number in after.saved) for side in range(sides)]
        final = [total + 3 * jokers * bool(each) for total, jokers in zip(totals, left, strict=True)]
        for one in drop_it.standings(after):
            assert one.score == final[next(at for at, seats in enumerate(after.sides) if one.player in seats)]
            assert one.rank == 1 + sum(other > one.score for other in final)
            assert one.score == sum(int(dict(reason.facts).get("points", 0)) for reason in one.reasons)


toml_values = st.sampled_from(
    ["1", "-1e9", "nan", "true", "'x'", "[]", "[1]", "[[1, 2]]", "[[1, 2], [3, 4]]", "{}", "[{}]"]
)
toml_keys = st.sampled_from(
    ["name", "measured", "outline", "mouth", "left", "right", "from", "to", "shape", "at", "radius"]
)
toml_tables = st.sampled_from(["[frame]", "[[line]]", "[[edge]]", "[[circle]]", ""])


@settings(max_examples=40)
@given(st.lists(st.tuples(toml_tables, toml_keys, toml_values)))
def test_any_text_is_a_frame_or_refused(parts: list[tuple[str, str, str]]) -> None:
    text = "\n".join(f"{table}\n{key} = {value}" for table, key, value in parts)
    with pytest.raises(BadData):
        parse_frame(text, "ours.toml")
