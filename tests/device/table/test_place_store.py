"""Which tile is which survives a power cut, for the game that it was seen in."""

from dataclasses import replace
from pathlib import Path

import pytest

from device.capture.events import FrameTaken
from device.capture.game_reader import GameReader, reader_of_cards
from device.capture.table_observer import TableObserver
from device.games.listing import WATCHED
from device.lessons import Lessons
from device.record.journal import Journal
from device.record.pictures import PictureStore
from device.system.data_folder import PLACES
from device.system.worker import Worker
from device.table.events import FacesTaught, LayZones, NewGame
from device.table.game import BoardGame
from device.table.game_start import begin_game
from device.table.live_table import LiveTable
from device.table.place_store import MIN_SHIFT_INTERVAL_S, PlaceStore
from engines.bots import NAMES
from tests.support.device.evening import lying
from tests.support.device.tabletop import Scenes
from tests.support.trust.evening_folder import invented_crops
from tests.support.waiting import PATIENCE_S
from vision.card_table_reader import CardTableReader
from vision.cards.common.reading import DetectedCard
from vision.faces.recogniser import TaughtFaces
from vision.places.cards.melded import melded_zones
from vision.places.cards.places import CardPlaces


class Rememberer(Scenes):
    """A reader that counts how often it has read, and must not forget it."""

    def reader(self) -> GameReader:
        return replace(super().reader(), memory=self)

    def memory(self) -> dict[str, int]:
        return {"reads": self.reads}

    def remember(self, memory) -> None:
        self.reads = memory["reads"] + 100


@pytest.fixture
def game(tmp_path: Path):
    with Journal(tmp_path / "journal.db") as journal:
        begin_game(journal, "reversi", ["Aya", "Ben"], {}, WATCHED)
        yield BoardGame(journal, PictureStore(tmp_path / "pictures"))


def table_before(reader: GameReader, game: BoardGame, folder: Path, then: GameReader | None = None) -> LiveTable:
    """A table that is just switched on; `then`: its next reader."""
    return LiveTable(game, TableObserver(reader), lambda *_: then, places=PlaceStore(folder / PLACES))


def look(table: LiveTable, reader: Scenes) -> None:
    table.post(FrameTaken(reader.frame(lying(), 1.0, "0001.jpg"))).result(PATIENCE_S)


def test_a_new_reader_goes_on_where_the_last_was_until_another_game_begins(tmp_path: Path, game: BoardGame) -> None:
    first, second, third, fourth = (Rememberer() for _ in range(4))
    with table_before(first.reader(), game, tmp_path, third.reader()) as table:
        look(table, first)
        table.post(FacesTaught()).result(PATIENCE_S)
    table_before(second.reader(), game, tmp_path)
    game.begin(NewGame("reversi", ("Aya", "Ben")))
    table_before(fourth.reader(), game, tmp_path)
    assert [reader.reads for reader in (first, second, third, fourth)] == [1, 101, 101, 0]


@pytest.mark.parametrize(
    "damaged", ['{"game": 1, "mem', '{"game": 1}', '{"game": 1, "memory": {"other": 2}}', '{"game": 1, "memory": [2]}']
)
def test_a_damaged_memory_is_said_and_the_game_goes_on(tmp_path: Path, game: BoardGame, damaged: str) -> None:
    (tmp_path / PLACES).write_text(damaged.replace("1", str(game.played.number), 1), encoding="utf-8")
    reader = Rememberer()
    with table_before(reader.reader(), game, tmp_path) as table:
        assert "table.places_damaged" in {one.key for one in table.snapshot.notices}
        look(table, reader)
        assert table.snapshot.problem is None


def kept_in(folder: Path, game: int = 1) -> list[object]:
    """What a new store restores of a game."""
    remembered: list[object] = []
    PlaceStore(folder / PLACES).restore(game, remembered.append)
    return remembered


def test_a_memory_that_cannot_be_written_is_said_once_it_fails_and_no_more_when_it_works(tmp_path: Path) -> None:
    memory = PlaceStore(tmp_path / "missing" / PLACES)
    memory.keep(1, {"reads": 1})
    assert memory.trouble is not None
    assert memory.trouble.key == "table.places_not_kept"
    (tmp_path / "missing").mkdir()
    memory.keep(1, {"reads": 1})
    assert memory.trouble is None
    assert kept_in(tmp_path / "missing") == [{"reads": 1}]


def test_a_hand_that_is_checked_meanwhile_leaves_what_the_table_remembers_alone(tmp_path: Path) -> None:
    lessons = Lessons(tmp_path, Worker(niceness=0), given=TaughtFaces(invented_crops(1)))
    table, hand = (lessons.reader_of("jarapon").memory for _ in range(2))
    ring = [[-64.0, -59.0], [-42.0, -59.0], [-42.0, -89.0], [-64.0, -89.0]]
    before = table.memory()
    hand.remember({**before, "rivers": {**before["rivers"], "1": [ring]}})
    assert hand.memory() != before
    assert table.memory() == before


def test_what_only_shifts_is_written_now_and_then_and_what_changes_at_once(tmp_path: Path) -> None:
    now = [0.0]
    memory = PlaceStore(tmp_path / PLACES, lambda: now[0])

    def kept_after(game: int, x: float, lying: bool) -> bool:
        """Whether a tile that lies there was written down."""
        memory.keep(game, {"spots": [[x, lying]]})
        return kept_in(tmp_path, game) == [{"spots": [[x, lying]]}]

    assert kept_after(1, 10.0, True)
    assert not kept_after(1, 10.1, True)
    assert kept_after(1, 10.2, False)
    now[0] = MIN_SHIFT_INTERVAL_S
    assert kept_after(1, 10.3, False)
    assert not kept_after(1, 10.4, False)
    memory.keep(1, {"spots": [[10.5, False]]}, at_once=True)  # somebody has laid it there
    assert "10.5" in (tmp_path / PLACES).read_text()
    assert kept_after(2, 10.3, False)  # the same, in a game that has just begun


def stock_table() -> CardTableReader:
    """A reader of Stop before a table on which only the stock lies."""
    corners = ((600.0, 400.0), (660.0, 400.0), (660.0, 492.0), (600.0, 492.0))
    stock = DetectedCard("back", corners, 1.0)
    reader = CardTableReader(lambda _picture: [stock], CardPlaces(melded_zones, 5))
    reader.places.place([stock], 1280)
    return reader


@pytest.mark.parametrize(("seats", "holds"), [(5, True), (4, False)])
def test_places_that_people_have_moved_hold_for_the_next_game(tmp_path: Path, seats: int, holds: bool) -> None:
    first, second = stock_table(), stock_table()
    name = "stop" if holds else "skip_bo"
    with Journal(tmp_path / "journal.db") as journal:
        begin_game(journal, "stop", NAMES[:5], {}, WATCHED)
        box = BoardGame(journal, PictureStore(tmp_path / "pictures"))
        with table_before(reader_of_cards(first), box, tmp_path, reader_of_cards(second)) as table:
            table.post(LayZones({"river": (0.25, 0.5)})).result(PATIENCE_S)
            table.post(NewGame(name, NAMES[:seats])).result(PATIENCE_S)
        zone = second.places.zones["river"]
        assert ((zone.x, zone.y) == (0.25, 0.5)) == second.places.is_moved == holds
        after_a_restart = stock_table()
        table_before(reader_of_cards(after_a_restart), box, tmp_path)
        assert after_a_restart.places.is_moved == holds
        if holds:
            second.places.lay_as_proposed()
            assert second.places.zones["river"] == stock_table().places.zones["river"]
