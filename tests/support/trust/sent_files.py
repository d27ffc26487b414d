"""What may be sent to the box as files and texts, tried without a box: it is taken, or refused in words.

`look_at` is the one target of the fuzzer (`fuzz_imports.py`) and of the tests that replay its corpus. The first byte of
its data chooses who reads the rest.
"""

import io
import json
import zipfile
from collections.abc import Callable
from datetime import datetime
from functools import partial

from flask import Flask
from werkzeug.exceptions import HTTPException

from device.config.sheet_form import form_of, rows_of, sheet_of, toml_of
from device.config.sheets import load_tile_set
from device.games.listing import GAMES
from device.hardware.wiring import parse_wiring
from device.record.archive import kept_game
from device.record.entries import digest_of
from device.record.exports import GAME, game_json, record_text, scores_csv
from device.record.imports import read_games
from device.record.picture_notes import read_note
from device.texts import LANGUAGES, say
from engines.drop_it.frame import parse_frame
from engines.jarapon.sheet import parse_sheet
from engines.jarapon.tiles import parse_tile_set
from engines.messages import Refusal
from web.api.operation import received

NOW = datetime(2026, 1, 2, 15, 4, 5)
TILES = load_tile_set(None)
_app = Flask(__name__)
_app.add_url_rule("/", "form", methods=["POST"])


def look_at(data: bytes) -> None:
    """Have one of the readers read what was sent; any error but a refusal that can be said goes through."""
    if not data:
        return
    try:
        [*READERS.values()][data[0] % len(READERS)](data[1:])
    except Refusal as refused:
        for language in LANGUAGES:
            say(refused.said, language).encode()
    except HTTPException as refused:
        assert refused.code is not None
        assert refused.code < 500


def _games(data: bytes, game: str | None = None) -> None:
    """What is taken over can be written, shown and exported, and is the same game when it comes back."""
    for one in read_games(data, NOW, game, "Player {}".format):
        entries, _ = one.numbered(7)
        for entry in entries:
            json.dumps([entry.data, entry.at], ensure_ascii=False, allow_nan=False).encode()
        kept = kept_game(entries)
        exported = game_json(kept)
        scores_csv(kept, "ja").encode()
        record_text(kept).encode()
        (again,) = read_games(exported.encode(), NOW, None, str)
        assert digest_of(again.entries) == digest_of(entries)


def _zipped(data: bytes) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(GAME, data)
        archive.writestr("pictures/1-2.jpg", b"\xff\xd8\xff")
    _games(packed.getvalue())


def _sheet(data: bytes) -> None:
    text = data.decode(errors="ignore")
    sheet = parse_sheet(text, "sent.toml", TILES)
    assert parse_sheet(toml_of(form_of(text, "sent.toml", TILES)), "sent.toml", TILES) == sheet


def _form(data: bytes) -> None:
    with _app.test_request_context(method="POST", data=data, content_type="application/json"):
        form = received(dict)
    rows_of(form, TILES)
    sheet_of(form, TILES)


def _text(read: Callable[[str], object]) -> Callable[[bytes], None]:
    def look(data: bytes) -> None:
        read(data.decode(errors="ignore"))

    return look


def _note(data: bytes) -> None:
    read_note(data)


READERS: dict[str, Callable[[bytes], None]] = {
    "any": _games,
    **{name: partial(_games, game=name) for name in GAMES},
    "zipped": _zipped,
    "sheet": _sheet,
    "form": _form,
    "wiring": _text(lambda text: parse_wiring(text, "sent.toml")),
    "tiles": _text(lambda text: parse_tile_set(text, "sent.toml")),
    "frame": _text(lambda text: parse_frame(text, "sent.toml")),
    "note": _note,
}


def reader_number(name: str) -> int:
    """The first byte of what a reader is to read."""
    return list(READERS).index(name)
