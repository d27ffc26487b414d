"""The judgement is pure: a position, evidence and what is known give one verdict, and nothing is changed.

Where thresholds lie: at the bound, and one beside it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from device.games.listing import profile_of
from device.games.profile import Habits
from device.record.line import Line
from device.record.replay import Replay
from device.referee.candidates import Candidate, Fit, find_turned_board
from device.referee.evidence import Evidence
from device.referee.judge import Known, Position, judge
from device.referee.outcomes import (
    Moved,
    Nothing,
    Outcome,
    PutAway,
    SetUpAnew,
    TakenBack,
    Turned,
    Unclear,
    Which,
    Wrong,
)
from device.referee.referee import Referee
from device.referee.revisions import Revision
from device.referee.variations import Variation
from engines import reversi
from engines.messages import message
from engines.reversi import Move
from tests.support.device.tabletop import PASSING, after, any_layout, seen, states_after, table_of

GAME = ("f5", "d6", "c3", "d3", "c4", "f4")
A_SCREEN = 12  # answers
UP, EMPTY = {"5": 1.0}, {"empty": 1.0}
FAINT = {"empty": 0.95, "back": 0.05}


def position(*squares: str, turn: int | None = 0) -> Position:
    start = Replay(reversi, 1, ("Aya", "Ben"), {}, reversi.start(["Aya", "Ben"], {}))
    played = start.with_line(Line(entry, square) for entry, square in enumerate(squares, start=2))
    return Position(played, profile_of("reversi").habits, turn, turn or 0)


def evidence(*squares: str, turn: int = 0) -> Evidence:
    return Evidence(seen(table_of(after(*squares)), turn))


def referee(*squares: str) -> Referee:
    return Referee(reversi, profile_of("reversi").habits, states_after(*squares), 0)


def test_the_same_evidence_gives_the_same_verdict() -> None:
    now, shown = position("f5"), evidence("f5", "d6")
    first = judge(now, shown, Known())
    assert first.outcome == Moved((Move("d6"),), 0)
    assert (judge(now, shown, Known()), now.played.states[-1]) == (first, after("f5"))
    assert now.camera_layout["d6"] == reversi.layout(after("f5"))["d6"]
    assert position("f5", turn=1).camera_layout["d6"] == reversi.layout(after("f5"))["f5"]
    assert now.referee is now.referee


def test_a_board_that_was_turned_and_moved_on_counts_when_two_readings_give_it() -> None:
    now, shown = position(*GAME[:5]), evidence(*GAME, turn=1)
    once = judge(now, shown, Known())
    assert isinstance(once.outcome, Wrong)
    assert (once.first, once.suspicion) == ((), Turned(1))
    twice = judge(now, shown, Known(suspicion=once.suspicion))
    assert (twice.first, twice.outcome) == ((Turned(1),), Moved((Move(GAME[5]),), 1))
    otherwise = judge(now, shown, Known(suspicion=Turned(3)))
    assert (otherwise.first, otherwise.suspicion) == ((), Turned(1))


@pytest.mark.parametrize(
    ("seen_now", "turned"),
    [
        (evidence(*GAME, turn=1), Turned(1)),
        (evidence(*GAME), None),
        (evidence(*GAME[:5], turn=1), None),
        (Evidence(seen(table_of(after(*GAME)) | {"a1": "up"}, 1)), None),
    ],
    ids=["turned and moved on", "moved on", "turned", "with something else"],
)
def test_a_board_counts_as_turned_only_when_it_was_moved_on(seen_now: Evidence, turned: Turned | None) -> None:
    now = position(*GAME[:5])
    assert find_turned_board(reversi, now.habits, now.played.states, now.turn, seen_now) == turned


def test_a_turned_board_is_thought_of_from_six_wrong_places_on() -> None:
    six = judge(position("f5"), evidence("f5", "f6", turn=3), Known())
    assert isinstance(six.outcome, Wrong)
    assert (len(six.outcome.problem.places), six.suspicion) == (6, Turned(3))
    five = judge(position("f5", "f4"), evidence("f5", "f4", "d3", turn=1), Known())
    assert isinstance(five.outcome, Wrong)
    assert (len(five.outcome.problem.places), five.suspicion) == (5, None)


def test_a_corrected_table_is_to_be_mended_before_a_move_counts() -> None:
    rejected = (reversi.layout(after("f5", "d6")),)
    verdict = judge(position("f5"), evidence("f5", "d6"), Known(rejected=rejected))
    assert isinstance(verdict.outcome, Wrong)
    assert (verdict.outcome.nearest, verdict.rejected) == (Nothing(0), rejected)
    assert judge(position("f5"), evidence("f5"), Known(rejected=rejected)).rejected == ()
    assert judge(position("f5"), evidence("f5", "f6"), Known(rejected=rejected)).outcome == Moved((Move("f6"),), 0)


@pytest.mark.parametrize("turn", range(4))
def test_the_first_moves_are_taken_back_and_the_board_may_lie_otherwise(turn: int) -> None:
    verdict = judge(position("f5", turn=turn), evidence(turn=turn), Known())
    assert verdict.first == (TakenBack(0),)
    assert isinstance(verdict.outcome, Nothing)


LOST = ("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5")  # all tiles are of one side then


@pytest.mark.parametrize(
    ("played", "lies", "first", "outcome"),
    [
        # as players write it, in the half with the higher numbers
        (["f5"], ["d3"], (TakenBack(0),), Moved((Move("e6"),), 2)),
        (GAME[:3], [], (TakenBack(0),), Nothing(0)),
        (GAME[:4], [], (), SetUpAnew()),
        (PASSING, [*PASSING[:-1], "d6"], (), TakenBack(7, (Move("d6"),))),
        (LOST, LOST[:-2], (), TakenBack(7)),
        (LOST, LOST[:-3], (), PutAway()),
        (LOST, [], (), SetUpAnew()),
        (LOST[:-1], LOST[:-4], (), TakenBack(5)),
    ],
    ids=[
        *("another first move", "the start after three moves", "and after four", "a move with the pass after it"),
        *("two of a finished game", "three: put away", "its start", "three of one that is not finished"),
    ],
)
def test_what_is_taken_back(played: list[str], lies: list[str], first: tuple[object, ...], outcome: Outcome) -> None:
    verdict = judge(position(*played), evidence(*lies), Known())
    assert (verdict.first, verdict.outcome) == (first, outcome)


@pytest.mark.parametrize(("sure", "outcome"), [(0.981, Moved), (0.98, Unclear), (0.02, Unclear), (0.019, Nothing)])
def test_a_layout_counts_when_it_is_fifty_times_likelier_than_the_next(sure: float, outcome: type) -> None:
    assert isinstance(referee().judge(Evidence({"f5": {"5": sure, "empty": 1 - sure}})), outcome)


@pytest.mark.parametrize(("more", "key"), [(0, "referee.not_here"), (1, "referee.quite_different")])
def test_sixteen_differences_are_named_and_seventeen_are_not(more: int, key: str) -> None:
    far = [square for square in table_of(after()) if square[1] in "128"][: 16 + more]
    outcome = referee().judge(Evidence(seen(table_of(after()) | dict.fromkeys(far, "up"))))
    assert isinstance(outcome, Wrong)
    assert (outcome.problem.message.key, outcome.problem.places) == (key, tuple(far))


@pytest.mark.parametrize(("hidden", "outcome"), [(("d4",), Nothing), (("d4", "e5"), Wrong)])
def test_of_a_new_games_pieces_a_quarter_may_be_hard_to_see(hidden: tuple[str, ...], outcome: type) -> None:
    shown = Evidence(any_layout(reversi.layout(after())) | dict.fromkeys(hidden, FAINT))
    assert isinstance(judge(position(), shown, Known(is_fresh=True)).outcome, outcome)
    assert isinstance(judge(position(), shown, Known()).outcome, Wrong)


def test_the_places_that_leave_a_table_open_are_those_that_were_seen_badly_and_differ() -> None:
    table = table_of(reversi.play(after("f5"), Move("f6")))
    hazy = {square: {"empty": 0.4, "back": 0.3, "5": 0.3} for square in ("e5", "f6")} | {"a8": {"empty": 0.9, "5": 0.1}}
    outcome = referee("f5").judge(Evidence(seen(table, hazy=hazy)))
    assert isinstance(outcome, Unclear)
    assert outcome.problem.places == ("e5", "f6")


@dataclass(frozen=True)
class MadeUp:
    """A game of made-up moves and looks, whose states are the moves so far."""

    moves: Callable[[tuple[Any, ...]], tuple[Any, ...]]
    layout: Callable[[tuple[Any, ...]], dict[str, frozenset[str]]]
    NAME, OPTIONS = "made up", ()

    def start(self, _players, _options):
        return ()

    def play(self, state, move):
        return (*state, move)

    def observed(self, _state, move, _player):
        return move

    def view(self, state, _player):
        return state

    def mover(self, _state, _move):
        return 0

    def describe(self, _state, move):
        return message("test", move=str(move))

    def move_to_json(self, move):
        return str(move)

    def move_from_json(self, data):
        return Say(data)

    def is_over(self, _state):
        return False


@dataclass(frozen=True)
class Say:
    """A face is said."""

    face: str

    def __str__(self) -> str:
        return self.face


def secrets(*counts: int, unseen: int | None = None, apart: bool = False, before: str = "empty") -> MadeUp:
    """Each move names one of so many numbers, and something comes to lie, which shows that but not what was named.

    `unseen`: the move that nothing shows; `apart`: every number has a place of its own, where `before` lies first.
    """

    def moves(state):
        at = len(state)
        return tuple(f"{at}.{number}" for number in range(counts[at])) if at < len(counts) else ()

    def layout(state):
        made = (
            {move: move in state for move in moves(())} if apart else {at: at < len(state) for at in range(len(counts))}
        )
        return {str(at): frozenset({"5" if is_made else before}) for at, is_made in made.items() if at != unseen}

    return MadeUp(moves, layout)


def asked(game: MadeUp, habits: Habits | None = None, turn: int | None = 0, **places: dict[str, float]) -> Outcome:
    return Referee(game, habits or Habits(), [()], turn).judge(Evidence(places))


def numbers(count: int) -> Which:
    """Any number of the first move is asked for."""
    return Which(tuple(Moved((f"0.{number}",), 0) for number in range(count)))


@pytest.mark.parametrize("turn", [0, None])
def test_as_many_answers_are_offered_as_a_small_screen_holds(turn: int | None) -> None:
    assert asked(secrets(A_SCREEN), turn=turn, **{"0": UP}) == numbers(A_SCREEN)
    more = asked(secrets(A_SCREEN + 1), turn=turn, **{"0": UP})
    assert isinstance(more, Unclear)
    assert more.problem.message == message("referee.too_many", choices=A_SCREEN + 1)
    assert (more.problem.places, more.choices) == (("0",), ())
    for count, offered in ((A_SCREEN, A_SCREEN), (A_SCREEN + 1, 0)):
        game = secrets(count, apart=True)
        outcome = asked(game, **{move: {"5": 0.5, "empty": 0.5} for move in game.moves(())})
        assert isinstance(outcome, Unclear)
        assert len(outcome.choices) == offered


def test_of_two_moves_with_too_many_answers_the_first_is_asked_for() -> None:
    both = {"0": UP, "1": UP}
    assert asked(secrets(2, 7), **both) == numbers(2)
    assert asked(secrets(A_SCREEN, 7), **both) == numbers(A_SCREEN)
    assert isinstance(asked(secrets(A_SCREEN + 1, 7), **both), Unclear)
    assert asked(secrets(4, 4, unseen=0), Habits(assumed=(str,)), **{"1": UP}) == numbers(4), "though nothing shows it"


def test_a_move_that_its_game_calls_grave_is_asked_for_even_where_nothing_else_explains_the_table() -> None:
    assert asked(secrets(1), **{"0": UP}) == Moved(("0.0",), 0)
    assert asked(secrets(1), Habits(confirmed=lambda _before, after, _places: bool(after)), **{"0": UP}) == numbers(1)
    assert asked(secrets(1), Habits(confirmed=lambda *_: True), **{"0": EMPTY}) == Nothing(0)


@pytest.mark.parametrize(("count", "nearest"), [(1, Moved(("0.0",), 0)), (2, Nothing(0))])
def test_between_all_and_nothing_done_the_only_move_is_being_made(count: int, nearest: Nothing | Moved) -> None:
    lies = {"0.0": {"upright": 1.0}} | ({"0.1": {"back": 1.0}} if count > 1 else {})
    outcome = asked(secrets(count, apart=True, before="back"), **lies)
    assert isinstance(outcome, Wrong)
    assert outcome.nearest == nearest


def test_two_moves_that_may_be_the_last_one_taken_back_and_another_made_are_asked_for() -> None:
    sums = MadeUp(
        lambda state: ("1", "3") if len(state) < 4 else (),
        lambda state: {"sum": frozenset({str(sum(map(int, state)))})},
    )
    shown = Evidence({"sum": {"3": 1.0}})
    assert Referee(sums, Habits(), [(), ("1",)], 0).judge(shown) == Which((Moved(("1", "1"), 0),))
    assert Referee(sums, Habits(steps=1), [(), ("3",)], 0).judge(shown) == Nothing(0)


def test_a_first_move_after_all_was_taken_back_is_judged_from_the_start_even_with_a_corrected_table_in_mind() -> None:
    corrected = reversi.layout(after("f5", "d6", "c3"))
    verdict = judge(position("f5"), evidence("e6"), Known(rejected=(corrected,)))
    assert (verdict.first, verdict.outcome) == ((TakenBack(0),), Moved((Move("e6"),), 0))
    again = judge(position("f5"), evidence("e6"), Known(rejected=(reversi.layout(after("e6")),)))
    assert again.outcome != verdict.outcome, "that table was corrected: the move is not taken as made again"


@pytest.mark.parametrize("entry", [2, 3])
def test_a_doubtful_move_is_revised_only_where_no_other_one_would_explain_the_table_too(entry: int) -> None:
    highest = MadeUp(
        lambda state: tuple(map(Say, "567")) if len(state) < 4 else (),
        lambda state: {"a": frozenset({max(map(str, state), default="empty")}), "b": frozenset({str(len(state))})},
    )
    played = Replay(highest, 1, ("Aya",), {}, ()).with_line(Line(number, "5") for number in (2, 3))
    now = Position(played, Habits(taken_back=False), 0, 0)
    shown = Evidence({"a": {"6": 1.0}, "b": {"2": 1.0}})
    verdict = judge(now, shown, Known(doubtful=frozenset({entry})))
    assert verdict.suspicion == Revision(entry, "6", "a", "5", "6")
    again = judge(now, shown, Known(doubtful=frozenset({entry}), suspicion=verdict.suspicion))
    assert (again.first, again.outcome) == ((Revision(entry, "6", "a", "5", "6"),), Nothing(0))
    open_to_two = judge(now, shown, Known(doubtful=frozenset({2, 3}), suspicion=verdict.suspicion))
    assert isinstance(open_to_two.outcome, Wrong)
    assert (open_to_two.first, open_to_two.suspicion) == ((), None)
    likely = Evidence({"a": {"6": 0.98, "7": 0.02}, "b": {"2": 1.0}})
    assert judge(now, likely, Known(doubtful=frozenset({entry}))).suspicion is None


def test_a_layout_that_says_exactly_what_another_leaves_open_counts_where_that_is_seen_well() -> None:
    def fit(looks: dict[str, frozenset[str]], **places: dict[str, float]) -> Fit:
        return Fit(Candidate(Nothing(0), Variation(reversi, ()), looks, looks, 0), Evidence(places))

    def is_just(seen_open: float, seen_alike: float) -> bool:
        places = {"a": {"8": seen_open, "3": 1 - seen_open}, "b": {"8": seen_alike, "3": 1 - seen_alike}}
        exact = fit({"a": frozenset({"8"}), "b": frozenset({"8"})}, **places)
        left_open = fit({"a": frozenset({"8", "wild"}), "b": frozenset({"8"})}, **places)
        assert not left_open.is_just(exact)
        return exact.is_just(left_open)

    assert is_just(seen_open=0.99, seen_alike=0.8)
    assert not is_just(seen_open=0.98, seen_alike=1.0)
    other = fit({"a": frozenset({"3"})}, a={"8": 1.0})
    assert not fit({"a": frozenset({"8"})}, a={"8": 1.0}).is_just(other)
