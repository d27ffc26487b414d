"""A data folder as a short evening leaves it, with every file that the box keeps, and what a box makes of it."""

import hashlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, cast

import numpy as np

from device.box import Box
from device.capture.tapped_field import TappedField
from device.config.frames import SHIPPED_FRAME
from device.config.language import keep_language
from device.config.players import Badge, PlayerBadges
from device.config.routes import SHIPPED_ROUTE
from device.config.sheet_form import form_of
from device.config.sheets import SHIPPED_SHEET, SHIPPED_TILE_SET, load_tile_set, save_sheet
from device.games.listing import arrangement_of
from device.hardware.wiring import DEFAULT
from device.phones.paired import PairedPhones
from device.record.corrections import Correction
from device.record.journal import Journal
from device.record.pictures import PictureStore
from device.settings import Settings
from device.system.data_folder import (
    BUZZER,
    EARLIER_SHEETS,
    FIELD,
    FRAME,
    JOURNAL,
    PHONES,
    PICTURES,
    PLACES,
    ROUTE,
    TAUGHT,
    TILE_SET,
    VOICE,
    WIRING,
)
from device.system.kept_switch import KeptSwitch
from device.table.events import Asked, NewGame
from device.table.game_start import begin_game
from device.table.place_store import PlaceStore
from device.testing.camera import StandInCamera
from device.texts import say
from engines.messages import Message
from tests.support.engines.jarapon import jarapon
from tests.support.waiting import PATIENCE_S
from vision.faces.recogniser import TaughtFaces
from vision.reading import Picture
from vision.table_reader import TableReader
from vision.tiles.crop import CROP_HIGH, CROP_WIDE

FACES = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "wild", "back")
LEFT_OVER = "phones.json.0123abcd.new"
NOBODY = 65534


def sheet_form(points: int) -> dict[str, Any]:
    """The shipped sheet as one of our own, its last row at other points."""
    form: dict[str, Any] = form_of(SHIPPED_SHEET.read_text(encoding="utf-8"), "ours.toml", load_tile_set(None))
    form["rows"][-1] |= {"points": points}
    return form | {"name": "ours", "reconstruction": False}


def invented_crops(seed: int) -> dict[str, list[Picture]]:
    """Crops of invented artwork, another one for each seed."""
    art = np.random.default_rng(seed)
    return {face: [art.integers(0, 255, (CROP_HIGH, CROP_WIDE, 3), np.uint8)] for face in FACES}


def evening_folder(folder: Path) -> Path:
    """Fill a folder: an unfinished match by an own sheet, a picture, a phone, corners, faces, and data of people's."""
    folder.mkdir()
    (folder / TILE_SET).write_bytes(SHIPPED_TILE_SET.read_bytes())
    (folder / FRAME).write_bytes(SHIPPED_FRAME.read_bytes())
    (folder / WIRING).write_bytes(DEFAULT.read_bytes())
    (folder / ROUTE).write_bytes(SHIPPED_ROUTE.read_bytes())
    PlayerBadges(folder).choose("Aya", Badge("green", "7"))
    (folder / LEFT_OVER).write_bytes(b'{"phones": [')
    keep_language(folder, "en")
    for name in (BUZZER, VOICE):
        KeptSwitch(folder / name).turn(True)
    for points in (310, 320):
        name = save_sheet(folder, sheet_form(points), datetime(2026, 1, 2)).name
    taught = TaughtFaces(invented_crops(1))
    taught.save(folder / TAUGHT)
    PairedPhones(folder / PHONES).add("Aya's phone")
    TappedField(folder / FIELD).give(np.array([[2.0, 1], [13, 1], [13, 11], [2, 11]]), 16, None)
    with Journal(folder / JOURNAL) as journal:
        begin_game(journal, "jarapon", ("Aya", "Ben"), {"sheet": name})
        number = journal.current()[0].game
        picture = PictureStore(folder / PICTURES).keep(
            f"{number}-{journal.next_number()}", np.zeros((48, 64, 3), np.uint8)
        )
        move = next(iter(jarapon.moves(jarapon.start(("Aya", "Ben"), {"sheet": name}))))
        journal.append("move", {"move": jarapon.move_to_json(move), "picture": picture, "by": "camera"})
    memory = cast(dict[str, Any], TableReader(arrangement_of("jarapon"), taught).memory())
    ring = [[-64.0, -59.0], [-42.0, -59.0], [-42.0, -89.0], [-64.0, -89.0]]
    PlaceStore(folder / PLACES).keep(number, {**memory, "rivers": {**memory["rivers"], "1": [ring]}})
    return folder


def kept_files(folder: Path) -> list[Path]:
    """What the box keeps in a folder beside its journal: one picture of a face stands for all of them."""
    taught = [folder / TAUGHT / "taught.json", *sorted((folder / TAUGHT).glob("03_*.png"))]
    top = [path for path in sorted(folder.iterdir()) if path.is_file() and not path.name.startswith("journal")]
    return [*top, *taught, *sorted((folder / EARLIER_SHEETS).iterdir()), *sorted((folder / PICTURES).iterdir())]


def contents(folder: Path) -> dict[str, str]:
    """What there is in a folder, but for the journal: a digest of each file, the kind of what is none."""
    found = {}
    for path in sorted(folder.rglob("*")):
        mode = path.lstat().st_mode
        if path.name.startswith("journal"):
            continue
        regular = stat.S_ISREG(mode)
        found[str(path.relative_to(folder))] = (
            hashlib.sha256(path.read_bytes()).hexdigest() if regular else f"{stat.S_IFMT(mode):o}"
        )
    return found


@dataclass(frozen=True)
class Started:
    """What a box said of a folder when it was started in it, and the moves of a game that was then played."""

    said: tuple[Message, ...]
    on_page: tuple[Message, ...]
    moves: tuple[str, ...]

    def names(self, name: str) -> bool:
        """Whether a sentence names a file, in both languages."""
        return any(all(name in say(said, language) for language in ("en", "ja")) for said in self.said)


def start_in(folder: Path) -> Started:
    """Start a box in a folder, look at its pictures, play a move of a new game, and stop it."""
    with Box(Settings(folder), StandInCamera()) as box:
        for _ in range(2):  # the second one is handled after the first one's notices are shown
            box.table.post(Asked(lambda: None)).result(PATIENCE_S)
        on_page = box.table.snapshot.notices
        for path in sorted((folder / PICTURES).glob("*.jpg")):
            box.table_parts.kept_pictures.read(path.stem)
        on_page += () if box.table_parts.pictures.trouble is None else (box.table_parts.pictures.trouble,)
        box.table.post(NewGame("reversi", ("Aya", "Ben"))).result(PATIENCE_S)
        on_page += box.table.snapshot.notices
        box.table.post(Correction("insert", 0, "f5", "tester")).result(PATIENCE_S)
        box.table_parts.lessons.reader_of("drop_it")
        of_frame = box.table_parts.lessons.frames.trouble
        said = (*box.troubles, *on_page, *(() if of_frame is None else (of_frame,)))
    with Journal(folder / JOURNAL) as journal:
        moves = tuple(str(entry.data["move"]) for entry in journal.current() if entry.kind == "insert")
    return Started(said, on_page, moves)


@contextmanager
def as_nobody() -> Iterator[None]:
    """Do something as a user whom permissions mean something to; root only."""
    os.setegid(NOBODY)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)
