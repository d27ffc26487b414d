"""Games that come from files: our own exports, or a notation. Whatever is wrong with a file is said in one sentence.

A file may come from anywhere, so all of it is bounded and checked before anything is kept: its bytes, its entries,
its pictures and their pixels. Of an archive only the files that an export has are read, by their names; none is
ever unpacked.
"""

import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from device.exports import FORMAT, FORMAT_VERSION, GAME, PICTURES
from device.journal import BEGINS, Entry
from device.keeping import kept_game
from device.passing import play_on
from device.played import Played
from device.system.decoder import DECODER
from engines.contract import BadOption, BadRecord, Game, IllegalMove
from engines.games import GAMES
from engines.messages import Fact, Refusal, message
from engines.one_line import one_line
from vision.pictures import BadPicture

MOST_TEXT_BYTES = 4 << 20
MOST_NOTATION_BYTES = 256 << 10  # every game's rules are tried on it
MOST_PICTURE_BYTES = 4 << 20
MOST_PICTURES_BYTES = 24 << 20
MOST_ENTRIES = 5000
MOST_GAMES = 20  # of one notation
LONGEST_NAME, MOST_PLAYERS = 60, 8
_PICTURE = re.compile(re.escape(PICTURES) + r"(\d{1,18}-\d{1,18})\.jpg")
_KINDS = ("move", "strike", "insert", "change", "turn")
_BY = "file"


class BadImport(Refusal):
    """A file that is no game, or one that the box cannot take."""


@dataclass(frozen=True)
class GameRead:
    """A game of a file, checked and playable: entries that count from 1, and its pictures (JPEG) by their ids."""

    entries: tuple[Entry, ...]
    pictures: Mapping[str, bytes]

    def numbered(self, first: int) -> tuple[list[Entry], dict[str, bytes]]:
        """Its entries as they go into a journal from number `first` on, and its pictures by their new ids."""
        numbers = {entry.number: entry.number + first - 1 for entry in self.entries}
        entries = [_renumbered(entry, numbers) for entry in self.entries]
        return entries, {_picture_id(name, numbers): jpeg for name, jpeg in self.pictures.items()}


def read_games(data: bytes, now: datetime, game: str | None, player: Callable[[int], str]) -> list[GameRead]:
    """The games of a file: an archive or JSON that the box wrote, or a notation. Raises `BadImport`.

    `game` says which game a notation is of, None where that is to be found out; `player` names players whom it does
    not name, by their numbers.
    """
    if data.startswith(b"PK"):
        return [_read_zip(data, now)]
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadImport(message("keeping.not_an_export")) from error
    is_json = text.lstrip().startswith("{")
    if len(data) > (MOST_TEXT_BYTES if is_json else MOST_NOTATION_BYTES):
        raise BadImport(message("keeping.too_long", most=MOST_ENTRIES))
    if is_json:
        return [_read_json(text, {}, now)]
    return _read_notation(text, now, game, player)


def _read_zip(data: bytes, now: datetime) -> GameRead:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            text = _member(archive, GAME, MOST_TEXT_BYTES).decode("utf-8")
            pictures = dict(_pictures(archive))
    except (zipfile.BadZipFile, KeyError, UnicodeDecodeError, NotImplementedError, RuntimeError, EOFError) as error:
        # RuntimeError: it wants a password; NotImplementedError: it is packed in a way that nobody uses.
        raise BadImport(message("keeping.not_an_export")) from error
    try:
        DECODER.check({f"{PICTURES}{name}.jpg": jpeg for name, jpeg in pictures.items()})
    except BadPicture as error:
        raise BadImport(message("keeping.bad_picture", file=dict(error.said.facts)["name"])) from error
    return _read_json(text, pictures, now)


def _member(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    """A file of an archive; no more of it is unpacked than it may have, whatever it says of its size."""
    with archive.open(name) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise BadImport(message("keeping.too_big", file=name))
    return data


def _pictures(archive: zipfile.ZipFile) -> Iterator[tuple[str, bytes]]:
    room = MOST_PICTURES_BYTES
    for name in archive.namelist()[:MOST_ENTRIES]:
        if match := _PICTURE.fullmatch(name):
            jpeg = _member(archive, name, min(MOST_PICTURE_BYTES, room))
            room -= len(jpeg)
            if not jpeg.startswith(b"\xff\xd8\xff"):
                raise BadImport(message("keeping.bad_picture", file=name))
            yield match[1], jpeg


def _read_json(text: str, pictures: Mapping[str, bytes], now: datetime) -> GameRead:
    try:
        told = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadImport(message("keeping.not_an_export")) from error
    if told.get("format") != FORMAT or not isinstance(told.get("entries"), list):
        raise BadImport(message("keeping.not_an_export"))
    if told.get("format_version") != FORMAT_VERSION:
        raise BadImport(message("keeping.newer_export"))
    if len(told["entries"]) > MOST_ENTRIES:
        raise BadImport(message("keeping.too_long", most=MOST_ENTRIES))
    try:
        entries = [_entry(one) for one in told["entries"]]
        _check_order(entries)
        # People went on with it on that box: here it is as if it had never been put away.
        kept = [entry for entry in entries if entry.kind != "resume"]
        numbers = {entry.number: at for at, entry in enumerate(kept, start=1)}
        read = [_renumbered(entry, numbers) for entry in kept]
        found = {_picture_id(name, numbers): jpeg for name, jpeg in pictures.items() if _is_of(name, numbers)}
    except (TypeError, KeyError, ValueError, AttributeError) as error:
        raise BadImport(message("keeping.damaged_export")) from error
    return _checked(read, found, now)


def _check_order(entries: Sequence[Entry]) -> None:
    """Raises `ValueError` where entries do not begin with the start of a game, and go on in order."""
    numbers = [entry.number for entry in entries]
    if not entries or entries[0].kind not in BEGINS or numbers != sorted(set(numbers)):
        raise ValueError("not the entries of a game")
    if any(entry.kind not in (*_KINDS, "resume") for entry in entries[1:]):
        raise ValueError("not an entry of a game")


def _entry(one: Mapping[str, Any]) -> Entry:
    """An entry as `device.exports.entry_json` wrote it; raises what a wrong one leads to."""
    number, kind, data, at = one["number"], one["kind"], one["data"], one["at"]
    if type(number) is not int or number < 1 or type(data) is not dict:
        raise TypeError("not an entry")
    datetime.fromisoformat(at)
    if kind in BEGINS:
        players, options = data["players"], data["options"]
        if not all(type(name) is str and len(name) <= LONGEST_NAME for name in players) or len(players) > MOST_PLAYERS:
            raise TypeError("not players")
        if not all(type(value) in (str, int) for value in options.values()):
            raise TypeError("not options")
        named = {"game": str(data["game"]), "players": [one_line(name) for name in players], "options": options}
        return Entry(number, 0, "import", named, at)
    return Entry(number, 0, kind, _DATA[kind](data) if kind in _DATA else {}, at)


def _by(data: Mapping[str, Any]) -> dict[str, Any]:
    return {"by": str(data.get("by", "camera"))[: LONGEST_NAME + 10]}


def _struck_too(data: Mapping[str, Any]) -> dict[str, Any]:
    return {"without": [int(entry) for entry in data["without"]]} if data.get("without") else {}


_DATA: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "move": lambda data: {
        "move": data["move"],
        "picture": None if data.get("picture") is None else str(data["picture"]),
        **_by(data),
    },
    "strike": lambda data: {"entries": [int(entry) for entry in data["entries"]], **_by(data)},
    "insert": lambda data: {"after": int(data["after"]), "move": data["move"], **_by(data), **_struck_too(data)},
    "change": lambda data: {"entry": int(data["entry"]), "move": data["move"], **_by(data), **_struck_too(data)},
    "turn": lambda data: {"turn": None if data["turn"] is None else int(data["turn"]) % 4},
}


def _renumbered(entry: Entry, numbers: Mapping[int, int]) -> Entry:
    """The same entry among entries that have other numbers; raises `KeyError` where it names one that is not there."""
    data = dict(entry.data)
    for name in ("entries", "without"):
        if name in data:
            data[name] = [numbers[number] for number in data[name]]
    if "entry" in data:
        data["entry"] = numbers[data["entry"]]
    if data.get("after"):
        data["after"] = numbers[data["after"]]
    if data.get("picture"):
        data["picture"] = _picture_id(data["picture"], numbers) if _is_of(data["picture"], numbers) else None
    return Entry(numbers[entry.number], min(numbers.values()), entry.kind, data, entry.at)


def _is_of(picture_id: str, numbers: Mapping[int, int]) -> bool:
    """Whether a picture is called after an entry of the game."""
    entry = picture_id.rpartition("-")[2]
    return entry.isascii() and entry.isdecimal() and int(entry) in numbers


def _picture_id(picture_id: str, numbers: Mapping[int, int]) -> str:
    return f"{min(numbers.values())}-{numbers[int(picture_id.rpartition('-')[2])]}"


def _checked(entries: Sequence[Entry], pictures: Mapping[str, bytes], now: datetime) -> GameRead:
    """The game of these entries, if the rules allow it; raises `BadImport`."""
    kept = kept_game(entries)
    if kept.played is None or kept.trouble is not None:
        raise BadImport(kept.trouble or message("keeping.not_an_export"))
    if not kept.played.plies:
        raise BadImport(message("keeping.no_moves"))
    named = {str(entry.data["picture"]) for entry in entries if entry.kind == "move" and entry.data["picture"]}
    read = GameRead(tuple(entries), {name: jpeg for name, jpeg in pictures.items() if name in named})
    return read if kept.played.is_over else _as_seen(read, kept.played, now)


def _as_seen(read: GameRead, played: Played, now: datetime) -> GameRead:
    """An unfinished game without what its players may not know of one another, should the file say such things."""
    game = played.game
    made = list(zip(played.states, played.plies, strict=False))
    if all(game.seen(state, ply.move, None) == ply.move for state, ply in made):
        return read
    state = played.start
    chosen = _chosen(game, state, [game.seen(state, ply.move, None) for state, ply in made])
    return _of_moves(game, played.players, played.options, chosen, now)


def _read_notation(text: str, now: datetime, game: str | None, player: Callable[[int], str]) -> list[GameRead]:
    """The games of a notation; where nobody says which game it is of, the rules of every game are tried."""
    names = [game] if game in GAMES else list(GAMES)
    found: dict[str, list[GameRead]] = {}
    refused: list[Refusal] = []
    for name in names:
        try:
            found[name] = _records(GAMES[name], text, now, player)
        except (BadRecord, BadOption, IllegalMove) as error:
            refused.append(error)
    if len(found) > 1:
        raise BadImport(message("keeping.which_game"))
    if not found and len(names) == 1:
        raise refused[0]
    if not found:
        raise BadImport(message("keeping.not_an_export"))
    return next(iter(found.values()))


def _records(game: Game, text: str, now: datetime, player: Callable[[int], str]) -> list[GameRead]:
    records = [record for record in game.read_records(text) if record[2]]
    if not records:
        raise BadRecord(message("keeping.no_moves"))
    if len(records) > MOST_GAMES:
        raise BadImport(message("keeping.too_many_games", most=MOST_GAMES))
    read = []
    for named, options, moves in records:
        players = tuple(named) or tuple(player(number) for number in range(1, game.PLAYERS[0] + 1))
        chosen = _chosen(game, game.start(players, options), moves)
        read.append(_of_moves(game, players, options, chosen, now))
    return read


def _chosen(game: Game, state: Any, moves: Sequence[Any]) -> list[Any]:
    """The moves of a record that somebody chose: the passes that the rules force are played by themselves."""
    chosen = []
    forced: list[Any] = []
    for move in moves:
        # What is forced may show something that the record knows, and the table did not: its own form is as good.
        if forced and forced[0] in (move, game.seen(state, move, None)):
            state = game.play(state, forced.pop(0))
            continue
        steps = play_on(game, state, move)
        chosen.append(move)
        state, forced = steps[0].state, [step.move for step in steps[1:]]
    return chosen


def _of_moves(
    game: Game, players: Sequence[str], options: Mapping[str, Fact], moves: Sequence[Any], now: datetime
) -> GameRead:
    """A game of which only the moves are known."""
    if len(moves) >= MOST_ENTRIES:
        raise BadImport(message("keeping.too_long", most=MOST_ENTRIES))
    at = now.isoformat(timespec="seconds")
    data = {"game": game.NAME, "players": list(players), "options": dict(options)}
    entries = [Entry(1, 1, "import", data, at)]
    for number, move in enumerate(moves, start=2):
        told = {"move": game.move_to_json(move), "picture": None, "by": _BY}
        entries.append(Entry(number, 1, "move", told, at))
    return _checked(entries, {}, now)
