"""What the fuzzer begins with: what the box writes and reads itself, short."""

import io
import json
import zipfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np

from device.config.sheet_form import form_of
from device.config.sheets import SHIPPED_SHEET
from device.games.listing import GAMES
from device.record.archive import kept_game
from device.record.exports import GAME, game_json
from device.record.imports import read_games
from device.record.picture_notes import with_note
from device.record.pictures import jpeg_of
from engines.bots import NAMES
from tests.support.engines.bot_games import greedy_game
from tests.support.paths import ROOT
from tests.support.trust.exported import entry, export
from tests.support.trust.sent_files import NOW, TILES, reader_number
from vision.reading import DetectedPiece, Reading

MOVES = 12
DATA = ROOT / "device" / "data"


def write_seeds(folder: Path) -> None:
    """Writes a file for each reader, or several, into a folder."""
    for number, (reader, data) in enumerate(seeds()):
        (folder / f"seed_{number:02}_{reader}").write_bytes(bytes([reader_number(reader)]) + data)


def seeds() -> Iterator[tuple[str, bytes]]:
    """The name of a reader, and what it can read."""
    for name, game in GAMES.items():
        players = NAMES[: game.PLAYERS[0]]
        moves = [move for _, move in islice(greedy_game(game, players, {}, 1), MOVES)]
        text = game.write_record(players, {}, moves).encode()
        (one,) = read_games(text, NOW, name, str)
        exported = game_json(kept_game(one.entries)).encode()
        yield name, text
        yield "any", exported
        yield "zipped", exported
        yield "any", _archive(exported)
    yield "any", export(CORRECTED)
    sheet = SHIPPED_SHEET.read_text(encoding="utf-8")
    yield "sheet", sheet.encode()
    yield "form", json.dumps(form_of(sheet, "sheet.toml", TILES)).encode()
    yield "wiring", (DATA / "wiring.toml").read_bytes()
    yield "tiles", next((DATA / "tile_sets").glob("*.toml")).read_bytes()
    yield "frame", next((DATA / "frames").glob("*.toml")).read_bytes()
    corners = ((1.0, 1.0), (9.0, 1.0), (9.0, 9.0), (1.0, 9.0))
    reading = Reading(np.array(corners), (DetectedPiece("5", "flat", (5.0, 5.0), "d4", 0.9, {}, corners),))
    yield "note", with_note(jpeg_of(np.zeros((16, 16, 3), np.uint8)), reading)


def _archive(exported: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(GAME, exported)
        archive.writestr("pictures/1-2.jpg", jpeg_of(np.zeros((16, 16, 3), np.uint8)))
    return packed.getvalue()


CORRECTED = [
    entry(3, "start", game="reversi", players=["Aya", "Ben"], options={"first": "down"}),
    entry(4, "turn", turn=3),
    entry(5, "move", move="c4", picture="3-5", by="camera"),
    entry(6, "move", move="c3", picture="3-6", by="camera"),
    entry(7, "move", move="d3", picture=None, by="phone:Aya's phone"),
    entry(8, "change", entry=7, move="c5", by="phone", without=[]),
    entry(9, "strike", entries=[7], by="button"),
    entry(10, "resume"),
    entry(11, "insert", after=6, move="d3", by="phone"),
]
