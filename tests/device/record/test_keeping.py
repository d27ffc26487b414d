"""Every game is kept: finished and unfinished ones are listed, gone on with, and never in one another's way."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from device.capture.table_observer import TableObserver
from device.record.archive import GameArchive
from device.record.corrections import Correction
from device.record.journal import Entry, Journal, JournalTrouble
from device.record.pictures import PictureStore, jpeg_of
from device.record.replay import CorrectionRefused
from device.table.events import Resume
from device.table.game import BoardGame
from device.table.live_table import LiveTable
from engines import reversi
from engines.bots import NAMES
from engines.messages import Refusal, message
from tests.support.device.evening import moves as squares_of
from tests.support.device.faulty_disk import FaultyDisk
from tests.support.engines.bot_games import random_game
from tests.support.journals import begin, change, open_journal, play
from tests.support.refusals import refused
from tests.support.waiting import PATIENCE_S
from vision.whole_files import write_unfinished


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with open_journal(tmp_path) as journal:
        yield journal


def to_the_end(journal: Journal) -> int:
    return begin(journal, *(move.square for _, move in random_game(reversi, NAMES[:2], {}, 1) if move.square))


def numbers(journal: Journal, **more) -> list[int]:
    return [kept.start.number for kept in journal.games(**more)]


def kinds(journal: Journal, game: int) -> list[str]:
    return [entry.kind for entry in journal.entries_of(game)]


def archive_of(journal: Journal) -> GameArchive:
    return GameArchive(journal, pictures_of(journal), lambda call: call())


def pictures_of(journal: Journal) -> PictureStore:
    return PictureStore(journal.path.parent / "pictures")


def imported(first: int, *moves: str, game: str = "reversi") -> list[Entry]:
    start = Entry(first, first, "import", {"game": game, "players": ["Chie", "Dan"], "options": {}}, "2026-01-01")
    played = [
        Entry(first + at, first, "move", {"move": move, "picture": None, "by": "file"}, "2026-01-01")
        for at, move in enumerate(moves, start=1)
    ]
    return [start, *played]


def test_games_are_listed_the_latest_first_without_those_in_which_nothing_was_played(journal: Journal) -> None:
    first = begin(journal, "f5")
    begin(journal)
    second, current = begin(journal, "e6", "f6"), begin(journal)
    assert numbers(journal) == [current, second, first]
    assert numbers(journal, most=2) == [current, second]
    assert numbers(journal, before=second) == [first]
    assert [kept.last for kept in journal.games()] == [current, second + 2, first + 1]
    assert kinds(journal, second) == ["start", "move", "move"]
    assert journal.entries_of(99) == ()


def test_what_waits_for_room_on_the_disk_is_in_the_list_too(tmp_path: Path) -> None:
    disk = FaultyDisk()
    with open_journal(tmp_path, connect=disk) as journal:
        first = begin(journal, "f5")
        disk.code = sqlite3.SQLITE_FULL
        second = begin(journal, "e6", "f6")
        assert journal.trouble is not None
        assert numbers(journal) == [second, first]
        assert len(journal.entries_of(first)) == 2
        journal.resume(first)
        play(journal, "d6")
        assert len(journal.entries_of(second)) == 3
        disk.code = None
        journal.write_waiting()
    with open_journal(tmp_path) as journal:
        assert kinds(journal, first) == ["start", "move", "resume", "move"]


def test_a_game_that_is_gone_on_with_is_the_current_one_also_tomorrow_and_one_from_a_file_is_not(
    tmp_path: Path,
) -> None:
    with open_journal(tmp_path) as journal:
        first, second = begin(journal, "f5"), begin(journal, "e6")
        journal.resume(first)
        play(journal, "d6")
        third = journal.add_game(imported(journal.next_number(), "c4", "c3"))
        play(journal, "c3")
        assert [entry.number for entry in journal.current()] == [1, 2, 5, 6, 10]
    with open_journal(tmp_path) as journal:
        assert {entry.game for entry in journal.current()} == {first}
        assert journal.next_number() == 11
        assert numbers(journal) == [third, second, first]
        assert len(journal.entries_of(second)) == 2


def test_pictures_of_a_game_from_a_file_are_written_before_the_table_is_asked(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def written(path: Path, data: bytes) -> Path:
        asked.append("written")
        return write_unfinished(path, data)

    def ask(call):
        asked.append("asked")
        play(journal, "f6")  # the game has gone on meanwhile
        return call()

    monkeypatch.setattr("device.record.pictures.write_unfinished", written)
    jpeg = jpeg_of(np.zeros((48, 64, 3), np.uint8))

    def with_pictures(first: int):
        entries = imported(first, "f5", "d6")
        return entries, {f"{first}-{entry.number}": jpeg for entry in entries[1:]}

    def refuse(first: int):
        if first > 1:
            raise Refusal(message("keeping.no_moves"))
        return with_pictures(first)

    def kept() -> list[str]:
        return sorted(path.name for path in pictures_of(journal).folder.iterdir())

    begin(journal, "f5")
    archive = GameArchive(journal, pictures_of(journal), ask)
    number = archive.add(with_pictures)
    assert asked == ["asked", "asked", "written", "written", "asked"]  # which games there are, then this one
    pictures = [f"{number}-{number + 1}.jpg", f"{number}-{number + 2}.jpg"]
    assert kept() == pictures
    with pytest.raises(Refusal):
        archive.add(refuse)
    assert kept() == pictures


def test_a_damaged_journal_still_knows_which_game_was_on(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        first = begin(journal, "f5")
        begin(journal, "e6")
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


def test_a_journal_that_cannot_be_read_is_said_and_the_game_goes_on(journal: Journal) -> None:
    first = begin(journal, "f5")
    begin(journal, "e6")
    change(journal.path, "DROP INDEX entry_of_game", "ALTER TABLE entry RENAME TO gone")
    with refused("journal.cannot_read", JournalTrouble):
        journal.entries_of(first)
    assert len(journal.current()) == 2


def test_the_list_tells_who_won_and_what_can_go_on_and_plays_again_only_what_has_changed(journal: Journal) -> None:
    over, unfinished, current = to_the_end(journal), begin(journal, "f5", "d6"), begin(journal, "e6")
    archive = archive_of(journal)
    told = [(game.number, game.is_current, game.can_go_on, game.is_over) for game in archive.latest()]
    assert told == [(current, True, False, False), (unfinished, False, True, False), (over, False, False, True)]
    assert [max(standing.score for standing in game.standings) for game in archive.latest()] == [4, 3, 37]
    before = archive.game(unfinished)
    assert archive.game(unfinished).played is before.played
    journal.resume(unfinished)
    assert archive.game(unfinished).is_current
    assert not archive.game(current).is_current
    play(journal, "c3")
    assert len(archive.game(unfinished).played.plies) == 3
    assert archive.current().number == unfinished
    assert [(game.moves, game.is_current) for game in archive.latest()] == [(1, False), (3, True), (60, False)]
    for missing in (0, 99, current + 1):
        with pytest.raises(CorrectionRefused):
            archive.game(missing)


def test_a_game_whose_rules_are_not_here_is_in_the_list_and_says_so(journal: Journal) -> None:
    journal.start_game("chess", ["Aya", "Ben"], {})
    play(journal, "e4")
    begin(journal, "f5", players=["Aya"])
    begin(journal, "f5", "c3")
    broken, one_player, unknown = archive_of(journal).latest()
    assert (unknown.trouble.key, unknown.is_over) == ("keeping.unknown_game", False)
    assert (one_player.moves, one_player.can_go_on, one_player.trouble.key) == (0, False, "options.players")
    assert not one_player.is_over
    assert (broken.moves, broken.trouble.key) == (1, "table.line_breaks")


def test_people_go_on_with_a_game_at_the_table_and_what_was_on_stays(journal: Journal) -> None:
    over, first, second = to_the_end(journal), begin(journal, "f5"), begin(journal, "e6")
    with LiveTable(BoardGame(journal, pictures_of(journal)), TableObserver(None)) as table:

        def do(event):
            table.post(event).result(PATIENCE_S)
            return table.snapshot

        now = do(Resume(first))
        assert (squares_of(now), [said.key for said in now.notices]) == (["f5"], ["keeping.resumed"])
        assert squares_of(do(Correction("insert", first + 1, "d6", "phone"))) == ["f5", "d6"]
        for number, key in ((over, "keeping.game_over"), (99, "keeping.no_such_game")):
            with refused(key):
                do(Resume(number))
        assert len(table.snapshot.moves) == 2
        assert squares_of(do(Resume(second))) == ["e6"]


def test_a_game_that_is_gone_on_with_is_watched_as_it_was_or_kept_by_hand(journal: Journal) -> None:
    """Its board lies before the camera as it did then; a game that no camera can follow is told by people."""
    skip_bo = journal.add_game(imported(1, "turn 7", game="skip_bo"))
    turned = begin(journal, "f5")
    journal.append("turn", {"turn": 3})
    begin(journal, "e6")
    game = BoardGame(journal, pictures_of(journal))
    assert (game.shown_turn, game.by_hand) == (0, False)
    game.resume(turned)
    assert (game.shown_turn, game.by_hand) == (3, False)
    game.resume(skip_bo)
    assert game.by_hand
    game.enter("turn 9", "phone")
    assert [ply.line.move for ply in game.played.plies if ply.line] == ["turn 7", "turn 9"]


def test_the_journal_of_an_older_box_is_read_as_it_is(journal: Journal) -> None:
    """Entries without `by`, as they were written first."""
    begin(journal)
    journal.append("move", {"move": "f5", "picture": None})
    assert archive_of(journal).current().played.plies[0].entry == 2
