"""The frames of Drop It: those kept in the data folder by their names, or the shipped one, which nobody has measured.

`frame.toml` is the usual one: what was measured last. Others, and what they have replaced, lie in `frames` under the
date until which they were the usual one; those that people have put away in `frames/away`. Beside each file lies the
picture of that frame without pieces. A game names its frame, so no file is ever deleted or written over.

>>> frame = load_frame(None)
>>> frame.name, frame.measured, len(frame.lines)
('plausible', False, 7)
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from device.config.earlier_files import put_away
from device.config.sheets import data_name
from device.system.data_folder import EARLIER_FRAMES, FRAME
from device.system.error_text import error_text
from device.system.outside_text import read_data
from device.system.whole_files import free_path, is_set_aside, is_there, read_user_file, write_whole
from engines.data_file import BadData
from engines.drop_it.frame import Frame, parse_frame, write_frame
from engines.messages import Message, Refusal, message

SHIPPED_FRAME = Path(__file__).parents[1] / "data" / "frames" / "plausible.toml"
AWAY = "away"  # the folder of those put away
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class KeptFrame:
    """A frame that people have measured, and its file."""

    file: Path
    frame: Frame

    @property
    def key(self) -> str:
        """What identifies it as long as no other one is measured: the name of its file."""
        return self.file.stem


def load_frame(path: Path | None) -> Frame:
    """The frame of a file, or the shipped one; raises `BadData` naming file, table, key and what is allowed."""
    path = path or SHIPPED_FRAME
    return parse_frame(read_data(path), data_name(path))


def frame_in(folder: Path) -> Frame:
    """The frame that a box uses where a game names none: the usual one of its data folder, or the shipped one.

    Raises `BadData`; a damaged file is then set aside.
    """
    return own_frame_in(folder) or load_frame(None)


def own_frame_in(folder: Path) -> Frame | None:
    """The usual one of the frames that people have measured; None if there is none. Raises as `frame_in` does."""
    usual = _frame_of(folder / FRAME)
    return usual or next((kept.frame for kept in kept_frames(folder)), None)


def kept_frames(folder: Path, report: Callable[[Message], object] | None = None) -> list[KeptFrame]:
    """The frames to choose from, the usual one first: of each name the one that was measured last.

    `report` is called for each file that cannot be read.
    """
    newest: dict[str, KeptFrame] = {}
    for kept in _read([folder / FRAME, *_files(folder / EARLIER_FRAMES)], report):
        newest.setdefault(kept.frame.name, kept)
    return list(newest.values())


def earlier_frames(folder: Path) -> list[KeptFrame]:
    """The frames that were put away or replaced by another of their name, the newest first."""
    known = [kept.frame for kept in kept_frames(folder)]
    found = []
    files = [*_files(folder / EARLIER_FRAMES), *_files(folder / EARLIER_FRAMES / AWAY)]
    for kept in _read(sorted(files, key=lambda file: file.stem, reverse=True)):
        if kept.frame not in known:
            known.append(kept.frame)
            found.append(kept)
    return found


def find_frame(folder: Path, name: str, report: Callable[[Message], object] | None = None) -> KeptFrame | None:
    """The frame of this name, even if it was put away: a game that was begun in it goes on in it."""
    every = (*kept_frames(folder, report), *_read(_files(folder / EARLIER_FRAMES / AWAY)))
    return next((kept for kept in every if kept.frame.name == name), None)


def save_frame(folder: Path, frame: Frame, now: datetime) -> Frame:
    """Keep a frame as its file describes it, as the usual one; the one before is kept under its date.

    Raises `BadData` if no file can hold it, and `Refusal` if it cannot be written.
    """
    text = write_frame(frame)
    frame = parse_frame(text, FRAME)
    with _written():
        _step_aside(folder, now)
        write_whole(folder / FRAME, text.encode())
    return frame


def rename_frame(folder: Path, name: str, new: str, now: datetime) -> Frame:
    """Keep a frame under another name, as the usual one; under its old name it is put away. Raises as `save_frame`."""
    kept = _kept(folder, name)
    if any(one.frame.name == new for one in kept_frames(folder)):
        raise Refusal(message("frame_lesson.name_taken", frame=new))
    renamed = save_frame(folder, replace(kept.frame, name=new), now)
    put_frame_away(folder, name, now)
    return renamed


def put_frame_away(folder: Path, name: str, now: datetime) -> None:
    """Offer a frame no more; nothing of it is lost. Raises `Refusal`."""
    _kept(folder, name)
    with _written():
        if any(kept.frame.name == name for kept in _read([folder / FRAME])):
            _step_aside(folder, now)
            (folder / FRAME).unlink()
        away = folder / EARLIER_FRAMES / AWAY
        away.mkdir(exist_ok=True)
        for kept in list(_read(_files(folder / EARLIER_FRAMES))):
            if kept.frame.name == name:
                to = free_path(away / kept.file.name)
                if is_there(empty_picture_of(kept.file)):
                    empty_picture_of(kept.file).rename(empty_picture_of(to))
                kept.file.rename(to)


def bring_frame_back(folder: Path, key: str, now: datetime) -> Frame:
    """Make an earlier frame the usual one; raises `Refusal`, also where it is one no more."""
    kept = next((one for one in earlier_frames(folder) if one.key == key), None)
    if kept is None:
        raise Refusal(message("frame_lesson.not_kept"))
    frame = save_frame(folder, kept.frame, now)
    with _written():
        _copy_picture(kept.file, folder / FRAME)
    return frame


def empty_picture_of(file: Path) -> Path:
    """The file with the picture of a frame without pieces.

    >>> empty_picture_of(Path("data/frame.toml")).name
    'frame-empty.png'
    """
    return file.with_name(f"{file.stem}-empty.png")


def _kept(folder: Path, name: str) -> KeptFrame:
    kept = next((one for one in kept_frames(folder) if one.frame.name == name), None)
    if kept is None:
        raise Refusal(message("frame_lesson.not_kept"))
    return kept


def _step_aside(folder: Path, now: datetime) -> None:
    """Keep a copy of the usual frame, and of its picture, under the date."""
    copied = put_away(folder / FRAME, folder / EARLIER_FRAMES, _frame_of, now)
    if copied is not None:
        _copy_picture(folder / FRAME, copied)


def _copy_picture(file: Path, to: Path) -> None:
    picture = empty_picture_of(file)
    if picture.is_file():
        write_whole(empty_picture_of(to), picture.read_bytes())


def _files(folder: Path) -> list[Path]:
    """The frames of a folder, the newest first."""
    return sorted((path for path in folder.glob("*.toml") if not is_set_aside(path)), reverse=True)


def _read(files: Sequence[Path], report: Callable[[Message], object] | None = None) -> Iterator[KeptFrame]:
    """The frames of these files; `report` is called for each that cannot be read."""
    for file in files:
        try:
            frame = _frame_of(file)
        except BadData as bad:
            (report or _log_it)(bad.said)
        else:
            if frame is not None:
                yield KeptFrame(file, frame)


def _frame_of(file: Path) -> Frame | None:
    return read_user_file(file, lambda text: parse_frame(text, str(file)))


def _log_it(said: Message) -> None:
    _log.info("not offered: %s", said)


@contextmanager
def _written() -> Iterator[None]:
    """Raise `Refusal` where the block cannot write."""
    try:
        yield
    except OSError as error:
        raise Refusal(message("frame_lesson.cannot_write", why=error_text(error))) from error
