"""A journal of twenty thousand games is opened as fast as a small one, and its damage is found all the same."""

import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from device.record.entries import Row
from device.record.journal import Journal
from device.record.repair import write_new

GAMES, MOVES = 20_000, 59
AT = "2026-01-02T15:04:05"
STRAY = 5_000  # an entry far behind the newest


def entries() -> Iterator[Row]:
    for game in range(1, GAMES * (MOVES + 1), MOVES + 1):
        yield game, game, "start", json.dumps({"game": "reversi", "players": ["Aya", "Ben"], "options": {}}), AT
        for number in range(game + 1, game + MOVES + 1):
            yield number, game, "move", json.dumps({"move": "f5", "picture": None, "by": "camera"}), AT


@pytest.mark.trust
def test_twenty_thousand_games(tmp_path: Path, figure: Callable[[str, object], None]) -> None:
    path = tmp_path / "journal.db"
    write_new(path, entries())
    begun = time.monotonic()
    with Journal(path) as journal:
        figure(f"start with {GAMES:,} games", f"{time.monotonic() - begun:.2f} s")
        assert (journal.notices, journal.next_number()) == ([], GAMES * (MOVES + 1) + 1)
        begun = time.monotonic()
        assert len(journal.games()) == 10
        figure(f"the newest ten of {GAMES:,} games", f"{1000 * (time.monotonic() - begun):.1f} ms")
    connection = sqlite3.connect(path)
    connection.execute("DROP TRIGGER entry_stays")
    connection.execute("UPDATE entry SET data = '{}' WHERE number = ?", (STRAY,))
    connection.commit()
    connection.close()
    with Journal(path) as journal:
        assert journal.notices == []
        game = STRAY - (STRAY - 1) % (MOVES + 1)
        assert STRAY not in [entry.number for entry in journal.entries_of(game)]
        begun = time.monotonic()
        journal.write_waiting()
        figure("a damaged one of that size made whole", f"{time.monotonic() - begun:.0f} s")
        assert [notice.key for notice in journal.notices] == ["journal.damaged"]
        assert dict(journal.notices[0].facts)["lost"] == 1
