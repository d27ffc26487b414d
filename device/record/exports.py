"""A kept game as files: its notation, JSON that the box reads again, a table of scores, and a zip of all with pictures.

These files contain what people typed (names), and nothing else of the box: no codes, no addresses, no paths.
"""

import csv
import io
import json
import platform
import unicodedata
import zipfile
from collections.abc import Callable, Iterable, Sequence
from typing import IO

from device.record.archive import KeptGame
from device.record.journal import Entry
from device.record.replay import AnyReplay, CorrectionRefused, scores_of
from device.system.household_time import local
from device.system.release import PACKAGE, version_of
from device.texts import catalogue, say
from engines.messages import Message, message

FORMAT = "jarapon-companion game"
FORMAT_VERSION = 1
# An import takes so much in all; of a game with more pictures the latest go along, which show what was wrong.
PICTURE_BYTES = 20 << 20
RECORD, GAME, SCORES, JOURNAL, ABOUT, PICTURES = (
    "record.txt", "game.json", "scores.csv", "journal.jsonl", "about.txt", "pictures/",
)  # fmt: skip
# Tables take a cell that begins so for a formula, and a player's name may begin with anything. Some take wide signs for
# narrow ones, and some pass over what cannot be seen before them.
_FORMULA = frozenset("=+-@|%\N{MINUS SIGN}\N{EN DASH}\N{HYPHEN}")


def played_of(kept: KeptGame) -> AnyReplay:
    """The replayed game; raises `CorrectionRefused` if it cannot be played."""
    if kept.played is None:
        raise CorrectionRefused(kept.trouble or message("keeping.unknown_game"))
    return kept.played


def program_version() -> str:
    """The version of this program; empty if it is not installed."""
    return version_of(PACKAGE) or ""


def file_name(kept: KeptGame, ending: str) -> str:
    """The file name of a game: `reversi-2026-01-02-15.json`, ending with the game's number."""
    return f"{kept.start.data['game']}-{local(kept.start.at):%Y-%m-%d}-{kept.number}.{ending}"


def record_text(kept: KeptGame) -> str:
    """The game in the notation that its players know."""
    return played_of(kept).record().rstrip("\n") + "\n"


def game_json(kept: KeptGame) -> str:
    """A complete game as JSON: what it is, its current state, its record, and every entry of the journal."""
    start, played = kept.start.data, kept.played
    data: dict[str, object] = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "program_version": program_version(),
        "game": start["game"],
        "players": start["players"],
        "options": start["options"],
        "begun": kept.start.at,
        "entries": [entry_json(entry) for entry in kept.entries if entry.kind != "seat"],
    }
    if played is not None:
        scores = scores_of(played.game, played.now)
        data |= {"over": played.is_over, "scores": list(scores), "record": record_text(kept)}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def entry_json(entry: Entry) -> dict[str, object]:
    """An entry of the journal as JSON."""
    return {"number": entry.number, "kind": entry.kind, "data": dict(entry.data), "at": entry.at}


def scores_csv(kept: KeptGame, language: str) -> str:
    """The score after every move, one line each."""
    played = played_of(kept)
    at = {entry.number: _clock(entry.at) for entry in kept.entries}
    words = [say(message(f"keeping.csv.{name}"), language) for name in ("move", "time", "player", "what")]
    rows: list[list[str | int]] = [[*words, *played.players]]
    rows.append([0, _clock(kept.start.at), "", "", *scores_of(played.game, played.start)])
    for number, ply in enumerate(played.plies, start=1):
        player = "" if ply.player is None else played.players[ply.player]
        rows.append([number, at.get(ply.entry, ""), player, say(ply.said, language), *ply.scores])
    return table_csv(rows)


def _clock(at: str) -> str:
    """Local time in a format that spreadsheets understand."""
    return local(at).replace(tzinfo=None).isoformat(timespec="seconds")


def table_csv(rows: Iterable[Sequence[str | float | None]]) -> str:
    """Rows as CSV for spreadsheets: with a byte order mark, and no text that they take for a formula.

    >>> table_csv([["player", "wins"], ["=Aya", 2]])
    "\\ufeffplayer,wins\\r\\n'=Aya,2\\r\\n"
    """
    kept_text = io.StringIO()
    table = csv.writer(kept_text, lineterminator="\r\n")
    table.writerows([_cell(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return "\ufeff" + kept_text.getvalue()


def _cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula: a risky one gets an apostrophe in front.

    >>> [_cell(text) for text in ("Aya", "=1+1", "＝1+1", " \\ufeff@SUM(A1)", "\\t", "2-1")]
    ['Aya', "'=1+1", "'＝1+1", "' \\ufeff@SUM(A1)", "'\\t", '2-1']
    """
    seen = [sign for sign in unicodedata.normalize("NFKD", text) if sign.isprintable() and not sign.isspace()]
    is_plain = text[:1].isprintable() and not (seen and seen[0] in _FORMULA)
    return text if is_plain else f"'{text}"


def write_zip(
    kept: KeptGame,
    read_picture: Callable[[str], bytes | None],
    language: str,
    into: IO[bytes],
    picture_bytes: int = PICTURE_BYTES,
) -> None:
    """Write a complete game into a zip archive, for a bug report or for keeping."""
    pictures, missing = _pictures(kept, read_picture, picture_bytes)
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(ABOUT, _about(kept, len(pictures), missing, language))
        archive.writestr(GAME, game_json(kept))
        lines = [json.dumps(entry_json(entry), ensure_ascii=False) + "\n" for entry in kept.entries]
        archive.writestr(JOURNAL, "".join(lines))
        if kept.played is not None:
            archive.writestr(RECORD, record_text(kept))
            archive.writestr(SCORES, scores_csv(kept, language))
        for picture_id, jpeg in pictures.items():
            archive.writestr(f"{PICTURES}{picture_id}.jpg", jpeg, zipfile.ZIP_STORED)


def _pictures(kept: KeptGame, read_picture: Callable[[str], bytes | None], room: int) -> tuple[dict[str, bytes], int]:
    """The latest pictures of a game that fit into `room` (bytes), and how many are left out or no longer kept."""
    named = [name for entry in kept.entries if entry.kind == "move" and (name := entry.data.get("picture"))]
    names = list(dict.fromkeys(reversed(named)))
    found: dict[str, bytes] = {}
    for name in names:
        jpeg = read_picture(name)
        if jpeg is None:
            continue
        room -= len(jpeg)
        if room < 0:
            break
        found[name] = jpeg
    return found, len(names) - len(found)


def _about(kept: KeptGame, pictures: int, missing: int, language: str) -> str:
    """The description of the archive and of the program that made it."""
    title = catalogue(language).get(f"{kept.start.data['game']}.title", str(kept.start.data["game"]))
    lines: list[Message | str] = [
        message("keeping.about", title=title, at=_clock(kept.start.at)),
        message("keeping.about_pictures", pictures=pictures, missing=missing),
        *([kept.trouble] if kept.trouble else []),
        f"jarapon-companion {program_version()}, Python {platform.python_version()}, {platform.machine()}",
    ]
    return "".join((line if isinstance(line, str) else say(line, language)) + "\n" for line in lines)
