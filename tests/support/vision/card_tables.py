"""Number cards of one invented deck on simulated tables, under a plain light."""

from dataclasses import replace
from functools import cache

import numpy as np

from simulator.artwork.number_cards import NUMBERS, number_deck
from simulator.render.cards import FACE_SCALE, Card, CardTable, CardTruth, Deck, render_cards
from simulator.render.light import Lamp, Light, Sensor
from simulator.render.pieces import Hand
from simulator.scenes.card_tables import lesson_cards
from vision.geometry.camera_pose import CameraView, usual_matrix
from vision.reading import Picture

FACES = [*NUMBERS, "wild", "back"]
SIZE = (1280, 960)
LIGHT = Light((Lamp((400.0, 300.0, 1200.0), (80, 80), (0.95, 1.0, 1.05), 0.7, 0.3),), 0.5, 0.3, 0.0)
SENSOR = Sensor(1.0, (0.97, 1.0, 1.04), 1.0, 0.5, 1.5, 92)
GROUND = np.full((64, 64, 3), (60, 105, 45), np.uint8)


def view(high: float = 500.0, tilt: float = 8.0) -> CameraView:
    """A camera that leans back by `tilt` degrees, `high` mm away from the table."""
    lean = np.radians(tilt)
    turn = np.array([[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]])
    return CameraView(usual_matrix(SIZE), turn @ np.diag([1.0, -1.0, -1.0]), np.array([0.0, 0.0, high]), SIZE)


@cache
def deck(seed: int = 14) -> Deck:
    """A deck with a coloured field, and an index that is easily read."""
    return number_deck(np.random.default_rng(seed))


def with_four_indices(one: Deck) -> Deck:
    """The deck with each index at the other corner of its short side, too."""
    faces = dict(one.faces)
    for face, box in one.indices.items():
        printed = one.faces[face].copy()
        left, top, right, bottom = (round(side * FACE_SCALE) for side in (*box[:2], box[0] + box[2], box[1] + box[3]))
        index = printed[top - 3 : bottom + 3, left - 3 : right + 3].copy()
        for _ in range(2):
            printed[top - 3 : bottom + 3, printed.shape[1] - right - 3 : printed.shape[1] - left + 3] = index
            printed = np.ascontiguousarray(printed[::-1, ::-1])
        faces[face] = printed
    return replace(one, faces=faces)


def photograph(
    *cards: Card,
    of: Deck | None = None,
    hands: tuple[Hand, ...] = (),
    seed: int = 1,
    high: float = 500.0,
    sensor: Sensor = SENSOR,
) -> tuple[Picture, CardTruth]:
    """The picture of cards that lie on a table, from a camera `high` mm above it, and its truth."""
    table = CardTable(of or deck(), cards, GROUND, hands)
    return render_cards(table, view(high), LIGHT, sensor, np.random.default_rng(seed))


@cache
def lesson(seed: int = 14, four_indices: bool = False) -> Picture:
    """A photograph of one card of each face."""
    rng = np.random.default_rng(seed)
    of = with_four_indices(deck(seed)) if four_indices else deck(seed)
    table = CardTable(of, lesson_cards(rng, of, FACES), GROUND)
    return render_cards(table, view(430.0, 5.0), LIGHT, SENSOR, rng)[0]
