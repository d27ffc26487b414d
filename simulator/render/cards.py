"""Renders cards on a simulated table, with ground truth."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from simulator.render import light as lighting
from simulator.render.canvas import Canvas, hand_shadow, polygon
from simulator.render.pieces import Art, Hand, Table
from vision.geometry.camera_pose import CameraView
from vision.reading import Picture, Points

CARD_THICK = 0.3  # mm
FACE_SCALE = 5  # px/mm of the pictures of faces
_TABLE_SPREAD = 1600.0  # mm that the ground's texture covers
_TILT_DEVIATION = 0.008  # radians: standard deviation of the tilt of cards
_MIN_VISIBLE_SHARE = 0.97  # of an index that counts as visible
Box = tuple[float, float, float, float]  # left, top, wide, high in mm from a card's top left


@dataclass(frozen=True)
class Card:
    """A card on the table."""

    x: float  # mm, of its middle
    y: float  # mm, of its middle
    face: str  # of its upper side
    turn: float = 0.0  # degrees counter-clockwise


@dataclass(frozen=True)
class Deck:
    """How the cards of a deck look."""

    size: tuple[float, float]  # mm wide and high
    faces: dict[str, Picture]  # BGR, of `size` at `FACE_SCALE`; `"back"` among them
    # the index in the top left corner of each face; that at the bottom right is the same, turned by a half
    indices: dict[str, Box]
    rounded: float = 3.5  # mm, the radius of the corners


@dataclass(frozen=True)
class CardTable:
    """Cards on a table before a camera."""

    deck: Deck
    cards: tuple[Card, ...]  # in the order of laying, later ones above
    ground: Picture  # the table top
    hands: tuple[Hand, ...] = ()
    gloss: float = 0.3  # strength of the lamps' mirror images on cards


@dataclass(frozen=True)
class CardTruth:
    """The ground truth of a picture of cards, in the order of laying."""

    corners: NDArray[np.float64]  # n × 4 × 2 px, clockwise from the face's own top left
    visible: NDArray[np.float64]  # the visible share of each (0 to 1)
    indices: NDArray[np.bool_]  # whether the index at the top left, and at the bottom right, is visible (n × 2)


@dataclass
class _Laying:
    """The cards laid so far, from which the height of the next one follows."""

    size: tuple[float, float]
    rings: list[NDArray[np.float32]] = field(default_factory=list)
    tops: list[float] = field(default_factory=list)

    def top(self, card: Card) -> float:
        """Lays the next card; returns the height (mm) of its upper side."""
        ring = card_corners(card, self.size).astype(np.float32)
        under = [
            top
            for other, top in zip(self.rings, self.tops, strict=True)
            if np.hypot(*(other.mean(axis=0) - ring.mean(axis=0))) < sum(self.size)
            and cv2.intersectConvexConvex(other, ring)[0] > 1.0
        ]
        self.rings.append(ring)
        self.tops.append(max(under, default=0.0) + CARD_THICK)
        return self.tops[-1]


def card_corners(card: Card, size: tuple[float, float]) -> Points:
    """The corners of a card on the table (4 × 2 mm), clockwise from the face's own top left."""
    half = np.array(size) / 2
    turn = np.radians(card.turn)
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    ring = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * half
    return np.asarray(ring @ turned.T + np.array([card.x, card.y]))


def render_cards(
    table: CardTable, view: CameraView, light: lighting.Light, sensor: lighting.Sensor, rng: np.random.Generator
) -> tuple[Picture, CardTruth]:
    """The picture of a table with cards, and its ground truth."""
    art = Art({}, (0, 0, 0), (0, 0, 0), np.zeros((2, 2, 3), np.uint8), None, table.ground)
    canvas = Canvas(view, Table(art, (), table.hands), light)
    canvas.surface(table.ground, _TABLE_SPREAD, 0.0)
    laying = _Laying(table.deck.size)
    corners = []
    for owner, card in enumerate(table.cards, start=1):
        top = laying.top(card)
        ring = card_corners(card, table.deck.size)
        solid = np.vstack([np.column_stack([ring, np.full(4, z)]) for z in (top, top - CARD_THICK)])
        _lay(canvas, table, card, solid, owner)
        corners.append(view.project(solid[:4]))
    reach = np.zeros((view.size[1] // lighting.COARSE, view.size[0] // lighting.COARSE), np.uint8)
    for hand in table.hands:
        canvas.hand(hand, reach)
    tilts = rng.normal(0, _TILT_DEVIATION, (len(table.cards), 2))
    picture = lighting.develop(_lit(canvas, reach, table.gloss, tilts), sensor, rng)
    return picture, _truth(canvas, table, np.array(corners).reshape(-1, 4, 2))


def _lay(canvas: Canvas, table: CardTable, card: Card, solid: NDArray[np.float64], owner: int) -> None:
    """Draws the shadow of a card, its edge, and its face."""
    seen = canvas.view.project(solid)
    low = np.maximum(np.floor(seen.min(axis=0)).astype(int) - 6, 0)
    high = np.minimum(np.ceil(seen.max(axis=0)).astype(int) + 7, canvas.view.size)
    if (high <= low).any():
        return
    scale = float(np.linalg.norm(seen[1] - seen[0])) / table.deck.size[0]
    part = (slice(low[1], high[1]), slice(low[0], high[0]))
    foot = seen[4:] - low
    fallen = _rounded_mask(foot - canvas.sun * np.array([1, -1]) * scale * 0.5, high - low, table.deck)
    soft = cv2.GaussianBlur(fallen, (0, 0), max(0.5, 0.35 * scale))
    canvas.colour[part] = np.asarray(canvas.colour[part] * (1 - 0.4 * soft[..., None]), np.uint8)
    _blend(canvas.colour[part], np.full((1, 1, 3), 200.0), _rounded_mask(foot, high - low, table.deck))
    face = table.deck.faces[card.face]
    step = max(1.0, FACE_SCALE / scale / 1.25)
    if step > 1:
        face = np.asarray(cv2.resize(face, None, fx=1 / step, fy=1 / step, interpolation=cv2.INTER_AREA))
    matrix = cv2.getPerspectiveTransform(_outline(face), (seen[:4] - low).astype(np.float32))
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    patch = cv2.warpPerspective(face, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = _rounded_mask(seen[:4] - low, high - low, table.deck)
    _blend(canvas.colour[part], np.asarray(patch, np.uint8), mask)
    canvas.gloss[part][mask > 0.5] = 255
    canvas.owner[part][mask > 0.5] = owner


def _outline(picture: Picture) -> NDArray[np.float32]:
    high, wide = picture.shape[:2]
    return np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - np.float32(0.5)


def _blend(part: Picture, patch: NDArray[np.floating] | Picture, mask: NDArray[np.float32]) -> None:
    part[:] = np.asarray(part + (patch - part.astype(np.float32)) * mask[..., None], np.uint8)


def _rounded_mask(quad: Points, size: NDArray[np.integer], deck: Deck) -> NDArray[np.float32]:
    """The share of each pixel (high × wide, 0 to 1) that a card with rounded corners covers."""
    quarter = np.radians(np.linspace(0, 90, 7))
    arc = np.stack([1 - np.sin(quarter), 1 - np.cos(quarter)], axis=1) * deck.rounded
    wide, high = deck.size
    ring = np.vstack(
        [
            arc[::-1][:, ::-1],
            [[wide, 0]] + arc * [-1, 1],
            [[wide, high]] - arc[::-1][:, ::-1],
            [[0, high]] + arc * [1, -1],
        ]
    )
    matrix = cv2.getPerspectiveTransform(
        np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32), quad.astype(np.float32)
    )
    outline = cv2.perspectiveTransform(cv2.convexHull(ring.astype(np.float32)), matrix).reshape(-1, 2)
    mask = np.zeros((int(size[1]), int(size[0])), np.uint8)
    polygon(mask, np.asarray(outline, np.float64), 255.0)
    return np.asarray(mask / 255, np.float32)


def _lit(canvas: Canvas, reach: NDArray[np.uint8], gloss: float, tilts: NDArray[np.float64]) -> NDArray[np.float32]:
    """The colours in linear light: diffuse, shaded by hands, and the lamps' mirror images on cards."""
    view, light = canvas.view, canvas.light
    linear: NDArray[np.float32] = lighting.to_linear(canvas.colour)
    linear *= lighting.enlarged(lighting.diffuse(light, view), view)
    if reach.any():
        linear *= hand_shadow(view, reach, 0.6 * (1 - 0.6 * min(1.0, light.ambient)))[..., None]
    shown = (canvas.owner > 0) & (canvas.gloss > 0)
    if gloss > 0.01 and shown.any():
        owner = np.where(shown, canvas.owner, 0).astype(np.int16)
        linear[shown] += lighting.mirror_images_on_tiles(light, view, owner, tilts) * np.float32(gloss)
    return np.asarray(linear, np.float32)


def _truth(canvas: Canvas, table: CardTable, corners: NDArray[np.float64]) -> CardTruth:
    cards = table.cards
    counts = np.bincount(np.maximum(canvas.owner, 0).ravel(), minlength=len(cards) + 1)[1:]
    areas = np.array([abs(cv2.contourArea(ring.astype(np.float32))) for ring in corners])
    indices = np.array([_indices_seen(canvas, table, n, ring) for n, ring in enumerate(corners)], np.bool_)
    return CardTruth(corners, np.minimum(1.0, counts / np.maximum(areas, 1)), indices.reshape(-1, 2))


def _indices_seen(canvas: Canvas, table: CardTable, number: int, ring: Points) -> Sequence[bool]:
    """Whether each of the two indices of a card is visible."""
    box = table.deck.indices.get(table.cards[number].face)
    if box is None:
        return (False, False)
    wide, high = table.deck.size
    left, top, across, down = box
    one = np.array([[left, top], [left + across, top], [left + across, top + down], [left, top + down]])
    matrix = cv2.getPerspectiveTransform(
        np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32), ring.astype(np.float32)
    )
    seen = []
    for area in (one, np.array([wide, high]) - one):
        quad = cv2.perspectiveTransform(area.astype(np.float32).reshape(-1, 1, 2), matrix).reshape(-1, 2)
        inside = bool((quad > 0).all() and (quad < np.array(canvas.view.size)).all())
        mask = np.zeros(canvas.owner.shape, np.uint8)
        polygon(mask, np.asarray(quad, np.float64), 255.0)
        seen.append(inside and float((canvas.owner[mask > 0] == number + 1).mean()) > _MIN_VISIBLE_SHARE)
    return seen


def truth_json(table: CardTable, truth: CardTruth) -> dict[str, object]:
    """The ground truth as JSON data, as in the files beside photographs."""
    cards = [
        {
            "code": card.face,
            "face_up": card.face != "back",
            "number": int(card.face) if card.face.isdigit() else None,
            "wild": card.face == "wild",
            "corners_px": [[round(float(v), 2) for v in point] for point in ring],
            "visible_frac": round(float(share), 3),
            "index_tl_visible": bool(indices[0]),
            "index_br_visible": bool(indices[1]),
        }
        for card, ring, share, indices in zip(table.cards, truth.corners, truth.visible, truth.indices, strict=True)
    ]
    return {"deck": {"w_mm": table.deck.size[0], "h_mm": table.deck.size[1]}, "cards": cards}
