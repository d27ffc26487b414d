"""What the box has learned of its tiles: the faces in its data folder, the readers that use them, and lessons."""

import secrets
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from threading import Event, Lock

from device.games.listing import WATCHED, arrangement_of
from device.system.decoder import DECODER
from device.system.shared_result import SharedResult
from device.system.whole_files import set_aside, set_aside_if_possible
from device.system.worker import WorkEnded, Worker
from engines.messages import Message, Refusal, message
from vision.faces.lesson_view import LessonView, view_lesson
from vision.faces.recogniser import BadTaught, TaughtFaces
from vision.faces.recognition import FaceRecogniser
from vision.faces.side_classifier import UntaughtFaces
from vision.faces.teaching import Example, Lesson, examples_of, lesson_of
from vision.reading import Picture
from vision.table_reader import TableReader


@dataclass(frozen=True)
class Offer:
    """A lesson to be looked at, and the number by which it is accepted."""

    number: int
    lesson: Lesson


@dataclass(frozen=True)
class Progress:
    """The photograph of a lesson that is being looked at, counted from 1, and how many there are."""

    photograph: int
    of: int


class Lessons:
    """The faces taught in `folder`; `trouble` says why there are none.

    With `given` faces the table is read, whatever is taught: they are those of a table whose tiles are known. What was
    taught in the meantime is kept, and of use for photographs.

    `damage` says what became of those that were there before the start, where they were damaged.

    Lessons are worked out by the `worker`, one at a time, and may be followed (`progress`) and given up by any thread.
    """

    def __init__(self, folder: Path, worker: Worker, given: TaughtFaces | None = None) -> None:
        self.folder = folder
        self.trouble: Message | None = None
        self.damage: Message | None = None
        self.progress: Progress | None = None
        self._worker, self._given = worker, given
        self._taught: TaughtFaces | None = None
        self._last: Offer | None = None
        self._cancelled, self._accepting = Event(), Lock()
        self._views = SharedResult(self._viewed)
        # Begun anywhere: a phone that looked at a lesson before the box was started again must not name another one.
        self._numbers = count(secrets.randbelow(2**31))
        if given is None:
            self._load()

    def reader_of(self, game: str) -> TableReader | None:
        """A new reader of a game's tables; None as long as it needs faces that have not been taught."""
        faces = self._faces_of(game)
        return None if faces is None else TableReader(arrangement_of(game), faces)

    def faces_of(self, game: str) -> FaceRecogniser | None:
        """What a reader of a game's tables needs, for the worker; None as long as that has not been taught."""
        # What the table's thread reads with keeps more and more in itself, which must not happen while it is sent.
        return copy(self._faces_of(game))

    def faces(self, game: str) -> FaceRecogniser:
        """What a reader of photographs of a game needs, for the worker; raises `BadTaught`."""
        faces = copy(self._taught) or self.faces_of(game)
        if faces is None or game not in WATCHED:
            raise BadTaught(self.trouble or message("reading.no_game", game=game, allowed=" ".join(WATCHED)))
        return faces

    def teach(self, photos: Sequence[bytes], faces: Sequence[str]) -> Offer:
        """A lesson from photographs (JPEG, PNG, WebP), kept to be accepted; raises `BadPicture` or `CannotTeach`.

        It takes the place of the one before, which cannot be accepted any more. Raises `Refusal` where it is cancelled.
        """
        self._cancelled.clear()
        try:
            examples = []
            for number, photo in enumerate(photos, start=1):
                self.progress = Progress(number, len(photos))
                examples.append(self._examples(photo, number, len(faces)))
            lesson = self._worker.do(lesson_of, examples, faces)
        except WorkEnded:
            self._go_on()
            raise
        finally:
            self.progress = None
        self._last = Offer(next(self._numbers), lesson)
        return self._last

    def cancel(self) -> None:
        """Give up the lesson that is being worked out, if any is."""
        if self.progress is not None:
            self._cancelled.set()
            self._worker.stop()

    def view(self, picture: Picture, faces: Sequence[str]) -> LessonView:
        """What a picture of tiles laid for a lesson would teach; nothing is kept of it."""
        return self._views.of(picture, faces, self._given or self._taught)

    def accept(self, number: int) -> None:
        """Use from now on what the last lesson taught, and keep it; it writes files, so it may take a while.

        Raises `Refusal` where it cannot be written, or where the last one is not the one of this number: what is
        accepted is what was looked at.
        """
        with self._accepting:
            last = self._last
            if last is None:
                raise Refusal(message("table.no_lesson"))
            if last.number != number:
                raise Refusal(message("table.other_lesson"))
            self._taught, self.trouble = last.lesson.taught, None
            try:
                last.lesson.taught.save(self.folder)
            except OSError as error:
                raise Refusal(message("taught.cannot_write", folder=str(self.folder))) from error

    @property
    def taught(self) -> TaughtFaces | None:
        """What the box has been taught, if anything."""
        return self._taught

    def forget(self) -> None:
        """Read without what was taught from now on; its folder is renamed, not removed. Raises `Refusal`."""
        with self._accepting:
            if self._taught is None:
                return
            try:
                set_aside(self.folder, "forgotten")
            except OSError as error:
                raise Refusal(message("taught.cannot_write", folder=str(self.folder))) from error
            self._taught = self._last = None
            self.trouble = message("taught.missing", folder=str(self.folder))

    def _faces_of(self, game: str) -> FaceRecogniser | None:
        if game not in WATCHED:
            return None
        return self._given or self._taught or (UntaughtFaces() if arrangement_of(game).sides_only else None)

    def _examples(self, photo: bytes, number: int, tiles: int) -> list[Example]:
        """The tiles in one photograph; only one of them is in memory at a time."""
        self._go_on()
        picture = DECODER.decode(photo, f"photo {number}")
        self._go_on()
        return self._worker.do(examples_of, picture, number, tiles)

    def _go_on(self) -> None:
        if self._cancelled.is_set():
            raise Refusal(message("teach.cancelled"))

    def _viewed(self, picture: Picture, faces: Sequence[str], known: TaughtFaces | None) -> LessonView:
        return self._worker.do(view_lesson, picture, faces, copy(known))

    def _load(self) -> None:
        try:
            self._taught = TaughtFaces.load(self.folder)
        except BadTaught as bad:
            self.trouble = bad.said
            if bad.said.key == "taught.damaged":
                aside = set_aside_if_possible(self.folder).name
                self.trouble = self.damage = message("taught.set_aside", folder=str(self.folder), aside=aside)
