"""Writes scenes with playing cards for training the index networks.

    python -m tools.lab.training.card_scenes OUT --scenes 3000 --seed 0 [--held-back]

Each scene is a part of a photograph with a deck of its own. The letters come from all fonts of the machine (`fc-list`);
every sixth folder of fonts is held back for validation. Files: `cards_SEED_N.npz` with `picture` (n × 384 × 512 × 3)
and `index` (n × 80 × 14), whose columns are: x, y; half the vector from foot to top (x, y); the number of its symbol in
`SYMBOLS` (their count for a joker); suit (4 for a joker); whether it is at the right; visible shares of rank and pip;
the card's middle relative to the index (x, y); half the card's upper edge as a vector (x, y); and 1. Unused rows are
-1.
"""

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import cv2
import numpy as np

from simulator.artwork.fonts import font_files
from simulator.artwork.paint import Rng, random_palette
from simulator.artwork.pips import SUITS, glyph
from simulator.artwork.playing_cards import deck_in_any_folder, english_letters, random_letters
from simulator.artwork.table_tops import SHARES, TABLES
from simulator.render.tiles import render
from simulator.scenes.french_tables import CardTable, VisibleIndex, lay, photographed, random_camera
from simulator.scenes.layouts import random_tiles, random_view
from simulator.scenes.light import random_light, random_sensor
from simulator.scenes.poker_tables import felt, poker_table
from simulator.scenes.tables import random_art, random_table
from vision.cards.french.symbols import RANKS, SYMBOLS
from vision.reading import Picture

SIZE = (512, 384)
MOST, COLUMNS = 80, 14
JOKER_ROW = (len(SYMBOLS), 4)  # symbol and suit of a joker
_SHARD = 150
_POKER = 0.3  # of the scenes: a part of a table on a poker evening
_HARD = 0.5  # of the scenes: small indices, more often in poor light or blurred
_FOREIGN, _ANY_LETTERS = 0.6, 0.3  # of the decks: not English; of these: four letters of any languages
_LETTERS = ("A", *SYMBOLS[RANKS.index("J") :])
_WORDS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz01234567890123456789"


def _printed_page(rng: Rng, fonts: list[str]) -> Picture:
    """A page with words, figures and lone letters in one or two sizes."""
    palette = random_palette(rng)
    page = np.full((500, 400, 3), palette.light(rng) if rng.random() < 0.8 else palette.any(rng), np.uint8)
    ink = np.array(palette.against(rng, page[0, 0].tolist()), np.float32)
    y = int(rng.integers(5, 30))
    while y < 440:
        high = int(rng.choice([9, 12, 16, 24, 40, 60], p=(0.3, 0.3, 0.15, 0.12, 0.08, 0.05)))
        font = str(rng.choice(fonts))
        x = int(rng.integers(4, 40))
        while x < 360:
            word = "".join(rng.choice(list(_WORDS), int(rng.integers(1, 9))))
            if rng.random() < 0.05:
                word = str(rng.choice(["♠", "♥", "♦", "♣", "★", "10", "A", "K", "J", "Q", "7"]))
            try:
                mask = glyph(word, font, high)
            except (ValueError, OSError):
                break
            part = page[y : y + high, x : x + mask.shape[1]]
            share = mask[: part.shape[0], : part.shape[1], None] / np.float32(255)
            part[:] = (part * (1 - share) + ink * share).astype(np.uint8)
            x += mask.shape[1] + int(high * 0.4) + 1
        y += int(high * rng.uniform(1.1, 2))
    return page


class Grounds:
    """A stock of table tops, felts, printed pages and tables with tiles, drawn once."""

    def __init__(self, rng: Rng, fonts: list[str], tiles: int = 5) -> None:
        self.tops = [TABLES[int(rng.choice(len(TABLES), p=SHARES))](rng, 700) for _ in range(50)]
        self.felts = [felt(rng) for _ in range(15)]
        self.pages = [_printed_page(rng, fonts) for _ in range(30)]
        self.tiled = []
        for _ in range(tiles):
            table = random_table(rng, random_art(rng), random_tiles(rng))
            self.tiled.append(render(table, random_view(rng), random_light(rng), random_sensor(rng), rng)[0])

    def any(self, rng: Rng) -> Picture:
        """A table top, sometimes with pages on it."""
        top = self.tops[int(rng.integers(len(self.tops)))]
        matrix = cv2.getRotationMatrix2D((350, 350), rng.uniform(0, 360), rng.uniform(0.95, 2.2))
        matrix = _moved(matrix, np.array(SIZE) / 2 - 350)
        ground = np.asarray(cv2.warpAffine(top, matrix, SIZE, borderMode=cv2.BORDER_REFLECT), np.uint8)
        if rng.random() < 0.3:
            for _ in range(int(rng.integers(1, 4))):
                page = self.pages[int(rng.integers(len(self.pages)))]
                matrix = cv2.getRotationMatrix2D((200, 250), rng.uniform(0, 360), rng.uniform(0.4, 1.6))
                matrix = _moved(matrix, rng.uniform(0, 1, 2) * SIZE - (200, 250))
                cv2.warpAffine(page, matrix, SIZE, dst=ground, borderMode=cv2.BORDER_TRANSPARENT)
        return ground

    def with_tiles(self, rng: Rng) -> Picture:
        """A part of a photograph of tiles."""
        whole = self.tiled[int(rng.integers(len(self.tiled)))]
        x, y = (int(rng.integers(0, 1 + whole.shape[1 - k] - SIZE[k])) for k in (0, 1))
        return np.ascontiguousarray(whole[y : y + SIZE[1], x : x + SIZE[0]])


# Makes one scene and its rows.
MakeScene = Callable[[Rng, Grounds, list[list[str]], list[str]], tuple[Picture, np.ndarray]]


def scene(rng: Rng, grounds: Grounds, fonts: list[list[str]], signs: list[str]) -> tuple[Picture, list[list[float]]]:
    """One scene and the rows of its indices."""
    if rng.random() < 0.06 and grounds.tiled:
        return grounds.with_tiles(rng), []
    deck = deck_in_any_folder(rng, fonts, signs, _letters if rng.random() < _FOREIGN else english_letters)
    style = deck.style
    block = style.rank_high + style.gap + style.pip_high
    largest, rare = (32, 1.8) if rng.random() < _HARD else (62, 1.0)
    px_per_mm = min(np.exp(rng.uniform(np.log(15), np.log(largest))) / block, 300 / deck.size[0])
    if rng.random() < _POKER:
        cloth = grounds.felts[int(rng.integers(len(grounds.felts)))]
        table, _ = poker_table(rng, cloth, deck, SIZE, px_per_mm)
        return photographed(table.picture, rng, rare), _rows_of(table)
    table = CardTable(grounds.any(rng), deck, random_camera(rng, SIZE, px_per_mm), rng)
    for _ in range(_things(rng)):
        table.put(rng.uniform(0, 1, 2) * SIZE, rng.uniform(6, 18) * px_per_mm)
    if rng.random() < 0.93:
        reach = 0.4 * SIZE[0] / px_per_mm
        for card in lay(rng, deck, int(rng.integers(2, 4 + reach / 35)), 0.85 * reach):
            table.lay(card)
    for _ in range(_things(rng)):
        spots = [one.centre for one in table.indices() if min(one.rank_visible, one.pip_visible) > 0.5]
        radius = rng.uniform(6, 18) * px_per_mm
        middle = rng.uniform(0, 1, 2) * SIZE
        if spots and rng.random() < 0.5:  # so that it hides a part of an index, or just misses it
            middle = spots[int(rng.integers(len(spots)))] + rng.normal(0, 1, 2) * (radius + 0.5 * block * px_per_mm)
        table.put(middle, radius)
    return photographed(table.picture, rng, rare), _rows_of(table)


def _letters(rng: Rng) -> dict[str, str]:
    """The letters of a country, or any."""
    if rng.random() < _ANY_LETTERS:
        return dict(zip(("A", "J", "Q", "K"), map(str, rng.permutation(_LETTERS)), strict=False))
    return random_letters(rng)


def _things(rng: Rng) -> int:
    return int(rng.integers(1, 5)) if rng.random() < 0.22 else 0


def _moved(matrix: np.ndarray, by: np.ndarray) -> np.ndarray:
    return np.asarray(np.column_stack([matrix[:, :2], matrix[:, 2] + by]))


def _rows_of(table: CardTable) -> list[list[float]]:
    """The columns, without the last, of all indices on a table."""
    return [row(index, table.deck.letters) for index in table.indices()]


def row(index: VisibleIndex, letters: Mapping[str, str]) -> list[float]:
    """The columns of an index, without the last, of a deck that prints `letters` for some ranks."""
    middle = index.card.mean(axis=0) - index.centre
    edge = (index.card[1] - index.card[0]) / 2
    rank, suit = JOKER_ROW
    if index.code != "joker":
        printed = letters.get(index.code[:-1], index.code[:-1])
        rank, suit = SYMBOLS.index(printed), SUITS.index(index.code[-1])
    return [*index.centre, *index.up, rank, suit, index.right, index.rank_visible, index.pip_visible, *middle, *edge]


def _scene_rows(rng: Rng, grounds: Grounds, fonts: list[list[str]], signs: list[str]) -> tuple[Picture, np.ndarray]:
    """One scene and the rows of its indices."""
    picture, indices = scene(rng, grounds, fonts, signs)
    rows = np.full((MOST, COLUMNS), -1, np.float32)
    near = [one for one in indices if all(-30 < one[k] < SIZE[k] + 30 for k in (0, 1))]
    for number, one in enumerate(near[:MOST]):
        rows[number] = [*one, 1]
    return picture, rows


def write_scenes(name: str, about: str, shard_size: int, make: MakeScene) -> int:
    """Write the files `name` that do not exist yet, with the options of the command line; `about` is its help."""
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--scenes", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--held-back", action="store_true", help="fonts that training does not see")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    fonts = font_files(signs=False, held_back=args.held_back)
    signs = [file for folder in font_files(signs=True, held_back=args.held_back) for file in folder]
    for shard in range(args.scenes // shard_size):
        path = args.out / f"{name}_{args.seed}_{shard:03d}.npz"
        if path.exists():
            continue
        rng = np.random.default_rng([args.seed, shard])
        grounds = Grounds(rng, [file for folder in fonts for file in folder])
        made = [make(rng, grounds, fonts, signs) for _ in range(shard_size)]
        pictures, rows = (np.stack(part) for part in zip(*made, strict=True))
        np.savez(path, picture=pictures, index=rows)
        sys.stdout.write(f"{path.name}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(write_scenes("cards", __doc__, _SHARD, _scene_rows))
