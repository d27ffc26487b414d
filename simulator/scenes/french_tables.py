"""Pictures of tables with French-suited cards in fans, rows and piles, with the ground truth of each index."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from simulator.artwork.paint import Rng, clouds
from simulator.artwork.playing_cards import CODES, Box, Deck, Index, draw_card
from simulator.artwork.table_tops import SHARES, TABLES
from simulator.scenes.strewn_things import strew
from vision.cards.common.reading import BACK, JOKER
from vision.geometry.homography import mapped
from vision.reading import Picture

SIZE = (1280, 960)
_STEPS = (6.0, 20.0)  # mm between the cards of a fan
_DOWN = 0.6  # mm by which the cards of a cascade are farther apart than an index is high


@dataclass(frozen=True)
class LaidCard:
    """A card on the table."""

    code: str
    x: float  # mm, of its centre
    y: float  # mm, of its centre, downwards
    turn: float  # radians clockwise
    height: float = 0.0  # mm above the table

    def turned(self, turn: float, at: tuple[float, float] = (0.0, 0.0)) -> "LaidCard":
        """The card turned about the origin, then moved by `at`."""
        cosine, sine = np.cos(turn), np.sin(turn)
        x, y = self.x * cosine - self.y * sine + at[0], self.x * sine + self.y * cosine + at[1]
        return replace(self, x=float(x), y=float(y), turn=self.turn + turn)


@dataclass(frozen=True)
class VisibleCard:
    """A card in a picture."""

    code: str
    corners: NDArray[np.float64]  # 4 × 2 px, clockwise from its top left
    visible: float  # share (0 to 1)


@dataclass(frozen=True)
class VisibleIndex:
    """An index in a picture."""

    code: str
    right: bool
    centre: NDArray[np.float64]  # px: midway between the pip's foot and the rank's top
    up: NDArray[np.float64]  # px: from there to the top of the rank
    rank_visible: float  # the share of its box that no card covers and that lies in the picture
    pip_visible: float  # the same of the pip
    card: NDArray[np.float64]  # 4 × 2 px, clockwise from the corner that is top left as the index is read


def fan(rng: Rng, codes: Sequence[str], deck: Deck) -> list[LaidCard]:
    """Cards that overlap sideways or downwards, straight or spread, the first or the last on top."""
    high = deck.size[1]
    kind = rng.random()
    if kind < 0.25:  # as tight as possible with visible indices
        step = np.array([(2 * deck.style.column - 0.8) * rng.uniform(0.85, 1.25), rng.normal(0, 0.4)])
    elif kind < 0.5:
        step = np.array([rng.uniform(5.5, 24) * rng.choice([1, 1, -1]), rng.normal(0, 0.4)])
    elif kind < 0.75:
        step = np.array([rng.normal(0, 0.6), rng.uniform(10, 28) * rng.choice([1, 1, -1])])
    else:
        step = np.array([rng.uniform(5, 18), rng.uniform(5, 22) * rng.choice([1, -1])])
    spread = rng.normal(0, 0.12) if rng.random() < 0.35 else 0.0
    middle = (len(codes) - 1) / 2
    out = []
    for k, code in enumerate(codes):
        at = step * (k - middle) + rng.normal(0, rng.choice([0.3, 1.5]), 2)
        turn = spread * (k - middle) + rng.normal(0, rng.choice([0.01, 0.04]))
        if spread:  # about a point below the cards, as held in a hand
            at = at * 0.5 + high * 1.1 * np.array([np.sin(turn), 1 - np.cos(turn)])
        out.append(LaidCard(code, float(at[0]), float(at[1]), float(turn + np.pi * (rng.random() < 0.06))))
    return out


def pile(rng: Rng, codes: Sequence[str], deck: Deck) -> list[LaidCard]:
    """Cards thrown on one another."""
    reach = deck.size[0] * rng.uniform(0.1, 0.7)
    turns = rng.normal(0, rng.choice([0.1, 0.5, 3]), len(codes))
    return [
        LaidCard(c, rng.normal(0, reach), rng.normal(0, reach), float(t)) for c, t in zip(codes, turns, strict=True)
    ]


def stock(rng: Rng, codes: Sequence[str], _deck: Deck) -> list[LaidCard]:
    """A face-down pile, from above or aslant."""
    lean = rng.normal(0, rng.choice([0.0, 0.6]), 2)
    spots = lean * np.arange(len(codes))[:, None] + rng.normal(0, 0.8, (len(codes), 2))
    return [LaidCard("back", float(x), float(y), float(rng.normal(0, 0.02))) for x, y in spots]


def lay(
    rng: Rng, deck: Deck, groups: int, reach: float, shares: tuple[float, float, float] = (0.68, 0.22, 0.1)
) -> list[LaidCard]:
    """Groups of cards of one deck within `reach` mm of the middle; `shares` of fans, piles and stocks."""
    left = [str(code) for code in rng.permutation([*CODES, "joker", "joker"])]
    side, out = rng.uniform(0, 2 * np.pi), []
    for _ in range(groups):
        count = int(rng.choice([1, 2, 3, 4, 6, 9]))
        codes, left = left[:count], left[count:]
        form = (fan, pile, stock)[int(rng.choice(3, p=shares))]
        if rng.random() < 0.04:
            codes = ["joker"] * len(codes)
        turn = side + np.pi / 2 * int(rng.integers(4)) + rng.normal(0, rng.choice([0.03, 0.4]))
        x, y = rng.uniform(-reach, reach, 2)
        out += [card.turned(turn, (x, y)) for card in form(rng, codes, deck)]
    return out


def random_camera(rng: Rng, picture: tuple[int, int], px_per_mm: float) -> NDArray[np.float64]:
    """A tilted camera (3 × 4) from table mm (0, 0, 0 in the middle, z up from the table) to px."""
    tilt = np.radians(abs(rng.normal(0, 12)) if rng.random() < 0.8 else rng.uniform(0, 42))
    roll, far = rng.uniform(0, 2 * np.pi), rng.uniform(350, 900)
    turned = np.array([[np.cos(roll), -np.sin(roll)], [np.sin(roll), np.cos(roll)]])
    leant = np.array([[1, 0], [0, np.cos(tilt)], [0, np.sin(tilt)]]) @ turned
    camera = np.array([[far * px_per_mm, 0, picture[0] / 2], [0, far * px_per_mm, picture[1] / 2], [0, 0, 1]])
    up = np.cross(leant[:, 1], leant[:, 0])  # towards the camera
    return np.asarray(camera @ np.column_stack([leant, up, [0, 0, far]]))


def on_table(camera: NDArray[np.float64], height: float = 0.0) -> NDArray[np.float64]:
    """The camera's homography (3 × 3) of the table, or of what lies that many mm above it."""
    return np.column_stack([camera[:, :2], camera[:, 3] + height * camera[:, 2]])


class CardTable:
    """A picture onto which cards are laid one by one. `camera`: see `random_camera`."""

    def __init__(self, ground: Picture, deck: Deck, camera: NDArray[np.float64], rng: Rng) -> None:
        self.picture = ground.copy()
        self.owner: NDArray[np.int16] = np.zeros(ground.shape[:2], np.int16)
        self.deck, self.camera, self.rng = deck, camera, rng
        self.laid: list[tuple[LaidCard, NDArray[np.float64], list[Index]]] = []
        self.edge = rng.uniform(0.55, 1.0)
        self.shadow = rng.uniform(0.0, 0.6)
        self.drawn: dict[str, tuple[Picture, list[Index]]] = {}

    def lay(self, card: LaidCard) -> None:
        """Lays a card on top."""
        if card.code not in self.drawn:
            self.drawn[card.code] = draw_card(self.deck, card.code)
        texture, indices = self.drawn[card.code]
        wide, high = self.deck.size
        cosine, sine = np.cos(card.turn), np.sin(card.turn)
        moved = np.array([[cosine, -sine, card.x], [sine, cosine, card.y], [0, 0, 1]])
        to_px = on_table(self.camera, card.height) @ moved @ np.array([[1, 0, -wide / 2], [0, 1, -high / 2], [0, 0, 1]])
        self.laid.append((card, to_px, indices))
        corners = mapped(np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float64), to_px)
        low = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 4, 0)
        top = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 5, self.picture.shape[1::-1])
        if (top - low < 3).any():
            return
        here = (slice(low[1], top[1]), slice(low[0], top[0]))
        to_part = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]]) @ to_px
        self._paint(texture, to_part, here, corners, len(self.laid))

    def _paint(
        self,
        texture: Picture,
        to_part: NDArray[np.float64],
        here: tuple[slice, slice],
        ring: NDArray[np.float64],
        owner: int,
    ) -> None:
        part = self.picture[here]
        size = part.shape[1::-1]
        seen = float(np.linalg.norm(ring[1] - ring[0])) / texture.shape[1]  # px of the picture a px of the texture
        step = max(1, int(1 / max(seen, 0.05)))
        if step > 1:
            texture = np.asarray(cv2.resize(texture, None, fx=1 / step, fy=1 / step, interpolation=cv2.INTER_AREA))
        fit = np.diag([self.deck.size[0] / texture.shape[1], self.deck.size[1] / texture.shape[0], 1.0])
        drawn = cv2.warpPerspective(texture, to_part @ fit, size, borderMode=cv2.BORDER_REPLICATE)
        mask = np.zeros((size[1], size[0]), np.uint8)
        outline = mapped(_outline(self.deck.size), to_part)
        cv2.fillPoly(mask, [np.round(outline * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        dark = cv2.GaussianBlur(mask, (0, 0), 2.0).astype(np.float32) / 255 * self.shadow * 0.6
        part[:] = (part * (1 - dark[..., None])).astype(np.uint8)
        inner = cv2.erode(mask, np.ones((3, 3), np.uint8))
        tone = np.where(inner[..., None] > 200, 1.0, self.edge)
        share = mask[..., None].astype(np.float32) / 255
        part[:] = (part * (1 - share) + drawn * tone * share).astype(np.uint8)
        self.owner[here][mask > 127] = owner

    def put(self, middle: NDArray[np.float64], radius: float) -> None:
        """Puts a thing (`strewn_things`) of about `radius` px on top."""
        cv2.fillPoly(self.owner, [strew(self.rng, self.picture, middle, radius)], -1)

    def cards(self) -> list[VisibleCard]:
        """All cards, covered ones included."""
        wide, high = self.deck.size
        inner = (1.0, 1.0, wide - 1.0, high - 1.0)  # without the rounded corners
        return [
            VisibleCard(card.code, mapped(_box((0.0, 0.0, wide, high)), to_px), self._seen(inner, to_px, owner, 15))
            for owner, (card, to_px, _) in enumerate(self.laid, 1)
        ]

    def indices(self) -> list[VisibleIndex]:
        """All indices, covered ones included."""
        out = []
        for owner, (card, to_px, indices) in enumerate(self.laid, 1):
            for index in indices:
                rank, pip = mapped(_box(index.rank), to_px), mapped(_box(index.pip), to_px)
                top, foot = (rank[:2], pip[2:]) if index.upright else (rank[2:], pip[:2])
                upper, lower = top.mean(axis=0), foot.mean(axis=0)
                wide, high = self.deck.size
                ring = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float64)
                corners = np.roll(mapped(ring, to_px), 0 if index.upright else 2, axis=0)
                up = (upper - lower) / 2
                middle = (upper + lower) / 2
                seen = [self._seen(index_box, to_px, owner) for index_box in (index.rank, index.pip)]
                out.append(VisibleIndex(card.code, index.right, middle, up, seen[0], seen[1], corners))
        return out

    def _seen(self, box: Box, to_px: NDArray[np.float64], owner: int, count: int = 7) -> float:
        across, down = np.meshgrid(np.linspace(box[0], box[2], count), np.linspace(box[1], box[3], count))
        spots = np.round(mapped(np.stack([across.ravel(), down.ravel()], axis=1), to_px)).astype(int)
        rows, columns = self.picture.shape[:2]
        inside = (spots >= 0).all(axis=1) & (spots[:, 0] < columns) & (spots[:, 1] < rows)
        return float((self.owner[spots[inside, 1], spots[inside, 0]] == owner).sum() / len(spots))


def _box(box: Box) -> NDArray[np.float64]:
    left, top, right, bottom = box
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)], np.float64)


def _outline(size: tuple[float, float], radius: float = 3.0) -> NDArray[np.float64]:
    wide, high = size
    turn = np.linspace(0, np.pi / 2, 6)
    arc = np.stack([np.cos(turn), np.sin(turn)], axis=1) * radius
    arcs = (arc, arc[:, ::-1] * (-1, 1), -arc, arc[:, ::-1] * (1, -1))
    far, low = wide - radius, high - radius
    turned = [
        part + at for part, at in zip(arcs, ((far, low), (radius, low), (radius, radius), (far, radius)), strict=True)
    ]
    return np.vstack(turned)


def legible_scale(rng: Rng, deck: Deck) -> float:
    """A scale (px per mm) at which a deck's indices are legible."""
    high = deck.style.rank_high + deck.style.gap + deck.style.pip_high
    return float(np.clip(rng.uniform(22, 40) / high, 1.3, 2.4))


def fan_table(rng: Rng, deck: Deck, px_per_mm: float) -> tuple[CardTable, list[list[str]]]:
    """A table, and the codes of the cards in each of its fans and cascades."""
    high = deck.style.rank_high + deck.style.gap + deck.style.pip_high
    top = TABLES[int(rng.choice(len(TABLES), p=SHARES))](rng, 900)
    ground = np.asarray(cv2.resize(top, SIZE, interpolation=cv2.INTER_CUBIC), np.uint8)
    table = CardTable(ground, deck, random_camera(rng, SIZE, px_per_mm), rng)
    codes = [*(str(code) for code in rng.permutation(CODES))]
    wide, tall = SIZE[0] / px_per_mm / 3, SIZE[1] / px_per_mm / 2
    groups = []
    for cell in rng.permutation(6)[: int(rng.integers(3, 7))]:
        middle = ((cell % 3 - 1) * wide, (cell // 3 - 0.5) * tall)
        count = int(rng.choice([1, 3, 4, 5]))
        own, codes = codes[:count], codes[count:]
        kind = rng.random()
        own = [BACK] * 3 if kind < 0.12 else [JOKER] if kind < 0.2 else own
        step = (rng.uniform(*_STEPS), 0.0) if kind < 0.75 else (0.0, high + deck.style.top + _DOWN + rng.exponential(4))
        turn = rng.choice([0, np.pi / 2, np.pi, -np.pi / 2]) + rng.normal(0, 0.15)
        for card in _laid_fan(rng, own, (0.4, 0.4) if own[0] == BACK else step):
            table.lay(card.turned(turn, middle))
        groups += [own] if len(own) > 1 and own[0] != BACK else []
    for _ in range(int(rng.integers(0, 3))):
        table.put(rng.uniform(0, 1, 2) * SIZE, rng.uniform(10, 20) * px_per_mm)
    return table, groups


def _laid_fan(rng: Rng, codes: Sequence[str], step: tuple[float, float]) -> list[LaidCard]:
    out = []
    for number, code in enumerate(codes):
        x, y = (number - (len(codes) - 1) / 2) * np.array(step) + rng.normal(0, 0.4, 2)
        out.append(LaidCard(code, float(x), float(y), rng.normal(0, 0.015)))
    return out


def photographed(picture: Picture, rng: Rng, rare: float = 1.0) -> Picture:
    """The picture under uneven light, with blur, noise and JPEG artefacts.

    Now and then it is nearly dark, with hard shadows and glare, motion blur, sharpening or fewer pixels; `rare` (0 to
    2) scales these probabilities.
    """
    out = _lit(picture, rng, rare)
    soft = rng.uniform(1, 1.8) if rng.random() < 0.2 * rare else rng.uniform(0.3, 1.1)
    out = np.asarray(cv2.GaussianBlur(out, (0, 0), soft), np.float32)
    if rng.random() < 0.1 * rare:  # motion
        kernel = np.zeros((9, 9), np.float32)
        away = rng.normal(0, 2, 2)
        cv2.line(kernel, (4, 4), (int(4 + np.clip(away[0], -4, 4)), int(4 + np.clip(away[1], -4, 4))), 1.0, 1)
        out = np.asarray(cv2.filter2D(out, -1, kernel / kernel.sum()), np.float32)
    noise = rng.uniform(3, 11) if rng.random() < 0.4 * rare else rng.uniform(0.5, 4)
    grain = rng.normal(0, noise, out.shape).astype(np.float32)
    if rng.random() < 0.4:  # as after a camera's own denoising
        grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.5, 1.2)) * 1.5, np.float32)
    out = out + grain
    if rng.random() < 0.35 * rare:
        out = out + rng.uniform(0.3, 1.5) * (out - cv2.GaussianBlur(out, (0, 0), rng.uniform(0.8, 2.0)))
    shown = np.clip(out, 0, 255).astype(np.uint8)
    if rng.random() < 0.2 * rare:  # from a picture of fewer pixels
        share = rng.uniform(0.5, 0.9)
        small = cv2.resize(shown, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        shown = np.asarray(cv2.resize(small, shown.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.uint8)
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(50, 97))]
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", shown, quality)[1], cv2.IMREAD_COLOR), np.uint8)


def _lit(picture: Picture, rng: Rng, rare: float) -> NDArray[np.float32]:
    """The picture under uneven and coloured light.

    `rare` scales the probabilities of hard shadows, mirrored lamps and near darkness.
    """
    rows, columns = picture.shape[:2]
    light = clouds(rng, (rows, columns), [(v, v, v) for v in rng.uniform(70, 128, 4)], int(rng.integers(2, 4)))
    is_odd = rng.random() < 0.3 * rare
    gain = np.exp(rng.uniform(np.log(0.25), np.log(1.6))) if is_odd else rng.uniform(0.7, 1.3)
    tint = np.exp(rng.normal(0, 0.09, 3)) * gain
    out = np.asarray(picture.astype(np.float32) * (light.astype(np.float32) / 110 * tint.astype(np.float32)))
    for _ in range(int(rng.choice(3, p=(1 - 0.24 * rare, 0.16 * rare, 0.08 * rare)))):  # shadows with an edge
        ring = (rng.uniform(-0.3, 1.3, (int(rng.integers(3, 6)), 2)) * (columns, rows)).astype(np.int32)
        mask = np.zeros((rows, columns), np.uint8)
        cv2.fillPoly(mask, [ring], 255)
        soft = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.8, 12)).astype(np.float32)[..., None] / 255
        out *= 1 - soft * np.float32(rng.uniform(0.25, 0.75))
    if rng.random() < 0.22 * rare:
        mask = np.zeros((rows, columns), np.float32)
        spot, wide = (int(rng.integers(columns)), int(rng.integers(rows))), rng.uniform(15, 140)
        cv2.ellipse(mask, spot, (int(wide), int(wide * rng.uniform(0.3, 1))), rng.uniform(0, 180), 0, 360, 1.0, -1)
        glare = cv2.GaussianBlur(mask, (0, 0), wide * rng.uniform(0.15, 0.6))[..., None]
        out += glare * (rng.uniform(30, 150) * np.exp(rng.normal(0, 0.08, 3))).astype(np.float32)
    return np.asarray(out, np.float32)
