"""A ranking goes on from the games that it has rated already, and says what it would say if it began anew."""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Self

import pytest
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from club import ranking as rankings
from club.database import open_database
from club.models import Result
from club.queries import Wanted, merge_players
from club.ranking import ranking
from club.results import store_result
from device.record.ratings import Rating
from tests.support.club.reported import reported

SEASON = Wanted(counting=True, game="reversi")
START = datetime(2026, 1, 2, 19, tzinfo=UTC)


@pytest.fixture
def club() -> Iterator[Engine]:
    engine = open_database("sqlite://")
    for number in range(1, 13):
        play(engine, number, ("Aya", "Ben") if number % 2 else ("Chie", "Aya"))
    yield engine
    engine.dispose()


def play(engine: Engine, number: int, names: tuple[str, str], minutes: int | None = None, **more: object) -> None:
    """The first of two wins; games end a minute after each other."""
    ended = START + timedelta(minutes=number if minutes is None else minutes)
    store_result(engine, "table1", reported(names, entry=number, ended=ended.isoformat(), **more))


def ranked(engine: Engine) -> dict[int, Rating]:
    with Session(engine) as session:
        return ranking(session, SEASON)


def correct(engine: Engine) -> None:
    play(engine, 1, ("Ben", "Aya"), revision=[0, 99])


def leave_one_out(engine: Engine) -> None:
    with Session(engine) as session, session.begin():
        session.get_one(Result, 2).left_out = True


def merge(engine: Engine) -> None:
    with Session(engine) as session, session.begin():
        merge_players(session, 2, 3)


@pytest.mark.parametrize("change", [
    lambda engine: play(engine, 13, ("Ben", "Dan")),
    lambda engine: play(engine, 13, ("Ben", "Dan"), minutes=11),  # from a table that had no network
    lambda engine: play(engine, 13, ("Ben", "Dan"), minutes=0),
    correct,
    leave_one_out,
    merge,
])  # fmt: skip
def test_it_is_the_same_as_one_that_begins_anew(
    club: Engine, monkeypatch: pytest.MonkeyPatch, change: Callable[[Engine], None]
) -> None:
    monkeypatch.setattr(rankings, "_LATEST", 3)
    monkeypatch.setattr(rankings, "_kept", OrderedDict())
    before = ranked(club)
    assert ranked(club) == before
    change(club)
    after = ranked(club)
    monkeypatch.setattr(rankings, "_kept", OrderedDict())
    assert after == ranked(club) != before


def test_only_the_latest_games_are_rated_again(club: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    rated: list[int] = []

    class Counting(rankings.Rater[int]):
        def rate(self, games: object) -> Self:
            listed = list(games)  # type: ignore[call-overload]
            rated.append(len(listed))
            return super().rate(listed)

    monkeypatch.setattr(rankings, "_LATEST", 3)
    monkeypatch.setattr(rankings, "_kept", OrderedDict())
    monkeypatch.setattr(rankings, "Rater", Counting)
    ranked(club)
    play(club, 13, ("Ben", "Dan"))
    ranked(club)
    assert rated == [9, 3, 1, 3]
