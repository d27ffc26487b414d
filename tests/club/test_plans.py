"""An evening's plan: rounds are made, results come in and are corrected, players leave and come."""

from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest
from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from club.models import Plan, Player
from club.plans import (
    ROUND_ROBIN,
    SWISS,
    PlannedRound,
    PlannedTable,
    PlanStanding,
    add_round,
    change_players,
    current_round,
    make_plan,
    plan_standings,
    planned_rounds,
    players_named,
)
from club.queries import Wanted, merge_players, results
from club.results import store_result
from tests.support.club.reported import reported
from tests.support.refusals import refused

HALF = Fraction(1, 2)
NAMES = ("Aya", "Ben", "Chika", "Dan", "Emi", "Finn", "Gen", "Hana")


class Evening:
    """The club's database, and tables that report results to it."""

    def __init__(self, engine: Engine) -> None:
        self.engine, self.entry = engine, 0

    def make(self, method: str, count: int = 6, size: int = 2, rounds: int = 0, game: str = "reversi") -> int:
        with Session(self.engine) as session, session.begin():
            players = players_named(session, NAMES[:count])
            return make_plan(session, "Friday", game, method, size, rounds, players).id

    def report(self, names: Sequence[str], scores: Sequence[int] = (), version: int = 1, **other: Any) -> None:
        """A table reports a game that begins now, won by the first; a greater version is of the game before."""
        if version == 1:
            self.entry, self.begun = self.entry + 1, datetime.now().astimezone() + other.pop("later", timedelta())
        moments = {"begun": self.begun.isoformat(), "ended": (self.begun + timedelta(minutes=5)).isoformat()}
        given = scores or range(len(names), 0, -1)
        store_result(self.engine, "table1", reported(names, given, version, entry=self.entry, **(moments | other)))

    def rounds(self, plan: int) -> list[PlannedRound]:
        with Session(self.engine, expire_on_commit=False) as session:
            return planned_rounds(session, session.get_one(Plan, plan))

    def play(self, plan: int, number: int = -1) -> None:
        """Each table of a round reports that its first seat has won."""
        for table in self.rounds(plan)[number].missing:
            self.report(names_at(table))

    def next(self, plan: int, known: int, anyway: bool = False) -> None:
        with Session(self.engine) as session, session.begin():
            add_round(session, session.get_one(Plan, plan), known, anyway)

    def change(self, plan: int, leaving: Sequence[str] = (), coming: Sequence[str] = ()) -> None:
        with Session(self.engine) as session, session.begin():
            found = session.get_one(Plan, plan)
            leave = players_named(session, leaving)
            change_players(session, found, {*found.players, *players_named(session, coming)}.difference(leave))

    def standings(self, plan: int) -> list[PlanStanding]:
        with Session(self.engine) as session:
            found = session.get_one(Plan, plan)
            return plan_standings(session, found, planned_rounds(session, found))

    def points(self, plan: int) -> dict[str, Fraction]:
        return {one.player.name: one.points for one in self.standings(plan)}

    def current(self, plan: int) -> int:
        with Session(self.engine) as session:
            found = session.get_one(Plan, plan)
            return current_round(found, planned_rounds(session, found)).number


def names_at(table: PlannedTable) -> list[str]:
    return [player.name for player in table.players]


def names_in(one: PlannedRound) -> set[str]:
    return {name for table in one.tables for name in names_at(table)} | {player.name for player in one.waiting}


@pytest.fixture
def evening(engine: Engine) -> Evening:
    return Evening(engine)


def test_a_round_robin_is_planned_at_once_and_played_to_its_end(evening: Evening) -> None:
    plan = evening.make(ROUND_ROBIN, count=5)
    rounds = evening.rounds(plan)
    assert [len(one.tables) for one in rounds] == [2] * 5
    assert sorted(player.name for one in rounds for player in one.waiting) == sorted(NAMES[:5])
    assert evening.current(plan) == 1
    for number in range(1, 6):
        assert evening.current(plan) == number
        evening.play(plan, number - 1)
    assert evening.current(plan) == 5
    points = evening.points(plan)
    assert sum(points.values()) == 10 + 5 * HALF  # ten games, and each waited once
    assert list(points.values()) == sorted(points.values(), reverse=True)


def test_a_wait_counts_only_once_its_round_has_come(evening: Evening) -> None:
    plan = evening.make(ROUND_ROBIN, count=3)
    first, second, _ = evening.rounds(plan)
    assert evening.points(plan)[first.waiting[0].name] == HALF
    assert evening.points(plan)[second.waiting[0].name] == 0
    evening.play(plan, 0)
    assert evening.points(plan)[second.waiting[0].name] == HALF + (
        names_at(first.tables[0])[0] == second.waiting[0].name
    )


def test_only_a_game_of_the_planned_kind_and_players_begun_after_the_round_was_made_counts(evening: Evening) -> None:
    evening.report(["Aya", "Ben"], later=-timedelta(minutes=1))
    plan = evening.make(SWISS, count=2)
    evening.report(["Aya", "Ben"], game="checkers")
    evening.report(["Aya", "Chika"])
    evening.report(["Aya", "Ben", "Chika"])
    evening.report(["Aya", "Ben"], withdrawn=True)
    assert evening.points(plan) == {"Aya": 0, "Ben": 0}
    assert evening.rounds(plan)[0].missing
    evening.report(["Ben", "Aya"])
    evening.report(["Aya", "Ben"])  # they play once more, which is not planned
    assert evening.points(plan) == {"Ben": 1, "Aya": 0}


def test_a_game_of_a_box_that_writes_no_zone_counts_in_the_clubs(evening: Evening) -> None:
    plan = evening.make(SWISS, count=2)
    evening.report(["Aya", "Ben"], begun="9999-12-31T23:59:59-12:00")
    assert evening.rounds(plan)[0].missing
    evening.report(["Aya", "Ben"], begun=(datetime.now() + timedelta(seconds=1)).isoformat())
    assert not evening.rounds(plan)[0].missing


def test_a_game_of_another_season_does_not_count(evening: Evening) -> None:
    plan = evening.make(SWISS, count=2)
    with Session(evening.engine) as session, session.begin():
        found = session.get_one(Plan, plan)
        found.rounds = tuple(replace(one, made=one.made - timedelta(days=60)) for one in found.rounds)
    evening.report(["Aya", "Ben"])
    assert evening.rounds(plan)[0].missing
    evening.report(["Ben", "Aya"], later=-timedelta(days=40))
    assert not evening.rounds(plan)[0].missing


def test_a_correction_at_the_table_corrects_the_standings(evening: Evening) -> None:
    plan = evening.make(SWISS, count=2)
    evening.report(["Aya", "Ben"], [40, 24])
    assert evening.points(plan) == {"Aya": 1, "Ben": 0}
    evening.report(["Aya", "Ben"], [24, 40], version=2)
    assert evening.points(plan) == {"Ben": 1, "Aya": 0}
    evening.report(["Aya", "Ben"], [32, 32], version=3)
    assert evening.points(plan) == {"Aya": HALF, "Ben": HALF}
    evening.report(["Aya", "Ben"], [40, 24], version=4, withdrawn=True)
    assert evening.points(plan) == {"Aya": 0, "Ben": 0}


def test_a_result_that_is_left_out_does_not_count_here_either(evening: Evening) -> None:
    plan = evening.make(SWISS, count=2)
    evening.report(["Aya", "Ben"])
    with Session(evening.engine) as session, session.begin():
        results(session, Wanted())[0].left_out = True
    assert evening.points(plan) == {"Aya": 0, "Ben": 0}


def test_a_name_that_turns_out_to_be_the_players_own_brings_the_result(evening: Evening) -> None:
    plan = evening.make(SWISS, count=2)
    evening.report(["Aya", "Benjamin"])
    assert evening.rounds(plan)[0].missing
    with Session(evening.engine) as session, session.begin():
        by_name = {player.name: player.id for player in session.scalars(select(Player))}
        merge_players(session, by_name["Ben"], by_name["Benjamin"])
    assert evening.points(plan) == {"Aya": 1, "Ben": 0}


def test_two_names_become_one_only_once_a_plan_with_them_is_made_or_changed(evening: Evening) -> None:
    with Session(evening.engine) as session, session.begin():
        ben, benjamin, benny = players_named(session, ["Ben", "Benjamin", "Benny"])

    def merge(kept: int, other: int) -> None:
        with Session(evening.engine) as session, session.begin():
            merge_players(session, kept, other)

    with ThreadPoolExecutor() as pool:
        with Session(evening.engine) as session, session.begin():
            plan = make_plan(session, "Friday", "reversi", SWISS, 2, 0, [ben, *players_named(session, ["Aya"])]).id
            merged = pool.submit(merge, benjamin, ben)
            assert wait([merged], timeout=0.3).not_done
        merged.result()
        with Session(evening.engine) as session, session.begin():
            changed = session.get_one(Plan, plan)
            add_round(session, changed, 1, anyway=True)
            merged = pool.submit(merge, benny, benjamin)
            assert wait([merged], timeout=0.3).not_done
            change_players(session, changed, changed.players)
        merged.result()
    first, second = evening.rounds(plan)
    assert names_in(first) == names_in(second) == {"Aya", "Benny"}


def test_larger_tables_share_points_by_rank(evening: Evening) -> None:
    plan = evening.make(ROUND_ROBIN, count=4, size=4, rounds=1, game="skip_bo")
    evening.report(["Dan", "Aya", "Ben", "Chika"], [40, 30, 30, 10], game="skip_bo")
    assert evening.points(plan) == {"Dan": 1, "Aya": HALF, "Ben": HALF, "Chika": 0}


def test_between_equal_points_those_of_the_opponents_decide_and_equal_there_share_a_place(evening: Evening) -> None:
    plan = evening.make(SWISS, count=4)
    winner, loser = names_at(evening.rounds(plan)[0].tables[0])
    evening.report([winner, loser])
    first, second, *others = evening.standings(plan)
    assert (first.player.name, first.place, first.points, first.opponents, first.games) == (winner, 1, 1, 0, 1)
    assert (second.player.name, second.place, second.points, second.opponents) == (loser, 2, 0, 1)
    assert [(one.place, one.opponents, one.games) for one in others] == [(3, 0, 0), (3, 0, 0)]


def test_waiting_counts_as_a_game_against_players_like_oneself(evening: Evening) -> None:
    for size, game, others in ((2, "reversi", 1), (4, "skip_bo", 3)):
        plan = evening.make(SWISS, count=5, size=size, game=game)
        (waiting,) = evening.rounds(plan)[0].waiting
        (standing,) = (one for one in evening.standings(plan) if one.player.id == waiting.id)
        assert (standing.points, standing.opponents) == (HALF, others * HALF)


def test_opponents_are_those_of_all_rounds(evening: Evening) -> None:
    plan = evening.make(SWISS, count=8)
    evening.play(plan)
    for known in (1, 2):
        evening.next(plan, known=known)
        evening.play(plan)
    points, met = evening.points(plan), defaultdict[str, list[str]](list)
    for one in evening.rounds(plan):
        for names in map(names_at, one.tables):
            for name in names:
                met[name] += set(names) - {name}
    standings = evening.standings(plan)
    for one in standings:
        assert one.opponents == sum(points[name] for name in met[one.player.name])
    order = [(one.points, one.opponents) for one in standings]
    assert order == sorted(order, reverse=True)
    assert [one.place for one in standings] == [1 + order.index(score) for score in order]
    assert len({one.points for one in standings}) < len(set(order)) < len(standings)


def test_the_next_swiss_round_waits_for_results_unless_told_otherwise(evening: Evening) -> None:
    plan = evening.make(SWISS, count=6)
    first, *others = evening.rounds(plan)[0].tables
    for table in others:
        evening.report(names_at(table))
    with refused("club_plans.error.missing"):
        evening.next(plan, known=1)
    evening.next(plan, known=1, anyway=True)
    assert len(evening.rounds(plan)) == 2
    assert evening.current(plan) == 2
    evening.report(names_at(first))  # it comes late, and counts where it belongs
    assert not evening.rounds(plan)[0].missing
    evening.play(plan)
    evening.next(plan, known=2)
    assert len(evening.rounds(plan)) == 3


def test_two_people_who_ask_for_the_next_round_get_one(evening: Evening) -> None:
    plan = evening.make(SWISS, count=4)
    evening.play(plan)
    evening.next(plan, known=1)
    evening.next(plan, known=1)
    assert len(evening.rounds(plan)) == 2


def test_a_plan_that_somebody_deletes_meanwhile_stays_deleted(evening: Evening) -> None:
    plan = evening.make(ROUND_ROBIN, count=4)
    with Session(evening.engine) as adding, Session(evening.engine) as changing:
        seen = adding.get_one(Plan, plan), changing.get_one(Plan, plan)
        with Session(evening.engine) as session, session.begin():
            session.delete(session.get_one(Plan, plan))
        add_round(adding, seen[0], 3)
        adding.commit()
        change_players(changing, seen[1], seen[1].players[:2])
        changing.commit()
    with Session(evening.engine) as session:
        assert session.get(Plan, plan) is None


def test_when_the_same_players_meet_again_the_game_is_of_the_later_round(evening: Evening) -> None:
    plan = evening.make(SWISS, count=2)
    evening.next(plan, known=1, anyway=True)
    evening.report(["Aya", "Ben"])
    first, second = evening.rounds(plan)
    assert first.missing and not second.missing
    again = evening.make(ROUND_ROBIN, count=2, rounds=2)
    evening.report(["Ben", "Aya"])
    first, second = evening.rounds(again)
    assert second.missing and not first.missing


@pytest.mark.parametrize("method", [ROUND_ROBIN, SWISS])
def test_it_goes_on_when_players_leave_and_come(evening: Evening, method: str) -> None:
    plan = evening.make(method, count=6)
    evening.play(plan, 0)
    if method == SWISS:
        evening.change(plan, ["Aya"], ["Gen", "Hana"])
        evening.next(plan, known=1)
    else:
        evening.play(plan, 1)
        evening.change(plan, ["Aya"], ["Gen", "Hana"])
    rounds = evening.rounds(plan)
    assert all("Aya" in names_in(one) for one in rounds[:1])
    assert names_in(rounds[-1]) == {*NAMES} - {"Aya"}
    assert len(rounds) == (2 if method == SWISS else 5)
    assert len(evening.points(plan)) == 8  # whoever has left keeps what was won
    evening.change(plan, ["Gen"], ["Aya"])
    if method == SWISS:
        evening.next(plan, known=2, anyway=True)
    assert names_in(evening.rounds(plan)[-1]) == {*NAMES} - {"Gen"}


def test_whoever_comes_late_has_not_waited_yet(evening: Evening) -> None:
    plan = evening.make(SWISS, count=3)
    evening.play(plan)
    waited = evening.rounds(plan)[0].waiting[0].name
    evening.change(plan, coming=["Dan", "Emi"])
    evening.next(plan, known=1)
    (waiting,) = evening.rounds(plan)[1].waiting
    assert waiting.name != waited
    assert evening.points(plan)["Emi"] in (0, HALF)


def test_a_round_robin_goes_on_for_as_long_as_the_evening_does(evening: Evening) -> None:
    plan = evening.make(ROUND_ROBIN, count=4, rounds=2)
    evening.next(plan, known=2)
    rounds = evening.rounds(plan)
    assert len({frozenset(names_at(table)) for one in rounds for table in one.tables}) == 6


def test_what_cannot_be_planned_is_refused_with_a_reason(evening: Evening) -> None:
    with refused("club_plans.error.players"):
        evening.make(SWISS, count=1)
    with refused("club_plans.error.size"):
        evening.make(SWISS, size=3)
    with refused("club_plans.error.form"):
        evening.make("knockout")
    with refused("club_plans.error.form"):
        evening.make(SWISS, game="chess")
    with Session(evening.engine) as session, refused("club_plans.error.long_name"):
        players_named(session, ["A" * 25])
    with Session(evening.engine) as session, refused("names.alike"):
        players_named(session, ["Aya", "ＡＹＡ"])
    with Session(evening.engine) as session, refused("club_plans.error.name"):
        make_plan(session, " ", "reversi", SWISS, 2, 0, players_named(session, NAMES))
    plan = evening.make(SWISS, count=2)
    with refused("club_plans.error.players"):
        evening.change(plan, leaving=["Aya"])
    assert evening.change(plan) is None  # nothing was changed by what was refused
