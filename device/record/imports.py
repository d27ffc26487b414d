"""Imports games from files: our own exports, or a notation. A fault of a file is reported in one sentence.

A file may come from anywhere, so everything in it is bounded and checked before anything is kept: bytes, entries,
pictures and their pixels. Only the known files of an export are read from an archive, by name; none is unpacked to
disk.
"""

import io
import json
import logging
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from device.games.forced_moves import play_on
from device.games.listing import GAMES
from device.record.archive import kept_game
from device.record.entries import (
    DIGEST,
    PICTURE_ID,
    Entry,
    EntryData,
    digest_of,
    numbers_from,
    picture_id,
    renumber,
)
from device.record.exports import FORMAT, FORMAT_VERSION, GAME, PICTURES
from device.record.import_entries import DamagedEntry, entries_of
from device.record.replay import AnyReplay
from device.system.decoder import DECODER
from device.system.outside_text import NoText, OtherEncoding, is_wthor, text_of
from engines.contract import AnyGame, BadRecord, Record
from engines.messages import Fact, Refusal, message
from engines.one_line import name_of
from vision.pictures import BadPicture

MAX_TEXT_BYTES = 4 << 20
MAX_NOTATION_BYTES = 256 << 10  # since every game's rules are tried on it
MAX_PICTURE_BYTES = 4 << 20
MAX_PICTURES_BYTES = 24 << 20
MAX_DIRECTORY_BYTES = 256 << 10  # of an archive: some 3,000 names
MAX_ENTRIES = 5000
MAX_PARTS = 50 * MAX_ENTRIES  # tables, lists and values of a JSON text, each of which takes some hundred bytes
MAX_GAMES = 20  # maximum games of one notation
_PICTURE = re.compile(re.escape(PICTURES) + f"({PICTURE_ID.pattern})" + r"\.jpg")
_BY = "file"
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1
_JSON = re.compile(r"\s*\{\s*[\"}]")  # a remark of a notation may begin with a brace, too
# The end of an archive: signature, disks, numbers of members, size and place of its directory, length of a remark.
_END = struct.Struct("<4s4H2LH")
_END_64 = (b"PK\x06\x07", 20)  # stands before it where the numbers are too large for it, and how long that is
# Exceptions of `zipfile` for a damaged archive.
_DAMAGED = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, RuntimeError, ValueError,
)  # fmt: skip


_log = logging.getLogger(__name__)


class BadImport(Refusal):
    """The file is no game, or cannot be imported."""


@dataclass(frozen=True)
class GameRead:
    """A game of a file, checked and playable."""

    entries: tuple[Entry, ...]  # numbered from 1
    pictures: Mapping[str, bytes]  # JPEG files by their ids

    def numbered(self, first: int) -> tuple[list[Entry], dict[str, bytes]]:
        """Its entries numbered from `first` on, and its pictures by their new ids."""
        numbers = numbers_from(self.entries, first)
        begun, *others = renumber(self.entries, numbers)
        known = replace(begun, data={**begun.data, DIGEST: self._digest})
        return [known, *others], _pictures_of(self.pictures, numbers)

    @cached_property
    def _digest(self) -> str:
        return digest_of(self.entries)


Player = Callable[[int], str]
Tell = Callable[[int, Refusal], None]


def _log_it(number: int, wrong: Refusal) -> None:
    _log.info("game %d is left out: %s", number, wrong)


def read_games(data: bytes, now: datetime, game: str | None, player: Player, tell: Tell = _log_it) -> list[GameRead]:
    """The games of a file: an archive or JSON that the box wrote, or a notation. Raises `Refusal`, mostly `BadImport`.

    `game` says which game a notation is of, None where that is to be found out; `player` names players whom it does
    not name, by their numbers. Where only some games of a notation are sound, `tell` hears of each of the others, by
    its number, what is wrong with it.
    """
    if is_wthor(data):
        raise BadImport(message("keeping.wthor"))
    if data.startswith(b"PK"):
        return [_read_zip(data, now)]
    try:
        text = text_of(data)
    except OtherEncoding as error:
        raise BadImport(message("keeping.not_utf8")) from error
    except NoText as error:
        raise BadImport(message("keeping.not_an_export")) from error
    is_json = _JSON.match(text) is not None
    if len(data) > (MAX_TEXT_BYTES if is_json else MAX_NOTATION_BYTES):
        raise BadImport(message("keeping.too_long", most=MAX_ENTRIES))
    if is_json:
        return [_read_json(text, {}, now)]
    return _read_notation(text, now, game, player, tell)


def _read_zip(data: bytes, now: datetime) -> GameRead:
    _check_directory(data)
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except _DAMAGED as error:
        raise BadImport(message("keeping.not_an_export")) from error
    with archive:
        try:
            text = text_of(_member(archive, GAME, MAX_TEXT_BYTES))
        except NoText as error:
            raise BadImport(message("keeping.not_an_export")) from error
        pictures = dict(_pictures(archive))
    read = _read_json(text, pictures, now)
    try:
        DECODER.check({f"{PICTURES}{name}.jpg": jpeg for name, jpeg in pictures.items()})
    except BadPicture as error:
        raise BadImport(message("keeping.bad_picture", file=dict(error.said.facts)["name"])) from error
    return read


def _check_directory(data: bytes) -> None:
    """Raises `BadImport` for an archive with more members than an export has; their list alone takes memory."""
    end = data[-_END.size :]
    before, size_64 = data[-_END.size - _END_64[1] : -_END.size], _END_64[0]
    if len(end) < _END.size or before.startswith(size_64):
        raise BadImport(message("keeping.not_an_export"))
    signature, *_, directory_bytes, _, remark_bytes = _END.unpack(end)
    if signature != b"PK\x05\x06" or remark_bytes:
        raise BadImport(message("keeping.not_an_export"))
    if directory_bytes > MAX_DIRECTORY_BYTES:
        raise BadImport(message("keeping.too_long", most=MAX_ENTRIES))


def _member(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    """A file of an archive; no more of it is unpacked than it may have, whatever it says of its size."""
    try:
        member = archive.getinfo(name)
        if member.compress_type not in _PACKED or member.flag_bits & _ENCRYPTED:
            raise BadImport(message("keeping.not_an_export"))
        if member.file_size > most:
            raise BadImport(message("keeping.too_big", file=name))
        with archive.open(member) as file:
            data = file.read(most + 1)
    except BadImport:
        raise
    except (*_DAMAGED, KeyError) as error:
        raise BadImport(message("keeping.not_an_export")) from error
    if len(data) > most:
        raise BadImport(message("keeping.too_big", file=name))
    return data


def _pictures(archive: zipfile.ZipFile) -> Iterator[tuple[str, bytes]]:
    room = MAX_PICTURES_BYTES
    for name in archive.namelist():
        if match := _PICTURE.fullmatch(name):
            jpeg = _member(archive, name, min(MAX_PICTURE_BYTES, room))
            room -= len(jpeg)
            if not jpeg.startswith(b"\xff\xd8\xff"):
                raise BadImport(message("keeping.bad_picture", file=name))
            yield match[1], jpeg


def _read_json(text: str, pictures: Mapping[str, bytes], now: datetime) -> GameRead:
    if sum(map(text.count, "{[,")) > MAX_PARTS:
        raise BadImport(message("keeping.too_long", most=MAX_ENTRIES))
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadImport(message("keeping.not_an_export")) from error
    if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("entries"), list):
        raise BadImport(message("keeping.not_an_export"))
    if data.get("format_version") != FORMAT_VERSION:
        raise BadImport(message("keeping.newer_export"))
    if len(data["entries"]) > MAX_ENTRIES:
        raise BadImport(message("keeping.too_long", most=MAX_ENTRIES))
    try:
        entries = entries_of(data["entries"])
    except DamagedEntry as error:
        raise BadImport(message("keeping.damaged_export")) from error
    # People went on with it on that box: here it is as if it had never been put away.
    kept = [entry for entry in entries if entry.kind != "resume"]
    numbers = numbers_from(kept, 1)
    return _checked(renumber(kept, numbers), _pictures_of(pictures, numbers), now)


def _pictures_of(pictures: Mapping[str, bytes], numbers: Mapping[int, int]) -> dict[str, bytes]:
    """The pictures of entries, by the entries' new numbers."""
    named = ((picture_id(name, numbers), jpeg) for name, jpeg in pictures.items())
    return {name: jpeg for name, jpeg in named if name is not None}


def _checked(entries: Sequence[Entry], pictures: Mapping[str, bytes], now: datetime) -> GameRead:
    """The game of these entries, if the rules allow it; raises `BadImport`."""
    kept = kept_game(entries)
    if kept.played is None or kept.trouble is not None:
        raise BadImport(kept.trouble or message("keeping.not_an_export"))
    if not kept.played.plies:
        raise BadImport(message("keeping.no_moves"))
    written = [_as_written(entry, kept.played.game) for entry in entries]
    named = {str(entry.data["picture"]) for entry in written if entry.kind == "move" and entry.data["picture"]}
    read = GameRead(tuple(written), {name: jpeg for name, jpeg in pictures.items() if name in named})
    return read if kept.played.is_over else _as_observed(read, kept.played, now)


def _as_written(entry: Entry, game: AnyGame) -> Entry:
    """An entry whose move, though it may have been struck, is one that the game knows, and as the game writes it."""
    if "move" not in entry.data:
        return entry
    try:
        move = game.move_to_json(game.move_from_json(entry.data["move"]))
    except BadRecord as error:
        raise BadImport(message("keeping.damaged_export")) from error
    return replace(entry, data={**entry.data, "move": move})


def _as_observed(read: GameRead, played: AnyReplay, now: datetime) -> GameRead:
    """An unfinished game without what its players may not know of one another, should the file say such things."""
    game = played.game
    made = list(zip(played.states, played.plies, strict=False))
    if all(game.observed(state, ply.move, None) == ply.move for state, ply in made):
        return read
    state = played.start
    chosen = _chosen(game, state, [game.observed(state, ply.move, None) for state, ply in made])
    return _of_moves(game, played.players, played.options, chosen, now)


def _read_notation(text: str, now: datetime, game: str | None, player: Player, tell: Tell) -> list[GameRead]:
    """The games of a notation; where nobody says which game it is of, the rules of every game are tried."""
    tried = [_records(GAMES[name], text, now, player) for name in ([game] if game in GAMES else GAMES)]
    whole = [read for read in tried if not any(isinstance(one, BadRecord) for one in read)]
    if len(whole) > 1:
        raise BadImport(message("keeping.which_game"))
    furthest = whole[0] if whole else max(tried, key=lambda read: sum(map(_reached, read)))
    sound = [one for one in furthest if isinstance(one, GameRead)]
    if not sound:
        last = max((one for one in furthest if isinstance(one, BadRecord)), key=_reached)
        is_notation = bool(last.moves_read) or game in GAMES
        raise BadImport(last.said, last.because) if is_notation else BadImport(message("keeping.not_an_export"))
    for number, one in enumerate(furthest, start=1):
        if isinstance(one, BadRecord):
            tell(number, one)
    return sound


def _reached(read: GameRead | BadRecord) -> int:
    return read.moves_read if isinstance(read, BadRecord) else len(read.entries)


def _records(game: AnyGame, text: str, now: datetime, player: Player) -> list[GameRead | BadRecord]:
    """Each game of a notation, as it is read or what is wrong with it; at least one."""
    written: Sequence[Record[object] | BadRecord]
    try:
        written = [record for record in game.read_records(text) if record[2]]
    except BadRecord as error:
        written = error.games or [_unraised(error, error.moves_read)]
    if len(written) > MAX_GAMES:
        raise BadImport(message("keeping.too_many_games", most=MAX_GAMES))
    read = [one if isinstance(one, BadRecord) else _read_record(game, one, now, player) for one in written]
    return read or [BadRecord(message("keeping.no_moves"))]


def _read_record(game: AnyGame, record: Record[object], now: datetime, player: Player) -> GameRead | BadRecord:
    named, options, moves = record
    try:
        players = tuple(map(name_of, named)) or tuple(player(number) for number in range(1, game.PLAYERS[0] + 1))
        chosen = _chosen(game, game.start(players, options), moves)
        return _of_moves(game, players, options, chosen, now)
    except Refusal as error:
        return _unraised(error, len(moves))


def _unraised(error: Refusal, moves_read: int) -> BadRecord:
    """What an error says: the error itself would keep, by its traceback, the whole text in memory."""
    return BadRecord(error.said, error.because, moves_read)


def _chosen(game: AnyGame, state: object, moves: Sequence[object]) -> list[object]:
    """The moves of a record that somebody chose: the passes that the rules force are played by themselves."""
    chosen = []
    forced: list[object] = []
    for move in moves:
        # What is forced may show something that the record knows, and the table did not: its own form is as good.
        if forced and forced[0] in (move, game.observed(state, move, None)):
            state = game.play(state, forced.pop(0))
            continue
        steps = play_on(game, state, move)
        chosen.append(move)
        state, forced = steps[0].state, [step.move for step in steps[1:]]
    return chosen


def _of_moves(
    game: AnyGame, players: Sequence[str], options: Mapping[str, Fact], moves: Sequence[object], now: datetime
) -> GameRead:
    """A game of which only the moves are known."""
    if len(moves) >= MAX_ENTRIES:
        raise BadImport(message("keeping.too_long", most=MAX_ENTRIES))
    at = now.isoformat(timespec="seconds")
    data: EntryData = {"game": game.NAME, "players": list(players), "options": dict(options)}
    entries = [Entry(1, 1, "import", data, at)]
    for number, move in enumerate(moves, start=2):
        made: EntryData = {"move": game.move_to_json(move), "picture": None, "by": _BY}
        entries.append(Entry(number, 1, "move", made, at))
    return _checked(entries, {}, now)
