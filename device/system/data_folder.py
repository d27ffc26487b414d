"""The one list of what the data folder holds; the box, its backups, `jarapon restore` and docs/trust.md use it.

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
BROKER, OUTBOX = "broker.json", "outbox.json"
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
    is_folder: bool = False
    is_backed_up: bool = True


PARTS = (
    Part(JOURNAL),  # the journal: every game, entry by entry
    Part(PHONES),  # the paired phones (digests of their tokens only)
    Part(PLAYERS),  # the players' colours and animals
    Part(WIRING),  # the pins of display, buttons and buzzer
    Part(SHEET),  # your own score sheet
    Part(EARLIER_SHEETS, is_folder=True),  # earlier score sheets, for the matches scored by them
    Part(TILE_SET),  # your own tile set
    Part(TAUGHT, is_folder=True),  # taught faces of tiles
    Part(CARDS, is_folder=True),  # taught faces of cards
    Part(PRINTS, is_folder=True),  # taught sheets of Jarapon, found by their print
    Part(FRAME),  # the Drop It frame that was measured last
    Part(EARLIER_FRAMES, is_folder=True),  # your other Drop It frames
    Part(EMPTY_FRAME),  # a picture of that frame without pieces
    Part(ROUTE),  # your own campaign route
    Part(FIELD),  # the corners of the board, where tapped by hand
    Part(PLACES),  # where the pieces of the current game lie
    Part(LANGUAGE),  # the language of page and display
    Part(VOICE),  # whether the box speaks
    Part(BUZZER),  # whether the box beeps
    Part(FOCUS),  # the focus of each camera
    Part(BROKER),  # the MQTT broker that the table is published to, with the password
    Part(OUTBOX),  # which results the broker has
    Part(PICTURES, is_folder=True, is_backed_up=False),  # the pictures of moves
    Part(BACKUPS, is_folder=True, is_backed_up=False),
    Part(GOOD, is_folder=True, is_backed_up=False),  # the settings with which the box last ran well
    Part(STARTS, is_backed_up=False),  # the latest starts, and which failed
    Part(PAIRING_WINDOW, is_backed_up=False),  # a request for a pairing window, until the box has seen it
    Part("journal.*", is_backed_up=False),  # the journal's log and lock
    Part("journal-*", is_backed_up=False),  # damaged journals, and journals begun while the disk failed
    Part(f"{BEFORE_RESTORE}*", is_folder=True, is_backed_up=False),  # what a restore has set aside
    Part(DEMO_DATA, is_folder=True, is_backed_up=False),  # the data folder of the demo table
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
