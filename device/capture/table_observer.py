"""Turns the camera's frames into readings of the table, as few as necessary."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

import numpy as np

from device.capture.exposure_policy import ExposurePolicy, NextCapture
from device.capture.field_tracker import FieldTracker
from device.capture.game_reader import GameReader
from device.capture.motion_gate import CARD_READINGS, MotionGate
from device.capture.observation import Observation
from device.capture.table_view import TableView
from device.hardware.camera import Frame
from device.hardware.camera.frame import BRACKET
from engines.messages import message
from engines.vocabulary import BACK
from vision.closer_look import confirmed
from vision.quality.fusion import fused
from vision.reading import MAX_OPEN_READINGS, Picture, Reading

# Times after which people are told why nothing happens: a sleeve lies on the board, or hands move over it.
COVERED_S = 20.0
RESTLESS_S = 60.0


class TableObserver:
    """Reads the frames that are due, and keeps in `view` what the camera shows."""

    def __init__(
        self,
        reader: GameReader | None,
        motion: MotionGate | None = None,
        field: FieldTracker | None = None,
    ) -> None:
        self.field = field or FieldTracker()
        self.view = TableView()
        self.has_read = False  # whether the last call read a frame
        self._serials = count(1)  # serials of observations
        self._motion = motion or MotionGate()
        self._exposure = ExposurePolicy()
        self.use(reader)

    def use(self, reader: GameReader | None) -> None:
        """Use another reader from now on; None: none, since something must be taught first."""
        self.reader = reader
        self.view = replace(self.view, has_reader=reader is not None)

    def read_if_due(
        self, frame: Frame, unsettled: bool, full: bool = False, bracket: Sequence[Picture] = ()
    ) -> Observation | None:
        """Read the frame if it is due; `unsettled`: the last reading left something open.

        `bracket`: the same table in these other exposures, taken just before; all are read as one picture. Raises
        `NoAnswerError` if reading hangs, and whatever a reader raises.
        """
        self.has_read = False
        self.view = replace(self.view, is_looking_closer=False)
        self._motion.begin(frame)
        is_closer = full or bool(bracket)
        if not self._motion.is_recorded and not (
            self._motion.fits(frame.picture) if is_closer else self._is_due(frame, unsettled)
        ):
            return None
        self._motion.note_reading(frame.at_s)
        if full:
            self._exposure.note_full()
        self.view = replace(self.view, closer_by="exposures" if bracket else "larger" if full else None)
        observation = self._read(frame, bracket)
        self.has_read = True
        self._explain_obstruction(frame.at_s, COVERED_S)
        return observation

    def next_capture(self, at_s: float, unsettled: bool) -> NextCapture:
        """When and how to take the next frame, after one taken at `at_s`."""
        exposure, view = self._exposure.exposure, self.view
        if self._motion.is_recorded:
            max_readings = MAX_OPEN_READINGS if unsettled else CARD_READINGS
            is_open = view.seeing == "still" and view.is_repeated and self._motion.readings < max_readings
            return NextCapture(0.0, exposure=exposure, again=is_open)
        closer = None
        if self._motion.is_still:
            is_open = view.seeing == "no_board" or (unsettled and view.seeing == "still")
            is_read = self._motion.is_read(at_s)
            closer = self._exposure.retake(at_s, is_read, is_open, unsettled, view.may_be_sheet)
        if closer is None:
            return NextCapture(self._motion.pause_s(at_s), exposure=exposure)
        self.view = replace(view, is_looking_closer=True)
        return NextCapture(0.0, full=closer == "full", bracket=closer == "bracket", exposure=exposure)

    def request_reading(self) -> None:
        """Have the next still picture read, even if nothing has moved."""
        self._motion.request_reading()

    def watch_anew(self) -> None:
        """Read the table once it has been still: another one is being set up."""
        self._motion.watch_anew()

    def set_field(self, corners: Sequence[Sequence[float]], width: int = 0) -> None:
        """Set the field's corners, see `FieldTracker.set_corners`; raises `Refusal`."""
        self.field.set_corners(corners, width, self.view.picture, None if self.reader is None else self.reader.board)
        self.request_reading()

    def forget_field(self) -> None:
        """Forget the tapped corners, and find the field without them."""
        self.field.forget_corners(None if self.reader is None else self.reader.board)
        self.request_reading()

    def _is_due(self, frame: Frame, unsettled: bool) -> bool:
        motion = self._motion.watch(frame)
        if motion != "still":
            self.view = replace(self.view, seeing=motion, closer_by=None)
            self._exposure.restart()
            self._explain_obstruction(frame.at_s, RESTLESS_S)
            return False
        is_open = unsettled or self.field.in_doubt or self.view.seeing != "still"
        return self._motion.is_due(frame.at_s, is_open, self.view.is_repeated)

    def _explain_obstruction(self, at_s: float, longest_s: float) -> None:
        """Report what the box waits for if something has been over the table for `longest_s`."""
        if self._motion.is_obstructed(at_s, self.view.seeing == "moving", longest_s):
            self.view = replace(self.view, trouble=message("seen.waiting"))

    def _read(self, frame: Frame, bracket: Sequence[Picture]) -> Observation | None:
        picture = frame.picture
        if self.reader is None:
            self._exposure.expose_for(picture, [])  # a lesson may lie there, whose pieces must not be overexposed
            self.view = self.view.without_reading(picture, "still", message("table.teach_first"))
            return None
        if not bracket:
            return self._accept(frame.at_s, picture, self.field.read(self.reader, picture))
        before = self.view.reading
        whole = self.field.limit.call(fused, [picture, *bracket], (0.0, *BRACKET))
        return self._accept(frame.at_s, whole, confirmed(self.field.read(self.reader, whole), before))

    def _accept(self, at_s: float, picture: Picture, reading: Reading) -> Observation | None:
        """The observation, if the reading shows the table; otherwise None, with the reason in the view's `trouble`."""
        if reading.laid == "cards":
            face_up = [np.array(piece.corners) for piece in reading.pieces if piece.face != BACK]
            self._exposure.expose_for(picture, face_up)
        else:
            self._exposure.leave_to_camera()
        self.view = self.view.with_reading(picture, reading, self.field.is_elsewhere)
        if reading.unreadable:
            return None
        self.field.note(reading, picture)
        if reading.field is None:
            return None
        self._motion.watch_reach(picture)
        if self.view.seeing != "still" or self.view.trouble is not None:
            return None
        reached, is_unwatched = self._motion.rest(picture, reading.field)
        return Observation(next(self._serials), at_s, picture, reading, reached, is_unwatched)
