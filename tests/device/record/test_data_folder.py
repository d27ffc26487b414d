"""Every file that the box can write has its place in one list, and is there again after a restore."""

import re
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest

from device.broker import BrokerSettings
from device.config.frames import frame_in, save_frame
from device.config.players import Badge, PlayerBadges
from device.config.routes import SHIPPED_ROUTE
from device.drop_it.frame_files import FrameFiles
from device.hardware.camera.focus_store import FocusStore
from device.phones.paired import PairedPhones
from device.record.backups import back_up, restore
from device.sheet_prints import save_sheets
from device.system.data_folder import BACKUPS, BROKER, DEMO_DATA, FOCUS, PARTS, PHONES, PRINTS, ROUTE, part_of
from device.system.last_good_settings import LastGoodSettings
from device.system.starts import Starts
from tests.support.club.club_table import ClubTable
from tests.support.journals import NOW
from tests.support.paths import ROOT
from tests.support.trust.evening_folder import contents, evening_folder
from tests.support.web.clubs import CARD, club_link
from vision.board.taught_sheet import SIDE, TaughtSheet
from vision.cards.taught.taught_cards import WIDE, TaughtCards
from web.mqtt.results import Outbox


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with a file of every kind, each written by the part of the box that keeps it."""
    data = evening_folder(tmp_path / "data")
    for at in NOW, datetime(2026, 1, 3):
        save_frame(data, frame_in(data), at)
    FrameFiles(data).keep_empty(frame_in(data), np.zeros((4, 4, 3), np.uint8))
    FocusStore(data / FOCUS).keep("imx708", 1.7)
    PlayerBadges(data).choose("Aya", Badge("red", "1"))
    with club_link(data) as link:
        link.use(BrokerSettings(CARD))
    with ClubTable(data).playing() as table:
        Outbox(data, table.archive, BrokerSettings(CARD), lambda: "en")
    (data / ROUTE).write_bytes(SHIPPED_ROUTE.read_bytes())
    save_sheets(data / PRINTS, [TaughtSheet(np.zeros((SIDE, SIDE, 3), np.uint8), "Ours")])
    TaughtCards(("A", "back"), np.zeros((2, WIDE, WIDE, 3), np.uint8), np.zeros((1, 2))).save(data / "cards")
    LastGoodSettings(data).keep()
    Starts(data).begin()
    PairedPhones(data / PHONES).want_window()
    (data / DEMO_DATA).mkdir()
    back_up(data, [data / BACKUPS], NOW)
    restore(next((data / BACKUPS).iterdir()), data, NOW)
    (data / "journal-refused.txt").write_text("an entry")
    return data


def test_every_file_of_a_data_folder_is_in_the_list_and_the_list_names_nothing_else(data: Path) -> None:
    found = {part_of(path.name) for path in data.iterdir() if path.suffix != ".new"}
    assert found == set(PARTS)


def test_what_was_backed_up_is_there_again_after_a_restore(data: Path, tmp_path: Path) -> None:
    [archive] = back_up(data, [tmp_path / "backups"], NOW).files
    restore(archive, tmp_path / "new card", NOW)
    kept = {part.name for part in PARTS if part.is_backed_up}
    there = {name: file for name, file in contents(data).items() if name.split("/")[0] in kept}
    brought = contents(tmp_path / "new card")
    assert {name: brought.get(name) for name in there} == there
    assert {name.split("/")[0] for name in brought} >= kept - {"journal.db"}
    assert (tmp_path / "new card" / BROKER).stat().st_mode & 0o777 == 0o600


def test_the_documentation_lists_what_is_in_a_backup_and_what_is_not() -> None:
    page = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
    _, _, kept = page.partition("**In every backup**")
    kept, _, left_out = kept.partition("## Backups")[0].partition("**Not in backups**")
    for listed, is_backed_up in ((kept, True), (left_out, False)):
        named = {name.rstrip("/") for name in re.findall(r"`([\w.*/-]+)`", listed)}
        assert named == {part.name for part in PARTS if part.is_backed_up == is_backed_up}
