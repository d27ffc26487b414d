"""A table of cards and a camera that knows what lies there, but misses cards as a real one does."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from engines.vocabulary import Layout
from simulator.people.laid_cards import Heaps, LaidCard, LaidCards, Off
from vision.cards.common.reading import UNSURE, DetectedCard
from vision.places.cards.places import CardPlaces, PlacedCards
from vision.places.laying import Laying
from vision.reading import Reading

Rng = np.random.Generator
WIDTH, HEIGHT = 1700, 1300  # px of a picture, one a mm
SIZE = (60.0, 92.0)  # mm
_NUMBERED = ("discard/", "laid/", "cards/", "river/")  # numbered places whose cards lie on the one before
_MIN_PEEK = 0.25  # of a card's shorter side: offset from which a card leaves the index below it visible


@dataclass(frozen=True)
class Noise:
    """How what a camera reads differs from the cards on a table."""

    missed: float = 0.0  # share of cards that are not detected
    unsure: float = 0.0  # share that is read as `"?"`
    shift: float = 0.0  # how far off cards are laid, in shares of their shorter side
    jitter: float = 0.0  # the same from picture to picture
    turn: float = 0.0  # degrees askew
    nudged: float = 0.0  # how often the top card of a heap is pushed between two pictures
    hand: float = 0.0  # how often an arm is in a picture
    left: float = 0.5  # how often what a move takes off is still there in the pictures after it


PERFECT = Noise()
USUAL = Noise(missed=0.025, unsure=0.025, shift=0.3, jitter=0.03, turn=5.0, nudged=0.01, hand=0.1)


@dataclass
class CardTable:
    """The cards on a table, and pictures of them."""

    lay: Laying  # gives where a place lies
    noise: Noise
    rng: Rng
    places: CardPlaces  # what names the places of a picture's cards
    _layout: Layout = field(default_factory=dict)
    unread: set[str] = field(default_factory=set)  # the places of cards that no picture shows legibly
    confidence: float = 0.99  # with which the others are read
    pushed: tuple[float, float, float] = (0.0, 0.0, 0.0)  # the whole table, or the camera: px right, px down, degrees

    def __post_init__(self) -> None:
        self.laid = LaidCards(self._off)

    def set(self, heaps: Heaps, layout: Layout) -> None:
        """Lay what is new, and take off what is gone."""
        self._layout = layout
        self.laid.set(heaps)

    def read(self) -> PlacedCards | Reading | None:
        """The reading of another picture."""
        return self.places.place(self.picture(), WIDTH)

    def picture(self) -> list[DetectedCard]:
        """The cards detected in a picture; those under an arm over the table are missing."""
        detected: list[DetectedCard] = []
        at = np.array([self.rng.uniform(0, WIDTH), self.rng.uniform(0, HEIGHT)])
        for place, laid in self.laid.heaps.items():
            if laid and self.rng.random() < self.noise.nudged:
                self.laid.straighten([place])
            detected += self._visible_cards(place, self.laid.heaps[place])
        if self.rng.random() < self.noise.hand:
            detected = [card for card in detected if np.hypot(*(np.array(card.xy) - at)) > 180.0]
        return detected

    def _visible_cards(self, place: str, laid: Sequence[LaidCard]) -> list[DetectedCard]:
        """The visible cards of a heap."""
        top = laid[-1:]
        if len(laid) > 1 and abs(laid[-1].off[0] - laid[-2].off[0]) > _MIN_PEEK * SIZE[0]:
            top = laid[-2:]
        column = int(place.rpartition("/")[2]) if place.startswith(_NUMBERED) else 1
        shown = []
        for level, one in enumerate(top, start=column - 1):
            chance = self.rng.random()
            if chance >= self.noise.missed:
                is_unsure = place in self.unread or chance < self.noise.missed + self.noise.unsure
                shown.append(self._card(place, one, UNSURE if is_unsure else one.face, level))
        return shown

    def _card(self, place: str, one: LaidCard, code: str, level: int) -> DetectedCard:
        lie = self.lay(place, self._layout)
        assert lie is not None
        jitter = self.rng.uniform(-1, 1, 2) * self.noise.jitter * SIZE[0]
        middle = np.array([WIDTH / 2 + lie.x, HEIGHT / 2 - lie.y]) + one.off[:2] + jitter
        angle = np.radians(-(lie.turn + one.off[2]))
        half = np.array(SIZE) / 2
        ring = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half @ _rotation(angle).T + middle
        right, down, degrees = self.pushed
        ring = (ring - (WIDTH / 2, HEIGHT / 2)) @ _rotation(np.radians(degrees)).T + (
            WIDTH / 2 + right,
            HEIGHT / 2 + down,
        )
        a, b, c, d = ((float(x), float(y)) for x, y in ring)
        return DetectedCard(code, (a, b, c, d), 0.3 if code == UNSURE else self.confidence, level=level)

    def _off(self) -> Off:
        far = self.noise.shift * SIZE[0]
        x, y = self.rng.uniform(-far, far, 2)
        return float(x), float(y), float(self.rng.uniform(-1, 1) * self.noise.turn)


def _rotation(angle: float) -> np.ndarray:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
