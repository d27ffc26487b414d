"""Writes scenes with playing cards for training the network that detects whole cards.

    python -m tools.lab.training.whole_card_scenes OUT --scenes 3000 --seed 0 [--held-back]

The scenes are as in `tools.lab.training.card_scenes`, at half their size, with more stocks, and with cards as large as
in the network's input. Some decks have the faces of number cards. Files: `whole_SEED_N.npz` with `picture` (n × 192 ×
256 × 3) and `index` (n × 60 × 11), whose columns are: the corners (x, y, clockwise from a card's top left), whether it
lies face down, its visible share, and 1. Unused rows are -1.
"""

import sys
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from simulator.artwork.number_cards import number_deck
from simulator.artwork.paint import Rng, random_palette, rounded
from simulator.artwork.playing_cards import CODES, deck_in_any_folder
from simulator.scenes.french_tables import CardTable, LaidCard, VisibleCard, lay, on_table, photographed, random_camera
from simulator.scenes.poker_tables import poker_table
from simulator.scenes.standing_things import glass, stack
from tools.lab.training.card_scenes import SIZE, Grounds, write_scenes
from vision.reading import Picture

MOST, COLUMNS = 60, 11
_HALF = (SIZE[0] // 2, SIZE[1] // 2)
_SHARD = 200
_SHORT = (32.0, 56.0)  # px of a card's shorter side, before the picture is halved
_SHARES = (0.4, 0.25, 0.35)  # of fans, piles and stocks
_GROUPS = (3, 12)
_SIDE = "side"  # a card of a pile with only its edge visible
_POKER = 0.4  # of the scenes: a part of a table on a poker evening


def scene(rng: Rng, grounds: Grounds, fonts: list[list[str]], signs: list[str]) -> tuple[Picture, list[VisibleCard]]:
    """One scene and its cards."""
    if rng.random() < 0.06 and grounds.tiled:
        return grounds.with_tiles(rng), []
    deck = deck_in_any_folder(rng, fonts, signs)
    px_per_mm = rng.uniform(*_SHORT) / deck.size[0]
    reach = 0.45 * SIZE[0] / px_per_mm
    if rng.random() < _POKER:
        cloth = grounds.felts[int(rng.integers(len(grounds.felts)))]
        table, _ = poker_table(rng, cloth, deck, SIZE, px_per_mm)
        groups = int(rng.integers(0, 4))
    else:
        table = CardTable(grounds.any(rng), deck, random_camera(rng, SIZE, px_per_mm), rng)
        _dress(rng, table)
        _print_places(rng, table, reach)
        _stand(rng, table, reach)
        groups = int(rng.integers(*_GROUPS))
    for card in _turned(rng, lay(rng, deck, groups, reach, _SHARES)):
        table.lay(card)
    table.drawn[_SIDE] = (np.full((88, 63, 3), np.array(deck.paper) * rng.uniform(0.5, 1), np.uint8), [])
    for _ in range(int(rng.integers(1, 3)) if rng.random() < 0.4 else 0):
        for card in _squared_pile(rng, rng.uniform(-reach, reach, 2)):
            table.lay(card)
    if rng.random() < 0.5:
        for _ in range(int(rng.integers(1, 6))):
            table.put(rng.uniform(0, 1, 2) * SIZE, rng.uniform(6, 30) * px_per_mm)
    return photographed(table.picture, rng), table.cards()


def _dress(rng: Rng, table: CardTable) -> None:
    """Sometimes replace the faces of a French deck, or its back by a plain one."""
    if rng.random() < 0.2:
        faces = list(number_deck(rng).faces.values())  # the back is the last one
        for at, code in enumerate((*CODES, "joker")):
            table.drawn[code] = (faces[at % (len(faces) - 1)], [])
        table.drawn["back"] = (faces[-1], [])
    if rng.random() < 0.12:
        plain = np.full((880, 630, 3), table.deck.paper, np.uint8)
        rim = int(rng.integers(15, 60)) if rng.random() < 0.5 else 0
        plain[rim : 880 - rim, rim : 630 - rim] = random_palette(rng).light(rng)
        table.drawn["back"] = (plain, [])


def _print_places(rng: Rng, table: CardTable, reach: float) -> None:
    """Sometimes print outlines of cards in rows, as on mats and felts; some are tinted."""
    if rng.random() < 0.5:
        return
    size = np.array(table.deck.size) / 2 * rng.uniform(0.95, 1.2)
    turn, thick = rng.uniform(0, np.pi), rng.uniform(0.5, 3.5)
    ink, fill = (random_palette(rng).any(rng) for _ in range(2))
    clear, tint = rng.uniform(0.2, 1), rng.uniform(0, 0.5) if rng.random() < 0.3 else 0.0
    to_px, start = on_table(table.camera), rng.uniform(-reach, reach, 2)
    for number in range(int(rng.integers(1, 8))):
        middle = start + 2.2 * size * (number // 2, number % 2)
        ring = rounded((float(middle[0]), float(middle[1])), (float(size[0]), float(size[1])), 4.0)
        there = np.asarray(ring) @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        outline = cv2.perspectiveTransform(there[None], to_px)[0]
        fixed = [np.round(outline * 16).astype(np.int32)]
        drawn = table.picture.copy()
        cv2.fillPoly(drawn, fixed, fill, cv2.LINE_AA, 4)
        table.picture[:] = cv2.addWeighted(drawn, tint, table.picture, 1 - tint, 0)
        drawn = table.picture.copy()
        scale = float(np.linalg.norm(outline[1] - outline[0]) / np.linalg.norm(there[1] - there[0]))
        cv2.polylines(drawn, fixed, True, ink, max(1, round(thick * scale)), cv2.LINE_AA, 4)
        table.picture[:] = cv2.addWeighted(drawn, clear, table.picture, 1 - clear, 0)


def _stand(rng: Rng, table: CardTable, reach: float) -> None:
    """Sometimes put stacks of chips and glasses within `reach` mm of the middle."""
    for _ in range(int(rng.integers(1, 7)) if rng.random() < 0.25 else 0):
        at = rng.uniform(-reach, reach, 2)
        if rng.random() < 0.3:
            glass(rng, table, at)
        else:
            stack(rng, table, at, rng.uniform(15, 25), int(rng.integers(1, 16)))


def _turned(rng: Rng, cards: Sequence[LaidCard]) -> list[LaidCard]:
    """The cards; sometimes a part of them is face down, or jokers, so that these too overlap others."""
    other = str(rng.choice(["back", "joker"], p=(0.65, 0.35)))
    share = rng.uniform(0.1, 1) if rng.random() < 0.4 else 0.0
    return [replace(card, code=other) if rng.random() < share else card for card in cards]


def _squared_pile(rng: Rng, at: NDArray[np.float64]) -> list[LaidCard]:
    """A pile with a visible side, up to 60 cards high."""
    turn, askew, high = rng.uniform(0, np.pi), rng.choice([0.1, 0.5]), rng.uniform(1, 18)
    face = str(rng.choice(CODES))
    top = ("back", "joker", face)[int(rng.choice(3, p=(0.7, 0.1, 0.2)))]
    heights = np.linspace(0, high, int(high) + 2)
    codes = [*[_SIDE] * (len(heights) - 1), top]
    out = []
    for code, height in zip(codes, heights, strict=True):
        x, y = at + rng.normal(0, askew, 2)
        out.append(LaidCard(code, float(x), float(y), turn + rng.normal(0, 0.01), float(height)))
    return out


def _scene_rows(rng: Rng, grounds: Grounds, fonts: list[list[str]], signs: list[str]) -> tuple[Picture, np.ndarray]:
    picture, cards = scene(rng, grounds, fonts, signs)
    rows = np.full((MOST, COLUMNS), -1, np.float32)
    near = [card for card in cards if (np.abs(card.corners.mean(axis=0) - np.array(SIZE) / 2) < SIZE).all()]
    for number, card in enumerate(near[-MOST:]):  # what was laid last lies uppermost
        rows[number] = [*(card.corners / 2).ravel(), card.code == "back", card.visible, 1]
    return np.asarray(cv2.resize(picture, _HALF, interpolation=cv2.INTER_AREA), np.uint8), rows


if __name__ == "__main__":
    sys.exit(write_scenes("whole", __doc__, _SHARD, _scene_rows))
