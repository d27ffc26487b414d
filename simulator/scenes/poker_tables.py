"""A table on a poker evening: felt, community cards in a row, hands in fans, chips in stacks, glasses."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from simulator.artwork.paint import Pad, Rng, colour, mixed, paper, roughened, rounded
from simulator.artwork.playing_cards import CODES, Deck
from simulator.artwork.table_tops import TABLES
from simulator.scenes.french_tables import CardTable, LaidCard, on_table, random_camera
from simulator.scenes.standing_things import glass, hand, stack
from vision.reading import Picture

_CLOTH = (1400, 1100)  # mm: the felt's picture, a px a mm
_CHIP = 39.0  # mm across
_FELT_HUES = (0.38, 0.6, 0.0, 0.78, 0.1)  # green mostly; blue, red, purple, brown


def felt(rng: Rng) -> Picture:
    """Felt with its print: an oval line, places for the cards, a name."""
    hue = float(rng.choice(_FELT_HUES, p=(0.6, 0.16, 0.12, 0.06, 0.06))) + rng.normal(0, 0.03)
    ground = colour(hue, rng.uniform(0.45, 1), rng.uniform(0.2, 0.75))
    wide, high = _CLOTH
    picture = roughened(rng, paper((high, wide), ground), rng.uniform(3, 12), (1, 1))
    picture = roughened(rng, picture, rng.uniform(1, 6), (60, 60))
    pad, ink = Pad(picture, (wide / 2, high / 2), 1.0), mixed(ground, (235, 240, 245), rng.uniform(0.15, 0.85))
    if rng.random() < 0.6:
        pad.bow((0, 0), (rng.uniform(300, 600), rng.uniform(200, 400)), rng.uniform(2, 8), ink)
    if rng.random() < 0.35:  # printed places for the row
        for number in range(5):
            outline = rounded(((number - 2) * 72.0, 0.0), (33.0, 46.0), 4.0)
            pad.line(outline, 2.0, ink, closed=True)
    if rng.random() < 0.5:
        words = str(rng.choice(["POKER", "TEXAS HOLD'EM", "CASINO", "10 K A J Q", "ALL IN"]))
        pad.text(words, (0, float(rng.uniform(90, 160))), rng.uniform(14, 50), ink)
    return picture


def poker_table(
    rng: Rng, cloth: Picture, deck: Deck, size: tuple[int, int], px_per_mm: float
) -> tuple[CardTable, list[list[str]]]:
    """A table with `cloth` (see `felt`), two to five players at it, and the codes of each fan in order."""
    camera = random_camera(rng, size, px_per_mm)
    table = CardTable(_ground(rng, cloth, camera, size), deck, camera, rng)
    reach = np.array(size) / px_per_mm / 2
    codes = [str(code) for code in rng.permutation(CODES)]
    for chips in _pot(rng):
        stack(rng, table, chips, _CHIP / 2, int(rng.choice([1, 1, 2, 4, 8])))
    row, codes = codes[: int(rng.choice([3, 4, 5, 5]))], codes[5:]
    for card in _row(rng, row, deck):
        table.lay(card)
    groups, start, players = [], rng.uniform(0, 2 * np.pi), int(rng.integers(2, 6))
    for seat in range(players):
        angle = start + 2 * np.pi * seat / players + rng.normal(0, 0.12)
        out = np.array([np.cos(angle), np.sin(angle)])
        at = out * np.maximum(reach - rng.uniform(50, 100), 95)
        own, codes = codes[:5], codes[5:]
        groups += _seat(rng, table, at, own)
    return table, groups


def _ground(rng: Rng, cloth: Picture, camera: NDArray[np.float64], size: tuple[int, int]) -> Picture:
    """The felt as the camera sees it, with wood or another table top round it."""
    to_mm = np.array([[1, 0, -_CLOTH[0] / 2], [0, 1, -_CLOTH[1] / 2], [0, 0, 1.0]])
    around = np.asarray(cv2.resize(TABLES[int(rng.integers(2))](rng, 400), size), np.uint8)
    flags = cv2.INTER_LINEAR
    shown = cv2.warpPerspective(cloth, on_table(camera) @ to_mm, size, flags=flags)
    inside = cv2.warpPerspective(np.full(cloth.shape[:2], 255, np.uint8), on_table(camera) @ to_mm, size, flags=flags)
    return np.asarray(np.where(inside[..., None] > 127, shown, around), np.uint8)


def _pot(rng: Rng) -> list[NDArray[np.float64]]:
    """The positions of chips beside the row (mm)."""
    middle = np.array([rng.normal(0, 60), rng.choice([-1, 1]) * rng.uniform(85, 120)])
    return [middle + rng.normal(0, 1, 2) * (45, 15) for _ in range(int(rng.integers(0, 9)))]


def _row(rng: Rng, codes: Sequence[str], deck: Deck) -> list[LaidCard]:
    """The community cards, dealt from the left, and now and then face-down cards beside them."""
    step, turn = deck.size[0] + rng.uniform(0.5, 9), rng.choice([0, np.pi / 2]) + rng.normal(0, 0.1)
    out = [
        LaidCard(code, (number - 2) * step + rng.normal(0, 1), rng.normal(0, 1.5), rng.normal(0, 0.03))
        for number, code in enumerate(codes)
    ]
    if rng.random() < 0.5:
        out += [LaidCard("back", -3.2 * step + rng.normal(0, 0.5), rng.normal(0, 0.5), 0.0) for _ in range(4)]
    return [card.turned(turn) for card in out]


def _seat(rng: Rng, table: CardTable, at: NDArray[np.float64], codes: list[str]) -> list[list[str]]:
    """A player's cards and things; the codes of a fan in order."""
    turn = float(np.arctan2(-at[0], at[1])) + rng.normal(0, 0.2)  # its top towards the middle
    kind = rng.random()
    count = 2 if kind < 0.55 else 5 if kind < 0.85 else 0
    own = codes[:count] or ["back", "back"]
    across = np.array([np.cos(turn), np.sin(turn)])
    for side in rng.permutation([-1, 1])[: int(rng.integers(0, 3))]:
        for _ in range(int(rng.integers(1, 4))):
            spot = at + across * side * rng.uniform(75, 125) + rng.normal(0, 12, 2)
            stack(rng, table, spot, _CHIP / 2, int(rng.integers(1, 16)))
    if rng.random() < 0.25:
        glass(rng, table, at + across * rng.choice([-1, 1]) * rng.uniform(90, 130))
    for card in _hand(rng, own, table.deck):
        table.lay(card.turned(turn, (float(at[0]), float(at[1]))))
    if rng.random() < 0.25:  # a card protector
        stack(rng, table, at + rng.normal(0, 10, 2), _CHIP / 2, 1)
    if rng.random() < 0.2:
        hand(rng, table, at + rng.normal(0, 8, 2) + 45 * np.array([-across[1], across[0]]), turn)
    return [own] if count else []


def _hand(rng: Rng, codes: Sequence[str], deck: Deck) -> list[LaidCard]:
    """Cards spread as in a hand: about a point below them, the left one lowest."""
    spread = rng.uniform(0.06, 0.28) if rng.random() < 0.75 else rng.normal(0, 0.02)
    step = rng.uniform(7, 22) if len(codes) > 2 else rng.uniform(14, 45)
    radius = deck.size[1] * rng.uniform(0.6, 1.3)
    out = []
    for number, code in enumerate(codes):
        along = number - (len(codes) - 1) / 2
        turn = spread * along
        sideways = max(step - radius * abs(spread), 2.0) * along
        x, y = sideways + radius * np.sin(turn), radius * (1 - np.cos(turn))
        out.append(LaidCard(code, x + rng.normal(0, 0.6), y + rng.normal(0, 0.8), turn + rng.normal(0, 0.02)))
    return out
