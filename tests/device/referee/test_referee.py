"""The referee lays what the rules allow over what is seen: it finds moves, or says by square what is wrong."""

import random

import pytest

from device.games.listing import profile_of
from device.referee.evidence import Evidence
from device.referee.outcomes import Moved, Nothing, Outcome, TakenBack, Turned, Unclear, Which
from device.referee.referee import Referee
from engines import reversi
from engines.reversi import Move
from tests.support.device.tabletop import PASSING, after, changed, likely, seen, states_after, table_of

OPENING = ("f5", "d6", "c3")


def referee(*squares, turn=0, starts=None) -> Referee:
    return Referee(reversi, profile_of("reversi").habits, states_after(*squares), turn, starts)


def shown(table, turn=0, **how) -> Evidence:
    return Evidence(seen(table, turn, **how))


def judge(squares, table, turn=0, **how):
    return referee(*squares, turn=turn).judge(shown(table, turn, **how))


def said(outcome) -> list[tuple[str, str]]:
    return [(one.key, dict(one.facts)["places"]) for one in (outcome.problem.message, *outcome.problem.also)]


@pytest.mark.parametrize(
    ("lies", "turn", "outcome"),
    [
        ("f5 d6 c3", 0, Nothing(0)),
        ("f5 d6 c3 d3 c4", 0, Moved((Move("d3"), Move("c4")), 0)),
        ("f5 d6", 0, TakenBack(2)),
        ("f5", 0, TakenBack(1)),
        ("f5 d6 c4", 0, TakenBack(2, (Move("c4"),))),
        ("f5 d6 c3", 1, Turned(1)),
    ],
    ids=["nothing", "two moves at once", "one taken back", "two taken back", "another instead", "the board turned"],
)
def test_what_has_happened_since_the_opening(lies: str, turn: int, outcome: Outcome) -> None:
    assert referee(*OPENING).judge(shown(table_of(after(*lies.split())), turn)) == outcome


@pytest.mark.parametrize("turn", range(4))
def test_a_tile_is_laid_and_all_outflanked_are_turned(turn: int) -> None:
    for move in reversi.moves(after(*OPENING)):
        assert judge(OPENING, table_of(reversi.play(after(*OPENING), move)), turn) == Moved((move,), turn)


def test_two_moves_with_a_pass_between_them() -> None:
    outcome = judge(PASSING[:-1], table_of(after(*PASSING, "d6")))
    assert isinstance(outcome, Moved)
    # One player made both, so the order in which he laid them is not to be seen, and makes no difference.
    assert {move.square for move in outcome.moves} == {"f8", "d6"}


def test_what_is_still_to_do_shrinks_as_tiles_are_turned() -> None:
    before = ("f5", "d6", "c5", "f4", "e3")
    state = after(*before)
    move = max(reversi.moves(state), key=lambda one: len(reversi.outflanked(state, one.square)))
    flips = reversi.outflanked(state, move.square)
    table = table_of(state) | {move.square: "back"}
    for done, flip in enumerate(flips):
        outcome = judge(before, table)
        assert said(outcome) == [("referee.turn_too", " ".join(flips[done:]))]
        assert dict(outcome.problem.message.facts)["move"] == move.square
        table |= {flip: "back"}
    assert judge(before, table) == Moved((move,), 0)


@pytest.mark.parametrize(
    ("played", "done", "otherwise", "told", "nearest"),
    [
        ("f5 d6 c3", "f5 d6 c3 d3", {"f5": "back"}, [("referee.turn_back_up", "f5")], Moved),
        ("f5", "f5", {"d6": "back", "f5": "back"}, [("referee.turn_back_up", "f5"), ("referee.turn_too", "d5")], Moved),
        ("f5 d6 c3", "f5 d6 c3", {"a1": "up"}, [("referee.not_here", "a1")], Nothing),
        ("", "f5", {"a1": "up"}, [("referee.not_here", "a1")], Moved),
        ("f5 d6 c3", "f5 d6 c3", {"e4": "empty"}, [("referee.lay_up", "e4")], Nothing),
        (
            "f5 d6 c3",
            "f5 d6 c3",
            {"e4": "empty", "c3": "empty"},
            [("referee.lay_up", "e4"), ("referee.taking_back", "d4")],
            TakenBack,
        ),
        ("f5", "f5", {"d4": "empty"}, [("referee.lay_down", "d4")], Nothing),
        ("", "f5", {"f5": "back"}, [("referee.wrong_side", "f5")], Moved),
        ("f5 d6", "f5 d6", {"d6": "empty"}, [("referee.taking_back", "d5")], TakenBack),
    ],
    ids=[
        *("one turned wrongly", "one forgotten and one turned wrongly", "one where none may lie"),
        *("one too many after a good move", "one missing", "and the last one"),
        *("a dark one missing", "one laid wrong side up", "a move half taken back"),
    ],
)
def test_what_is_wrong_is_said_by_square(
    played: str, done: str, otherwise: dict[str, str], told: list[tuple[str, str]], nearest: type
) -> None:
    outcome = judge(played.split(), changed(after(*done.split()), **otherwise))
    assert said(outcome) == told
    assert outcome.problem.places == tuple(sorted(" ".join(places for _, places in told).split()))
    assert isinstance(outcome.nearest, nearest)


@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("squares", ["f5", "e6", "f5 d6", "f5 f4", "f5 f6", "e6 f4", "e6 d6", "e6 f6"])
def test_the_first_moves_settle_how_the_board_lies_and_are_named_as_players_write_them(turn: int, squares: str) -> None:
    open_turn, moves = referee(turn=None), squares.split()
    assert isinstance(open_turn.judge(shown(table_of(after()), turn)), Nothing)
    assert open_turn.judge(shown(table_of(after(*moves)), turn)) == Moved(tuple(map(Move, moves)), turn)


@pytest.mark.parametrize("turn", range(4))
def test_the_first_move_shows_which_side_begins_where_nobody_has_said(turn: int) -> None:
    down = reversi.start(["Aya", "Ben"], {"first": "down"})
    judging = referee(turn=None, starts={(("first", "down"),): down})
    table = table_of(reversi.play(down, Move("f5")))
    assert judging.judge(shown(table, turn)) == Moved((Move("f5"),), turn, (("first", "down"),))
    assert judging.judge(shown(table_of(after("f5")), turn)) == Moved((Move("f5"),), turn)


def test_an_empty_board_asks_for_the_start_position() -> None:
    outcome = referee(turn=None).judge(shown(dict.fromkeys(table_of(after()), "empty")))
    assert said(outcome) == [("referee.lay_up", "e4 d5"), ("referee.lay_down", "d4 e5")]


@pytest.mark.parametrize("sure", [0.9, 0.95, 0.99, 0.999, 1.0])
def test_noise_on_every_square_still_gives_the_move(sure: float) -> None:
    chance = random.Random(1)
    table = table_of(after(*OPENING, "d3"))
    places = {square: likely(shows, sure - 0.08 * chance.random()) for square, shows in table.items()}
    assert referee(*OPENING).judge(Evidence(places)) == Moved((Move("d3"),), 0)


def test_the_rules_settle_what_one_square_leaves_open_and_one_that_is_wrong_but_hazy_is_not_called_wrong() -> None:
    hazy = {"d3": {"empty": 0.05, "back": 0.55, "5": 0.4}}
    assert judge(OPENING, table_of(after(*OPENING, "d3")), hazy=hazy) == Moved((Move("d3"),), 0)
    outcome = judge(OPENING, table_of(after(*OPENING)), hazy={"a1": {"empty": 0.05, "back": 0.5, "5": 0.45}})
    assert isinstance(outcome, Unclear)
    assert outcome.problem.places == ("a1",)


def test_a_move_of_which_nothing_was_looked_at_is_waited_for() -> None:
    places = seen(table_of(after("f5")))
    del places["f5"], places["e5"]
    assert referee().judge(Evidence(places)) == Nothing(0)


def test_a_move_that_squares_out_of_sight_leave_open_is_asked_for() -> None:
    opening = ("f5", "d6", "c3", "d3")
    state = after(*opening)
    one, other = Move("c5"), Move("c6")
    changes = [{move.square, *reversi.outflanked(state, move.square)} for move in (one, other)]
    assert changes[0] & changes[1]
    places = seen(table_of(reversi.play(state, one)))
    for square in changes[0] ^ changes[1]:
        del places[square]
    outcome = referee(*opening).judge(Evidence(places))
    assert outcome == Which((Moved((one,), 0), Moved((other,), 0)))
