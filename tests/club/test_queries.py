"""What pages ask the database, and what people change there by hand."""

from datetime import date, datetime

import pytest
from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from club.models import Alias, Plan, Player
from club.pairing import Round
from club.queries import (
    Wanted,
    merge_players,
    players,
    results,
    split_alias,
)
from club.results import ensure_players, store_result
from engines.messages import Refusal
from tests.support.club.reported import reported


def found(engine: Engine, wanted: Wanted, **page: int) -> list[int]:
    """The first entries of the games that are found."""
    with Session(engine) as session:
        return [one.entry for one in results(session, wanted, **page)]


def ids(engine: Engine) -> dict[str, int]:
    with Session(engine) as session:
        return {player.name: player.id for player in players(session)}


def test_the_latest_results_come_first_page_by_page(engine: Engine) -> None:
    for hour in range(5):
        store_result(engine, "table3", reported(entry=hour + 1, ended=f"2026-01-02T1{hour}:00:00+09:00"))
    assert found(engine, Wanted()) == [5, 4, 3, 2, 1]
    assert found(engine, Wanted(), limit=2, offset=2) == [3, 2]


def test_results_are_found_by_table_game_player_and_day(engine: Engine) -> None:
    store_result(engine, "table3", reported(("Aya", "Ben"), entry=1))
    store_result(engine, "table4", reported(("Aya", "Mia"), entry=2, game="checkers"))
    store_result(engine, "table4", reported(("Mia", "Ben"), entry=3, ended="2026-01-03T00:00:00+09:00"))
    store_result(engine, "table4", reported(("Mia", None), entry=4, withdrawn=True))
    assert found(engine, Wanted(table="table3")) == [1]
    assert found(engine, Wanted(game="checkers")) == [2]
    assert sorted(found(engine, Wanted(player=ids(engine)["Ben"]))) == [1, 3]
    assert found(engine, Wanted(first=date(2026, 1, 3))) == [3]  # days are those of the club: it is in Japan
    assert sorted(found(engine, Wanted(last=date(2026, 1, 2), counting=True))) == [1, 2]


def test_two_names_of_one_person_become_one_player_and_two_again(engine: Engine) -> None:
    store_result(engine, "table3", reported(("Aya", "Ben"), entry=1))
    store_result(engine, "table4", reported(("Ayako", "Ben"), entry=2))
    before = ids(engine)
    with Session(engine) as session, session.begin():
        merge_players(session, before["Aya"], before["Ayako"])
    with Session(engine) as session:
        assert {one.name: [alias.name for alias in one.aliases] for one in players(session)} == {
            "Aya": ["Aya", "Ayako"], "Ben": ["Ben"],
        }  # fmt: skip
    assert sorted(found(engine, Wanted(player=before["Aya"]))) == [1, 2]
    store_result(engine, "table4", reported(("Ayako", "Mia"), entry=3))
    assert sorted(found(engine, Wanted(player=before["Aya"]))) == [1, 2, 3]
    with Session(engine) as session, session.begin():
        split_alias(session, "ayako")
    assert found(engine, Wanted(player=before["Aya"])) == [1]
    assert sorted(found(engine, Wanted(player=ids(engine)["Ayako"]))) == [2, 3]


def test_the_places_of_a_plan_go_with_the_player(engine: Engine) -> None:
    with Session(engine) as session, session.begin():
        known = ensure_players(session, ["Aya", "Ayako", "Ben", "Chika", "Dan"])
        aya, ayako, ben, chika, dan = (known[name] for name in ("aya", "ayako", "ben", "chika", "dan"))
        rounds = (Round(((ben, ayako),), (chika,), datetime(2026, 1, 2)), Round(((chika, ben),), (ayako,)))
        session.add(Plan(name="Friday", game="reversi", method="swiss", size=2, players=[ayako, ben], rounds=rounds))
        session.add(Plan(name="Sunday", game="reversi", method="swiss", size=2, players=[ben, dan], rounds=rounds[:0]))
    with Session(engine) as session, session.begin():
        merge_players(session, aya, ayako)
    with Session(engine) as session:
        friday, sunday = session.scalars(select(Plan).order_by(Plan.id))
        assert friday.players == [aya, ben]
        assert friday.rounds == (
            Round(((ben, aya),), (chika,), datetime(2026, 1, 2)), Round(((chika, ben),), (aya,)),
        )  # fmt: skip
        assert sunday.players == [ben, dan]
    for other in (ben, chika):  # who is in no further round was in one
        with Session(engine) as session, pytest.raises(Refusal, match="players_have_met"):
            merge_players(session, aya, other)
    with Session(engine) as session, session.begin():
        merge_players(session, dan, aya)
    with Session(engine) as session:
        friday, _ = session.scalars(select(Plan).order_by(Plan.id))
        assert (friday.players, friday.everybody) == ([ben, dan], {ben, chika, dan})


def test_players_of_one_game_are_two_people(engine: Engine) -> None:
    store_result(engine, "table3", reported())
    known = ids(engine)
    with Session(engine) as session, pytest.raises(Refusal, match="players_have_met"):
        merge_players(session, known["Ben"], known["Aya"])
    assert ids(engine) == known


def test_nothing_happens_to_who_is_not_there(engine: Engine) -> None:
    store_result(engine, "table3", reported())
    known = ids(engine)
    with Session(engine) as session:
        for call in (
            lambda: merge_players(session, known["Aya"], 99),
            lambda: merge_players(session, known["Aya"], known["Aya"]),
            lambda: split_alias(session, "nobody"),
            lambda: split_alias(session, "aya"),
        ):
            with pytest.raises(Refusal):
                call()
    with Session(engine) as session:
        assert len(session.scalars(select(Alias)).all()) == len(session.scalars(select(Player)).all()) == 2
