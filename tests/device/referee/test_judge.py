"""The judgement is pure: a position, evidence and what is known give one verdict, and nothing is changed."""

from dataclasses import dataclass

import pytest

from device.games.listing import profile_of
from device.games.profile import Habits
from device.record.line import Line
from device.record.replay import Replay
from device.referee.candidates import turned_and_moved
from device.referee.evidence import Evidence
from device.referee.judge import Known, Position, judge
from device.referee.outcomes import Moved, Nothing, PutAway, SetUpAnew, TakenBack, Turned, Wrong
from device.referee.revisions import Revision
from engines import reversi
from engines.messages import message
from engines.reversi import Move
from tests.support.device.tabletop import after, seen, table_of

GAME = ("f5", "d6", "c3", "d3", "c4", "f4")


def position(*squares: str, turn: int | None = 0) -> Position:
    start = Replay(reversi, 1, ("Aya", "Ben"), {}, reversi.start(["Aya", "Ben"], {}))
    played = start.with_line(Line(entry, square) for entry, square in enumerate(squares, start=2))
    return Position(played, profile_of("reversi").habits, turn, turn or 0)


def evidence(*squares: str, turn: int = 0) -> Evidence:
    return Evidence(seen(table_of(after(*squares)), turn))


def test_the_same_evidence_gives_the_same_verdict() -> None:
    now, shown = position("f5"), evidence("f5", "d6")
    first = judge(now, shown, Known())
    assert first.outcome == Moved((Move("d6"),), 0)
    assert (judge(now, shown, Known()), now.played.states[-1]) == (first, after("f5"))


def test_a_board_that_was_turned_and_moved_on_counts_when_two_readings_give_it() -> None:
    now, shown = position(*GAME[:5]), evidence(*GAME, turn=1)
    once = judge(now, shown, Known())
    assert isinstance(once.outcome, Wrong)
    assert (once.first, once.suspicion) == ((), Turned(1))
    twice = judge(now, shown, Known(suspicion=once.suspicion))
    assert (twice.first, twice.outcome) == ((Turned(1),), Moved((Move(GAME[5]),), 1))
    otherwise = judge(now, shown, Known(suspicion=Turned(3)))
    assert (otherwise.first, otherwise.suspicion) == ((), Turned(1))


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


def test_another_first_move_is_a_move_from_the_start() -> None:
    verdict = judge(position("f5"), evidence("d3"), Known())
    assert verdict.first == (TakenBack(0),)
    assert verdict.outcome == Moved((Move("e6"),), 2)  # as players write it, in the half with the higher numbers


def test_the_start_laid_after_four_moves_is_a_new_game() -> None:
    assert judge(position(*GAME[:4]), evidence(), Known()).outcome == SetUpAnew()
    fewer = judge(position(*GAME[:3]), evidence(), Known())
    assert (fewer.first, fewer.outcome) == ((TakenBack(0),), Nothing(0))


def test_of_a_finished_game_two_moves_are_taken_back_and_with_three_the_tiles_are_put_away() -> None:
    game = ("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5")  # all tiles are of one side then
    now = position(*game)
    assert now.played.is_over
    assert judge(now, evidence(*game[:-2]), Known()).outcome == TakenBack(7)
    assert judge(now, evidence(*game[:-3]), Known()).outcome == PutAway()
    assert judge(now, evidence(), Known()).outcome == SetUpAnew()
    unfinished = position(*game[:-1])
    assert judge(unfinished, evidence(*game[:-4]), Known()).outcome == TakenBack(5)


def test_a_turned_board_is_thought_of_from_six_wrong_places_on() -> None:
    six = judge(position("f5"), evidence("f5", "f6", turn=3), Known())
    assert isinstance(six.outcome, Wrong)
    assert (len(six.outcome.problem.places), six.suspicion) == (6, Turned(3))
    five = judge(position("f5", "f4"), evidence("f5", "f4", "d3", turn=1), Known())
    assert isinstance(five.outcome, Wrong)
    assert (len(five.outcome.problem.places), five.suspicion) == (5, None)


def test_a_board_counts_as_turned_only_when_it_was_moved_on_and_lies_otherwise() -> None:
    now = position(*GAME[:5])

    def turned(seen_now: Evidence) -> Turned | None:
        return turned_and_moved(reversi, now.habits, now.played.states, now.turn, seen_now)

    assert turned(evidence(*GAME, turn=1)) == Turned(1)
    assert turned(evidence(*GAME)) is None
    assert turned(evidence(*GAME[:5], turn=1)) is None
    assert turned(Evidence(seen(table_of(after(*GAME)) | {"a1": "up"}, 1))) is None


def test_a_move_after_which_the_other_player_passed_is_taken_back_with_the_pass() -> None:
    squares = ("d3", "c3", "b3", "b2", "e6", "a3", "a1")
    now = position(*squares, "c1")
    assert [ply.entry for ply in now.played.plies[-2:]] == [9, 0]
    assert judge(now, evidence(*squares, "e3"), Known()).outcome == TakenBack(7, (Move("e3"),))


@dataclass(frozen=True)
class Say:
    """A move of `Sayings`."""

    face: str


class Sayings:
    """A game in which faces are said one after the other, and the highest of them lies on the table."""

    NAME = "sayings"
    OPTIONS = ()

    def start(self, _players, _options):
        return ()

    def moves(self, state):
        return tuple(Say(face) for face in "567") if len(state) < 4 else ()

    def play(self, state, move):
        return (*state, move.face)

    def observed(self, _state, move, _player):
        return move

    def view(self, state, _player):
        return state

    def mover(self, _state, _move):
        return 0

    def describe(self, _state, move):
        return message("test", face=move.face)

    def move_to_json(self, move):
        return move.face

    def move_from_json(self, data):
        return Say(data)

    def is_over(self, _state):
        return False

    def layout(self, state):
        return {"a": frozenset({max(state, default="empty")}), "b": frozenset({str(len(state))})}


@pytest.mark.parametrize("entry", [2, 3])
def test_a_doubtful_move_is_revised_only_where_no_other_one_would_explain_the_table_too(entry: int) -> None:
    played = Replay(Sayings(), 1, ("Aya",), {}, ()).with_line(Line(number, "5") for number in (2, 3))
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
