"""What the box has been taught of tiles and cards, and the table readers that use it."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from pathlib import Path
from types import MappingProxyType
from typing import Any

from device.capture.game_reader import GameReader, reader_of_cards, reader_of_frame, reader_of_tiles
from device.drop_it.frame_files import FrameFiles
from device.drop_it.frame_table import FrameTable
from device.games.listing import IN_FRAME, ON_SHEET, WITH_TAUGHT_CARDS, arrangement_of, profile_of
from device.lesson_store import LessonStore
from device.set_check import READ_AS
from device.sheet_prints import SheetPrints
from device.system.decoder import DECODER
from device.system.shared_result import SharedResult
from device.system.worker import Worker
from engines.drop_it.moves import SHAPE
from engines.messages import Fact, Message, message
from engines.skip_bo.state import FACES as CARD_FACES
from engines.vocabulary import BACK, TILE_FACES
from vision.card_table_reader import CardTableReader, FindCards, read_cards
from vision.cards.taught.lesson_view import learned_cards, view_cards
from vision.cards.taught.reader import CardReader
from vision.cards.taught.taught_cards import TaughtCards, teach_cards
from vision.faces.lesson_view import LessonView, view_lesson
from vision.faces.recogniser import BadTaught, TaughtFaces
from vision.faces.recognition import FaceRecogniser
from vision.faces.side_classifier import UntaughtFaces
from vision.faces.teaching import CannotTeach, LearnedFace, examples_of, lesson_of
from vision.reading import Picture, Reading
from vision.table_reader import TableReader, read_once

# The order in which one of each piece is laid before the camera in a lesson.
LAYING_ORDER = {"tiles": (*TILE_FACES, BACK), "cards": (*CARD_FACES, BACK)}


class CardLessons(LessonStore[TaughtCards]):
    """The cards taught in a folder: those that no shipped reader knows."""

    def __init__(
        self,
        folder: Path,
        worker: Worker,
        changed: Callable[[], object],
        given: TaughtCards | None,
        is_rehearsed: Callable[[], bool],
    ) -> None:
        super().__init__(folder, worker, TaughtCards, changed, given, is_rehearsed)
        self._readers = SharedResult(CardReader)
        self._views = SharedResult(lambda picture, faces: worker.do(view_cards, picture, faces))

    @property
    def find(self) -> FindCards | None:
        """The detector of the taught cards; None as long as none are taught."""
        cards = self.used
        return None if cards is None else self._readers.of(cards).read

    def view(self, picture: Picture, faces: Sequence[str]) -> LessonView:
        """What a picture (BGR) of cards laid for a lesson would teach; nothing of it is kept."""
        return self._views.of(picture, faces)

    def known(self) -> Mapping[str, Picture]:
        """Each taught card's crop (BGR)."""
        cards = self.used
        return {} if cards is None else {face.face: face.crop for face in learned_cards(cards)}

    def _learn(self, photos: Sequence[bytes], faces: Sequence[str]) -> tuple[TaughtCards, Sequence[LearnedFace]]:
        """Learn from the first photograph in which all cards are detected; raises `CannotTeach` where there is none."""
        for number in range(1, len(photos)):
            with suppress(CannotTeach):
                return self._learn_from(self._photograph(photos, number), faces)
        return self._learn_from(self._photograph(photos, len(photos)), faces)

    def _learn_from(self, picture: Picture, faces: Sequence[str]) -> tuple[TaughtCards, Sequence[LearnedFace]]:
        taught = self._worker.do(teach_cards, picture, faces)
        return taught, learned_cards(taught)


class Lessons(LessonStore[TaughtFaces]):
    """The faces of tiles taught in a folder, the `cards` beside them, the frame of Drop It (`frames`), and `prints`.

    `given` faces and cards are those of a table whose pieces are known; `rehearsed`: of which pieces such a table shows
    a lesson.
    """

    def __init__(
        self,
        folder: Path,
        worker: Worker,
        given: TaughtFaces | None = None,
        cards: Path | None = None,
        frames: FrameFiles | None = None,
        prints: SheetPrints | None = None,
        changed: Callable[[], object] = lambda: None,
        given_cards: TaughtCards | None = None,
        rehearsed: Callable[[], str | None] = lambda: None,
    ) -> None:
        super().__init__(folder, worker, TaughtFaces, changed, given, lambda: rehearsed() == "tiles")
        cards = cards or folder.with_name("cards")
        self.cards = CardLessons(cards, worker, changed, given_cards, lambda: rehearsed() == "cards")
        self.frames = frames or FrameFiles(None)
        self._prints = prints
        self._views = SharedResult(self._view)

    def store_of(self, pieces: str) -> LessonStore[Any]:
        """The store of `"tiles"` or of `"cards"`."""
        stores: dict[str, LessonStore[Any]] = {"tiles": self, "cards": self.cards}
        return stores[pieces]

    def reader_of(
        self, game: str, seats: int | None = None, options: Mapping[str, Fact] = MappingProxyType({})
    ) -> GameReader | None:
        """A new reader of a game's tables; None as long as something that it needs is not taught or measured.

        `seats`: how many play, None where that is not known. `options`: those of the game.
        """
        if game in IN_FRAME:
            frame = self.frames.frame_of(options)
            edges_by = str(options.get("edges", SHAPE))
            return None if frame is None else reader_of_frame(FrameTable(frame, self.frames, edges_by))
        laid = profile_of(game).cards
        if laid is None:
            faces = self._faces_of(game)
            sheets = () if self._prints is None else self._prints.sheets
            return None if faces is None else reader_of_tiles(TableReader(arrangement_of(game), faces, sheets))
        find = laid.finder() if laid.finder else self.cards.find
        if find is None:
            return None
        places = laid.places()
        places.seats = seats
        return reader_of_cards(CardTableReader(find, places, has_twins=laid.finder is None))

    def lacking(self, game: str) -> Message | None:
        """Why nothing is taught for a game's tables; None where something is."""
        if game in IN_FRAME:
            return self.frames.trouble or message("table.teach_frame_first")
        return self.cards.trouble if game in WITH_TAUGHT_CARDS else self.trouble

    def faces_of(self, game: str) -> FaceRecogniser | None:
        """The face recogniser for a game's tables of tiles, to be sent to the worker; None while none is taught."""
        # A copy: the table's thread fills the caches of the original, which must not change while it is pickled.
        return copy(self._faces_of(game))

    def faces(self, game: str) -> FaceRecogniser:
        """The face recogniser for photographs of a game, to be sent to the worker; raises `BadTaught`."""
        faces = copy(self.taught) or self.faces_of(game)
        if faces is None or game not in ON_SHEET:
            raise BadTaught(self.trouble or message("reading.no_game", game=game, allowed=" ".join(ON_SHEET)))
        return faces

    def read_pieces(self, game: str, photo: bytes) -> tuple[Picture, Reading]:
        """A photograph (JPEG, PNG, WebP) of a game's pieces spread out, and what it shows.

        Raises `BadPicture` or `BadTaught`.
        """
        picture, laid = DECODER.decode(photo, ""), profile_of(game).cards
        if laid is None:
            return picture, self._worker.do(read_once, arrangement_of(READ_AS), self.faces(READ_AS), picture)
        find = laid.finder() if laid.finder else self.cards.find
        if find is None:
            raise BadTaught(self.lacking(game) or message("table.teach_cards_first"))
        return picture, self._worker.do(read_cards, find, picture)

    def view(self, picture: Picture, faces: Sequence[str]) -> LessonView:
        """What a picture (BGR) of tiles laid for a lesson would teach; nothing of it is kept."""
        return self._views.of(picture, faces, self.used)

    def known(self) -> Mapping[str, Picture]:
        """Each face that tiles are read by, with the first picture (BGR) that taught it."""
        faces = self.used
        return {} if faces is None else {face: some[0] for face, some in faces.crops.items() if some}

    def _faces_of(self, game: str) -> FaceRecogniser | None:
        if game not in ON_SHEET:
            return None
        return self.used or (UntaughtFaces() if arrangement_of(game).sides_only else None)

    def _learn(self, photos: Sequence[bytes], faces: Sequence[str]) -> tuple[TaughtFaces, Sequence[LearnedFace]]:
        examples = []
        for number in range(1, len(photos) + 1):
            picture = self._photograph(photos, number)
            examples.append(self._worker.do(examples_of, picture, number, len(faces)))
        lesson = self._worker.do(lesson_of, examples, faces)
        return lesson.taught, lesson.faces

    def _view(self, picture: Picture, faces: Sequence[str], known: TaughtFaces | None) -> LessonView:
        return self._worker.do(view_lesson, picture, faces, copy(known))
