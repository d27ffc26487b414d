"""Drop It on a score pad: drops of which only the worth is entered, D-6 to D-14."""

import random
from dataclasses import replace

import pytest

from engines import drop_it
from engines.bots import greedy_move
from engines.contract import BadRecord
from engines.drop_it import Drop, Joker, State
from engines.drop_it.moves import UNSAID
from engines.drop_it.pieces import ALL, PIECES
from engines.vocabulary import UNKNOWN
from tests.support.engines.drop_it import AYA, BEN, after, begun, rules, scores
from tests.support.engines.laws import any_table
from tests.support.engines.records import read_record
from tests.support.tiers import first

WORTH_SEVEN = "drop ? level 5 circles medium"


def test_d_7_a_drop_is_worth_its_level_and_circles_whichever_piece_it_was() -> None:
    state = after(begun(), Drop(UNKNOWN, 5, ("medium",)), Drop(UNKNOWN, 3, broke=True))
    assert scores(state) == [7, 0]
    assert rules.said(state)[0] == "broken Ben piece/unknown rule/unsaid"
    assert rules.reasons(state, BEN) == ["levels 0", "scoreless 1"]
    assert (state.left_of(AYA), state.left_of(BEN)) == (17, 17)
    assert str(state).splitlines()[0] == "frame 2: ? ?"


def test_d_14_a_joker_cancels_what_an_unknown_piece_broke() -> None:
    broken = after(begun(jokers="yes"), Drop(UNKNOWN, 6, ("small",), broke=True))
    assert Joker() in drop_it.moves(broken)
    assert scores(after(broken, Joker())) == [9, 0]
    above = after(begun(jokers="yes"), Drop(UNKNOWN, 8, above=True))
    assert scores(above) == [0, 0]
    assert scores(after(above, Joker())) == [8, 0]


def test_d_4_what_an_unknown_piece_was_may_be_said_by_what_touches_it() -> None:
    state = after(begun(colours="given"), Drop(UNKNOWN, 1), Drop(UNKNOWN, 1), Drop("circle/blue", 2), "circle/red")
    assert rules.refused(state, Drop("circle/red", 1)) == "not_yours Aya circle/red Ben"
    of_three = ("circle/red", "diamond/red", "triangle/red")  # two of which are the unknown ones
    assert after(state, Drop("square/blue", 1, touches=of_three)).broken(4) == ()
    for touches in ((*of_three, "triangle/green"), ("circle/red",) * 4):
        assert rules.refused(state, Drop("square/blue", 1, touches=touches)).startswith("not_in_frame")


def test_d_4_a_colour_is_known_by_the_pieces_that_are_known() -> None:
    state = after(begun(4), *[Drop(UNKNOWN, 1)] * 4, "circle/red")
    assert (state.shares.colours(AYA), state.shares.colours(BEN)) == (("red",), ())


def test_any_piece_may_lie_where_an_unknown_one_was_dropped() -> None:
    lying = drop_it.layout(after(begun(), Drop(UNKNOWN, 5), "circle/red"))
    assert (lying["frame/1"], lying["frame/2"]) == ({*PIECES}, {"circle/red"})


@pytest.mark.parametrize(
    ("move", "why"),
    [
        (Drop(UNKNOWN, 5, touches=("circle/red",)), "say_piece"),
        (Drop(UNKNOWN, 5, edges=("square",)), "say_piece"),
        (Drop("square/green", 5, broke=True), "say_why square/green"),
        (Drop(UNKNOWN, 9), "no_level 9 8"),
        (Drop(UNKNOWN, 7, above=True), "above_is_top 7 8"),
        (Drop(UNKNOWN, 1, ("small",) * 5), "many_circles size/small 4"),
    ],
)
def test_what_cannot_have_happened_is_refused(move: Drop, why: str) -> None:
    assert rules.refused(after(begun(), "circle/red"), move) == why


def test_an_unknown_drop_is_told_in_a_line_of_the_record_and_read_back() -> None:
    moves = (Drop(UNKNOWN, 5, ("medium",)), Drop(UNKNOWN, 8, above=True, broke=True), Drop(UNKNOWN, 2, broke=True))
    assert rules.described(begun(), *moves)[0] == "told_drop Aya piece/unknown 5 7"
    text = drop_it.write_record(("Aya", "Ben"), {}, moves)
    assert text.splitlines()[-3:] == [WORTH_SEVEN, "drop ? level 8 above broke", "drop ? level 2 broke"]
    assert read_record(drop_it, text)[2] == moves
    for move in moves:
        assert drop_it.move_from_json(drop_it.move_to_json(move)) == move
    for wrong in ("drop ? level 5 broke small", {"drop": "?", "level": 5, "broke": "yes"}):
        with pytest.raises(BadRecord):
            drop_it.move_from_json(wrong)


def twin(state: State, move: drop_it.Move) -> drop_it.Move:
    """The same drop, of which people say only what it is worth."""
    if not isinstance(move, Drop):
        return move
    broke = bool(move.breaches(state.edges)) and not move.above
    return Drop(UNKNOWN, move.level, move.circles, above=move.above, broke=broke)


@pytest.mark.parametrize("seed", first(range(30), 6))
def test_the_pad_books_what_following_the_same_game_gives(seed: int) -> None:
    """Where all drops are entered on a pad, and where some are, in between."""
    pick = random.Random(seed)
    players, options = any_table(drop_it, seed)
    state = pad = mixed = drop_it.start(players, options)
    while moves := drop_it.moves(state):
        move = pick.choice(moves)
        pad = drop_it.play(pad, twin(state, move))
        mixed = drop_it.play(mixed, move if pick.random() < 0.5 else twin(state, move))
        state = drop_it.play(state, move)
        for one in (pad, mixed):
            assert drop_it.standings(one) == drop_it.standings(state)
            assert drop_it.is_over(one) == drop_it.is_over(state)
            assert {other for other in drop_it.moves(one) if not isinstance(other, Drop)} == {
                other for other in drop_it.moves(state) if not isinstance(other, Drop)
            }
    assert len(pad.drops) == ALL
    assert replace(pad, drops=()) == replace(state, drops=())


def test_computer_players_go_on_after_unknown_drops() -> None:
    state = after(begun(3, jokers="yes"), *[Drop(UNKNOWN, 3, broke=True)] * 7)
    while not drop_it.is_over(state):
        state = drop_it.play(state, greedy_move(drop_it, state, AYA, 3))
    assert len(state.drops) == ALL


def test_no_listed_move_has_an_unknown_piece() -> None:
    listed = drop_it.moves(after(begun(), Drop(UNKNOWN, 1), "circle/red", Drop(UNKNOWN, 1)))
    assert not [move for move in listed if isinstance(move, Drop) and UNKNOWN in (move.piece, *move.touches)]
    assert UNSAID not in {rule for move in listed if isinstance(move, Drop) for rule in move.breaches("shape")}
