"""The camera's thread: takes a picture, gives it to the table, waits until the table has looked, takes the next.

So there is never more than one picture waiting: a live camera's table is always the newest, and the pictures of a
folder or film are all taken, in order.
"""

from concurrent.futures import wait
from threading import Event, Thread
from types import TracebackType
from typing import Self

from device.camera import Camera, CameraTrouble, Frame
from device.events import CameraBack, CameraLost, FrameTaken, Noticed
from device.eye import Pace
from device.table import LiveTable

# A camera that failed is asked again after this time.
AGAIN_S = 2.0
# Longer than any look at the table: only a table that has stopped leaves a picture so long.
LOOK_S = 60.0
STOP_S = 10.0


class Watching:
    """Watches a table through a camera, from entering the `with` block to leaving it.

    `recorded`: the camera plays pictures from a folder or film, one after the other without pause. `used_up` is set
    after the last one has been looked at. `newest` is the last picture, looked at closely or not.
    """

    def __init__(self, camera: Camera, table: LiveTable, recorded: bool = False) -> None:
        self.used_up = Event()
        self.newest: Frame | None = None
        self._camera, self._table, self._recorded = camera, table, recorded
        self._stop = Event()
        self._lost = False
        self._thread = Thread(target=self._run, name="camera", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._thread.join(STOP_S)

    def _run(self) -> None:
        pace: Pace | None = Pace(0.0)
        with self._camera:
            while pace is not None and not self._stop.is_set():
                pace = self._take_one(full=pace.full and not self._recorded)
                if pace is not None and not self._recorded:
                    self._stop.wait(pace.pause_s)
        self.used_up.set()

    def _take_one(self, full: bool) -> Pace | None:
        """Take a picture and have it looked at; gives the pace to go on at, None after the last picture."""
        try:
            frame = self._camera.capture(full=full)
        except CameraTrouble as trouble:
            self._table.post(CameraLost(trouble.said))
            self._lost = True
            return Pace(AGAIN_S)
        for said in self._camera.notices:
            self._table.post(Noticed(said))
        self._camera.notices.clear()
        if frame is None:
            return None
        self.newest = frame
        if self._lost:
            self._table.post(CameraBack())
            self._lost = False
        looked = self._table.post(FrameTaken(frame, full))
        wait([looked], timeout=LOOK_S)
        return looked.result(timeout=0) if looked.done() and looked.exception() is None else Pace(AGAIN_S)
