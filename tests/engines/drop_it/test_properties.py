"""What must hold in every game of Drop It, however the pieces land."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import drop_it
from engines.contract import BadOption, IllegalMove
from engines.data_file import BadData
from engines.drop_it import Drop, Joker, Keep, State
from engines.drop_it.frame import parse_frame
from engines.drop_it.pieces import ALL, COLOURS, OF_EACH, PIECES, SHAPES
from engines.messages import Fact
from engines.vocabulary import NOTHING
from tests.support.engines import fuzz
from tests.support.engines.records import read_record

BONUS = {"large": 1, "medium": 2, "small": 3}
seeds = st.integers(0, 2**32)
PLAYERS = ("Aya", "Ben", "Chie", "Dan", "Emi", "Fumi", "Gen", "Hana")


def can_play(table: tuple[int, dict[str, Fact]]) -> bool:
    """Whether so many can play by these options."""
    try:
        drop_it.start(PLAYERS[: table[0]], table[1])
    except BadOption:
        return False
    return True


tables = st.tuples(
    st.integers(2, 8),
    st.fixed_dictionaries({option.name: st.sampled_from(option.allowed) for option in drop_it.OPTIONS}),
).filter(can_play)


def side_of(state: State, seat: int) -> int:
    """The side that a player is on."""
    return next(at for at, seats in enumerate(state.sides) if seat in seats)


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


def played(table: tuple[int, dict[str, Fact]], seed: int) -> Iterator[tuple[State, drop_it.Move]]:
    """A game whose pieces land anyhow: every state with the move that was then made."""
    pick = random.Random(seed)
    state = drop_it.deal(PLAYERS[: table[0]], table[1], seed)
    while moves := drop_it.moves(state):
        move = pick.choice(moves)
        move = landed(state, move.piece, pick) if isinstance(move, Drop) else move
        yield state, move
        state = drop_it.play(state, move)


@settings(max_examples=8)
@given(tables, seeds)
def test_no_piece_and_no_joker_is_ever_lost(table: tuple[int, dict[str, Fact]], seed: int) -> None:
    sides = table[0] if table[1]["teams"] == "no" else 2
    for state, move in played(table, seed):
        after = drop_it.play(state, move)
        in_frame = Counter(face for look in drop_it.layout(after).values() if look != NOTHING for face in look)
        assert in_frame == Counter(drop.piece for drop in after.drops)
        assert all(count <= OF_EACH[piece.partition("/")[0]] for piece, count in in_frame.items())
        assert drop_it.view(after, None) == drop_it.view(after, 0) == after
        used = Counter(number % sides for number in after.saved)
        assert all(count <= (4 if sides == 2 else 2) for count in used.values())
        assert not after.saved or table[1]["jokers"] == "yes"
    assert drop_it.is_over(after)
    assert len(after.drops) == ALL


@settings(max_examples=8)
@given(tables, seeds)
def test_each_side_has_dropped_its_colours_and_nothing_else(table: tuple[int, dict[str, Fact]], seed: int) -> None:
    *_, (state, move) = played(table, seed)
    drops = drop_it.play(state, move).drops
    sides = table[0] if table[1]["teams"] == "no" else 2
    for side in range(sides):
        colours = Counter(drop.piece.partition("/")[2] for drop in drops[side::sides])
        assert sorted(colours.values()) == {2: [9, 9], 3: [3, 9], 4: [9]}[sides]
        assert sides != 3 or colours["yellow"] == 3


@settings(max_examples=8)
@given(tables, seeds)
def test_the_score_is_the_sum_of_what_each_drop_brought(table: tuple[int, dict[str, Fact]], seed: int) -> None:
    sides = table[0] if table[1]["teams"] == "no" else 2
    rule = {"shape": 0, "colour": 1, "none": 9}[table[1]["edges"]]
    totals = [0] * sides
    for state, move in played(table, seed):
        side = (len(state.drops) - (not isinstance(move, Drop))) % sides
        drop = move if isinstance(move, Drop) else state.drops[-1]
        own = drop.piece.split("/")
        touches = {part for other in drop.touches for part in other.split("/")} | (
            {own[rule]} & set(drop.edges) if rule < 2 else set()
        )
        clean = not touches & set(own) and not drop.above
        if clean if isinstance(move, Drop) else isinstance(move, Joker):
            totals[side] += drop.level + sum(BONUS[size] for size in drop.circles)
        after = drop_it.play(state, move)
        if not drop_it.is_over(after):
            assert [one.score for one in drop_it.standings(after)] == [
                totals[side_of(after, seat)] for seat in range(table[0])
            ]
    each = 0 if table[1]["jokers"] == "no" else 4 if sides == 2 else 2
    left = [each - sum(number % sides == side for number in after.saved) for side in range(sides)]
    final = [total + 3 * jokers for total, jokers in zip(totals, left, strict=True)]
    for one in drop_it.standings(after):
        assert one.score == final[side_of(after, one.player)]
        assert one.rank == 1 + sum(other > one.score for other in final)


@settings(max_examples=8)
@given(tables, seeds)
def test_reasons_add_up_to_the_score(table: tuple[int, dict[str, Fact]], seed: int) -> None:
    *_, (state, move) = played(table, seed)
    for one in drop_it.standings(drop_it.play(state, move)):
        points = [dict(reason.facts).get("points", 0) for reason in one.reasons]
        assert sum(number for number in points if isinstance(number, int)) == one.score


@settings(max_examples=6)
@given(tables, seeds)
def test_any_landing_goes_to_json_and_into_the_record_and_back(table: tuple[int, dict[str, Fact]], seed: int) -> None:
    plies = list(played(table, seed))
    state = drop_it.play(*plies[-1])
    players, moves = state.players, tuple(move for _, move in plies)
    assert read_record(drop_it, drop_it.write_record(players, table[1], moves)) == (players, table[1], moves)
    assert [drop_it.move_from_json(drop_it.move_to_json(move)) for move in moves] == list(moves)


@settings(max_examples=6)
@given(tables, seeds)
def test_nobody_drops_a_piece_of_somebody_else_or_twice(table: tuple[int, dict[str, Fact]], seed: int) -> None:
    for state, _ in played(table, seed):
        open_pieces = {move.piece for move in drop_it.moves(state) if isinstance(move, Drop)}
        for piece in set(PIECES) - open_pieces:
            with pytest.raises(IllegalMove):
                drop_it.play(state, Drop(piece, 1))


@settings(max_examples=6)
@given(tables, seeds)
def test_a_joker_can_be_used_exactly_when_it_is_listed(table: tuple[int, dict[str, Fact]], seed: int) -> None:
    for state, _ in played(table, seed):
        for move in (Joker(), Keep()):
            if move not in drop_it.moves(state):
                with pytest.raises(IllegalMove):
                    drop_it.play(state, move)


@settings(max_examples=6)
@given(tables, seeds)
def test_a_simple_player_makes_a_listed_move_in_his_turn_only(table: tuple[int, dict[str, Fact]], seed: int) -> None:
    for state, _ in played(table, seed):
        wanted = {seat: drop_it.greedy(state, seat) for seat in range(table[0])}
        made = [(seat, move) for seat, move in wanted.items() if move is not None]
        assert len(made) == 1
        seat, move = made[0]
        assert move in drop_it.moves(state)
        assert drop_it.mover(state, move) == seat


@pytest.mark.full
@settings(max_examples=40)
@given(st.sampled_from(["drop", "level", "circles", "touches", "edges", "above", "more"]), st.data())
def test_a_spoilt_move_is_refused_or_another_move(part: str, data: st.DataObject) -> None:
    whole = drop_it.move_to_json(Drop("circle/red", 4, ("small",), ("square/blue",), ("circle",)))
    fuzz.is_a_move_or_refused(drop_it, whole | {part: data.draw(fuzz.json_data(drop_it))})


toml_values = st.sampled_from(
    ["1", "-1e9", "nan", "true", "'x'", "[]", "[1]", "[[1, 2]]", "[[1, 2], [3, 4]]", "{}", "[{}]"]
)


@settings(max_examples=40)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["[frame]", "[[line]]", "[[edge]]", "[[circle]]", ""]), st.text(max_size=48), toml_values
        )
    )
)
def test_any_text_is_a_frame_or_refused(parts: list[tuple[str, str, str]]) -> None:
    keys = ("name", "measured", "outline", "mouth", "left", "right", "from", "to", "shape", "at", "radius")
    text = "\n".join(f"{table}\n{keys[len(key) % len(keys)]} = {value}" for table, key, value in parts)
    with pytest.raises(BadData):
        parse_frame(text, "ours.toml")
