"""The lesson in which people measure their frame: a picture, the proposed marks, their corrections, and the files."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from device.config.frames import bring_frame_back, put_frame_away, rename_frame, save_frame
from device.drop_it.frame_sketch import MAX_NAME_LENGTH, Sketch, first_mistake
from device.drop_it.measured_frame import MeasuredFrame, measure_frame
from device.pending_lessons import PendingLessons
from device.system.shared_result import SharedResult
from device.system.worker import Worker
from engines.drop_it.frame import Frame
from engines.messages import Refusal, message
from engines.one_line import name_of, one_line
from vision.frame.proposal import FrameProposal, proposed_frame
from vision.reading import Picture

_MAX_PICTURES = 4  # pictures kept, of as many phones that measure a frame at the same time


@dataclass(frozen=True)
class FrameOffer:
    """A picture of the empty frame with its number, and the marks proposed on it."""

    number: int
    picture: Picture
    proposal: FrameProposal


class FrameLesson:
    """Keeps the pictures that frames are measured on, and measures frames in the worker's process.

    `changed` is called when a frame is kept or put away.
    """

    def __init__(
        self, folder: Path, newest: Callable[[], Picture], worker: Worker, changed: Callable[[], object] = lambda: None
    ) -> None:
        self._folder, self._newest, self._worker, self._changed = folder, newest, worker, changed
        self._pictures = PendingLessons[Picture](_MAX_PICTURES)
        self._offers = SharedResult(self._offer)

    def propose(self) -> FrameOffer:
        """The camera's newest picture and the marks proposed on it; raises `Refusal` while there is no picture."""
        return self._offers.of(self._newest())

    def measure(self, number: int, sketch: Sketch) -> MeasuredFrame:
        """The frame of a sketch on the picture of this number; raises `Refusal` if something is wrong."""
        picture = self._pictures.find(number)
        if picture is None:
            raise Refusal(message("frame_lesson.gone"))
        wrong = first_mistake(sketch, (picture.shape[1], picture.shape[0]))
        if wrong is not None:
            raise Refusal(wrong)
        return self._worker.do(measure_frame, picture, sketch)

    def save(self, number: int, sketch: Sketch) -> Frame:
        """Use the frame of a sketch from now on; the previous one is kept. Raises `Refusal`."""
        return self._used(save_frame(self._folder, self.measure(number, sketch).frame, datetime.now()))

    def rename(self, name: str, new: str) -> Frame:
        """Keep a frame under another name; raises `Refusal`."""
        new = one_line(name_of(new)[:MAX_NAME_LENGTH])
        return self._used(rename_frame(self._folder, name, new, datetime.now()))

    def put_away(self, name: str) -> None:
        """Offer a frame no more, until it is brought back; raises `Refusal`."""
        put_frame_away(self._folder, name, datetime.now())
        self._changed()

    def bring_back(self, key: str) -> Frame:
        """Offer an earlier frame again, as the usual one; raises `Refusal`."""
        return self._used(bring_frame_back(self._folder, key, datetime.now()))

    def _used(self, frame: Frame) -> Frame:
        self._changed()
        return frame

    def _offer(self, picture: Picture) -> FrameOffer:
        proposal = self._worker.do(proposed_frame, picture)
        return FrameOffer(self._pictures.add(picture), picture, proposal)
