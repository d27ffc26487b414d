"""Invented French-suited decks: indices in many fonts and sizes, pips, court pictures, jokers and backs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from simulator.artwork.grounds import random_ground, two_colours
from simulator.artwork.paint import Pad, Rng, colour, random_palette, star
from simulator.artwork.pips import SUITS, Mask, glyph, has_letters, random_pips, trimmed
from simulator.render.pieces import Colour
from vision.cards.french.symbols import ACES, COURTS, RANKS
from vision.reading import Picture

Box = tuple[float, float, float, float]  # left, top, right, bottom in mm
PX = 6.0  # px a mm of a card's picture
CODES = tuple(rank + suit for suit in SUITS for rank in RANKS)
ENGLISH: Mapping[str, str] = {}
LettersOf = Callable[[Rng], Mapping[str, str]]  # those that a deck prints for some ranks


@dataclass(frozen=True)
class Index:
    """The position of an index on a card, in mm from the card's top left."""

    rank: Box  # left, top, right, bottom
    pip: Box  # left, top, right, bottom
    upright: bool  # whether it is upright when the card is
    right: bool  # whether it is at the right when it is upright


@dataclass(frozen=True)
class IndexStyle:
    """How a deck's indices look; lengths in mm."""

    rank_high: float  # of the rank
    pip_high: float  # of the pip below it
    gap: float  # between them
    column: float  # from the edge to the middle of both
    top: float  # from the edge to the rank
    narrow: float  # factor of the ranks' widths
    ten: float  # further factor of the width of a ten
    four: bool  # whether all four corners have an index


@dataclass(frozen=True)
class Deck:
    """How the cards of one deck look."""

    size: tuple[float, float]  # mm
    paper: Colour
    inks: dict[str, Colour]  # by suit
    ranks: dict[str, Mask]  # glyphs
    letters: Mapping[str, str]  # printed for some of the ranks instead of their English ones
    pips: dict[str, Mask]  # by suit
    style: IndexStyle
    body: str  # of number cards: `pips`, one `big` pip, or `empty`
    font: str  # file
    seed: int  # of `rng`
    frame: Colour | None = None  # round court pictures

    def rng(self, code: str) -> Rng:
        """A random generator that is always the same for one card of the deck."""
        return np.random.default_rng([self.seed, *code.encode()])


def random_deck(rng: Rng, fonts: list[str], signs: list[str], letters: Mapping[str, str] = ENGLISH) -> Deck:
    """A deck with letters from one of the font files `fonts`, and pips possibly from one of `signs`.

    Without fonts the letters are Pillow's own. `letters`: those of another language for ace, jack, queen and king.
    """
    while True:
        font = str(rng.choice(fonts or [""]))
        try:
            ranks = _stroked(rng, {rank: glyph(letters.get(rank, rank), font) for rank in RANKS})
            break
        except (ValueError, OSError):
            continue
    black = colour(rng.random(), rng.uniform(0, 0.3), rng.uniform(0.02, 0.25))
    red = colour(rng.uniform(-0.03, 0.03) % 1, rng.uniform(0.7, 1), rng.uniform(0.6, 0.95))
    inks = {"S": black, "C": black, "H": red, "D": red}
    if rng.random() < 0.15:  # four colours
        inks["C"] = colour(rng.uniform(0.28, 0.42), rng.uniform(0.6, 1), rng.uniform(0.3, 0.7))
        inks["D"] = colour(rng.uniform(0.55, 0.68) if rng.random() < 0.7 else 0.07, rng.uniform(0.7, 1), 0.8)
    size = ((63.0, 88.0), (58.0, 89.0), (57.0, 87.0), (56.0, 87.0))[int(rng.choice(4, p=(0.5, 0.25, 0.15, 0.1)))]
    return Deck(
        size,
        colour(rng.uniform(0.05, 0.2), rng.uniform(0, 0.08), rng.uniform(0.9, 1)),
        inks,
        ranks,
        letters,
        random_pips(rng, signs),
        _index_style(rng),
        str(rng.choice(["pips", "big", "empty"], p=[0.8, 0.12, 0.08])),
        font,
        int(rng.integers(1 << 30)),
        (inks["S"] if rng.random() < 0.5 else colour(rng.random(), 0.8, 0.6)) if rng.random() < 0.6 else None,
    )


def english_letters(_rng: Rng) -> Mapping[str, str]:
    """None but the ranks themselves."""
    return ENGLISH


def random_letters(rng: Rng) -> dict[str, str]:
    """The letters of a country for ace, jack, queen and king."""
    courts = list(COURTS)[int(rng.integers(len(COURTS)))]
    return dict(zip(("A", "J", "Q", "K"), (str(rng.choice(list(ACES))), *courts), strict=True))


def deck_in_any_folder(
    rng: Rng, fonts: list[list[str]], signs: list[str], letters_of: LettersOf = english_letters
) -> Deck:
    """A deck as of `random_deck`, in fonts of one of the folders that have the letters; else with other letters."""
    while True:
        letters, folder = letters_of(rng), fonts[int(rng.integers(len(fonts)))]
        own = [font for font in folder if has_letters(font, (letters.get(rank, rank) for rank in RANKS))]
        if own:
            return random_deck(rng, own, signs, letters)


def _stroked(rng: Rng, ranks: dict[str, Mask]) -> dict[str, Mask]:
    """The letters, now and then with strokes that are thicker or thinner than the font's."""
    wide = int(rng.integers(3, 12))
    kernel, thin = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide)), rng.random() < 0.4
    if rng.random() > 0.3:
        return ranks
    out = {}
    for rank, mask in ranks.items():
        padded = cv2.copyMakeBorder(mask, 8, 8, 8, 8, cv2.BORDER_CONSTANT)
        drawn = cv2.erode(padded, kernel) if thin else cv2.dilate(padded, kernel)
        out[rank] = trimmed(np.asarray(drawn, np.uint8)) if drawn.sum() > 0.5 * float(mask.sum()) else mask
    return out


def _index_style(rng: Rng) -> IndexStyle:
    kind = rng.random()
    if kind < 0.2:  # large
        high, share = rng.uniform(10, 17), rng.uniform(0.4, 0.95)
    elif kind < 0.4:  # small
        high, share = rng.uniform(4.5, 6.5), rng.uniform(0.6, 1.0)
    else:
        high, share = rng.uniform(6, 10.5), rng.uniform(0.45, 0.95)
    narrow = rng.uniform(0.6, 1.05) if rng.random() < 0.6 else 1.0
    side = rng.uniform(1.4, 3.2) + (0.3 if rng.random() < 0.7 else 0.15) * high
    gap, top = rng.uniform(0.2, 2.2), rng.uniform(2, 4.8)
    ten = rng.uniform(0.55, 1.0) if rng.random() < 0.7 else 1.0
    return IndexStyle(high, high * share, gap, side, top, narrow, ten, rng.random() < 0.25)


class _Card:
    """A card that is being drawn."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        wide, high = deck.size
        self.picture: Picture = np.full((round(high * PX), round(wide * PX), 3), deck.paper, np.uint8)

    def stamp(self, mask: Mask, box: Box, ink: Colour, turned: bool = False) -> None:
        """Prints a mask into a box (mm), upside down if `turned`."""
        left, top, right, bottom = (round(v * PX) for v in box)
        size = (max(1, right - left), max(1, bottom - top))
        fitted = np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.float32) / 255
        fitted = fitted[::-1, ::-1] if turned else fitted
        rows, columns = self.picture.shape[:2]
        clip = slice(max(0, -top), rows - top), slice(max(0, -left), columns - left)
        part = self.picture[max(0, top) : top + size[1], max(0, left) : left + size[0]]
        share = fitted[clip][: part.shape[0], : part.shape[1], None]
        part[:] = (part * (1 - share) + np.array(ink) * share).astype(np.uint8)

    def turned(self, box: Box) -> Box:
        """The box at the other end of the card."""
        wide, high = self.deck.size
        return wide - box[2], high - box[3], wide - box[0], high - box[1]


def _index_boxes(deck: Deck, rank: str, suit: str, right: bool) -> tuple[Box, Box]:
    style = deck.style
    mask, pip = deck.ranks[rank], deck.pips[suit]
    wide = mask.shape[1] / mask.shape[0] * style.rank_high * style.narrow * (style.ten if rank == "10" else 1.0)
    wide = min(wide, (style.column - 0.8) * 2, style.rank_high * 1.3)
    across = min(pip.shape[1] / pip.shape[0] * style.pip_high, (style.column - 0.5) * 2)
    tall = min(style.pip_high, across * pip.shape[0] / pip.shape[1])
    column = deck.size[0] - style.column if right else style.column
    below = style.top + style.rank_high + style.gap
    return (
        (column - wide / 2, style.top, column + wide / 2, style.top + style.rank_high),
        (column - across / 2, below, column + across / 2, below + tall),
    )


def draw_card(deck: Deck, code: str) -> tuple[Picture, list[Index]]:
    """A card's picture (`PX` px per mm) and its indices; a joker's are where a jack has them, a `"back"` has none."""
    card, rng = _Card(deck), deck.rng(code)
    if code == "back":
        return _back(card, deck), []
    if code == "joker":
        picture = _joker(card, deck, rng)
        boxes = _index_boxes(deck, "J", "S", False)
        turned = [card.turned(box) for box in boxes]
        return picture, [Index(boxes[0], boxes[1], True, False), Index(turned[0], turned[1], False, False)]
    rank, suit = code[:-1], code[-1]
    (_courts if rank in "JQK" else _numbers)(card, deck, code, rng)
    out = []
    for right in (False, True) if deck.style.four else (False,):
        boxes = _index_boxes(deck, rank, suit, right)
        for upright in (True, False):
            printed = [box if upright else card.turned(box) for box in boxes]
            for mask, box in zip((deck.ranks[rank], deck.pips[suit]), printed, strict=True):
                card.stamp(mask, box, deck.inks[suit], not upright)
            out.append(Index(printed[0], printed[1], upright, right))
    return card.picture, out


def _inner(deck: Deck) -> Box:
    """The area beside the indices (mm)."""
    wide, high = deck.size
    side = min(deck.style.column * 2 + 0.5, wide * 0.3)
    return side, 8.0, wide - side, high - 8.0


def _numbers(card: _Card, deck: Deck, code: str, rng: Rng) -> None:
    rank, suit = code[:-1], code[-1]
    wide, high = deck.size
    pip, ink = deck.pips[suit], deck.inks[suit]
    ratio = pip.shape[0] / pip.shape[1]

    def at(x: float, y: float, size: float, turned: bool = False) -> None:
        box = (x - size / 2, y - size * ratio / 2, x + size / 2, y + size * ratio / 2)
        card.stamp(pip, box, ink, turned)

    if deck.body == "empty":
        return
    if rank == "A" or deck.body == "big":
        at(wide / 2, high / 2, rng.uniform(10, 30))
        return
    count = int(rank)
    left, _, right, _ = _inner(deck)
    size = min(np.random.default_rng(deck.seed).uniform(8, 14), (right - left) / 3.2)
    columns = [left + size * 0.6, right - size * 0.6]
    for x, y in _pip_spots(count, columns, wide, high):
        at(x, y, size, y > high / 2 + 1)


def _pip_spots(count: int, columns: list[float], wide: float, high: float) -> list[tuple[float, float]]:
    """The usual pattern of pips."""
    middle, low, tall = wide / 2, high * 0.18, high * 0.64
    rows = {4: 2, 5: 2, 6: 3, 7: 3, 8: 3, 9: 4, 10: 4}.get(count, 0)
    spots = [(x, low + tall * k / (rows - 1)) for x in columns for k in range(rows)]
    single = {2: (0.0, 1.0), 3: (0.0, 0.5, 1.0), 5: (0.5,), 7: (0.25,), 8: (0.25, 0.75), 9: (0.5,), 10: (1 / 6, 5 / 6)}
    return spots + [(middle, low + tall * share) for share in single.get(count, ())]


def _figure(rng: Rng, shape: tuple[int, int], inks: list[Colour], paper: Colour) -> Picture:
    """Half of a court picture: shapes and patterns in a few strong colours, coarse ones below fine ones."""
    picture = np.full((*shape, 3), paper, np.uint8)
    count = int(np.exp(rng.uniform(np.log(8), np.log(110))))
    outline = inks[0] if rng.random() < 0.5 else None
    for number in range(count):
        pad = Pad(picture, (rng.uniform(0, shape[1]), rng.uniform(0, shape[0])), shape[1] / 2, rng.uniform(0, 6))
        ink, size = inks[int(rng.integers(len(inks)))], rng.uniform(0.04, 0.5) * (1 - 0.7 * number / count)
        kind = rng.random()
        if kind < 0.3:
            radii = (size, size * rng.uniform(0.3, 1))
            pad.oval((0, 0), radii, ink)
            if outline is not None:
                pad.bow((0, 0), radii, 0.02, outline)
        elif kind < 0.5:
            area = rng.uniform(-size, size, (int(rng.integers(3, 6)), 2))
            pad.area(area, ink)
            if outline is not None:
                pad.line(area, 0.02, outline, closed=True)
        elif kind < 0.68:
            step = size * rng.uniform(0.12, 0.3)
            for k in range(int(rng.integers(3, 11))):
                pad.box((0, k * step), (size, step * 0.3), ink)
        elif kind < 0.78:
            step = size * rng.uniform(0.2, 0.4)
            for k in range(int(rng.integers(4, 16))):
                pad.disc((k % 4 * step, k // 4 * step), step * 0.3, ink)
        elif kind < 0.9:
            pad.line(np.cumsum(rng.normal(0, 0.15, (6, 2)), axis=0), rng.uniform(0.01, 0.06), ink)
        else:
            pad.area(star((0, 0), int(rng.integers(4, 8)), size * 0.6, size * 0.3), ink)
    return picture


def _inks(rng: Rng, deck: Deck) -> list[Colour]:
    return [
        deck.inks["S"],
        deck.inks["H"],
        colour(0.14, 0.9, 0.95),
        colour(rng.uniform(0.55, 0.7), 0.8, rng.uniform(0.4, 0.9)),
        deck.paper,
        random_palette(rng).any(rng),
    ]


def _courts(card: _Card, deck: Deck, code: str, rng: Rng) -> None:
    left, top, right, bottom = (round(v * PX) for v in _inner(deck))
    half = _figure(rng, ((bottom - top) // 2, right - left), _inks(rng, deck), deck.paper)
    card.picture[top : top + half.shape[0], left:right] = half
    card.picture[top + half.shape[0] : top + 2 * half.shape[0], left:right] = half[::-1, ::-1]
    if deck.frame is not None:
        cv2.rectangle(card.picture, (left, top), (right, bottom), deck.frame, int(rng.integers(1, 4)), cv2.LINE_AA)
    if np.random.default_rng(deck.seed).random() < 0.7:
        pip, size = deck.pips[code[-1]], 9.0
        box = (left / PX + 1, top / PX + 1, left / PX + 1 + size, top / PX + 1 + size)
        card.stamp(pip, box, deck.inks[code[-1]])
        card.stamp(pip, card.turned(box), deck.inks[code[-1]], True)


def _joker(card: _Card, deck: Deck, rng: Rng) -> Picture:
    """A figure, and the word `JOKER` downwards or along the edge, a star, or nothing."""
    left, top, right, bottom = (round(v * PX) for v in _inner(deck))
    figure = _figure(rng, (bottom - top, right - left), _inks(rng, deck), deck.paper)
    if rng.random() < 0.8:
        card.picture[top:bottom, left:right] = figure
    ink = deck.inks["H" if rng.random() < 0.5 else "S"]
    kind, high = rng.random(), rng.uniform(3, 6)
    column, at = deck.style.column, deck.style.top
    if kind < 0.5:
        for letter in "JOKER":
            mask = glyph(letter, deck.font)
            wide = min(high * mask.shape[1] / mask.shape[0], column * 1.6)
            box = (column - wide / 2, at, column + wide / 2, at + high)
            card.stamp(mask, box, ink)
            card.stamp(mask, card.turned(box), ink, True)
            at += high + rng.uniform(0.4, 0.6)
    elif kind < 0.7:
        mask = np.ascontiguousarray(np.rot90(glyph("JOKER", deck.font), int(rng.choice([1, 3]))))
        box = (column - high / 2, at, column + high / 2, at + high * mask.shape[0] / mask.shape[1])
        card.stamp(mask, box, ink)
        card.stamp(mask, card.turned(box), ink, True)
    elif kind < 0.92:
        for centre, turn in (((column, at + high), 0.0), ((deck.size[0] - column, deck.size[1] - at - high), np.pi)):
            pad = Pad(card.picture, (centre[0] * PX, centre[1] * PX), high * PX * 0.7, turn)
            pad.area(star((0, 0), 5, 1, 0.4), ink)
    return card.picture


def _back(card: _Card, deck: Deck) -> Picture:
    """A pattern or picture within a rim of paper, mostly symmetric under a half turn."""
    rng = deck.rng("back")
    rows, columns = card.picture.shape[:2]
    rim = round(rng.choice([0.0, rng.uniform(1.5, 6), rng.uniform(2, 5)]) * PX)
    one, other = two_colours(rng, random_palette(rng))
    shape = (rows - 2 * rim, columns - 2 * rim)
    if rng.random() < 0.45:
        ground = _lattice(rng, shape, one, deck.paper if rng.random() < 0.6 else other)
    else:
        ground = random_ground(rng)(rng, shape, one, other)
    if rng.random() < 0.85:
        half = ground.shape[0] // 2
        ground[ground.shape[0] - half :] = ground[:half][::-1, ::-1]
    if rng.random() < 0.4:
        inside = round(rng.uniform(0.8, 3) * PX)
        spots = (inside, inside), (ground.shape[1] - inside, ground.shape[0] - inside)
        cv2.rectangle(ground, *spots, other if rng.random() < 0.5 else deck.paper, int(rng.integers(2, 9)), cv2.LINE_AA)
    if rng.random() < 0.3:
        pad = Pad(ground, (ground.shape[1] / 2, ground.shape[0] / 2), ground.shape[1] / 2)
        pad.oval((0, 0), (rng.uniform(0.3, 0.7), rng.uniform(0.3, 1)), other)
        pad.oval((0, 0), (rng.uniform(0.15, 0.3), rng.uniform(0.15, 0.3)), one)
    card.picture[rim : rows - rim, rim : columns - rim] = ground
    return card.picture


def _lattice(rng: Rng, shape: tuple[int, int], ink: Colour, paper: Colour) -> Picture:
    """Lines that cross diagonally."""
    picture = np.full((*shape, 3), paper, np.uint8)
    step, lean, thick = rng.uniform(1.2, 6) * PX, rng.uniform(0.6, 1.8), int(rng.integers(1, 12))
    for at in np.arange(-shape[0] * lean, shape[1] + shape[0] * lean, step):
        for direction in (1, -1):
            end = (round(at + direction * shape[0] * lean), shape[0])
            cv2.line(picture, (round(at), 0), end, ink, thick, cv2.LINE_AA)
    return picture
