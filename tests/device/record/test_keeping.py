"""Every game is kept: finished and unfinished ones are listed, gone on with, and never in one another's way."""

import shutil
import sqlite3
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest

from device.record.archive import GameArchive
from device.record.corrections import Correction
from device.record.journal import Entry, Journal, JournalTrouble
from device.record.pictures import PictureStore, jpeg_of
from device.record.replay import CorrectionRefused
from device.table.beginning import begin_game
from device.table.events import Resume
from device.table.frame_gate import FrameGate
from device.table.game import BoardGame
from device.table.live_table import LiveTable
from engines import reversi
from engines.bots import NAMES
from engines.messages import Refusal, message
from tests.support.device.faulty_disk import FaultyDisk
from tests.support.engines.bot_games import random_game
from tests.support.refusals import refused
from tests.support.waiting import PATIENCE_S
from vision.whole_files import write_unfinished


def open_journal(folder: Path, **more) -> Journal:
    return Journal(folder / "journal.db", now=lambda: datetime(2026, 1, 2, 15, 4, 5), **more)


def play(journal: Journal, *squares: str, players=("Aya", "Ben")) -> int:
    begin_game(journal, "reversi", players, {})
    for square in squares:
        journal.append("move", {"move": square, "picture": None, "by": "camera"})
    return journal.current()[0].game


def to_the_end(journal: Journal, seed: int = 1) -> int:
    return play(journal, *(move.square for _, move in random_game(reversi, NAMES[:2], {}, seed) if move.square))


def numbers(journal: Journal, **more) -> list[int]:
    return [kept.start.number for kept in journal.games(**more)]


def archive_of(journal: Journal, folder: Path) -> GameArchive:
    return GameArchive(journal, PictureStore(folder / "pictures"), lambda call: call())


def imported(first: int, *squares: str) -> list[Entry]:
    start = Entry(first, first, "import", {"game": "reversi", "players": ["Chie", "Dan"], "options": {}}, "2026-01-01")
    moves = [
        Entry(first + at, first, "move", {"move": square, "picture": None, "by": "file"}, "2026-01-01")
        for at, square in enumerate(squares, start=1)
    ]
    return [start, *moves]


def test_games_are_listed_the_latest_first_without_those_in_which_nothing_was_played(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        first = play(journal, "f5")
        play(journal)
        second = play(journal, "e6", "f6")
        current = play(journal)
        assert numbers(journal) == [current, second, first]
        assert numbers(journal, most=2) == [current, second]
        assert numbers(journal, before=second) == [first]
        assert [kept.last for kept in journal.games()] == [current, second + 2, first + 1]
        assert [entry.kind for entry in journal.entries_of(second)] == ["start", "move", "move"]
        assert journal.entries_of(99) == ()


def test_what_waits_for_room_on_the_disk_is_in_the_list_too(tmp_path: Path) -> None:
    disk = FaultyDisk()
    with open_journal(tmp_path, connect=disk) as journal:
        first = play(journal, "f5")
        disk.code = sqlite3.SQLITE_FULL
        second = play(journal, "e6", "f6")
        assert journal.trouble is not None
        assert numbers(journal) == [second, first]
        assert len(journal.entries_of(first)) == 2
        journal.resume(first)
        journal.append("move", {"move": "d6", "picture": None})
        assert len(journal.entries_of(second)) == 3
        disk.code = None
        journal.write_waiting()
    with open_journal(tmp_path) as journal:
        assert [entry.kind for entry in journal.current()] == ["start", "move", "resume", "move"]


def test_a_game_that_is_gone_on_with_is_the_current_one_also_tomorrow(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        first, second = play(journal, "f5"), play(journal, "e6")
        journal.resume(first)
        journal.append("move", {"move": "d6", "picture": None})
        assert [entry.number for entry in journal.current()] == [1, 2, 5, 6]
    with open_journal(tmp_path) as journal:
        assert {entry.game for entry in journal.current()} == {first}
        assert journal.next_number() == 7
        assert len(journal.entries_of(second)) == 2


def test_a_game_from_a_file_is_kept_and_the_current_one_stays(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        first = play(journal, "f5")
        number = journal.add_game(imported(journal.next_number(), "c4", "c3"))
        journal.append("move", {"move": "d6", "picture": None})
        assert [entry.number for entry in journal.current()] == [1, 2, 6]
    with open_journal(tmp_path) as journal:
        assert {entry.game for entry in journal.current()} == {first}
        assert numbers(journal) == [number, first]


def test_pictures_of_a_game_from_a_file_are_written_before_the_table_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def written(path: Path, data: bytes) -> Path:
        asked.append("written")
        return write_unfinished(path, data)

    monkeypatch.setattr("device.record.pictures.write_unfinished", written)
    jpeg = jpeg_of(np.zeros((48, 64, 3), np.uint8))

    def with_pictures(first: int):
        entries = imported(first, "f5", "d6")
        return entries, {f"{first}-{entry.number}": jpeg for entry in entries[1:]}

    with open_journal(tmp_path) as journal:
        play(journal, "f5")

        def ask(call):
            asked.append("asked")
            journal.append("move", {"move": "f6", "picture": None, "by": "camera"})  # the game has gone on meanwhile
            return call()

        archive = GameArchive(journal, PictureStore(tmp_path / "pictures"), ask)
        number = archive.add(with_pictures)
        assert asked == ["asked", "asked", "written", "written", "asked"]  # which games there are, then this one
        kept = sorted(path.name for path in (tmp_path / "pictures").iterdir())
        assert kept == [f"{number}-{number + 1}.jpg", f"{number}-{number + 2}.jpg"]

        def refuse(first: int):
            if first > 1:
                raise Refusal(message("keeping.no_moves"))
            return with_pictures(first)

        with pytest.raises(Refusal):
            archive.add(refuse)
        assert sorted(path.name for path in (tmp_path / "pictures").iterdir()) == kept


def test_a_damaged_journal_still_knows_which_game_was_on(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        first = play(journal, "f5")
        play(journal, "e6")
        journal.resume(first)
        journal.add_game(imported(journal.next_number(), "c4"))
    path = tmp_path / "journal.db"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page_size,) = connection.execute("PRAGMA page_size").fetchone()
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'entry_of_game'").fetchone()
    connection.close()
    with path.open("r+b") as file:
        file.seek((root - 1) * page_size)
        file.write(b"rubbish!" * 64)
    with open_journal(tmp_path) as journal:
        assert [said.key for said in journal.notices] == ["journal.damaged"]
        assert {entry.game for entry in journal.current()} == {first}
        assert len(numbers(journal)) == 3


def test_a_journal_that_cannot_be_read_is_said_and_the_game_goes_on(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        first = play(journal, "f5")
        play(journal, "e6")
        with sqlite3.connect(tmp_path / "journal.db") as outsider:
            outsider.execute("DROP INDEX entry_of_game")
            outsider.execute("ALTER TABLE entry RENAME TO gone")
        outsider.close()
        with refused("journal.cannot_read", JournalTrouble):
            journal.entries_of(first)
        assert len(journal.current()) == 2


def test_the_list_tells_who_won_and_what_can_go_on(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        over, unfinished, current = to_the_end(journal), play(journal, "f5", "d6"), play(journal, "e6")
        archive = archive_of(journal, tmp_path)
        told = [(game.number, game.is_current, game.can_go_on, game.is_over) for game in archive.latest()]
        assert [max(standing.score for standing in game.standings) for game in archive.latest()] == [4, 3, 37]
        # A list that is asked for again plays nothing again, and knows what has happened since.
        journal.resume(unfinished)
        journal.append("move", {"move": "c3", "picture": None})
        again = archive.latest()
        assert [(game.moves, game.is_current) for game in again] == [(1, False), (3, True), (60, False)]
    assert told == [(current, True, False, False), (unfinished, False, True, False), (over, False, False, True)]


def test_a_game_is_played_again_only_when_something_happened_in_it(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        first, second = play(journal, "f5", "d6"), play(journal, "e6")
        archive = archive_of(journal, tmp_path)
        before = archive.game(first)
        assert archive.game(first).played is before.played
        journal.resume(first)
        assert archive.game(first).is_current
        assert not archive.game(second).is_current
        journal.append("move", {"move": "c3", "picture": None})
        assert len(archive.game(first).played.plies) == 3
        assert archive.current().number == first
        for missing in (0, 99, second + 1):
            with pytest.raises(CorrectionRefused):
                archive.game(missing)


def test_a_game_whose_rules_are_not_here_is_in_the_list_and_says_so(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        journal.start_game("chess", ["Aya", "Ben"], {})
        journal.append("move", {"move": "e4", "picture": None})
        journal.start_game("reversi", ["Aya"], {})
        journal.append("move", {"move": "f5", "picture": None})
        play(journal, "f5", "c3")
        broken, one_player, unknown = archive_of(journal, tmp_path).latest()
    assert (unknown.trouble.key, unknown.is_over) == ("keeping.unknown_game", False)
    assert (one_player.moves, one_player.can_go_on, one_player.trouble.key) == (0, False, "options.players")
    assert not one_player.is_over
    assert (broken.moves, broken.trouble.key) == (1, "table.line_breaks")


def test_people_go_on_with_a_game_at_the_table_and_what_was_on_stays(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        over, first, second = to_the_end(journal), play(journal, "f5"), play(journal, "e6")
        game = BoardGame(journal, PictureStore(tmp_path / "pictures"))
        with LiveTable(game, FrameGate(None)) as table:
            table.post(Resume(first)).result(PATIENCE_S)
            assert [dict(line.said.facts)["square"] for line in table.snapshot.moves] == ["f5"]
            assert [said.key for said in table.snapshot.notices] == ["keeping.resumed"]
            table.post(Correction("insert", first + 1, "d6", "phone")).result(PATIENCE_S)
            assert len(table.snapshot.moves) == 2
            for number, key in ((over, "keeping.game_over"), (99, "keeping.no_such_game")):
                with refused(key):
                    table.post(Resume(number)).result(PATIENCE_S)
            assert len(table.snapshot.moves) == 2
            table.post(Resume(second)).result(PATIENCE_S)
            assert [dict(line.said.facts)["square"] for line in table.snapshot.moves] == ["e6"]


def test_a_game_that_is_gone_on_with_lies_before_the_camera_as_it_did(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        first = play(journal, "f5")
        journal.append("turn", {"turn": 3})
        play(journal, "e6")
        game = BoardGame(journal, PictureStore(tmp_path / "pictures"))
        assert game.shown_turn == 0
        game.resume(first)
        assert game.shown_turn == 3


def test_a_game_that_the_camera_cannot_follow_is_gone_on_with_by_hand(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        number = journal.add_game(
            [
                Entry(1, 1, "import", {"game": "skip_bo", "players": ["Aya", "Ben"], "options": {}}, "2026-01-01"),
                Entry(2, 1, "move", {"move": "turn 7", "picture": None}, "2026-01-01"),
            ]
        )
        play(journal, "f5")
        game = BoardGame(journal, PictureStore(tmp_path / "pictures"))
        assert not game.by_hand
        game.resume(number)
        assert game.by_hand
        game.enter("turn 9", "phone")
        assert [ply.line.move for ply in game.played.plies if ply.line] == ["turn 7", "turn 9"]


def test_the_journal_of_an_older_box_is_read_as_it_is(tmp_path: Path) -> None:
    """Entries without `by`, as they were written first."""
    with open_journal(tmp_path) as journal:
        journal.start_game("reversi", ["Aya", "Ben"], {})
        journal.append("move", {"move": "f5", "picture": None})
    shutil.copy(tmp_path / "journal.db", tmp_path / "copy.db")
    with Journal(tmp_path / "copy.db") as journal:
        assert archive_of(journal, tmp_path).current().played.plies[0].entry == 2
