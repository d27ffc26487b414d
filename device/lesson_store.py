"""What the box has been taught of one kind of pieces, and the lessons that wait to be accepted."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Lock
from typing import Generic, Protocol, Self, TypeVar

from device.pending_lessons import PendingLessons
from device.system.decoder import DECODER
from device.system.whole_files import set_aside, set_aside_if_possible
from device.system.worker import WorkEnded, Worker
from engines.messages import Message, Refusal, message
from vision.faces.lesson_view import LessonView
from vision.faces.recogniser import BadTaught
from vision.faces.teaching import LearnedFace
from vision.reading import Picture


class Known(Protocol):
    """Something taught that can be kept in a folder."""

    def save(self, folder: Path) -> None:
        """Write it; raises `OSError`."""

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Read what `save` wrote; raises `BadTaught`."""


Taught = TypeVar("Taught", bound=Known)


@dataclass(frozen=True)
class Offer(Generic[Taught]):
    """A lesson that people review before they accept it."""

    number: int  # by which it is accepted
    taught: Taught
    faces: Sequence[LearnedFace]  # each as it was learned


@dataclass(frozen=True)
class Progress:
    """How far the photographs of a lesson have been worked through."""

    photograph: int  # the current one, counted from 1
    of: int  # how many there are


class LessonStore(ABC, Generic[Taught]):
    """What has been taught in `folder`.

    Lessons are worked out by the `worker`, one at a time, and may be followed and given up by any thread. `changed` is
    called when something else is taught from now on. What is `given`, of a table whose pieces are known, is used to
    read that table instead of what was taught; while `is_rehearsed`, an accepted lesson replaces it, and no file.
    """

    def __init__(
        self,
        folder: Path,
        worker: Worker,
        kind: type[Taught],
        changed: Callable[[], object],
        given: Taught | None = None,
        is_rehearsed: Callable[[], bool] = lambda: False,
    ) -> None:
        self.folder = folder
        self.taught: Taught | None = None
        self.trouble: Message | None = None  # why nothing is taught
        self.damage: Message | None = None  # what happened to damaged files found at the start
        self.progress: Progress | None = None  # of the lesson that is being worked out
        self._worker = worker
        self._changed = changed
        self._given, self._is_rehearsed = given, is_rehearsed
        self._pending = PendingLessons[Taught]()
        self._cancelled, self._accepting = Event(), Lock()
        if given is None:
            self._load(kind)

    @abstractmethod
    def view(self, picture: Picture, faces: Sequence[str]) -> LessonView:
        """What a picture (BGR) of pieces laid for a lesson would teach; nothing of it is kept."""

    @abstractmethod
    def known(self) -> Mapping[str, Picture]:
        """Each taught face, with the first picture (BGR) that taught it."""

    @abstractmethod
    def _learn(self, photos: Sequence[bytes], faces: Sequence[str]) -> tuple[Taught, Sequence[LearnedFace]]:
        """Learn from photographs; gives what they teach, and each face as it was learned."""

    def teach(self, photos: Sequence[bytes], faces: Sequence[str]) -> Offer[Taught]:
        """Work out a lesson from photographs (JPEG, PNG, WebP), to be accepted; raises `BadPicture` or `CannotTeach`.

        It replaces the lesson before, which cannot be accepted any more. Raises `Refusal` where it is cancelled.
        """
        self._cancelled.clear()
        try:
            taught, learned = self._learn(photos, faces)
        except WorkEnded:
            self._check_cancelled()
            raise
        finally:
            self.progress = None
        return Offer(self._pending.add(taught), taught, learned)

    def cancel(self) -> None:
        """Give up the lesson that is being worked out, if any is."""
        if self.progress is not None:
            self._cancelled.set()
            self._worker.stop()

    def accept(self, number: int) -> None:
        """Use and keep what the last lesson taught; writing its files may take a while.

        Raises `Refusal` where it cannot be written, or where the last lesson does not have this number: people accept
        only what they reviewed.
        """
        with self._accepting:
            lesson = self._pending.of(number)
            if self._is_rehearsed():
                self._given = lesson
            else:
                self._keep(lesson)
        self._changed()

    @property
    def used(self) -> Taught | None:
        """What the table is read with."""
        return self._given or self.taught

    def forget(self) -> None:
        """Use what was taught no more; its folder is renamed, not removed. Raises `Refusal`."""
        with self._accepting:
            if self.taught is None:
                return
            try:
                set_aside(self.folder, "forgotten")
            except OSError as error:
                raise Refusal(message("taught.cannot_write", folder=str(self.folder))) from error
            self._pending.clear()
            self.taught = None
            self.trouble = message("taught.missing", folder=str(self.folder))
        self._changed()

    def _photograph(self, photos: Sequence[bytes], number: int) -> Picture:
        """Decode one photograph, counted from 1; only one is in memory at a time. Raises `Refusal` when cancelled."""
        self.progress = Progress(number, len(photos))
        self._check_cancelled()
        picture = DECODER.decode(photos[number - 1], f"photo {number}")
        self._check_cancelled()
        return picture

    def _check_cancelled(self) -> None:
        if self._cancelled.is_set():
            raise Refusal(message("teach.cancelled"))

    def _keep(self, lesson: Taught) -> None:
        self.taught, self.trouble = lesson, None
        try:
            lesson.save(self.folder)
        except OSError as error:
            raise Refusal(message("taught.cannot_write", folder=str(self.folder))) from error

    def _load(self, kind: type[Taught]) -> None:
        try:
            self.taught = kind.load(self.folder)
        except BadTaught as bad:
            self.trouble = bad.said
            if bad.said.key == "taught.damaged":
                aside = set_aside_if_possible(self.folder).name
                self.trouble = self.damage = message("taught.set_aside", folder=str(self.folder), aside=aside)
