"""What the box has learned of its tiles: the faces in its data folder, the readers that use them, and lessons."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from engines.messages import Message, Refusal, message
from vision.lesson_view import LessonView, view_lesson
from vision.pictures import decode_picture
from vision.reading import Picture
from vision.table_reader import GAMES_OF_SIDES, GAMES_READ, TableReader
from vision.taught import BadTaught, TaughtFaces
from vision.teaching import Lesson, teach
from vision.untaught import UntaughtFaces


@dataclass(frozen=True)
class Offer:
    """A lesson to be looked at, and the number by which it is accepted."""

    number: int
    lesson: Lesson


class Lessons:
    """The faces taught in `folder`, or `given` ones instead; `trouble` says why there are none.

    `teach` and what its readers do run networks, so they belong in the table's thread.
    """

    def __init__(self, folder: Path, given: TaughtFaces | None = None) -> None:
        self.folder = folder
        self.trouble: Message | None = None
        self._taught = given
        self._last: Offer | None = None
        # Begun anywhere: a phone that looked at a lesson before the box was started again must not name another one.
        self._numbers = count(secrets.randbelow(2**31))
        if given is None:
            self._load()

    def reader_of(self, game: str) -> TableReader | None:
        """A new reader of a game's tables; None as long as it needs faces that have not been taught."""
        if self._taught is None:
            return TableReader(game, UntaughtFaces()) if game in GAMES_OF_SIDES else None
        return TableReader(game, self._taught) if game in GAMES_READ else None

    def reader(self, game: str) -> TableReader:
        """A new reader of a game's tables; raises `BadTaught`."""
        reader = self.reader_of(game)
        if reader is None:
            raise BadTaught(self.trouble or message("reading.no_game", game=game, allowed=" ".join(GAMES_READ)))
        return reader

    def teach(self, photos: Sequence[bytes], faces: Sequence[str]) -> Offer:
        """A lesson from photographs (JPEG, PNG, WebP), kept to be accepted; raises `BadPicture` or `CannotTeach`.

        It takes the place of the one before, which cannot be accepted any more.
        """
        pictures = [decode_picture(photo, f"photo {number}") for number, photo in enumerate(photos, start=1)]
        self._last = Offer(next(self._numbers), teach(pictures, faces))
        return self._last

    def view(self, picture: Picture, faces: Sequence[str]) -> LessonView:
        """What a picture of tiles laid for a lesson would teach; nothing is kept of it."""
        return view_lesson(picture, faces, self._taught)

    def accept(self, number: int) -> None:
        """Use from now on what the last lesson taught, and keep it.

        Raises `Refusal` where it cannot be written, or where the last one is not the one of this number: what is
        accepted is what was looked at.
        """
        if self._last is None:
            raise Refusal(message("table.no_lesson"))
        if self._last.number != number:
            raise Refusal(message("table.other_lesson"))
        self._taught, self.trouble = self._last.lesson.taught, None
        try:
            self._taught.save(self.folder)
        except OSError as error:
            raise Refusal(message("taught.cannot_write", folder=str(self.folder))) from error

    def _load(self) -> None:
        try:
            self._taught = TaughtFaces.load(self.folder)
        except BadTaught as bad:
            self.trouble = bad.said
