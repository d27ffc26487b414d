"""Moves of Drop It: which can be, what is told of them, and how they are written and read."""

import re

import pytest

from device.texts import LANGUAGES, say
from engines import drop_it
from engines.contract import BadRecord
from engines.drop_it import Drop, Joker, Keep
from engines.vocabulary import NOTHING, UNKNOWN
from tests.support.engines.drop_it import AYA, BEN, BROKEN, after, begun, rules
from tests.support.engines.in_short import short
from tests.support.engines.records import read_record

SHAPES = "edge/circle edge/square edge/diamond edge/triangle"


@pytest.mark.parametrize(("move", "why"), [
    (Drop("star/red", 1), "no_piece star/red"),
    (Drop("", 1), "no_piece "),
    (Drop("square/red", 0), "no_level 0 8"),
    (Drop("square/red", 9), "no_level 9 8"),
    (Drop("square/red", 1, ("huge",)), "no_circle huge"),
    (Drop("square/red", 1, ("small",) * 5), "many_circles size/small 4"),
    (Drop("square/red", 1, touches=("square/blue",)), "not_in_frame square/blue 1 0"),
    (Drop("square/red", 1, touches=("circle/red",) * 2), "not_in_frame circle/red 2 1"),
    (Drop("square/red", 1, touches=("floor",)), "no_piece floor"),
    (Drop("square/red", 1, edges=("floor",)), f"no_edge floor {SHAPES}"),
    (Drop("circle/green", 1), "not_yours Aya circle/green Ben"),
    (Keep(), "nothing_to_keep"),
    (Joker(), "without_jokers"),
])  # fmt: skip
def test_what_cannot_have_happened_is_refused(move: drop_it.Move, why: str) -> None:
    assert rules.refused(after(begun(), "circle/red", "circle/green"), move) == why


def test_any_landing_that_can_be_is_taken_also_one_that_is_not_listed() -> None:
    state = after(begun(), "circle/red", "circle/green", "circle/red")
    drop = Drop("square/green", 3, ("small",) * 4, ("circle/red", "circle/green", "circle/red"), ("circle",))
    assert drop not in drop_it.moves(state)
    assert drop_it.play(state, drop).drops[-1] == drop


def test_the_order_in_which_a_landing_is_told_makes_no_difference() -> None:
    one = Drop("square/red", 1, ("small", "large"), ("circle/red", "circle/blue"), ("square", "circle", "square"))
    other = Drop("square/red", 1, ("large", "small"), ("circle/blue", "circle/red"), ("circle", "square"))
    assert one == other
    assert hash(one) == hash(other)


def test_the_listed_landings_stand_for_all_kinds() -> None:
    state = after(begun(), "circle/red", "square/green", "circle/red", "square/green")
    listed = [move for move in drop_it.moves(state) if isinstance(move, Drop) and move.piece == "square/red"]
    clean = [move for move in listed if not move.breaches("shape")]
    assert {(move.level, move.circles) for move in clean} == {
        (level, circles) for level in range(1, 9) for circles in ((), ("large",), ("medium",), ("small",))
    }
    broken = {(move.breaches("shape"), move.level) for move in listed if move not in clean}
    assert broken == {((rule,), level) for rule in ("shape", "colour", "edge") for level in range(1, 9)} | {
        (("height",), 8)
    }
    assert len(listed) == len(set(listed)) == 32 + 25


def test_the_camera_must_see_the_pieces_that_are_in_the_frame() -> None:
    shown = drop_it.layout(after(begun(), "circle/red", "square/blue"))
    assert list(shown) == [f"frame/{number}" for number in range(1, 37)]
    lying = {place: look for place, look in shown.items() if look != NOTHING}
    assert lying == {"frame/1": {"circle/red"}, "frame/2": {"square/blue"}}


def test_a_move_is_told_in_one_line_of_the_record() -> None:
    state = begun(jokers="yes")
    drop = Drop("circle/red", 4, ("small",))
    assert rules.described(state, drop) == ["told_drop Aya circle/red 4 7"]
    assert rules.described(state, BROKEN, Joker()) == [
        "broken Aya circle/red rule/edge",
        "told_joker Aya 8",
    ]
    assert short(drop_it.describe(after(state, BROKEN), Keep())) == "told_keep Aya"


def test_a_simple_player_uses_a_joker_where_it_brings_more_than_it_is_worth() -> None:
    low, high = (after(begun(jokers="yes"), Drop("circle/red", level, edges=("circle",))) for level in (3, 4))
    assert drop_it.greedy(low, AYA) is None
    assert isinstance(drop_it.greedy(low, BEN), Drop)
    assert drop_it.greedy(high, AYA) == Joker()
    assert drop_it.greedy(high, BEN) is None


def test_the_record_has_a_line_a_move() -> None:
    landed = Drop("square/blue", 8, ("small", "small"), ("circle/red",), ("circle", "square"), above=True)
    moves = (Drop("circle/red", 3), landed, Joker())
    options = {"jokers": "yes", "colours": "first_drop"}
    text = drop_it.write_record(["Aya", "Ben"], options, moves)
    assert text.splitlines() == [
        "# player: Aya",
        "# player: Ben",
        "# jokers: yes",
        "drop circle/red level 3",
        "drop square/blue level 8 circles small small touches circle/red edges circle square above",
        "joker",
    ]
    assert read_record(drop_it, text) == (("Aya", "Ben"), options, moves)


@pytest.mark.parametrize("line", [
    "dropp circle/red level 3",
    "drop circle/red",
    "drop circle/red level",
    "drop circle/red level 13",
    "drop circle/red level 3 small",
    "drop circle/red level 3 circles",
    "drop circle/red level 3 circles small circles large",
    "drop circle/red level 8 above small",
    "joker 2",
    "keep it",
])  # fmt: skip
def test_a_line_that_is_no_move_is_refused(line: str) -> None:
    with pytest.raises(BadRecord) as error:
        drop_it.read_records(line)
    assert error.value.because is not None
    assert short(error.value.because) == f"bad_move {line}"


@pytest.mark.parametrize("part", [
    {"drop": 3}, {"level": "4"}, {"level": True}, {"level": 8.0}, {"level": None}, {"circles": "small"},
    {"circles": [1]}, {"touches": {"square/blue": 1}}, {"edges": None}, {"above": 1}, {"more": []},
])  # fmt: skip
def test_data_that_is_no_move_is_refused(part: dict[str, object]) -> None:
    whole = drop_it.move_to_json(Drop("circle/red", 8, ("small",), ("square/blue",), ("circle",), above=True))
    assert drop_it.move_from_json(whole).above
    for wrong in (whole | part, {name: value for name, value in whole.items() if name not in ("drop", *part)}):
        with pytest.raises(BadRecord):
            drop_it.move_from_json(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_refusal_recommends_is_taken(language: str) -> None:
    with pytest.raises(BadRecord) as refused:
        drop_it.move_from_json("circle/red 3")
    said = say(refused.value.said, language)
    moves = [drop_it.move_from_json(line) for line in re.findall("[“「](.+?)[”」]", said)[1:]]
    assert moves == [Drop("circle/red", 3), Drop(UNKNOWN, 5, broke=True), Joker(), Keep()]
