"""The referee lays what the rules allow over what is seen: it finds moves, or says by square what is wrong."""

import random
from collections.abc import Sequence

import pytest

from device.games.listing import profile_of
from device.referee.evidence import Evidence
from device.referee.judge import Referee
from device.referee.outcomes import Moved, Nothing, TakenBack, Turned, Unclear, Which, Wrong
from engines import reversi
from engines.reversi import Move
from tests.support.device.tabletop import ORDINARY, after, changed, likely, passing_game, seen, states_after, table_of

OPENING = ("f5", "d6", "c3")


def referee(*squares, turn=0, starts=None) -> Referee:
    return Referee(reversi, profile_of("reversi").habits, states_after(*squares), turn, starts)


def shown(table, turn=0, **how) -> Evidence:
    return Evidence(seen(table, turn, **how))


def judge(squares, table, turn=0, **how):
    return referee(*squares, turn=turn).judge(shown(table, turn, **how))


def said(outcome) -> list[tuple[str, str]]:
    return [(one.key, dict(one.facts)["places"]) for one in (outcome.problem.message, *outcome.problem.also)]


def test_nothing_has_changed() -> None:
    assert judge(OPENING, table_of(after(*OPENING))) == Nothing(0)


@pytest.mark.parametrize("turn", range(4))
def test_a_tile_is_laid_and_all_outflanked_are_turned(turn: int) -> None:
    for move in reversi.moves(after(*OPENING)):
        assert judge(OPENING, table_of(reversi.play(after(*OPENING), move)), turn) == Moved((move,), turn)


def test_two_moves_between_two_looks() -> None:
    assert judge(OPENING, table_of(after(*OPENING, "d3", "c4"))) == Moved((Move("d3"), Move("c4")), 0)


def test_two_moves_with_a_pass_between_them() -> None:
    squares = passing_game()
    before, two = squares[:-2], squares[-2:]
    outcome = judge(before, table_of(after(*squares)))
    assert isinstance(outcome, Moved)
    # One player made both, so the order in which he laid them is not to be seen, and makes no difference.
    assert {move.square for move in outcome.moves} == set(two)


def test_a_laid_tile_with_none_of_its_flips_asks_for_all_of_them() -> None:
    state = after("f5")
    square = "d6"
    flips = reversi.outflanked(state, square)
    outcome = judge(("f5",), changed(state, d6="back"))
    assert said(outcome) == [("referee.turn_too", " ".join(flips))]
    assert dict(outcome.problem.message.facts)["move"] == square
    assert outcome.problem.places == flips


def test_what_is_still_to_do_shrinks_as_tiles_are_turned() -> None:
    before = ("f5", "d6", "c5", "f4", "e3")
    state = after(*before)
    move = max(reversi.moves(state), key=lambda one: len(reversi.outflanked(state, one.square)))
    flips = reversi.outflanked(state, move.square)
    table = table_of(state) | {move.square: "back"}
    for done, flip in enumerate(flips):
        outcome = judge(before, table)
        assert said(outcome) == [("referee.turn_too", " ".join(flips[done:]))]
        table |= {flip: "back"}
    assert judge(before, table) == Moved((move,), 0)


@pytest.mark.parametrize(
    ("played", "done", "otherwise", "told"),
    [
        (OPENING, (*OPENING, "d3"), {"f5": "back"}, [("referee.turn_back_up", "f5")]),
        (("f5",), ("f5",), {"d6": "back", "f5": "back"}, [("referee.turn_back_up", "f5"), ("referee.turn_too", "d5")]),
        (OPENING, OPENING, {"a1": "up"}, [("referee.not_here", "a1")]),
        (OPENING, OPENING, {"e4": "empty"}, [("referee.lay_up", "e4")]),
        (("f5",), ("f5",), {"d4": "empty"}, [("referee.lay_down", "d4")]),
        ((), ("f5",), {"f5": "back"}, [("referee.wrong_side", "f5")]),
        (("f5", "d6"), ("f5", "d6"), {"d6": "empty"}, [("referee.taking_back", "d5")]),
    ],
    ids=[
        *("one turned wrongly", "one forgotten and one turned wrongly", "one where none may lie", "one missing"),
        *("a dark one missing", "one laid wrong side up", "a move half taken back"),
    ],
)
def test_what_is_wrong_is_said_by_square(
    played: Sequence[str], done: Sequence[str], otherwise: dict[str, str], told: list[tuple[str, str]]
) -> None:
    outcome = judge(played, changed(after(*done), **otherwise))
    assert said(outcome) == told
    assert outcome.problem.places == tuple(sorted(" ".join(places for _, places in told).split()))


def test_of_two_missing_tiles_both_are_to_be_laid_again() -> None:
    assert said(judge(OPENING, changed(after(*OPENING), c3="empty", e4="empty")))[0][0] == "referee.lay_up"


def test_a_good_move_and_a_tile_too_many() -> None:
    outcome = judge((), changed(after("f5"), a1="up"))
    assert said(outcome) == [("referee.not_here", "a1")]
    assert isinstance(outcome.nearest, Moved)


def test_a_move_is_taken_back() -> None:
    assert judge(OPENING, table_of(after("f5", "d6"))) == TakenBack(2)
    assert judge(OPENING, table_of(after("f5"))) == TakenBack(1)


def test_another_move_instead_of_the_last_one() -> None:
    assert judge(OPENING, table_of(after("f5", "d6", "c4"))) == TakenBack(2, (Move("c4"),))


def test_a_turned_board_is_noticed_and_the_game_goes_on() -> None:
    assert referee(*OPENING).judge(shown(table_of(after(*OPENING)), 1)) == Turned(1)


@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("square", ["f5", "e6"])
def test_the_first_move_settles_how_the_board_lies_and_is_named_as_players_write_it(turn: int, square: str) -> None:
    open_turn = referee(turn=None)
    assert isinstance(open_turn.judge(shown(table_of(after()), turn)), Nothing)
    assert open_turn.judge(shown(table_of(after(square)), turn)) == Moved((Move(square),), turn)


@pytest.mark.parametrize("pair", [("f5", "d6"), ("f5", "f4"), ("f5", "f6"), ("e6", "f4"), ("e6", "d6"), ("e6", "f6")])
def test_the_first_two_moves_at_once_are_named_as_players_write_them(pair: tuple[str, str]) -> None:
    outcome = referee(turn=None).judge(shown(table_of(after(*pair)), 3))
    assert outcome == Moved(tuple(Move(square) for square in pair), 3)


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


def test_quite_another_table_is_not_described_tile_by_tile() -> None:
    outcome = judge((), dict.fromkeys(table_of(after()), "up"))
    assert outcome.problem.message.key == "referee.quite_different"
    assert len(outcome.problem.places) > 16


@pytest.mark.parametrize("sure", [0.9, 0.95, 0.99, 0.999, 1.0])
def test_noise_on_every_square_still_gives_the_move(sure: float) -> None:
    chance = random.Random(1)
    table = table_of(after(*OPENING, "d3"))
    places = {square: likely(shows, sure - 0.08 * chance.random()) for square, shows in table.items()}
    assert referee(*OPENING).judge(Evidence(places)) == Moved((Move("d3"),), 0)


def test_the_rules_settle_what_one_square_leaves_open() -> None:
    done = after(*OPENING, "d3")
    hazy = {"d3": {"empty": 0.05, "back": 0.55, "5": 0.4}}
    assert judge(OPENING, table_of(done), hazy=hazy) == Moved((Move("d3"),), 0)


def test_one_square_alone_that_is_hazy_decides_nothing() -> None:
    # Only f6 tells these two moves apart, and it was hardly seen.
    state = after("f5")
    other = {move.square: table_of(reversi.play(state, move)) for move in reversi.moves(state)}
    table = other["f6"]
    hazy = {square: {"empty": 0.5, "back": 0.5} for square in table if table[square] != table_of(state)[square]}
    hazy |= {square: {"empty": 0.4, "back": 0.3, "5": 0.3} for square in ("f4", "f6", "e5")}
    outcome = judge(("f5",), table, hazy=hazy)
    assert isinstance(outcome, Unclear)
    assert "f6" in outcome.problem.places


def test_a_square_that_is_wrong_but_not_well_seen_is_not_called_wrong() -> None:
    hazy = {"a1": {"empty": 0.05, "back": 0.5, "5": 0.45}}
    outcome = judge(OPENING, table_of(after(*OPENING)), hazy=hazy)
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


def test_what_must_be_after_a_correction_is_told_even_if_a_move_would_explain_the_table() -> None:
    judging, corrected = referee("f5"), (reversi.layout(after("f5", "d6")),)
    outcome = judging.judge(shown(table_of(after("f5", "d6"))), rejected=corrected)
    assert said(outcome) == [("referee.not_here", "d6"), ("referee.turn_back_up", "d5")]
    assert judging.judge(shown(table_of(after("f5"))), rejected=corrected) == Nothing(0)


def test_no_move_is_ever_invented() -> None:
    """Tables with random faults: whatever is accepted is exactly what lies there."""
    chance = random.Random(7)
    for _ in range(25):
        squares = random_game(chance, chance.randrange(1, 30))
        table = table_of(after(*squares))
        for square in chance.sample(sorted(table), chance.randrange(4)):
            table[square] = chance.choice(["up", "back", "empty"])
        outcome = judge(squares, table)
        states = states_after(*squares)
        match outcome:
            case Nothing():
                assert table == table_of(states[-1])
            case Moved():
                assert table == table_of(after(*squares, *(move.square for move in outcome.moves)))
            case TakenBack():
                kept = squares[: outcome.to_ply]
                assert table == table_of(after(*kept, *(move.square for move in outcome.moves)))
            case Wrong():
                assert outcome.problem.places


def random_game(chance: random.Random, plies: int) -> list[str]:
    state, squares = after(), []
    while len(squares) < plies:
        choices = [move.square for move in reversi.moves(state) if move.square]
        if not choices or len(reversi.moves(state)) == 1:
            return squares
        squares.append(chance.choice(choices))
        state = after(*squares)
    return squares


def test_a_whole_game_is_followed_without_a_mistake() -> None:
    chance = random.Random(3)
    state, played = after(), []
    while not reversi.is_over(state):
        move = chance.choice(reversi.moves(state))
        state, played = reversi.play(state, move), [*played, move.square] if move.square else played
    squares: list[str] = []
    for square in played:
        outcome = judge(squares, table_of(after(*squares, square)), sure=ORDINARY)
        assert outcome == Moved((Move(square),), 0)
        squares.append(square)
