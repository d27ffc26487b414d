"""A camera over a filmed table of cards, and the demo's own decks."""

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np

from engines.vocabulary import BACK
from simulator.artwork.number_cards import number_deck
from simulator.artwork.playing_cards import CODES, draw_card, random_deck
from simulator.film.furniture import demo_art, demo_view
from simulator.film.shots import CardShot, DeckKind, Room
from simulator.film.still_view import StillView
from simulator.render.cards import FACE_SCALE, Card, CardTable, Deck, card_corners, render_cards
from simulator.render.light import Sensor
from simulator.render.pieces import Hand
from simulator.scenes.card_tables import lesson_cards
from vision.cards.common.reading import JOKER
from vision.geometry.camera_pose import CameraView
from vision.reading import Picture

SIZE = (1600, 1200)  # px
_TURN, _MARGIN = 2.0, 16  # degrees of the table in the picture; px round what may be laid
_SMALL = 384  # px of a side of `close_up`
_SPREADS = range(400, 1600, 20)  # mm over the picture's height
_FRENCH, _NUMBERS = 25, 14  # seeds of decks in large bold print
_ROUNDED = 3.0  # mm


class CardsView(StillView):
    """A table of cards before its camera, which sees all of a room; `picture` gives 1200 × 1600 × 3, BGR."""

    def __init__(self, deck: Deck, room: Room, rng: np.random.Generator) -> None:
        self._deck, self._ground = deck, demo_art().table
        self._cards: tuple[Card, ...] = ()
        super().__init__(view_of(room), rng)

    def picture(self, cards: Sequence[Card], hand: Hand | None) -> Picture:
        """The table with these cards, the lowest first, and a hand over it or none."""
        changed = {*cards} ^ {*self._cards}
        self._cards = tuple(cards)
        if changed:
            corners = np.vstack([card_corners(card, self._deck.size) for card in changed])
            self._render_round(np.column_stack([corners, np.zeros(len(corners))]))
        return self._shown(hand)

    def _draw(self, view: CameraView, sensor: Sensor) -> Picture:
        table = CardTable(self._deck, self._cards, self._ground, gloss=0.0)
        return render_cards(table, view, self._light, sensor, np.random.default_rng(0))[0]


def view_of(room: Room) -> CameraView:
    """The nearest camera that sees all of a room."""
    left, low, right, high = room
    corners = np.array([(x, y, 0.0) for x in (left, right) for y in (low, high)])
    for spread in _SPREADS:
        view = demo_view(_TURN, SIZE, spread)
        shift = view.shift - view.rotation @ np.array([(left + right) / 2, (low + high) / 2, 0.0])
        view = CameraView(view.matrix, view.rotation, shift, SIZE)
        seen = view.project(corners)
        if (seen > _MARGIN).all() and (seen < np.array(SIZE) - _MARGIN).all():
            break
    return view


def close_up(shot: CardShot, rng: np.random.Generator) -> Picture:
    """The cards of a shot as they lie, square and without much of the table round them (384 × 384 × 3)."""
    deck = demo_deck(shot.deck)
    left, low, right, high = room_of(shot.cards, deck)
    half = max(right - left, high - low) / 2
    x, y = (left + right) / 2, (low + high) / 2
    seen = CardsView(deck, (x - half, y - half, x + half, y + half), rng).picture(shot.cards, None)
    start = (SIZE[0] - SIZE[1]) // 2
    return np.asarray(
        cv2.resize(seen[:, start : start + SIZE[1]], (_SMALL, _SMALL), interpolation=cv2.INTER_AREA), np.uint8
    )


@cache
def demo_deck(kind: DeckKind) -> Deck:
    """The demo's own deck of a kind."""
    if kind == "numbers":
        return number_deck(np.random.default_rng(_NUMBERS))
    drawn = random_deck(np.random.default_rng(_FRENCH), [], [])
    size = (round(drawn.size[0] * FACE_SCALE), round(drawn.size[1] * FACE_SCALE))
    faces = {
        code: np.asarray(cv2.resize(draw_card(drawn, code)[0], size, interpolation=cv2.INTER_AREA), np.uint8)
        for code in (*CODES, JOKER, BACK)
    }
    return Deck(drawn.size, faces, {}, _ROUNDED)


def lesson_shot(faces: Sequence[str], rng: np.random.Generator, columns: int = 5) -> CardShot:
    """One number card of each face, in reading order."""
    deck = demo_deck("numbers")
    laid = lesson_cards(rng, deck, list(faces), columns)
    return CardShot(1.0, laid, "numbers", room_of(laid, deck))


def room_of(cards: Sequence[Card], deck: Deck) -> Room:
    """The room that cards take."""
    corners = np.vstack([card_corners(card, deck.size) for card in cards])
    (left, low), (right, high) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
    return left, low, right, high
