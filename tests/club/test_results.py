"""Every result is stored once, in its last version, whoever sends it how often and in which order."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Barrier, Thread
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, func, select
from sqlalchemy.orm import Session

from club.database import open_database
from club.models import Base, Player, Result
from club.queries import Wanted, results
from club.results import MAX_BYTES, decode_result, store_result
from engines.messages import Refusal
from tests.support.club.reported import reported
from web.mqtt.payloads import GameResult


def stored(engine: Engine) -> list[Any]:
    """What results say, whatever their numbers in the database are."""
    with Session(engine) as session:
        found = results(session, Wanted())
        games = [(one.table, one.entry, one.branch, one.last, one.withdrawn, one.ended, one.title) for one in found]
        players = [
            tuple((seat.seat, seat.alias and seat.alias.player.name, seat.score, seat.rank) for seat in one.seats)
            for one in found
        ]
        return sorted(zip(games, players, strict=True))


def test_a_result_that_comes_again_is_stored_once(engine: Engine) -> None:
    assert [store_result(engine, "table3", reported()) for _ in range(3)] == [True, False, False]
    with Session(engine) as session:
        (result,) = results(session, Wanted())
        assert [(seat.shown, seat.score, seat.rank) for seat in result.seats] == [("Aya", 40, 1), ("Ben", 24, 2)]
        assert result.ended == datetime(2026, 1, 2, 10, 30)
        assert len(result.versions) == 1


def test_a_correction_replaces_the_result_and_leaves_its_trace(engine: Engine) -> None:
    store_result(engine, "table3", reported())
    assert store_result(engine, "table3", reported(scores=(20, 44), last=12))
    assert not store_result(engine, "table3", reported())
    with Session(engine) as session:
        (result,) = results(session, Wanted())
        assert [(seat.shown, seat.score, seat.rank) for seat in result.seats] == [("Aya", 20, 2), ("Ben", 44, 1)]
        versions = [msgspec.json.decode(one.payload, type=GameResult) for one in result.versions]
        assert versions == [reported(), reported(scores=(20, 44), last=12)]


def test_the_entries_of_a_new_branch_come_after_all_of_the_one_before(engine: Engine) -> None:
    """After a restore of the journal its numbers are used again."""
    store_result(engine, "table3", reported(last=90))
    assert store_result(engine, "table3", reported(revision=[1, 40]))


def test_a_game_that_was_taken_back_does_not_count_until_it_is_over_again(engine: Engine) -> None:
    store_result(engine, "table3", reported())
    store_result(engine, "table3", reported(last=10, withdrawn=True))
    with Session(engine) as session:
        assert len(results(session, Wanted())) == 1
        assert results(session, Wanted(counting=True)) == []
    store_result(engine, "table3", reported(last=11))
    with Session(engine) as session:
        assert len(results(session, Wanted(counting=True))) == 1


def test_a_result_that_is_left_out_stays_so_when_its_table_corrects_it(engine: Engine) -> None:
    store_result(engine, "table3", reported())
    with Session(engine) as session, session.begin():
        results(session, Wanted())[0].left_out = True
    store_result(engine, "table3", reported(last=12))
    with Session(engine) as session, session.begin():
        (result,) = results(session, Wanted())
        assert (result.last, result.left_out) == (12, True)
        result.left_out = False
        assert len(results(session, Wanted(counting=True))) == 1


def test_two_tables_and_two_boxes_of_one_table_do_not_overwrite_each_other(engine: Engine) -> None:
    """Two cards that were copied have the same journal, but no two games begin at the same moment."""
    store_result(engine, "table3", reported())
    assert store_result(engine, "table4", reported())
    assert store_result(engine, "table3", reported(begun="2026-01-02T19:00:07+09:00"))
    assert len(stored(engine)) == 3


def test_a_game_of_an_extension_is_stored_as_well(engine: Engine) -> None:
    assert store_result(engine, "table3", reported(game="connect_four", title="四目並べ"))


def test_players_are_one_person_whatever_the_case_and_width_of_their_name(engine: Engine) -> None:
    store_result(engine, "table3", reported(("Ben", "Aya")))
    store_result(engine, "table4", reported(("ＢＥＮ", None), entry=7))
    with Session(engine) as session:
        assert session.scalars(select(Player.name).order_by(Player.name)).all() == ["Aya", "Ben"]


def test_control_characters_of_a_name_become_blanks(engine: Engine) -> None:
    store_result(engine, "table3", reported(("Aya\0\n Mia", "Ben")))
    with Session(engine) as session:
        assert session.scalars(select(Player.name).order_by(Player.name)).all() == ["Aya Mia", "Ben"]


versions = st.builds(
    reported,
    names=st.sampled_from([("Aya", "Ben"), ("ben", None), ("Mia", "Aya")]),
    scores=st.sampled_from([(40, 24), (32, 32), (1, 63)]),
    entry=st.integers(1, 2),
    revision=st.lists(st.integers(0, 2), min_size=2, max_size=2),
    withdrawn=st.booleans(),
)


def unlike(results: list[GameResult]) -> list[GameResult]:
    """One version a revision: a table never reports two."""
    return list({(one["entry"], *one["revision"]): one for one in results}.values())


@settings(max_examples=40)
@given(sent=st.lists(versions, max_size=8).map(unlike), data=st.data())
def test_any_order_and_repetition_ends_in_the_same_results(sent: list[GameResult], data: st.DataObject) -> None:
    mixed = data.draw(
        st.permutations(sent + data.draw(st.lists(st.sampled_from(sent), max_size=8) if sent else st.just([])))
    )
    in_order, in_any = open_database("sqlite://"), open_database("sqlite://")
    for one in sorted(sent, key=lambda one: one["revision"]):
        store_result(in_order, "table3", one)
    for one in mixed:
        store_result(in_any, "table3", one)
    assert without_names(stored(in_any)) == without_names(stored(in_order))


def without_names(rows: list[Any]) -> list[Any]:
    """With names folded: the spelling that came first is the one shown."""
    return [
        (game, [(seat, name and name.casefold(), *rest) for seat, name, *rest in players]) for game, players in rows
    ]


@pytest.mark.parametrize("rounds", [3, pytest.param(30, marks=pytest.mark.full)])
def test_two_writers_at_once_store_each_game_and_each_player_once(engine: Engine, rounds: int) -> None:
    """As after a restart, when the one before still ends: both store the same games, with the names in any order."""
    failures: list[BaseException] = []
    start = Barrier(2)

    def write(names: list[str]) -> None:
        try:
            for entry in range(1, rounds + 1):
                start.wait(60)
                store_result(engine, "table3", reported([f"{name} {entry}" for name in names], entry=entry))
                store_result(engine, names[0], reported([f"{name} {entry}" for name in names], entry=entry))
        except BaseException as error:  # noqa: BLE001 — asserted below
            failures.append(error)
            start.abort()

    writers = [Thread(target=write, args=(names,)) for names in (["Aya", "Ben"], ["Ben", "Aya"])]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert failures == []
    with Session(engine) as session:
        counted = [session.scalar(select(func.count()).select_from(one)) for one in (Result, Player)]
        assert counted == [3 * rounds, 2 * rounds]
        assert {len(one.versions) for one in results(session, Wanted())} == {1}


def seats(*changes: dict[str, object]) -> list[dict[str, object]]:
    return [{**player, **change} for player, change in zip(reported()["players"], changes, strict=True)]


TOMORROW = (datetime.now(UTC) + timedelta(days=2)).isoformat()
BAD: dict[str, dict[str, object]] = {
    "a journal that is none": {"journal": "../../etc"},
    "an entry that is none": {"entry": -1},
    "a moment that is none": {"begun": "yesterday"},
    "an end without a zone": {"ended": "2026-01-02T19:30:00"},
    "an end beyond all years": {"ended": "9999-12-31T23:59:59-12:00"},
    "an end in the future": {"ended": TOMORROW},
    "half a revision": {"revision": [1]},
    "a game with a path": {"game": "../reversi"},
    "a long title": {"title": "x" * 101},
    "nobody": {"players": []},
    "a crowd": {"players": seats({}, {}) * 11},
    "two players on a seat": {"players": seats({}, {"seat": 0})},
    "a seat far away": {"players": seats({}, {"seat": 20})},
    "a rank that nobody can have": {"players": seats({}, {"rank": 3})},
    "no winner": {"players": seats({"rank": 2}, {})},
    "one person twice": {"players": seats({}, {"name": "ＡＹＡ"})},
    "a name that hides something": {"players": seats({}, {"name": "Ben\u202e"})},
    "a name that grows": {"players": seats({}, {"name": "\ufdfa" * 100})},
    "a shown name that is long": {"players": seats({}, {"shown": "x" * 101})},
    "text for a score": {"players": seats({}, {"score": "24"})},
    "a score beyond numbers": {"players": seats({}, {"score": 2**60})},
}


@pytest.mark.parametrize("changes", BAD.values(), ids=BAD.keys())
def test_what_is_no_result_is_refused_and_leaves_nothing(engine: Engine, changes: dict[str, object]) -> None:
    with pytest.raises(Refusal):
        store_result(engine, "table3", decode_result(msgspec.json.encode({**reported(), **changes})))
    with Session(engine) as session:
        counted = [
            session.execute(select(func.count()).select_from(table)).scalar() for table in Base.metadata.sorted_tables
        ]
    assert set(counted) == {0}


@pytest.mark.parametrize(
    "payload", [b"", b"[", b"\xff\xfe", b"null", b"[" * 30_000, b" " * (MAX_BYTES + 1), b'"\\ud800 "']
)
def test_what_is_not_even_json_is_refused(payload: bytes) -> None:
    with pytest.raises(Refusal):
        decode_result(payload)


texts = st.text(max_size=30) | st.sampled_from(["Aya\0", "\u202eneB", "\ufdfa" * 90])
wild = st.builds(
    lambda players, changes: {**reported(), "players": players, **changes},
    players=st.lists(
        st.fixed_dictionaries(
            {"seat": st.integers(0, 3), "name": st.none() | texts, "shown": texts, "score": st.none() | st.integers(),
             "rank": st.integers(1, 3), "team": st.none() | st.integers(0, 2**53)}
        ), max_size=3,
    ),
    changes=st.fixed_dictionaries({}, optional={
        "title": texts, "game": texts, "begun": texts, "entry": st.integers(0, 2**53), "journal": texts,
        "ended": st.datetimes().map(lambda at: at.isoformat() + "+09:00"),
    }),
)  # fmt: skip


@settings(max_examples=60)
@given(sent=st.lists(wild, min_size=3, max_size=6))
def test_whatever_is_sent_is_stored_or_refused(memory: Callable[[], Engine], sent: list[dict[str, Any]]) -> None:
    for one in sent:
        try:
            store_result(memory(), "table3", decode_result(msgspec.json.encode(one)))
        except Refusal:
            continue


@pytest.fixture(scope="module")
def memory() -> Callable[[], Engine]:
    engine = open_database("sqlite://")
    return lambda: engine
