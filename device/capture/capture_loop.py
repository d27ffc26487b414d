"""The camera's thread: takes a picture, gives it to the table, waits until the table has read it, and repeats.

So at most one picture waits: the table always reads a live camera's newest picture, and all pictures of a folder or
film in order.
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
    """Time limits (s).

    Cameras have limits of their own for their drivers and report when these pass. Where one takes longer than all its
    limits together, something else hangs: opening a Pi's camera, taking a full picture and closing it takes 40 s.
    """

    open_s: float = 45.0
    capture_s: float = 25.0
    again_s: float = 2.0  # before a failed camera is tried again
    pause_s: float = inf  # maximum pause between two pictures, whatever the table asks for
    read_s: float = 60.0  # longer than any reading: only a stopped table takes so long
    beat_s: float = 1.0  # interval at which a wait for the table shows that this thread is alive


USUAL = CaptureLimits()


class CaptureLoop:
    """Takes pictures of a table while its `with` block is open.

    `post` puts an event on the table's queue; the future of `FrameTaken` gives the `NextCapture`. `recorded`: the
    camera plays pictures from a folder or film without pauses. When the camera fails unexpectedly or hangs, a
    supervisor notices it in `thread`, and restarts it with the camera's `anew`.
    """

    def __init__(self, camera: Camera, post: Post, recorded: bool = False, limits: CaptureLimits | None = None) -> None:
        self._limits = limits or USUAL
        self.used_up = Event()  # set after the last picture has been read
        self.newest: Frame | None = None  # the last picture, whether read or not
        self.trouble: Message | None = None  # why there is no newer picture at the moment
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
        """Take a picture as requested and have it read; returns what to capture next, None after the last picture."""
        bracket: Sequence[Picture] = ()
        try:
            if wanted.bracket and not self._recorded:
                bracket = camera.bracket()
            # A camera without exposure control may still show finer detail.
            full = (wanted.full or (wanted.bracket and not bracket)) and not self._recorded
            frame = self.newest if wanted.again else camera.capture(full=full)
        except CameraTrouble as trouble:
            if turn.goes_on():
                self._post(CameraLost(trouble.said))
                self.trouble = trouble.said
            return NextCapture(self._limits.again_s)
        if not turn.goes_on():
            return None  # a picture of an abandoned camera is outdated
        for said in camera.notices:
            self._post(Noticed(said))
        camera.notices.clear()
        if frame is None:
            return None
        self.newest = frame
        if self.trouble is not None:
            self._post(CameraBack())
            self.trouble = None
        if not frame.is_of_game:
            return NextCapture(0.0)
        return self._when_read(turn, self._post(FrameTaken(frame, full, bracket)))

    def _when_read(self, turn: Turn, read: Future[NextCapture]) -> NextCapture:
        """Wait until the table has read a picture; returns what it wants next."""
        for _ in range(round(self._limits.read_s / self._limits.beat_s)):
            if wait([read], timeout=self._limits.beat_s).done or not turn.goes_on():
                break
        return read.result(timeout=0) if read.done() and read.exception() is None else NextCapture(self._limits.again_s)
