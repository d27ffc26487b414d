"""The box at a table of cards: Stop is read without a lesson, Skip-Bo when its cards have been taught."""

import numpy as np
import pytest

from device.box import Box
from device.capture.events import FrameTaken
from device.capture.game_reader import reader_of_cards
from device.hardware.camera import Frame
from device.lessons import Lessons
from device.settings import Settings
from device.table.events import Asked, Enter
from device.testing.camera import StandInCamera
from engines import skip_bo
from engines.messages import Refusal
from tests.support.waiting import PATIENCE_S
from vision.card_table_reader import CardTableReader
from vision.cards.common.reading import DetectedCard
from vision.cards.taught.taught_cards import TaughtCards
from vision.places.cards.melded import melded_zones
from vision.places.cards.places import CardPlaces


def known_cards():
    """A back and two faces, which nothing here looks at."""
    crops = np.random.default_rng(1).integers(0, 255, (3, 176, 126, 3)).astype(np.uint8)
    return TaughtCards(("1", "2", "back"), crops, np.zeros((1, 2)))


def test_skip_bo_says_that_its_cards_must_be_taught_and_is_entered_until_they_are(tmp_path):
    with Box(Settings(tmp_path, game="skip_bo"), StandInCamera()) as box:
        told = box.table.snapshot
        assert told.problem is not None
        assert (told.problem.message.key, told.by_hand) == ("table.teach_cards_first", True)
        assert box.lacking is not None
        move = skip_bo.move_to_json(skip_bo.moves(told.view.state)[0])
        box.table.post(Enter(move, "phone:Aya")).result(PATIENCE_S)
        assert len(box.table.snapshot.moves) == 1
    known_cards().save(tmp_path / "cards")
    with Box(Settings(tmp_path), StandInCamera()) as box:
        assert box.table.view.has_reader
        assert len(box.table.snapshot.moves) == 1, "the game goes on"
        assert not box.table.snapshot.by_hand
        with pytest.raises(Refusal):
            box.table.post(Enter(move, "phone:Aya")).result(PATIENCE_S)


def test_stop_is_watched_without_a_lesson_and_what_was_entered_before_cards_were_watched_is_entered_on(tmp_path):
    with Box(Settings(tmp_path, game="stop"), StandInCamera()) as box:
        assert box.table.view.has_reader
        assert (box.table.snapshot.by_hand, box.lacking) == (False, None)
        begin = Asked(lambda: box.table_parts.journal.start_game("skip_bo", ["Aya", "Ben"], {}))
        box.table.post(begin).result(PATIENCE_S)
    with Box(Settings(tmp_path), StandInCamera()) as box:
        assert box.table_parts.game.is_entered
        assert box.table.snapshot.problem is None


def test_damaged_cards_are_set_aside_and_the_tiles_stay(tmp_path):
    known_cards().save(tmp_path / "cards")
    (tmp_path / "cards" / "cards.npz").write_bytes(b"no cards")
    with Box(Settings(tmp_path, game="skip_bo"), StandInCamera()) as box:
        assert "taught.set_aside" in [said.key for said in box.troubles]
    assert not (tmp_path / "cards").exists()


def test_cards_too_small_in_the_picture_are_said_though_nothing_else_is_known(tmp_path, monkeypatch):
    small = DetectedCard("?", ((50, 40), (60, 40), (60, 54), (50, 54)), 0.5)
    reader = CardTableReader(lambda _picture: [small], CardPlaces(melded_zones, 5))
    monkeypatch.setattr(Lessons, "reader_of", lambda *_: reader_of_cards(reader))
    with Box(Settings(tmp_path, game="stop"), StandInCamera()) as box, box.table.subscribe() as listening:
        for at in range(3):
            box.table.post(FrameTaken(Frame(np.full((90, 120, 3), 120, np.uint8), float(at)))).result(PATIENCE_S)
        while "seen.too_small" not in [said.key for said in box.table.snapshot.notices]:
            assert listening.next(PATIENCE_S)
