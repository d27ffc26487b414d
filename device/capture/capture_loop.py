"""The camera's thread: it takes a picture, gives it to the table, waits until that has read it, and takes the next.

So never more than one picture waits: the table always reads a live camera's newest picture, and all pictures of a
folder or film, in order.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass
from math import inf
from threading import Event
from typing import Any, Self

from device.capture.events import CameraBack, CameraLost, FrameTaken, Noticed
from device.capture.exposure_policy import NextCapture
from device.hardware.camera import Camera, CameraTrouble, Frame
from device.system.watched_thread import Turn, WatchedThread
from engines.messages import Message
from vision.reading import Picture

STOP_S = 5.0
Post = Callable[[object], Future[Any]]


@dataclass(frozen=True)
class CaptureLimits:
    """How long is waited (s).

    Cameras have limits of their own for what their drivers do, and say so when these are passed. Where one takes longer
    than all its limits together, something else hangs: a Pi's is opened, asked for a full picture and closed in 40 s.
    """

    open_s: float = 45.0
    capture_s: float = 25.0
    again_s: float = 2.0  # before a camera that failed is asked again
    pause_s: float = inf  # at most between two pictures, whatever the table asks for
    read_s: float = 60.0  # longer than any reading: only a table that has stopped leaves a picture so long
    beat_s: float = 1.0  # after which a wait for the table shows that it goes on


USUAL = CaptureLimits()


class CaptureLoop:
    """Takes pictures of a table, from entering the `with` block to leaving it.

    `post` puts an event on the table's queue; the future of `FrameTaken` has the `NextCapture`. `recorded`: the camera
    plays pictures from a folder or film, one after the other without pause. When the camera fails unexpectedly or
    hangs, a supervisor notices it in `thread`, whose restart takes the camera's `anew`.
    """

    def __init__(self, camera: Camera, post: Post, recorded: bool = False, limits: CaptureLimits | None = None) -> None:
        self._limits = limits or USUAL
        self.used_up = Event()  # set after the last picture has been read
        self.newest: Frame | None = None  # the last picture, whether it was read or not
        self.trouble: Message | None = None  # why there is no other one at the moment
        self.thread = WatchedThread("camera", self._watch, self._limits.capture_s)
        self._camera, self._post, self._recorded = camera, post, recorded

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.thread.stop(STOP_S)

    def _watch(self, turn: Turn) -> None:
        limits = self._limits
        turn.goes_on(limits.open_s)
        if turn.number > 1:
            camera = self._camera.anew()
            if not turn.goes_on(limits.open_s):
                return
            self._camera = camera
        following: NextCapture | None = NextCapture(0.0)
        with self._camera as camera:
            while following is not None and turn.goes_on(
                limits.open_s if self.trouble or self.newest is None else limits.capture_s
            ):
                following = self._take_one(turn, camera, following)
                if following is not None:
                    camera.expose(following.exposure)
                if following is not None and not self._recorded:
                    pause_s = min(following.pause_s, limits.pause_s)
                    turn.goes_on(pause_s + limits.capture_s)
                    turn.pause(pause_s)
        if not turn.is_over:
            self.used_up.set()

    def _take_one(self, turn: Turn, camera: Camera, wanted: NextCapture) -> NextCapture | None:
        """Take a picture as is wanted and have it read; gives what to capture next, None after the last picture."""
        bracket: Sequence[Picture] = ()
        try:
            if wanted.bracket and not self._recorded:
                bracket = camera.bracket()
            # A camera whose exposure cannot be chosen may still see the table in finer detail.
            full = (wanted.full or (wanted.bracket and not bracket)) and not self._recorded
            frame = self.newest if wanted.again else camera.capture(full=full)
        except CameraTrouble as trouble:
            if turn.goes_on():
                self._post(CameraLost(trouble.said))
                self.trouble = trouble.said
            return NextCapture(self._limits.again_s)
        if not turn.goes_on():
            return None  # what an abandoned camera took is long past
        for said in camera.notices:
            self._post(Noticed(said))
        camera.notices.clear()
        if frame is None:
            return None
        self.newest = frame
        if self.trouble is not None:
            self._post(CameraBack())
            self.trouble = None
        return self._when_read(turn, self._post(FrameTaken(frame, full, bracket)))

    def _when_read(self, turn: Turn, read: Future[NextCapture]) -> NextCapture:
        """Wait until the table has read a picture; gives what it wants next."""
        for _ in range(round(self._limits.read_s / self._limits.beat_s)):
            if wait([read], timeout=self._limits.beat_s).done or not turn.goes_on():
                break
        return read.result(timeout=0) if read.done() and read.exception() is None else NextCapture(self._limits.again_s)
