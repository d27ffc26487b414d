"""Games of cards filmed for the box's own reader: every table is rendered, and its picture read.

Each film has a deck, a table top, lamps and a camera of its own. The letters of French-suited decks come from fonts
that the reader was not trained with; number cards are taught from one photograph of a lesson first.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import chain

import cv2
import numpy as np

from device.capture.exposure_policy import MIN_EXPOSURE
from device.capture.game_reader import reader_of_cards
from device.games.profile import AnyProfile
from device.hardware.camera.frame import Frame
from engines.vocabulary import BACK, Layout
from simulator.artwork.fonts import font_files
from simulator.artwork.number_cards import number_deck
from simulator.artwork.playing_cards import CODES, draw_card, random_deck
from simulator.artwork.tile_sets import table_surface
from simulator.people.laid_cards import Heaps
from simulator.render import cards as simulated
from simulator.render.cards import FACE_SCALE, Card, Deck, render_cards
from simulator.render.light import Light, Sensor
from simulator.scenes.card_tables import lesson_cards, nearest_view
from simulator.scenes.layouts import random_hand
from simulator.scenes.light import random_light, random_sensor
from tools.films.card_tables import SIZE, CardTable, Noise, Rng
from tools.films.following import patient_observer
from tools.films.tiles import MAX_LESSONS
from vision.card_table_reader import CardTableReader, FindCards
from vision.cards.taught.reader import CardReader
from vision.cards.taught.taught_cards import teach_cards
from vision.faces.teaching import CannotTeach
from vision.geometry.camera_pose import CameraView
from vision.quality.exposure import lacking_exposure
from vision.reading import Picture, Reading

# As people lay cards, and how often an arm is in a picture.
LAID = Noise(shift=0.03, turn=2.5, hand=0.08)
_GLOSS, _LESSON_GLOSS = 0.15, 0.03
_ROUND = 3.0  # mm
PIXELS = (1600, 1200)  # of a picture
_SPREADS = range(380, 1300, 30)  # mm over a picture's height
_MARGIN = 12  # px round what may be laid


@dataclass(frozen=True)
class Studio:
    """What stays the same during a film."""

    deck: Deck
    ground: Picture
    view: CameraView
    light: Light
    sensor: Sensor

    @classmethod
    def of(cls, deck: Deck, cards: Sequence[Card], rng: Rng) -> "Studio":
        """A random studio whose camera is as near as it can be with all of these cards in view."""
        view = nearest_view(rng, deck, cards, _SPREADS, PIXELS, _MARGIN)
        return cls(deck, table_surface(rng, 1024), view, random_light(rng), random_sensor(rng))

    def exposed(self, more: float) -> "Studio":
        """The same, exposed by so many EV more."""
        return replace(self, sensor=replace(self.sensor, exposure=self.sensor.exposure * 2**more))

    def picture(self, cards: tuple[Card, ...], rng: Rng, has_hand: bool = False, gloss: float = _GLOSS) -> Picture:
        """A picture of these cards."""
        hands = (random_hand(rng),) if has_hand else ()
        table = simulated.CardTable(self.deck, cards, self.ground, hands, gloss)
        return render_cards(table, self.view, self.light, self.sensor, rng)[0]


class FilmedTable(CardTable):
    """A table of cards before the box's camera; `heaps`: all cards that will lie there, each with their layout.

    Raises `CannotTeach` if the box refuses every photograph of a lesson.
    """

    def __init__(self, profile: AnyProfile, rng: Rng, heaps: Iterable[tuple[Heaps, Layout]]) -> None:
        assert profile.cards is not None
        super().__init__(profile.filming.lay, LAID, rng, profile.cards.places())
        self.pictures = self._table = self._shot = 0
        self._exposure = 0.0  # EV more than the camera would choose
        finder = profile.cards.finder
        deck = french_deck(rng) if finder else number_deck(rng)
        self._scale = deck.size[0] / SIZE[0]  # people leave as much room as their cards need
        everything = []
        for cards, layout in heaps:
            self.set(cards, layout)
            everything += self._cards()
        self.set({}, {})
        self._studio = Studio.of(deck, everything, rng)
        find = finder() if finder else learn_deck(deck, rng)
        reader = CardTableReader(find, self.places, has_twins=finder is None)
        self._observer = patient_observer(reader_of_cards(reader))
        self._seed = tuple(int(part) for part in rng.integers(1 << 32, size=2))

    def set(self, heaps: Heaps, layout: Layout) -> None:
        """Lay what is new, and take off what is gone."""
        super().set(heaps, layout)
        self._table, self._shot = self._table + 1, 0

    def read(self) -> Reading | None:
        """The box's reading of another picture, sometimes with an arm in it; it also sets the next exposure."""
        self.pictures += 1
        at_s = float(self.pictures)
        observation = self._observer.read_if_due(Frame(self.photograph(), at_s, str(self.pictures)), False)
        self._exposure = self._observer.next_capture(at_s, False).exposure
        return None if observation is None else observation.reading

    def photograph(self) -> Picture:
        """A picture of the table as it is; it does not depend on how many pictures earlier tables got."""
        self._shot += 1
        rng = np.random.default_rng([*self._seed, self._table, self._shot])
        studio = self._studio.exposed(self._exposure)
        return studio.picture(tuple(self._cards()), rng, bool(rng.random() < self.noise.hand))

    def _cards(self) -> list[Card]:
        return list(self.laid.cards(self.lay, self._layout, self._scale))


def french_deck(rng: Rng) -> Deck:
    """An invented deck in letters that the reader was not trained with."""
    fonts, signs = (list(chain(*font_files(has_signs, held_back=True))) for has_signs in (False, True))
    drawn = random_deck(rng, fonts, signs)
    size = (round(drawn.size[0] * FACE_SCALE), round(drawn.size[1] * FACE_SCALE))
    faces = {
        code: np.asarray(cv2.resize(draw_card(drawn, code)[0], size, interpolation=cv2.INTER_AREA), np.uint8)
        for code in (*CODES, "joker", BACK)
    }
    return Deck(drawn.size, faces, {}, _ROUND)


def learn_deck(deck: Deck, rng: Rng) -> FindCards:
    """The reader of a deck, taught from a photograph of a lesson; if the box refuses it, from another one."""
    faces = tuple(deck.faces)
    for _ in range(MAX_LESSONS - 1):
        with suppress(CannotTeach):
            return _lesson(deck, faces, rng)
    return _lesson(deck, faces, rng)


def _lesson(deck: Deck, faces: tuple[str, ...], rng: Rng) -> FindCards:
    """The reader taught by one lesson, exposed as for a box with nothing taught: by the brightest spots, never more."""
    laid = lesson_cards(rng, deck, list(faces))
    studio, same = Studio.of(deck, laid, rng), deepcopy(rng)
    picture = studio.picture(laid, rng, gloss=_LESSON_GLOSS)
    exposure = 0.0
    while exposure > MIN_EXPOSURE and (less := lacking_exposure(picture, [])) < 0:
        exposure += less
        picture = studio.exposed(exposure).picture(laid, deepcopy(same), gloss=_LESSON_GLOSS)
    return CardReader(teach_cards(picture, faces)).read
