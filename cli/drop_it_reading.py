"""`jarapon read PHOTO… --game drop_it …`: what each drop was, and what is too close to call."""

from collections.abc import Callable
from pathlib import Path

from device.config.frames import load_frame
from device.drop_it.drop_reading import measure, reading_of
from engines.drop_it.judging import SHAPE
from engines.messages import Refusal, message
from vision.drop_it.reader import FrameReader, view_of
from vision.pictures import open_picture
from vision.reading import Picture, Reading


def drop_it_reader(frame_file: Path | None, empty: Path | None) -> Callable[[Picture], Reading]:
    """What reads the photographs of one stretch in their order; raises `Refusal` where the frame cannot be found."""
    if frame_file is None or empty is None:
        raise Refusal(message("reading.needs_frame"))
    frame, without = load_frame(frame_file), open_picture(empty)
    view = view_of(frame, without)
    if view is None:
        raise Refusal(message("reading.no_frame", file=frame_file.name, photo=empty.name))
    reader = FrameReader(view, without)

    def read(picture: Picture) -> Reading:
        seen = reader.read(picture)
        reader.accept()
        measured = measure(frame, seen.pieces, SHAPE) if seen.landed else None
        return reading_of(frame, reader.view, seen.pieces, (), seen.warnings, measured)

    return read
