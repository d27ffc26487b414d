"""The simulator tells the truth about its own pictures of cards."""

import numpy as np
import pytest

from simulator.artwork.number_cards import NUMBERS, number_deck
from simulator.render.cards import Card, CardTable, CardTruth, Deck, render_cards, truth_json
from simulator.render.light import Lamp, Light, Sensor
from simulator.render.pieces import Hand
from simulator.scenes.card_tables import cascade
from vision.geometry.camera_pose import CameraView, usual_matrix

SIZE = (640, 480)
STRAIGHT_DOWN = CameraView(usual_matrix(SIZE), np.diag([1.0, -1.0, -1.0]), np.array([0.0, 0.0, 450.0]), SIZE)
LIGHT = Light((Lamp((300.0, 200.0, 900.0), (60, 60), (1.0, 1.0, 1.0), 0.6, 0.2),), 0.5, 0.0, 0.0)
SENSOR = Sensor(1.0, (1.0, 1.0, 1.0), 1.0, 0.3, 1.0, 92)
GROUND = np.full((64, 64, 3), (60, 110, 40), np.uint8)


@pytest.fixture(scope="module")
def deck() -> Deck:
    return number_deck(np.random.default_rng(4))


def seen(deck: Deck, *cards: Card, hands: tuple[Hand, ...] = ()) -> tuple[np.ndarray, CardTruth]:
    table = CardTable(deck, cards, GROUND, hands)
    return render_cards(table, STRAIGHT_DOWN, LIGHT, SENSOR, np.random.default_rng(1))


def test_a_card_alone_is_seen_whole_with_both_its_indices_and_less_under_a_hand(deck: Deck):
    card = Card(20.0, -10.0, "7", 25.0)
    _, truth = seen(deck, card)
    assert truth.visible[0] > 0.97
    assert truth.indices.all()
    across = np.linalg.norm(truth.corners[0, 1] - truth.corners[0, 0])
    assert across == pytest.approx(deck.size[0] * STRAIGHT_DOWN.matrix[0, 0] / 450, rel=0.01)
    assert seen(deck, card, hands=(Hand(20.0, 20.0, -90.0),))[1].visible[0] < 0.5


def test_of_a_cascade_only_upper_strips_are_seen(deck: Deck):
    _, truth = seen(deck, *cascade(np.random.default_rng(2), ["3", "9", "12"], (0.0, 20.0), 0.0, 16.0, care=0.0))
    assert truth.indices.tolist() == [[True, False], [True, False], [True, True]]
    assert truth.visible[:2] == pytest.approx(16.0 / deck.size[1], abs=0.04)


def test_only_the_top_of_a_pile_is_seen_and_it_lies_nearer_to_the_camera(deck: Deck):
    _, truth = seen(deck, *(Card(0.0, 0.0, face) for face in NUMBERS))
    assert truth.visible[:-1].max() < 0.02 < 0.97 < truth.visible[-1]
    sides = np.linalg.norm(truth.corners[:, 1] - truth.corners[:, 0], axis=1)
    assert (np.diff(sides) > 0).all()


def test_the_picture_shows_the_face_of_the_card_where_the_truth_says(deck: Deck):
    picture, truth = seen(deck, Card(-40.0, 0.0, "back"), Card(40.0, 0.0, "12"))
    for face, ring in zip(("back", "12"), truth.corners, strict=True):
        x, y = ring.mean(axis=0).round().astype(int)
        shown = picture[y - 60 : y + 60, x - 40 : x + 40].reshape(-1, 3).mean(axis=0)
        art = deck.faces[face].reshape(-1, 3).mean(axis=0)
        assert np.corrcoef(shown, art)[0, 1] > 0.5 or np.ptp(art) < 25


def test_the_truth_goes_to_json_as_in_the_files_beside_photographs(deck: Deck):
    table = CardTable(deck, (Card(0.0, 0.0, "wild"), Card(0.0, 0.0, "back")), GROUND)
    _, truth = render_cards(table, STRAIGHT_DOWN, LIGHT, SENSOR, np.random.default_rng(1))
    wild, back = truth_json(table, truth)["cards"]
    assert (wild["wild"], wild["visible_frac"] < 0.02, wild["index_tl_visible"]) == (True, True, False)
    assert (back["face_up"], back["code"]) == (False, "back")
