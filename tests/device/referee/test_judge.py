"""The judgement is pure: a position, evidence and what is known give one verdict, and nothing is changed."""

import pytest

from device.games.listing import profile_of
from device.record.line import Line
from device.record.replay import Replay
from device.referee.evidence import Evidence
from device.referee.judge import NEW_GAME_AFTER, Known, Position, judge
from device.referee.outcomes import Moved, Nothing, SetUpAnew, TakenBack, Turned, Wrong
from engines import reversi
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


def test_the_start_laid_after_many_moves_is_a_new_game() -> None:
    assert judge(position(*GAME[:NEW_GAME_AFTER]), evidence(), Known()).outcome == SetUpAnew()
    fewer = judge(position(*GAME[: NEW_GAME_AFTER - 1]), evidence(), Known())
    assert (fewer.first, fewer.outcome) == ((TakenBack(0),), Nothing(0))
