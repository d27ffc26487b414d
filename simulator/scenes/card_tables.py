"""Cards laid at random as people lay them: lessons, and piles with cascades."""

from collections.abc import Iterable, Sequence

import numpy as np

from simulator.render.cards import Card, Deck, card_corners
from simulator.scenes.layouts import random_view
from vision.geometry.camera_pose import CameraView

Rng = np.random.Generator
_TRIES = 4  # random views at each distance


def lesson_cards(rng: Rng, deck: Deck, faces: list[str], columns: int = 5) -> tuple[Card, ...]:
    """One card of each face in reading order."""
    wide, high = deck.size
    rows = -(-len(faces) // columns)
    cards = []
    for number, face in enumerate(faces):
        row, column = divmod(number, columns)
        x = (column - (columns - 1) / 2) * (wide + 9) + rng.normal(0, 1.5)
        y = ((rows - 1) / 2 - row) * (high + 8) + rng.normal(0, 1.5)
        cards.append(Card(x, y, face, rng.normal(0, 2)))
    return tuple(cards)


def pile(rng: Rng, faces: list[str], at: tuple[float, float], turn: float, care: float = 1.0) -> list[Card]:
    """A pile; `care`: standard deviation of the cards' offsets (mm)."""
    shifts = rng.normal(0, care, (len(faces), 3))
    return [Card(at[0] + x, at[1] + y, face, turn + t * 1.2) for face, (x, y, t) in zip(faces, shifts, strict=True)]


def cascade(
    rng: Rng, faces: list[str], at: tuple[float, float], turn: float, step: float, care: float = 0.8
) -> list[Card]:
    """Cards each `step` mm below the one before, of which only the upper strip shows; `turn`: of all (degrees)."""
    down = np.array([np.sin(np.radians(turn)), -np.cos(np.radians(turn))])
    cards = []
    for number, face in enumerate(faces):
        x, y = np.array(at) + down * step * number + rng.normal(0, care, 2)
        cards.append(Card(float(x), float(y), face, turn + rng.normal(0, 1.2)))
    return cards


def number_table(rng: Rng, deck: Deck) -> tuple[Card, ...]:
    """Building piles in the middle, and on two sides a stock and discards as cascades."""
    named = [face for face in deck.faces if face != "back"]
    step = rng.uniform(13, 20)
    wide, high = deck.size

    def some(most: int, least: int = 1) -> list[str]:
        return [str(face) for face in rng.choice(named, int(rng.integers(least, most + 1)))]

    cards: list[Card] = []
    for n in range(4):
        x = (n - 1.5) * (wide + 11)
        faces = [*some(11), "back"] if n == 0 else some(12)
        cards += pile(rng, faces, (x + rng.normal(0, 3), rng.normal(0, 3)), rng.choice([0, 180]) + rng.normal(0, 2))
    for side in (-1, 1):
        turn = 0.0 if side < 0 else 180.0
        for n in range(4):
            x, y = side * (n - 1.5) * (wide + 11) + rng.normal(0, 2), side * (high + 12)
            if n == 0:
                cards += pile(rng, some(15), (x, y), turn + rng.normal(0, 2))
            elif rng.random() < 0.85:
                cards += cascade(rng, some(5), (x, y), turn + rng.normal(0, 2), step)
    return tuple(cards)


def cards_view(
    rng: Rng, size: tuple[int, int] = (1280, 960), spread: tuple[float, float] = (430, 640), roll: float = 8.0
) -> CameraView:
    """A camera above the table that shows `spread` mm over the picture's height, turned at random."""
    view = random_view(rng, size, most_roll=roll)
    over = rng.uniform(*spread)
    distance = view.matrix[0, 0] * over / size[1]
    return CameraView(view.matrix, view.rotation, np.array([*view.shift[:2], distance]), size)


def nearest_view(
    rng: Rng,
    deck: Deck,
    cards: Sequence[Card],
    spreads: Iterable[float],
    size: tuple[int, int] = (1280, 960),
    margin: float = 8.0,
    roll: float = 8.0,
) -> CameraView:
    """The nearest camera that sees all cards at least `margin` px inside its picture.

    `spreads`: mm over the picture's height, from near to far, with a few random views each. Where none fits, the last
    view is returned.
    """
    points = np.concatenate([card_corners(card, deck.size) for card in cards])
    solid = np.column_stack([points, np.zeros(len(points))])
    for spread in spreads:
        for _ in range(_TRIES):
            view = cards_view(rng, size, (spread, spread), roll)
            seen = view.project(solid)
            if (seen > margin).all() and (seen < np.array(size) - margin).all():
                return view
    return view
