"""What is true of the games of tables, read from their journals, and what a club has of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Engine, select
from sqlalchemy.orm import Session, selectinload

from club.models import Result
from device.record.entries import Entry
from device.table.events import Asked
from tests.support.club.club_table import ClubTable
from tests.support.waiting import PATIENCE_S
from web.mqtt.payloads import GameResult

MOST = 1_000_000
Revision = tuple[int, int]
Winners = frozenset[str] | None  # None: the game has been taken back
Versions = dict[Revision, Winners]


class Key(NamedTuple):
    """Which game it is."""

    table: str
    journal: str
    entry: int
    begun: str


Evening = dict[Key, Versions]


def truth_of(table: str, box: ClubTable) -> Evening:
    """The games of a table, each with what it has been at any time; its journal was never restored."""

    def read() -> tuple[str, list[Sequence[Entry]]]:
        [branch] = box.journal.lineage
        return branch.id, [box.journal.entries_of(game.start.number) for game in box.journal.games(most=MOST)]

    journal, games = box.table.post(Asked(read)).result(PATIENCE_S)
    versions = {Key(table, journal, entries[0].number, entries[0].at): _versions(entries) for entries in games}
    return {key: found for key, found in versions.items() if found}


def _versions(entries: Sequence[Entry]) -> Versions:
    """Who had won after each entry, read without the program's own replay."""
    start: Any = entries[0].data
    said, found = dict[int, list[int]](), Versions()
    is_corrected = False
    for entry in entries[1:]:
        data: Any = entry.data
        if entry.kind == "strike":
            for struck in data["entries"]:
                said.pop(struck)
        else:
            assert entry.kind in ("move", "change")
            said[data.get("entry", entry.number)] = data["move"]["winners"]
        is_corrected |= entry.kind != "move"
        if said or is_corrected:
            won = list(said.values())[-1:]
            found[0, entry.number] = frozenset(start["players"][seat] for seat in won[0]) if won else None
    return found


@dataclass
class Stored:
    """A game as a club has it."""

    now: tuple[Revision, Winners]  # what pages show
    came: list[tuple[Revision, Winners]]  # the trace


def stored_in(engine: Engine) -> dict[Key, Stored]:
    """The games that a club has."""
    query = select(Result).options(selectinload(Result.seats), selectinload(Result.versions))
    found = dict[Key, Stored]()
    with Session(engine) as session:
        for result in session.scalars(query):
            first = frozenset(seat.shown for seat in result.seats if seat.rank == 1)
            key = Key(result.table, result.journal, result.entry, result.begun)
            assert key not in found
            found[key] = Stored(
                ((result.branch, result.last), None if result.withdrawn else first),
                [_said(msgspec.json.decode(version.payload, type=GameResult)) for version in result.versions],
            )
    return found


def _said(result: GameResult) -> tuple[Revision, Winners]:
    branch, last = result["revision"]
    first = frozenset(player["shown"] for player in result["players"] if player["rank"] == 1)
    return (branch, last), None if result["withdrawn"] else first


def has_all(stored: Mapping[Key, Stored], truth: Evening) -> bool:
    """Whether a club has each game in its last version."""
    return all(key in stored and stored[key].now[0] == max(versions) for key, versions in truth.items())


def assert_is_truth(stored: Mapping[Key, Stored], truth: Evening) -> None:
    """Each game is there once, in its last version, and its trace has nothing that was not so at some time."""
    assert stored.keys() == truth.keys()
    for key, one in stored.items():
        versions, last = truth[key], max(truth[key])
        assert one.now == (last, versions[last]) == one.came[-1], key
        assert dict(one.came).items() <= versions.items(), key
        assert [revision for revision, _ in one.came] == sorted(dict(one.came)), key
