"""Where the referee's thresholds lie: at the bound, and one beside it."""

from dataclasses import dataclass

import pytest

from device.games.listing import profile_of
from device.games.profile import Habits
from device.referee.candidates import Candidate, Fit
from device.referee.evidence import Evidence
from device.referee.judge import Known, Position, Referee, judge
from device.referee.outcomes import Moved, Nothing, Outcome, Unclear, Which, Wrong
from device.referee.variations import Variation
from engines import reversi
from engines.messages import message
from engines.reversi import Move
from tests.device.referee.test_judge import position
from tests.support.device.tabletop import after, any_layout, seen, states_after, table_of

A_SCREEN = 12  # answers
UP, EMPTY = {"5": 1.0}, {"empty": 1.0}
FAINT = {"empty": 0.95, "back": 0.05}


def reversi_referee(*squares: str, turn: int | None = 0) -> Referee:
    return Referee(reversi, profile_of("reversi").habits, states_after(*squares), turn)


@pytest.mark.parametrize(("sure", "outcome"), [(0.981, Moved), (0.98, Unclear), (0.02, Unclear), (0.019, Nothing)])
def test_a_layout_counts_when_it_is_fifty_times_likelier_than_the_next(sure: float, outcome: type) -> None:
    evidence = Evidence({"f5": {"5": sure, "empty": 1 - sure}})
    assert isinstance(reversi_referee().judge(evidence), outcome)


@pytest.mark.parametrize(("more", "key"), [(0, "referee.not_here"), (1, "referee.quite_different")])
def test_sixteen_differences_are_named_and_seventeen_are_not(more: int, key: str) -> None:
    far = [square for square in table_of(after()) if square[1] in "128"][: 16 + more]
    outcome = reversi_referee().judge(Evidence(seen(table_of(after()) | dict.fromkeys(far, "up"))))
    assert isinstance(outcome, Wrong)
    assert (outcome.problem.message.key, outcome.problem.places) == (key, tuple(far))


@pytest.mark.parametrize(("hidden", "outcome"), [(("d4",), Nothing), (("d4", "e5"), Wrong)])
def test_of_a_new_games_pieces_a_quarter_may_be_hard_to_see(hidden: tuple[str, ...], outcome: type) -> None:
    evidence = Evidence(any_layout(reversi.layout(after())) | dict.fromkeys(hidden, FAINT))
    assert isinstance(judge(position(), evidence, Known(is_fresh=True)).outcome, outcome)
    assert isinstance(judge(position(), evidence, Known()).outcome, Wrong)


def test_the_places_that_leave_a_table_open_are_those_that_were_seen_badly_and_differ() -> None:
    state = after("f5")
    table = table_of(reversi.play(state, Move("f6")))
    hazy = {square: {"empty": 0.4, "back": 0.3, "5": 0.3} for square in ("e5", "f6")} | {"a8": {"empty": 0.9, "5": 0.1}}
    outcome = reversi_referee("f5").judge(Evidence(seen(table, hazy=hazy)))
    assert isinstance(outcome, Unclear)
    assert outcome.problem.places == ("e5", "f6")


@dataclass(frozen=True)
class Secrets:
    """A game of numbers: each move names one of so many, of which the camera sees no more than `layout` says."""

    counts: tuple[int, ...]
    is_shown: tuple[bool, ...]  # whether something comes to lie at the place of this move
    apart: bool = False  # every number has a place of its own
    before: str = "empty"  # what lies at a place before its move

    OPTIONS = ()

    def moves(self, state: tuple[str, ...]) -> tuple[str, ...]:
        at = len(state)
        return tuple(f"{at}.{number}" for number in range(self.counts[at])) if at < len(self.counts) else ()

    def play(self, state: tuple[str, ...], move: str) -> tuple[str, ...]:
        return (*state, move)

    def observed(self, _state: tuple[str, ...], move: str, _player: None) -> str:
        return move

    def mover(self, _state: tuple[str, ...], _move: str) -> int:
        return 0

    def describe(self, _state: tuple[str, ...], move: str):
        return message("test", move=move)

    def move_to_json(self, move: str) -> str:
        return move

    def layout(self, state: tuple[str, ...]):
        if self.apart:
            return {move: frozenset({"5" if move in state else self.before}) for move in self.moves(())}
        return {
            str(at): frozenset({"5" if at < len(state) else self.before})
            for at, shown in enumerate(self.is_shown)
            if shown
        }


def asked(game: Secrets, habits: Habits, **places: dict[str, float]) -> Outcome:
    return Referee(game, habits, [()], 0).judge(Evidence(places))


@pytest.mark.parametrize("turn", [0, None])
def test_as_many_answers_are_offered_as_a_small_screen_holds(turn: int | None) -> None:
    def outcome(count: int) -> Outcome:
        return Referee(Secrets((count,), (True,)), Habits(), [()], turn).judge(Evidence({"0": UP}))

    most = outcome(A_SCREEN)
    assert isinstance(most, Which)
    assert [choice.moves for choice in most.choices] == [(f"0.{number}",) for number in range(A_SCREEN)]
    more = outcome(A_SCREEN + 1)
    assert isinstance(more, Unclear)
    assert more.problem.message == message("referee.too_many", choices=A_SCREEN + 1)
    assert (more.problem.places, more.choices) == (("0",), ())


@pytest.mark.parametrize(("first", "asks"), [(2, 2), (A_SCREEN, A_SCREEN), (A_SCREEN + 1, 0)])
def test_of_two_moves_with_too_many_answers_the_first_is_asked_for(first: int, asks: int) -> None:
    outcome = asked(Secrets((first, 7), (True, True)), Habits(), **{"0": UP, "1": UP})
    if asks:
        assert isinstance(outcome, Which)
        assert [choice.moves for choice in outcome.choices] == [(f"0.{number}",) for number in range(asks)]
    else:
        assert isinstance(outcome, Unclear)


def test_a_move_that_nothing_shows_is_asked_for_before_the_one_that_follows_it() -> None:
    game, habits = Secrets((4, 4), (False, True)), Habits(assumed=(str,))
    outcome = asked(game, habits, **{"1": UP})
    assert isinstance(outcome, Which)
    assert [choice.moves for choice in outcome.choices] == [(f"0.{number}",) for number in range(4)]


@pytest.mark.parametrize(("count", "offered"), [(A_SCREEN, A_SCREEN), (A_SCREEN + 1, 0)])
def test_a_table_that_many_moves_explain_offers_no_more_than_a_screen_holds(count: int, offered: int) -> None:
    game = Secrets((count,), (True,), apart=True)
    outcome = asked(game, Habits(), **{move: {"5": 0.5, "empty": 0.5} for move in game.moves(())})
    assert isinstance(outcome, Unclear)
    assert len(outcome.choices) == offered


def test_a_move_that_its_game_calls_grave_is_asked_for_even_where_nothing_else_explains_the_table() -> None:
    game = Secrets((1,), (True,))
    assert asked(game, Habits(), **{"0": UP}) == Moved(("0.0",), 0)
    grave = Habits(confirmed=lambda _before, after, _places: bool(after))
    assert asked(game, grave, **{"0": UP}) == Which((Moved(("0.0",), 0),))
    assert asked(game, Habits(confirmed=lambda *_: True), **{"0": EMPTY}) == Nothing(0)


@pytest.mark.parametrize(("count", "nearest"), [(1, Moved(("0.0",), 0)), (2, Nothing(0))])
def test_between_all_and_nothing_done_the_only_move_is_being_made(count: int, nearest: Nothing | Moved) -> None:
    game = Secrets((count,), (True,), apart=True, before="back")
    outcome = asked(game, Habits(), **({"0.1": {"back": 1.0}} if count > 1 else {}), **{"0.0": {"upright": 1.0}})
    assert isinstance(outcome, Wrong)
    assert outcome.nearest == nearest


def test_a_position_has_its_referee_and_its_looks_once() -> None:
    now = position("f5", turn=1)
    assert isinstance(now, Position)
    assert now.looks["d6"] == reversi.layout(after("f5"))["f5"]
    assert now.referee is now.referee


class Sums(Secrets):
    """Numbers are added up, and the table shows the sum."""

    def moves(self, state: tuple[str, ...]) -> tuple[str, ...]:
        return ("1", "3") if len(state) < 4 else ()

    def layout(self, state: tuple[str, ...]):
        return {"sum": frozenset({str(sum(map(int, state)))})}


def test_two_moves_that_may_be_the_last_one_taken_back_and_another_made_are_asked_for() -> None:
    shown = Evidence({"sum": {"3": 1.0}})
    assert Referee(Sums((), ()), Habits(), [(), ("1",)], 0).judge(shown) == Which((Moved(("1", "1"), 0),))
    assert Referee(Sums((), ()), Habits(steps=1), [(), ("3",)], 0).judge(shown) == Nothing(0)


def fit(looks: dict[str, frozenset[str]], **places: dict[str, float]) -> Fit:
    return Fit(Candidate(Nothing(0), Variation(()), looks, looks, 0), Evidence(places))


def test_a_layout_that_says_exactly_what_another_leaves_open_counts_where_that_is_seen_well() -> None:
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
