"""A real box before whose camera playing cards lie: drawn pictures, of which the reader knows what they show."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.box import Box
from device.games.listing import profile_of
from device.lessons import Lessons
from device.settings import Settings
from engines.vocabulary import BACK
from tests.support.web.laid_box import LaidCamera
from tools.films.card_tables import HEIGHT, PERFECT, WIDTH, CardTable
from vision.card_table_reader import CardTableReader
from vision.cards.reading import DetectedCard
from vision.reading import Picture


class SeenTable:
    """A table on which the states of a game are laid, and the camera above it; it has no noise."""

    def __init__(self, game: str) -> None:
        self.profile = profile_of(game)
        self.camera = LaidCamera()
        assert self.profile.cards is not None
        places = self.profile.cards.places()
        self._table = CardTable(self.profile.filming.lay, PERFECT, np.random.default_rng(1), places)
        self._shown: dict[int, Sequence[DetectedCard]] = {}
        self._kept: list[Picture] = []  # so that no other picture gets the id of one

    def lay(self, state: object) -> None:
        """The table as it must look in a state."""
        self._table.set(self.profile.filming.heaps(state), self.profile.game.layout(state))
        cards = self._table.picture()
        picture = _drawn(cards)
        self._kept.append(picture)
        self._shown[id(picture)] = cards
        self.camera.picture = picture

    def find(self, picture: Picture) -> Sequence[DetectedCard]:
        """The cards that a picture shows, or a part of the last one that was asked for."""
        if id(picture) in self._shown:
            self._last = picture
            return self._shown[id(picture)]
        *_, (left, top) = cv2.minMaxLoc(cv2.matchTemplate(self._last, picture, cv2.TM_SQDIFF))[:3]
        return [card.moved(-left, -top) for card in self._shown[id(self._last)]]


def _drawn(cards: Sequence[DetectedCard]) -> Picture:
    """Cards with their codes on them, on green."""
    picture = np.full((HEIGHT, WIDTH, 3), (60, 105, 45), np.uint8)
    for card in sorted(cards, key=lambda card: card.level):
        ring = np.rint(card.corners).astype(np.int32)
        cv2.fillConvexPoly(picture, ring, (160, 60, 40) if card.code == BACK else (245, 245, 245))
        cv2.polylines(picture, [ring], True, (40, 40, 40), 2)
        if card.code != BACK:
            x, y = np.rint(card.xy).astype(int)
            cv2.putText(picture, card.code, (x - 22, y + 8), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (0, 0, 0), 2, cv2.LINE_AA)
    return np.asarray(picture, np.uint8)


@contextmanager
def card_box(data: Path, table: SeenTable, players: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> Iterator[Box]:
    """A box that watches such a table."""
    cards = table.profile.cards
    assert cards is not None
    monkeypatch.setattr(Lessons, "reader_of", lambda _lessons, _game: CardTableReader(table.find, cards.places()))
    with Box(Settings(data, table.profile.game.NAME, players, {"games": 1}, niceness=0), table.camera) as box:
        yield box
