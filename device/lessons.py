"""What the box has learned of its tiles: the faces in its data folder, the readers that use them, and lessons."""

from collections.abc import Sequence
from pathlib import Path

from engines.messages import Message, Refusal, message
from vision.lesson_view import LessonView, view_lesson
from vision.pictures import decode_picture
from vision.reading import Picture
from vision.table_reader import GAMES_OF_SIDES, GAMES_READ, TableReader
from vision.taught import BadTaught, TaughtFaces
from vision.teaching import Lesson, teach
from vision.untaught import UntaughtFaces


class Lessons:
    """The faces taught in `folder`, or `given` ones instead; `trouble` says why there are none.

    `teach` and what its readers do run networks, so they belong in the table's thread.
    """

    def __init__(self, folder: Path, given: TaughtFaces | None = None) -> None:
        self.folder = folder
        self.trouble: Message | None = None
        self._taught = given
        self._last: Lesson | None = None
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

    def teach(self, photos: Sequence[bytes], faces: Sequence[str]) -> Lesson:
        """A lesson from photographs (JPEG, PNG, WebP), kept to be accepted; raises `BadPicture` or `CannotTeach`."""
        pictures = [decode_picture(photo, f"photo {number}") for number, photo in enumerate(photos, start=1)]
        self._last = teach(pictures, faces)
        return self._last

    def view(self, picture: Picture, faces: Sequence[str]) -> LessonView:
        """What a picture of tiles laid for a lesson would teach; nothing is kept of it."""
        return view_lesson(picture, faces, self._taught)

    def accept(self) -> None:
        """Use what the last lesson taught from now on, and keep it; raises `Refusal` where that cannot be written."""
        if self._last is None:
            raise Refusal(message("table.no_lesson"))
        self._taught, self.trouble = self._last.taught, None
        try:
            self._taught.save(self.folder)
        except OSError as error:
            raise Refusal(message("taught.cannot_write", folder=str(self.folder))) from error

    def _load(self) -> None:
        try:
            self._taught = TaughtFaces.load(self.folder)
        except BadTaught as bad:
            self.trouble = bad.said
