"""The one list of what the data folder holds; the box, its backups, `jarapon restore` and docs/backups.md use it.

>>> part_of("sheet.toml").is_backed_up, part_of("pictures").is_backed_up, part_of("holiday.jpg")
(True, False, None)
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from device.system.error_text import os_error_text
from device.system.whole_files import check_folder, clear_unfinished, is_set_aside, write_unfinished
from engines.messages import Message, message
from vision.whole_files import UNFINISHED

JOURNAL = "journal.db"
LOCK = "journal.lock"
PHONES, PLAYERS = "phones.json", "players.toml"
WIRING, SHEET, TILE_SET, FRAME, ROUTE = "wiring.toml", "sheet.toml", "tiles.toml", "frame.toml", "route.toml"
LANGUAGE, VOICE, BUZZER, FOCUS = "language.json", "voice.json", "buzzer.json", "focus.json"
FIELD, PLACES, EMPTY_FRAME = "field.json", "places.json", "frame-empty.png"
TAUGHT, CARDS, PRINTS, EARLIER_SHEETS, EARLIER_FRAMES = "taught", "cards", "prints", "sheets", "frames"
PICTURES, BACKUPS, GOOD, STARTS, PAIRING_WINDOW = "pictures", "backups", "good", "starts.json", "phones.window"
BEFORE_RESTORE, DEMO_DATA = "before-restore-", "demo"


@dataclass(frozen=True)
class DataFolder:
    """The folder in which a box keeps all its data."""

    path: Path


@dataclass(frozen=True)
class Part:
    """A file or a folder of files in the data folder."""

    name: str  # or a pattern of `fnmatch`
    holds: str  # what is in it, in English
    is_folder: bool = False
    is_backed_up: bool = True


PARTS = (
    Part(JOURNAL, "the journal: every game, entry by entry"),
    Part(PHONES, "the paired phones, by digests of their tokens"),
    Part(PLAYERS, "the players' colours and animals"),
    Part(WIRING, "the pins that display, buttons and buzzer are wired to"),
    Part(SHEET, "the score sheet in use, where it is the family's own"),
    Part(EARLIER_SHEETS, "score sheets that were used before; matches are played again by theirs", is_folder=True),
    Part(TILE_SET, "the tile set, where it is the family's own"),
    Part(TAUGHT, "taught faces of tiles", is_folder=True),
    Part(CARDS, "taught faces of cards", is_folder=True),
    Part(PRINTS, "taught sheets, to be found by their print", is_folder=True),
    Part(FRAME, "the frame of Drop It that was measured last"),
    Part(EARLIER_FRAMES, "its other frames, by the date until which they were the usual one", is_folder=True),
    Part(EMPTY_FRAME, "the picture of that frame without pieces"),
    Part(ROUTE, "the route of a campaign, where it is the family's own"),
    Part(FIELD, "the corners of the board that somebody has tapped"),
    Part(PLACES, "where the pieces of the game on the table lie"),
    Part(LANGUAGE, "the language of page and display"),
    Part(VOICE, "whether the box speaks"),
    Part(BUZZER, "whether the box beeps"),
    Part(FOCUS, "where the lens of each camera stands"),
    Part(PICTURES, "pictures that moves came from", is_folder=True, is_backed_up=False),
    Part(BACKUPS, "the backups", is_folder=True, is_backed_up=False),
    Part(GOOD, "the settings with which the box last ran well", is_folder=True, is_backed_up=False),
    Part(STARTS, "the latest starts, and which of them failed", is_backed_up=False),
    Part(PAIRING_WINDOW, "a wish of `jarapon phones` to pair, until the box has seen it", is_backed_up=False),
    Part("journal.*", "the log of the journal, and its lock", is_backed_up=False),
    Part("journal-*", "damaged journals, and second files of one that could not be written", is_backed_up=False),
    Part(f"{BEFORE_RESTORE}*", "what a restore has set aside", is_folder=True, is_backed_up=False),
    Part(DEMO_DATA, "the data folder of the demo table", is_folder=True, is_backed_up=False),
)
# The folders that the box checks at its start; the others have dates in their names, and there may be any number.
FOLDERS = tuple(part.name for part in PARTS if part.is_folder and "*" not in part.name)


def part_of(name: str) -> Part | None:
    """The part that a name in the data folder belongs to; None for what the box does not know."""
    return next((part for part in PARTS if fnmatchcase(name, part.name)), None)


def backed_up_files(data: Path) -> Iterator[Path]:
    """Yield the files of a backup, without the journal, and without damaged files, unfinished files and links."""
    for part in (part for part in PARTS if part.is_backed_up and part.name != JOURNAL):
        path = data / part.name
        for file in sorted(path.rglob("*")) if part.is_folder else [path]:
            is_whole = file.suffix != UNFINISHED and not is_set_aside(file)
            if is_whole and file.is_file() and not file.is_symlink():
                yield file


def prepare_folder(data: Path, taught: Sequence[Path]) -> list[Message]:
    """Make the data folder where it is missing, and check its folders and those of `taught` faces; gives troubles."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        write_unfinished(data / "try", b"").unlink()
    except OSError as error:
        # The box goes on in memory.
        return [message("run.no_data", folder=str(data), why=os_error_text(error))]
    folders = sorted({*(data / name for name in FOLDERS), *taught})
    troubles = [said for said in map(check_folder, folders) if said is not None]
    for folder in (data, *folders):
        clear_unfinished(folder)
    return troubles
