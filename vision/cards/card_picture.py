"""A picture and the plane of the cards in it, and what is printed there."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.judging import SHARP, SOFT
from vision.cards.plane import CardPlane
from vision.cards.sampling import Looks, Part, ink, looks_at, placed
from vision.reading import Picture


@dataclass(frozen=True)
class CardPicture:
    """A picture (height × width × 3, BGR) of cards on a plane."""

    picture: Picture
    plane: CardPlane

    def looks(self, cards: NDArray[np.float64], part: Part) -> Looks:
        """The colours of a part of cards (n × 4 × 2 on the plane): n × pixels × 3."""
        return self._looks(self.picture, cards, part)

    def ink_of(self, cards: NDArray[np.float64], part: Part) -> NDArray[np.float32]:
        """The ink of a part of cards (n × pixels)."""
        return self._looks(self._ink, cards, part)[..., 0]

    def strokes_of(self, cards: NDArray[np.float64], part: Part) -> NDArray[np.float32]:
        """The strokes of a part of cards (n × pixels)."""
        return self._looks(self.strokes, cards, part)[..., 0]

    @cached_property
    def strokes(self) -> NDArray[np.float32]:
        """How much less ink there is, or more, than around it (height × width)."""
        grey = self._ink.astype(np.float32)
        box = 2 * round(SOFT * self.card_width / 2) + 1
        sharp = cv2.GaussianBlur(grey, (0, 0), max(0.5, SHARP * self.card_width))
        return np.asarray(sharp - cv2.blur(grey, (box, box)), np.float32)

    @cached_property
    def card_width(self) -> float:
        """The width of a card in the middle of the picture, in px."""
        middle = np.array(self.picture.shape[1::-1]) / 2
        flat = self.plane.on_plane(middle + np.array([[0, 0], [1, 0]]))
        return float(1 / np.linalg.norm(flat[1] - flat[0]))

    @cached_property
    def _ink(self) -> NDArray[np.uint8]:
        return ink(self.picture)

    def _looks(self, picture: Picture | NDArray[np.float32], cards: NDArray[np.float64], part: Part) -> Looks:
        return looks_at(picture, placed(cards, part.points, self.plane.proportion), self.plane.to_picture)
