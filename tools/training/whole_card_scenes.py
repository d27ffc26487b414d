"""Writes scenes with playing cards for training the network that finds whole cards.

    python -m tools.training.whole_card_scenes OUT --scenes 3000 --seed 0 [--held-back]

Parts of photographs as `tools.training.card_scenes` makes them, at half their size, with cards as large as the network
meets them and more stocks. Some decks have the faces of number cards. Files: `whole_SEED_N.npz` with `picture`
(n × 192 × 256 × 3) and `index` (n × 60 × 11): the corners (x, y, clockwise from a card's top left), whether it lies
face down, the share of it that is seen, and 1.
"""

import sys

import cv2
import numpy as np

from tools.artwork.french_tables import CardTable, SeenCard, lay, photographed, random_homography
from tools.artwork.number_cards import number_deck
from tools.artwork.paint import Rng
from tools.artwork.playing_cards import CODES, random_deck
from tools.training.card_scenes import SIZE, Grounds, write_scenes
from vision.reading import Picture

MOST, COLUMNS = 60, 11
_HALF = (SIZE[0] // 2, SIZE[1] // 2)
_SHARD = 200
_SHORT = (32.0, 56.0)  # px of a card's shorter side, before the picture is halved
_SHARES = (0.4, 0.25, 0.35)  # of fans, piles and stocks
_GROUPS = (3, 12)


def scene(rng: Rng, grounds: Grounds, fonts: list[list[str]], signs: list[str]) -> tuple[Picture, list[SeenCard]]:
    """One scene and its cards."""
    if rng.random() < 0.06 and grounds.tiled:
        return grounds.with_tiles(rng), []
    deck = random_deck(rng, fonts[int(rng.integers(len(fonts)))], signs)
    px_per_mm = rng.uniform(*_SHORT) / deck.size[0]
    table = CardTable(grounds.any(rng), deck, random_homography(rng, SIZE, px_per_mm), rng)
    if rng.random() < 0.2:
        faces = list(number_deck(rng).faces.values())  # the back is the last one
        table.drawn = {code: (faces[at % (len(faces) - 1)], []) for at, code in enumerate((*CODES, "joker"))}
        table.drawn["back"] = (faces[-1], [])
    if rng.random() < 0.9:
        reach = 0.45 * SIZE[0] / px_per_mm
        for card in lay(rng, deck, int(rng.integers(*_GROUPS)), reach, _SHARES):
            table.lay(card)
    if rng.random() < 0.5:
        for _ in range(int(rng.integers(1, 6))):
            table.put(rng.uniform(0, 1, 2) * SIZE, rng.uniform(6, 30) * px_per_mm)
    return photographed(table.picture, rng), table.cards()


def _scene_rows(rng: Rng, grounds: Grounds, fonts: list[list[str]], signs: list[str]) -> tuple[Picture, np.ndarray]:
    picture, cards = scene(rng, grounds, fonts, signs)
    rows = np.full((MOST, COLUMNS), -1, np.float32)
    near = [card for card in cards if (np.abs(card.corners.mean(axis=0) - np.array(SIZE) / 2) < SIZE).all()]
    for number, card in enumerate(near[-MOST:]):  # what was laid last lies uppermost
        rows[number] = [*(card.corners / 2).ravel(), card.code == "back", card.seen, 1]
    return np.asarray(cv2.resize(picture, _HALF, interpolation=cv2.INTER_AREA), np.uint8), rows


if __name__ == "__main__":
    sys.exit(write_scenes("whole", __doc__, _SHARD, _scene_rows))
