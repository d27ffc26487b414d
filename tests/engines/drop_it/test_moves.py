"""Moves of Drop It: which can be, what is told of them, and how they are written and read."""

import pytest

from device.texts import catalogue, say
from engines import drop_it
from engines.contract import BadOption, BadRecord
from engines.drop_it import Drop, Joker, Keep
from engines.drop_it.judging import breaches
from engines.vocabulary import NOTHING
from tests.support.engines.drop_it import AYA, BEN, BROKEN, after, begun, refusal, to_the_end
from tests.support.engines.records import read_record


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (Drop("star/red", 1), "There is no piece “star/red”: pieces are written like circle/red."),
        (Drop("", 1), "There is no piece “”: pieces are written like circle/red."),
        (Drop("square/red", 0), "There is no level 0: levels go from 1 to 8."),
        (Drop("square/red", 9), "There is no level 9: levels go from 1 to 8."),
        (Drop("square/red", 1, ("huge",)), "There is no bonus circle “huge”: they are large, medium and small."),
        (Drop("square/red", 1, ("small",) * 5), "No piece covers so many small circles: at most 4."),
        (
            Drop("square/red", 1, touches=("square/blue",)),
            "The blue square cannot be touched that often (1): the frame holds 0.",
        ),
        (
            Drop("square/red", 1, touches=("circle/red",) * 2),
            "The red circle cannot be touched that often (2): the frame holds 1.",
        ),
        (Drop("square/red", 1, touches=("floor",)), "There is no piece “floor”: pieces are written like circle/red."),
        (
            Drop("square/red", 1, edges=("floor",)),
            "There is no “floor” on the edges: look for circle, square, diamond and triangle.",
        ),
        (Drop("circle/green", 1), "Aya, the green circle belongs to Ben: drop one of your own."),
        (Keep(), "Nobody has to decide about a joker now."),
        (Joker(), "This table plays without jokers."),
    ],
)
def test_what_cannot_have_happened_is_refused_with_what_to_do(move: drop_it.Move, sentence: str) -> None:
    assert refusal(after(begun(), "circle/red", "circle/green"), move) == sentence


def test_an_empty_frame_can_touch_nothing() -> None:
    assert "the frame holds 0" in refusal(begun(), Drop("circle/red", 1, touches=("circle/red",)))


def test_nothing_is_dropped_after_the_end() -> None:
    assert refusal(to_the_end(begun()), Drop("circle/red", 1)) == "The game is over: no piece is left to drop."


def test_any_landing_that_can_be_is_taken_also_one_that_is_not_listed() -> None:
    state = after(begun(), "circle/red", "circle/green", "circle/red")
    drop = Drop("square/green", 3, ("small", "small"), ("circle/red", "circle/green", "circle/red"), ("circle",))
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
    clean = [move for move in listed if not breaches(move, "shape")]
    assert {(move.level, move.circles) for move in clean} == {
        (level, circles) for level in range(1, 9) for circles in ((), ("large",), ("medium",), ("small",))
    }
    broken = {(breaches(move, "shape"), move.level) for move in listed if move not in clean}
    assert broken == {((rule,), level) for rule in ("shape", "colour", "edge") for level in range(1, 9)} | {
        (("height",), 8)
    }
    assert len(listed) == len(set(listed)) == 32 + 25


def test_the_camera_must_see_the_pieces_that_are_in_the_frame() -> None:
    shown = drop_it.layout(after(begun(), "circle/red", "square/blue"))
    assert list(shown) == [f"frame/{number}" for number in range(1, 37)]
    assert {place: look for place, look in shown.items() if look != NOTHING} == {
        "frame/1": {"circle/red"},
        "frame/2": {"square/blue"},
    }


def test_a_move_is_told_in_one_line_of_the_record() -> None:
    state = begun(jokers="yes")
    told = [say(drop_it.describe(state, Drop("circle/red", 4, ("small",))), "en")]
    state = after(state, BROKEN)
    told += [say(drop_it.describe(state, move), "en") for move in (Joker(), Keep())]
    told += [say(drop_it.describe(begun(), BROKEN), language) for language in ("en", "ja")]
    assert told == [
        "Aya drops the red circle: level 4. 7 points.",
        "Aya uses a joker. 8 points.",
        "Aya keeps the joker.",
        "No points for Aya: the red circle touches its own mark on the edge.",
        "Ayaさん：赤の丸はふちの同じ印にふれているので、0点です。",
    ]


def test_a_simple_player_uses_a_joker_where_it_brings_more_than_it_is_worth() -> None:
    low, high = (after(begun(jokers="yes"), Drop("circle/red", level, edges=("circle",))) for level in (3, 4))
    assert drop_it.greedy(low, AYA) is None
    assert isinstance(drop_it.greedy(low, BEN), Drop)
    assert drop_it.greedy(high, AYA) == Joker()
    assert drop_it.greedy(high, BEN) is None


def test_every_option_and_each_of_its_values_is_told_in_words() -> None:
    for option in drop_it.OPTIONS:
        keys = [f"drop_it.option.{option.name}"] + [f"drop_it.option.{option.name}_{one}" for one in option.allowed]
        assert all(catalogue(language)[key] for key in keys for language in ("en", "ja"))


@pytest.mark.parametrize(
    ("players", "options", "sentence"),
    [
        (1, {}, "This game is for 2–8 players, but 1 name was given."),
        (2, {"edges": "size"}, "The option edges cannot be “size”: choose one of shape, colour and none."),
        (2, {"frame": "mine"}, "There is no option “frame”: this game knows teams, colours, edges, jokers and levels."),
    ],
)
def test_a_wrong_start_is_refused(players: int, options: dict[str, str], sentence: str) -> None:
    with pytest.raises(BadOption) as refused:
        begun(players, **options)
    assert say(refused.value.said, "en") == sentence


def test_the_record_has_a_line_a_move() -> None:
    moves: list[drop_it.Move] = [
        Drop("circle/red", 3),
        Drop("square/blue", 8, ("small", "small"), ("circle/red",), ("circle", "square"), above=True),
        Joker(),
    ]
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
    assert read_record(drop_it, text) == (("Aya", "Ben"), options, tuple(moves))
    assert "# colours: given" in drop_it.write_record(["Aya", "Ben"], {}, [])


@pytest.mark.parametrize(
    "line",
    [
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
    ],
)
def test_a_line_that_is_no_move_is_named(line: str) -> None:
    with pytest.raises(BadRecord) as refused:
        drop_it.read_records(f"# a remark\n{line}\n")
    assert say(refused.value.said, "en") == f"Line 2, “{line}”, cannot be played:"
    assert refused.value.because is not None
    assert say(refused.value.because, "en").startswith(f"“{line}” is not a move in Drop It")


def test_a_line_that_the_rules_forbid_is_named() -> None:
    with pytest.raises(BadRecord) as refused:
        drop_it.read_records("drop circle/red level 3\ndrop square/red level 3\n")
    assert dict(refused.value.said.facts)["line"] == 2
    assert refused.value.because is not None
    assert say(refused.value.because, "en") == "2, the red square belongs to 1: drop one of your own."
