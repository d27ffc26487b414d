"""The sheets whose print the box was taught, kept in the data folder, and the lesson under review."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

import cv2
import msgspec
import numpy as np

from device.pending_lessons import PendingLessons
from device.system.error_text import os_error_text
from device.system.whole_files import Damaged, read_kept, write_whole
from device.system.worker import Worker
from engines.messages import Message, Refusal, message
from engines.one_line import name_of, one_line
from vision.board.taught_sheet import SIDE, TaughtSheet
from vision.reading import Picture, Points
from vision.sheet_lesson import SheetLesson, teach_sheet

MAX_SHEETS = 8  # each costs time while no sheet is known
MAX_NAME_LETTERS = 40
_INDEX = "prints.json"
_MAX_PICTURE_BYTES = 4 << 20


class _IndexEntry(msgspec.Struct):
    file: str
    name: str


@dataclass(frozen=True)
class SheetOffer:
    """A lesson that people review before they accept it."""

    number: int  # by which it is accepted
    picture: Picture
    lesson: SheetLesson


class SheetPrints:
    """The sheets taught in a `folder`; `trouble` says what is wrong with a file.

    Lessons are worked out by the `worker`; `changed` is called when the taught sheets change.
    """

    def __init__(self, folder: Path, worker: Worker, changed: Callable[[], object] = lambda: None) -> None:
        self._folder, self._worker, self._changed = folder, worker, changed
        self._changing = Lock()
        self._pending = PendingLessons[SheetLesson]()
        self.sheets, self.trouble = load_sheets(folder)

    def offer(self, picture: Picture, corners: Points | None) -> SheetOffer:
        """Work out a lesson from a picture (BGR) of the empty sheet; raises `CannotTeach` or another `Refusal`.

        `corners`: the sheet's (4 × 2 px), where people have marked them.
        """
        lesson = self._worker.do(teach_sheet, picture, corners)
        return SheetOffer(self._pending.add(lesson), picture, lesson)

    def accept(self, number: int, name: str) -> None:
        """Recognise this sheet by its print from now on; raises `Refusal`, also where a newer lesson has replaced it.

        `name_of` normalises the name.
        """
        with self._changing:
            lesson = self._pending.of(number)
            if len(self.sheets) >= MAX_SHEETS:
                raise Refusal(message("teach_sheet.too_many", most=MAX_SHEETS))
            named = one_line(name_of(name)[:MAX_NAME_LETTERS])
            self._keep((*self.sheets, TaughtSheet(lesson.sheet.picture, named)))
            self._pending.clear()

    def forget(self, key: str) -> None:
        """Forget a sheet by its key; raises `Refusal` where it is not known any more."""
        with self._changing:
            kept = tuple(sheet for sheet in self.sheets if sheet.key != key)
            if len(kept) == len(self.sheets):
                raise Refusal(message("teach_sheet.gone"))
            self._keep(kept)

    def _keep(self, sheets: tuple[TaughtSheet, ...]) -> None:
        """Write these sheets and use them; raises `Refusal`."""
        try:
            save_sheets(self._folder, sheets)
        except OSError as error:
            raise Refusal(message("table.places_not_kept", why=os_error_text(error))) from error
        self.sheets = sheets
        self._changed()


def load_sheets(folder: Path) -> tuple[tuple[TaughtSheet, ...], Message | None]:
    """The sheets that `save_sheets` wrote, and what is wrong with a file, which is set aside then."""
    index, trouble = read_kept(folder / _INDEX, _parse_index)
    sheets = []
    for kept in index or ():
        picture, said = read_kept(folder / kept.file, _parse_picture, most=_MAX_PICTURE_BYTES)
        trouble = said or trouble
        sheets += [] if picture is None else [TaughtSheet(picture, one_line(kept.name))]
    return tuple(sheets), trouble


def save_sheets(folder: Path, sheets: Sequence[TaughtSheet]) -> None:
    """Write taught sheets as PNG files and their index; raises `OSError`.

    Pictures that the index does not name are removed last, so that there is always a complete set.
    """
    folder.mkdir(parents=True, exist_ok=True)
    index = [{"file": f"{sheet.key}.png", "name": sheet.name} for sheet in sheets]
    for kept, sheet in zip(index, sheets, strict=True):
        write_whole(folder / kept["file"], cv2.imencode(".png", sheet.picture)[1].tobytes())
    write_whole(folder / _INDEX, (json.dumps(index, indent=1, ensure_ascii=False) + "\n").encode())
    named = {kept["file"] for kept in index}
    for old in folder.glob("????????.png"):
        if old.name not in named:
            old.unlink(missing_ok=True)


def _parse_index(data: bytes) -> list[_IndexEntry]:
    index = msgspec.json.decode(data, type=list[_IndexEntry])[:MAX_SHEETS]
    if any(Path(kept.file).name != kept.file for kept in index):
        raise Damaged("a file elsewhere")
    return index


def _parse_picture(data: bytes) -> Picture:
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if picture is None or picture.shape != (SIDE, SIDE, 3):
        raise Damaged("no picture of a sheet")
    return np.asarray(picture, np.uint8)
