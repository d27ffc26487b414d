"""The frame of Drop It: from the data folder, or the shipped one, which nobody has measured.

>>> frame = load_frame(None)
>>> frame.name, frame.measured, len(frame.lines)
('plausible', False, 7)
"""

from datetime import datetime
from pathlib import Path

from device.config.earlier_files import put_away
from device.config.sheets import data_name
from device.system.data_folder import EARLIER_FRAMES, FRAME
from device.system.error_text import error_text
from device.system.outside_text import read_data
from device.system.whole_files import read_user_file, write_whole
from engines.drop_it.frame import Frame, parse_frame, write_frame
from engines.messages import Refusal, message

SHIPPED_FRAME = Path(__file__).parents[1] / "data" / "frames" / "plausible.toml"


def load_frame(path: Path | None) -> Frame:
    """The frame of a file, or the shipped one; raises `BadData` naming file, table, key and what is allowed."""
    path = path or SHIPPED_FRAME
    return parse_frame(read_data(path), data_name(path))


def frame_in(folder: Path) -> Frame:
    """The frame that a box uses: `frame.toml` of its data folder, or the shipped one.

    Raises `BadData`; a damaged file is then set aside.
    """
    return own_frame_in(folder) or load_frame(None)


def own_frame_in(folder: Path) -> Frame | None:
    """The frame that people have measured; None if there is none. Raises as `frame_in` does."""
    own = folder / FRAME
    return read_user_file(own, lambda text: parse_frame(text, str(own)))


def save_frame(folder: Path, frame: Frame, now: datetime) -> Frame:
    """Use a frame from now on, as its file describes it; the previous own one is kept under its date.

    Raises `BadData` if no file can hold it, and `Refusal` if it cannot be written.
    """
    text = write_frame(frame)
    frame = parse_frame(text, FRAME)
    try:
        put_away(folder / FRAME, folder / EARLIER_FRAMES, lambda _: own_frame_in(folder), now)
        write_whole(folder / FRAME, text.encode())
    except OSError as error:
        raise Refusal(message("frame_lesson.cannot_write", why=error_text(error))) from error
    return frame
