"""Decides which frames are read: while nothing moves, frames are only compared, which is cheap."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ParamSpec, Protocol, TypeVar

import numpy as np

from device.capture.field_shape import wrong_with
from device.capture.tapped_field import TappedField
from device.hardware.camera import Frame
from device.hardware.camera.frame import BRACKET
from device.hardware.timeout import call_with_timeout
from device.system.shared_result import SharedResult
from device.table.game import PATIENCE
from device.table.snapshot import Seeing
from engines.messages import Message, Refusal, message
from engines.vocabulary import BACK, UNSURE
from vision.board.finder import board_lies_at, find_board
from vision.closer_look import confirmed
from vision.quality.exposure import lacking_exposure
from vision.quality.fusion import fused
from vision.quality.reach import Reach
from vision.quality.stillness import Stillness
from vision.reading import Picture, Points, Reading

# When to read again although nothing moved: soon while something is open, now and then in case a move went unnoticed.
AGAIN_S = 2.0
# Of a table of cards so many pictures are read after each movement, since one in twenty misses a card. A folder has but
# one of each table: it is read so often, or until people are told what is left open.
CARD_LOOKS, SOON_S = 3, 0.7
NOW_AND_THEN_S = 30.0
# Other exposures are not tried twice in so short a time, whatever moves.
BRACKET_S = 4.0
# Nobody draws and discards twice in less: what happened in a longer time without a still picture may be several turns.
TURNS_S = 6.0
MOVING_PAUSE_S = 0.05
STILL_PAUSE_S = 0.1
IDLE_PAUSE_S = 0.4
IDLE_AFTER_S = 5.0
REST_PAUSE_S = 0.8  # less than a hand is over the table, so that a move is seen while it is made
REST_AFTER_S = 15.0
# After a sleeve has lain on the board for so long, or hands have moved over it, people are told why nothing happens.
COVERED_S = 20.0
RESTLESS_S = 60.0
# Nothing is taken from a picture that warns of these: board turned or not, two decks mixed, a deck that is not known.
UNUSABLE = ("turned_or_not", "twice", "untaught")
# EV by which pictures of cards are exposed less or more than the camera would choose for the whole table.
LEAST_EXPOSURE, MOST_EXPOSURE = -3.0, 1.0
# A picture is read in hundredths of a second, the first one or a full one in a second or two.
READ_S = 10.0

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


class Reader(Protocol):
    """What the frame gate needs of `vision.table_reader.TableReader`."""

    def read(self, picture: Picture, check_board: bool = False) -> Reading:
        """What the picture shows; with `check_board`, after checking where board and hands are now."""

    def set_field(self, corners: Points, width: int) -> None:
        """Take the field's corners (4 × 2 px of a picture of `width` px) from people."""

    def forget_board(self) -> None:
        """Find the board again."""


class MotionDetector(Protocol):
    """What the frame gate needs of `vision.quality.stillness.Stillness`."""

    def is_still(self, picture: Picture, at_s: float) -> bool:
        """Whether the table is still."""

    def fits(self, picture: Picture) -> bool:
        """Whether a picture in another size shows the same as the last one."""


@dataclass(frozen=True)
class NextCapture:
    """How long the camera waits before its next picture, whether that is in full size, and how it is exposed.

    `bracket`: before it the table is taken in other exposures too, or it in full size where those cannot be chosen.
    `exposure`: by how many EV more than the camera would choose. `again`: the last picture is read once more instead,
    where the camera has but one of each table.
    """

    pause_s: float
    full: bool = False
    bracket: bool = False
    exposure: float = 0.0
    again: bool = False


def _pause_after(still_s: float) -> float:
    """How long the camera waits (s) when nothing has moved for `still_s` seconds."""
    if still_s > REST_AFTER_S:
        return REST_PAUSE_S
    return IDLE_PAUSE_S if still_s > IDLE_AFTER_S else STILL_PAUSE_S


def _board_in(picture: Picture) -> Points | None:
    return find_board(picture).corners


class FrameGate:
    """Turns frames into readings, and no more of them than necessary.

    `reader` is None as long as no faces have been taught; then nothing is read. `given` are the corners that people
    tapped, which every reader gets; `find` detects the board without them, and `lies_at` checks whether it is where it
    was. `looks_closer`: the last reading left open what the next picture may show, which is taken with more care.
    `seen_by`: by which closer look the last reading came about, if any.
    `notices` are shown once, by whoever clears them. `measured` is the last picture with what was measured in it, as
    long as that lies there.

    Vision may hang, so it runs with a time limit, `read_s` a call (usually `READ_S`). It changes nothing here but the
    reader, which must be replaced after a call that raised anything.
    """

    def __init__(
        self,
        reader: Reader | None,
        motion: MotionDetector | None = None,
        given: TappedField | None = None,
        find: Callable[[Picture], Points | None] = _board_in,
        lies_at: Callable[[Picture, Points], bool] = board_lies_at,
        read_s: float | None = None,
    ) -> None:
        self.reader = reader
        self.read_s = READ_S if read_s is None else read_s
        self.notices: list[Message] = []
        self.last: tuple[Picture, Reading | None] | None = None
        self.measured: tuple[Picture, Reading] | None = None
        self.seeing: Seeing = "moving"
        self.trouble: Message | None = None
        self._new_motion: Callable[[], MotionDetector] = Stillness if motion is None else lambda: motion
        self._motion = self._new_motion()
        self._reach = Reach()
        self._given, self._find = given or TappedField(), SharedResult(self._limited(find))
        self._lies_at = self._limited(lies_at)
        self._field: Points | None = None  # where the board was detected last, in shares of the picture's width
        # Whether the last reading, but not the one before, had the board away from the tapped corners.
        self._is_elsewhere = False
        self._knows_field: Reader | None = None  # the reader that has the tapped corners
        self._report_field()
        self.has_read = False  # in the last call
        self._still_since: float | None = None
        self._still_at: float | None = None  # the last frame on which nothing moved
        self._unwatched = False  # there was none for long, and no reading since
        self._waits_since: float | None = None  # for something over the table to be gone
        self._read_at: float | None = None
        self._looks = 0  # readings since something has moved
        self._name: str | None = None  # of the last frame, in a folder
        self._full_taken = self._bracketed = False  # since something has moved, and while something is open
        self._bracketed_at: float | None = None
        self.looks_closer = False
        self.seen_by: Seeing | None = None
        self._exposure = 0.0  # EV

    def read_if_due(
        self, frame: Frame, unsettled: bool, full: bool = False, bracket: Sequence[Picture] = ()
    ) -> Reading | None:
        """What the frame shows, when it is time to read it; `unsettled`: the last reading left something open.

        `bracket`: just before the same table was taken in these other exposures; all are read as one picture. Raises
        `NoAnswerError` where reading hangs, and whatever a reader raises.
        """
        self.has_read = self.looks_closer = False
        if frame.name != self._name:
            self._name, self._looks = frame.name, 0
        is_closer = full or bool(bracket)
        if frame.name is None and not (
            self._motion.fits(frame.picture) if is_closer else self._is_due(frame, unsettled)
        ):
            return None
        self._read_at = frame.at_s
        self._looks += 1
        self._full_taken = self._full_taken or full
        self.seen_by = "exposures" if bracket else "larger" if full else None
        reading = self._read(frame.picture, bracket)
        self.has_read = True
        self._wait(frame.at_s, COVERED_S)
        return reading

    def next_capture(self, at_s: float, unsettled: bool) -> NextCapture:
        """When and how the next frame is to be taken, after one taken at `at_s`."""
        if self._name is not None:
            looks = PATIENCE if unsettled else CARD_LOOKS
            is_open = self.seeing == "still" and self._is_looked_at_again and self._looks < looks
            return NextCapture(0.0, exposure=self._exposure, again=is_open)
        if self._still_since is None:
            return NextCapture(MOVING_PAUSE_S, exposure=self._exposure)
        is_open = self.seeing == "no_board" or (unsettled and self.seeing == "still")
        self._bracketed &= is_open
        has_read = self._read_at == at_s
        if has_read and is_open and self._may_bracket(at_s):
            self.looks_closer = self._bracketed = True
            self._bracketed_at = at_s
            return NextCapture(0.0, bracket=True, exposure=self._exposure)
        if has_read and unsettled and not self._full_taken:
            self.looks_closer = True
            return NextCapture(0.0, full=True, exposure=self._exposure)
        return NextCapture(_pause_after(at_s - self._still_since), exposure=self._exposure)

    @property
    def warnings(self) -> list[Message]:
        """What people can mend in the last picture, each once; hands go away by themselves."""
        reading = None if self.last is None else self.last[1]
        return list(dict.fromkeys(one.said() for one in reading.warnings if one.kind != "hand")) if reading else []

    @property
    def has_unnamed(self) -> bool:
        """Whether the last picture shows pieces whose faces could not be told."""
        reading = None if self.last is None else self.last[1]
        return reading is not None and any(one.shown == UNSURE and one.pose != "upright" for one in reading.pieces)

    def request_reading(self) -> None:
        """Have the next still picture read, even if nothing has moved."""
        self._read_at = None

    def watch_anew(self) -> None:
        """Another table is being set up: read it when it has been still, whatever the last picture showed."""
        self._motion, self._still_since = self._new_motion(), None
        self.request_reading()

    def set_field(self, corners: Sequence[Sequence[float]], width: int = 0) -> None:
        """Take the field's corners from people, until the board has moved elsewhere.

        They are px of the last picture, or of one that is `width` px wide. Raises `Refusal` where they can be no field.
        """
        if self.last is None:
            raise Refusal(message("table.no_picture"))
        picture, _ = self.last
        high, wide = picture.shape[:2]
        scale = wide / (width or wide)
        ring = [(x * scale, y * scale) for x, y in corners]
        wrong = wrong_with(ring, (wide, high))
        if wrong is not None:
            raise Refusal(wrong)
        self._given.give(np.array(ring, np.float64), wide, self._find.of(picture))
        self._report_field()
        self._knows_field = None
        if self.reader is not None:
            self._pass_field_to(self.reader, picture)
        self.request_reading()

    def forget_field(self) -> None:
        """Find the field without the tapped corners."""
        self._given.forget()
        self._report_field()
        self._knows_field = None
        if self.reader is not None:
            self.reader.forget_board()
        self.request_reading()

    def _is_due(self, frame: Frame, unsettled: bool) -> bool:
        if not self._motion.is_still(frame.picture, frame.at_s) or frame.is_settling:
            self.seeing = "settling" if frame.is_settling else "moving"
            self.seen_by = self._still_since = self._read_at = None
            self._full_taken = self._bracketed = False
            self._looks = 0
            self._wait(frame.at_s, RESTLESS_S)
            if not frame.is_settling:
                self._reach.see(frame.picture)
            return False
        if self._still_since is None:
            self._still_since = frame.at_s
        self._unwatched |= self._still_at is not None and frame.at_s - self._still_at > TURNS_S
        self._still_at = frame.at_s
        if self._read_at is None:
            return True
        is_open = unsettled or self._given.in_doubt or self.seeing != "still"
        if self._is_looked_at_again and (is_open or self._looks < CARD_LOOKS):
            return frame.at_s - self._read_at >= SOON_S
        return frame.at_s - self._read_at >= (AGAIN_S if is_open else NOW_AND_THEN_S)

    def _may_bracket(self, at_s: float) -> bool:
        """Whether other exposures may show what a reading left open: of a sheet, and once while it lies still.

        Where a camera takes long to expose as before, that looks like something that moves.
        """
        reading = None if self.last is None else self.last[1]
        is_sheet = self.reader is not None and (reading is None or reading.laid == "sheet")
        is_soon = self._bracketed_at is not None and at_s - self._bracketed_at < BRACKET_S
        return is_sheet and not self._bracketed and not is_soon

    @property
    def _is_looked_at_again(self) -> bool:
        return self.last is not None and self.last[1] is not None and self.last[1].laid != "sheet"

    def _wait(self, at_s: float, patience_s: float) -> None:
        """Report what the box waits for when something stays over the table for so long."""
        if self.seeing != "moving":
            self._waits_since = None
        elif self._waits_since is None:
            self._waits_since = at_s
        elif at_s - self._waits_since >= patience_s:
            self.trouble = message("seen.waiting")

    def _read(self, picture: Picture, bracket: Sequence[Picture]) -> Reading | None:
        if self.reader is None:
            # a lesson may lie there: its tiles or cards must not be overexposed
            self._exposure = self._exposure_for(picture, [])
            self.seeing, self.trouble, self.last = "still", message("table.teach_first"), (picture, None)
            return None
        if not bracket:
            return self._judged(picture, self._read_with(self.reader, picture))
        before = None if self.last is None else self.last[1]
        whole = self._limited(fused)([picture, *bracket], (0.0, *BRACKET))
        return self._judged(whole, confirmed(self._read_with(self.reader, whole), before))

    def _judged(self, picture: Picture, reading: Reading) -> Reading | None:
        """The reading, if it shows the table; otherwise None, and `trouble` says why."""
        up = [np.array(piece.corners) for piece in reading.pieces if piece.face != BACK]
        self._exposure = self._exposure_for(picture, up) if reading.laid == "cards" else 0.0
        if reading.unreadable:
            # There is no reading, so that nobody takes what cannot be seen for what is not there.
            self.seeing, self.trouble, self.last = "no_board", reading.unreadable.said(), (picture, None)
            return None
        self.last = (picture, reading)
        self.trouble = None
        if reading.field is None:
            why = (warned.said() for warned in reading.warnings if warned.kind != "hand")
            self.seeing, self.trouble, self._field = "no_board", next(why, message("table.no_board")), None
            return None
        self._field = reading.field / picture.shape[1]
        self._reach.see(picture)
        if reading.shows_hand or self._is_elsewhere:
            self.seeing = "moving"
            return None
        self.seeing = "still"
        if reading.marks or not reading.left_open:  # what has just come is measured in the next picture
            self.measured = (picture, reading) if reading.marks else None
        amiss = next((warned for warned in reading.warnings if warned.kind in UNUSABLE), None)
        self.trouble = None if amiss is None else amiss.said()
        if amiss:
            return None
        reached = self._reach.direction
        self._reach.rest(picture, reading.field)
        unwatched, self._unwatched = self._unwatched, False
        return replace(reading, reached=reached, unwatched=unwatched)

    def _exposure_for(self, picture: Picture, up: Sequence[Points]) -> float:
        """How the next picture is exposed (EV); more than the camera does only where cards lie face `up`."""
        most = MOST_EXPOSURE if up else 0.0
        return min(max(self._exposure + lacking_exposure(picture, up), LEAST_EXPOSURE), most)

    def _read_with(self, reader: Reader, picture: Picture) -> Reading:
        """The reading with the board where it is: at the tapped corners, as long as it has not moved."""
        if self._given.is_known and self._knows_field is not reader:
            self._pass_field_to(reader, picture)
        reading = self._limited(reader.read)(picture, check_board=True)
        self._is_elsewhere = False
        if reading.unreadable or reading.laid != "sheet":
            return reading
        if not self._given.is_known:
            return reading if self._is_where_it_was(picture, reading) else self._read_from_scratch(reader, picture)
        if reading.shows_hand:
            return reading
        doubted = self._given.in_doubt
        if not self._given.has_moved(self._find.of(picture), picture.shape[1]):
            self._is_elsewhere = self._given.in_doubt and not doubted
            return reading
        self._given.forget()
        self._report_field()
        self.notices.append(message("table.field_forgotten"))
        return self._read_from_scratch(reader, picture)

    def _is_where_it_was(self, picture: Picture, reading: Reading) -> bool:
        """Whether the board lies where a reader that could not make it out in this picture remembers it.

        Corners that were made out anew are never the same to the last digit.
        """
        if reading.field is None or self._field is None:
            return True
        is_remembered = np.allclose(reading.field / picture.shape[1], self._field, rtol=0.0, atol=1e-9)
        return not is_remembered or self._lies_at(picture, reading.field)

    def _read_from_scratch(self, reader: Reader, picture: Picture) -> Reading:
        """The reading after the reader has forgotten where the board was."""
        reader.forget_board()
        return self._limited(reader.read)(picture, check_board=True)

    def _pass_field_to(self, reader: Reader, picture: Picture) -> None:
        corners = self._given.fitting((picture.shape[1], picture.shape[0]))
        if corners is not None:
            reader.set_field(corners, picture.shape[1])
            self._knows_field = reader

    def _limited(self, call: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
        """The same call with a time limit: raises `NoAnswerError` where it hangs."""
        return lambda *args, **more: call_with_timeout(self.read_s, lambda: call(*args, **more))

    def _report_field(self) -> None:
        """Report once what is wrong with the file of the corners."""
        if self._given.trouble is not None:
            self.notices.append(self._given.trouble)
