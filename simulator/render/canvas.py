"""The canvas of a simulated table, onto which things are painted from far to near."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from simulator.render import dice
from simulator.render import light as lighting
from simulator.render import tray as trays
from simulator.render.pieces import Colour, Die, Hand, Table, Tile
from vision.dimensions import TILE_THICK
from vision.geometry.camera_pose import CameraView, sheet_corners
from vision.reading import Picture, Points

_SIDES = ((0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))
_SHIFT = 4  # fractional bits of polygon corners
HAND = -1  # owner of the pixels of hands
_BESIDE = 8  # px of margin beside the picture in which things are still drawn


def polygon(image: NDArray[np.integer], points: Points, colour: Colour | float) -> None:
    """Fills a convex polygon (n × 2 px), antialiased in images of bytes."""
    scaled = np.round(points * (1 << _SHIFT)).astype(np.int32)
    cv2.fillConvexPoly(image, scaled, colour, cv2.LINE_AA if image.dtype == np.uint8 else cv2.LINE_8, _SHIFT)


def shaded(colour: Colour, by: float) -> Colour:
    """A colour under `by` times the light."""
    return (colour[0] * by, colour[1] * by, colour[2] * by)


class Canvas:
    """The colour, gloss and owner of each pixel; `owner`: the number of the tile whose upper side it shows, or 0."""

    def __init__(self, view: CameraView, table: Table, light: lighting.Light) -> None:
        width, high = view.size
        self.view, self.table, self.light = view, table, light
        self.colour: Picture = np.zeros((high, width, 3), np.uint8)
        self.gloss = np.zeros((high, width), np.uint8)
        self.owner = np.zeros((high, width), np.int16)
        main = light.lamps[0].at
        self.sun = np.array(main[:2]) / main[2]

    def shows(self, boxes: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Which of these boxes (n × 8 × 3 mm) are in the picture, or close beside it."""
        seen = self.view.project(boxes.reshape(-1, 3)).reshape(-1, 8, 2)
        low, high = seen.min(axis=1), seen.max(axis=1)
        return np.asarray(((high > -_BESIDE) & (low < np.array(self.view.size) + _BESIDE)).all(axis=1))

    def surface(self, texture: Picture, side: float, z: float) -> None:
        """Lays a square texture of `side` mm on the plane at `z`."""
        corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64) * np.array(texture.shape[1::-1])
        to_plane = cv2.getPerspectiveTransform(corners.astype(np.float32), sheet_corners(side).astype(np.float32))
        cv2.warpPerspective(
            texture, self.view.plane(z) @ to_plane, self.view.size, dst=self.colour, borderMode=cv2.BORDER_TRANSPARENT
        )

    def _shade(self, corners: NDArray[np.float64], ring: tuple[int, int, int, int]) -> float:
        """The shade of a box's side, by its direction to the main lamp."""
        outward = corners[ring[0], :2] + corners[ring[1], :2] - corners[:4, :2].mean(0) * 2
        facing = float(outward @ self.sun) / (np.linalg.norm(outward) + 1e-9)
        return min(1.05, self.table.side_light + 0.25 * float(np.clip(facing, -1, 1)))

    def box(
        self, corners: NDArray[np.float64], top: Colour, side: Colour, lower: tuple[Colour, float] | None = None
    ) -> Points:
        """Draws a box (8 × 3 mm) with one colour on top; returns its upper corners in px.

        `lower`: the colour of the lower part of its sides, and that part's share of their height.
        """
        seen = self.view.project(corners)
        if (seen.max(axis=0) < -_BESIDE).any() or (seen.min(axis=0) > np.array(self.view.size) + _BESIDE).any():
            return seen[:4]
        for ring in _SIDES:
            quad = seen[list(ring)]
            if cv2.contourArea(quad.astype(np.float32), True) >= 0:
                continue
            shade = self._shade(corners, ring)
            polygon(self.colour, quad, shaded(side, shade))
            if lower is not None:
                middle = quad[[0, 1]] + (quad[[3, 2]] - quad[[0, 1]]) * (1 - lower[1])
                polygon(self.colour, np.vstack([middle, quad[2:]]), shaded(lower[0], shade))
            polygon(self.gloss, quad, 0)
            polygon(self.owner, quad, 0)
        polygon(self.colour, seen[:4], top)
        return seen[:4]

    def tile(self, tile: Tile, owner: int, tone: float, gloss: float) -> None:
        """Draws a tile; pixels of its upper side belong to `owner`."""
        art = self.table.art
        up, backing = tile.face != "back", self.table.backing
        body, lower = (art.body, (art.lower, backing)) if up else (art.lower, (art.body, 1 - backing))
        top = self.box(tile.corners(), body, body, lower) if tile.pose == "flat" else self._standing(tile)
        inner = top + (top.mean(axis=0) - top) * self.table.bevel
        if tile.pose == "flat":
            self._edge(tile, top, inner, body, tone)
            self._paste(art.faces[tile.face], inner, tone)
            self._edge_shine(tile, top, inner)
        polygon(self.gloss, top, 255 * gloss * self.table.rim_gloss)
        polygon(self.gloss, inner, 255 * gloss)
        polygon(self.owner, top, owner)

    def die(self, die: Die, gloss: float) -> None:
        """Draws a die: its rounded outline, then each visible side, the upper one last."""
        style = die.style
        whole = cv2.convexHull(self.view.project(dice.outline(die)).astype(np.float32)).reshape(-1, 2)
        polygon(self.colour, np.asarray(whole, np.float64), shaded(style.body, (1 + self.table.side_light) / 2))
        polygon(self.gloss, np.asarray(whole, np.float64), 0)
        polygon(self.owner, np.asarray(whole, np.float64), 0)
        for side in sorted(dice.sides(die, self.view.position), key=lambda side: side.outward[2]):
            facing = float(side.outward[:2] @ self.sun / max(float(np.linalg.norm(self.sun)), 1e-9))
            up = max(0.0, float(side.outward[2]))
            shade = min(1.05, self.table.side_light * (1 - up) + up + 0.25 * facing * (1 - up))
            flat = self.view.project(side.flat)
            polygon(self.colour, flat, shaded(style.body, shade))
            colour = shaded(style.one if side.number == 1 else style.pips, shade)
            for pip in side.pips:
                polygon(self.colour, self.view.project(pip), colour)
            polygon(self.gloss, flat, 255 * gloss * up)

    def _standing(self, tile: Tile) -> Points:
        """Draws a tile on its short edge: its face in front (-y), its back behind; returns its top's corners (px)."""
        art, corners = self.table.art, tile.corners()
        seam = corners[[1, 0, 5, 4]] + (corners[[2, 3, 6, 7]] - corners[[1, 0, 5, 4]]) * self.table.backing
        behind = (np.vstack([corners[:2], seam[:2], corners[4:6], seam[2:]]), art.lower)
        before = (np.vstack([seam[1::-1], corners[2:4], seam[:1:-1], corners[6:]]), art.body)
        for half, colour in sorted((behind, before), key=lambda part: -self.away(part[0])):
            self.box(half, colour, colour)
        front = self.view.project(corners[[3, 2, 6, 7]])
        if cv2.contourArea(front.astype(np.float32), True) > 0:
            face = front + (front.mean(axis=0) - front) * self.table.bevel
            self._paste(art.faces["1" if tile.face == "back" else tile.face], face, self._shade(corners, _SIDES[2]))
        return self.view.project(corners[:4])

    def away(self, corners: NDArray[np.float64]) -> float:
        """The distance of a box from the point below the camera (mm)."""
        return float(np.linalg.norm(corners[:, :2].mean(axis=0) - self.view.position[:2]))

    def _edge(self, tile: Tile, top: Points, inner: Points, body: Colour, tone: float) -> None:
        """Draws a flat tile's rounded edge, each side shaded by its direction to the main lamp."""
        ring = tile.corners()[:4, :2]
        polygon(self.colour, top, shaded(body, min(1.15, self.table.rim * tone)))
        for side in range(4):
            after = (side + 1) % 4
            outward = ring[side] + ring[after] - ring.mean(axis=0) * 2
            facing = float(np.clip(outward @ self.sun / np.linalg.norm(outward), -1, 1))
            shade = min(1.25, self.table.rim * tone * (1 + self.table.relief * facing))
            polygon(self.colour, np.array([top[side], top[after], inner[after], inner[side]]), shaded(body, shade))

    def _edge_shine(self, tile: Tile, top: Points, inner: Points) -> None:
        """Draws the main lamp's specular highlight along the rounded edge that faces it most."""
        ring = tile.corners()[:4, :2]
        outward = ring + np.roll(ring, -1, axis=0) - ring.mean(axis=0) * 2
        side = int(np.argmax(outward @ self.sun / np.linalg.norm(outward, axis=1)))
        ends = (top + inner)[[side, (side + 1) % 4]] / 2
        ends += (ends.mean(axis=0) - ends) * 0.15
        low, high = np.floor(ends.min(axis=0)).astype(int) - 2, np.ceil(ends.max(axis=0)).astype(int) + 3
        low, high = np.maximum(low, 0), np.minimum(high, self.view.size)
        if (high <= low).any():
            return
        mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
        start, end = (tuple(int(v) for v in np.round((point - low) * (1 << _SHIFT))) for point in ends)
        cv2.line(mask, start, end, 255, 1, cv2.LINE_AA, _SHIFT)
        share = mask[..., None] * np.float32(self.table.edge_shine / 255)
        part = self.colour[low[1] : high[1], low[0] : high[0]]
        part[:] = (part + (255.0 - part) * share).astype(np.uint8)

    def shadow_on_tiles(self, tiles: Sequence[Tile]) -> None:
        """Darkens upper sides drawn so far where tiles of the layer above cast shadows."""
        mask = np.zeros(self.owner.shape, np.uint8)
        for tile in tiles:
            corners = tile.corners().copy()
            corners[:4, :2] -= self.sun * TILE_THICK
            corners[:, 2] = tile.z
            hull = cv2.convexHull(self.view.project(corners).astype(np.float32)).reshape(-1, 2)
            polygon(mask, np.asarray(hull, np.float64), 255.0)
        mask[self.owner <= 0] = 0
        depth = 0.55 * (1 - 0.6 * min(1.0, self.light.ambient))
        share = 1 - np.asarray(cv2.GaussianBlur(mask, (0, 0), 1.5), np.float32) / 255 * depth
        self.colour = np.asarray(self.colour * share[..., None], np.uint8)

    def _paste(self, texture: Picture, quad: Points, tone: float) -> None:
        low = np.floor(quad.min(0)).astype(int) - 1
        high = np.ceil(quad.max(0)).astype(int) + 2
        low, high = np.maximum(low, 0), np.minimum(high, self.view.size)
        if (high <= low).any():
            return
        wanted = np.linalg.norm(quad[1] - quad[0])
        step = max(1, int(texture.shape[1] / max(wanted, 4)))
        if step > 1:
            texture = np.asarray(cv2.resize(texture, None, fx=1 / step, fy=1 / step, interpolation=cv2.INTER_AREA))
        rows, columns = texture.shape[:2]
        source = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)
        matrix = cv2.getPerspectiveTransform(source, (quad - low).astype(np.float32))
        size = (int(high[0] - low[0]), int(high[1] - low[1]))
        patch = cv2.warpPerspective(texture, matrix, size, borderMode=cv2.BORDER_REPLICATE)
        mask = np.zeros((size[1], size[0]), np.uint8)
        polygon(mask, _rounded(quad - low, self.table.bevel + 0.04), 255.0)
        part = self.colour[low[1] : high[1], low[0] : high[0]]
        share = (mask.astype(np.float32) / 255)[..., None]
        part[:] = np.clip(part * (1 - share) + patch * share * tone, 0, 255).astype(np.uint8)

    def tray(self) -> None:
        """Draws the tray: rails, whose inner walls mirror the sheet as drawn so far, and corner blocks."""
        colour, high, gap = self.table.art.tray, self.table.tray_high, self.table.tray_gap
        if colour is None:
            return
        bare = self.colour.copy()
        for turn, lip, box, tone in trays.rails(self.view, high, gap):
            self.box(box, shaded(colour, tone), colour)
            wall = self.view.project(box[[2, 3, 7, 6]])
            if lip and self.table.tray_shine and cv2.contourArea(wall.astype(np.float32), True) < 0:
                self._mirror(bare, trays.mirrored_sheet(self.view, gap, turn), wall)
        for box in trays.corner_blocks(high, gap):
            self.box(box, shaded(colour, 1.05), colour)

    def _mirror(self, bare: Picture, matrix: NDArray[np.float64], wall: Points) -> None:
        """Draws the mirror image of the picture `bare` on a wall (4 × 2 px)."""
        low = np.maximum(np.floor(wall.min(axis=0)).astype(int), 0)
        high = np.minimum(np.ceil(wall.max(axis=0)).astype(int) + 1, self.view.size)
        if (high <= low).any():
            return
        moved = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]]) @ matrix
        size = (int(high[0] - low[0]), int(high[1] - low[1]))
        image = cv2.warpPerspective(bare, moved, size, borderMode=cv2.BORDER_REPLICATE)
        mask = np.zeros((size[1], size[0]), np.uint8)
        polygon(mask, wall - low, 255.0)
        share = mask[..., None] * np.float32(self.table.tray_shine / 255)
        part = self.colour[low[1] : high[1], low[0] : high[0]]
        part[:] = (part * (1 - share) + image * share).astype(np.uint8)

    def hand(self, hand: Hand, reach: NDArray[np.uint8]) -> None:
        """Draws a hand of capsules with an arm, and its shadow into the coarse mask `reach`."""
        for points, radius, colour in hand_capsules(hand):
            seen = self.view.project(points)
            size = np.linalg.norm(self.view.project(points + np.array([radius, 0, 0])) - seen, axis=1)
            outline = capsule(seen, size)
            polygon(self.colour, outline, shaded(colour, 0.78))
            polygon(self.colour, capsule(seen - size[:, None] * 0.15, size * 0.72), colour)
            polygon(self.gloss, outline, 0)
            polygon(self.owner, outline, HAND)
            low = points * np.array([1, 1, 0]) - np.append(self.sun, 0) * points[:, 2:]
            polygon(reach, capsule(self.view.project(low), size) / lighting.COARSE, 255.0)


def hand_capsules(hand: Hand) -> list[tuple[NDArray[np.float64], float, Colour]]:
    """A hand as capsules: two end points (2 × 3 mm), radius (mm) and colour each, lowest first."""
    angle = np.radians(hand.towards)
    back = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-back[1], back[0]])
    tip = np.array([hand.x, hand.y])
    parts = []

    def part(
        start: NDArray[np.float64], end: NDArray[np.float64], low: float, high: float, radius: float, c: Colour
    ) -> None:
        parts.append((np.array([[*start, low], [*end, high]]), radius, c))

    palm = tip + back * 85
    for finger, side in enumerate((-1.5, -0.5, 0.5, 1.5)):
        root = palm - back * 25 + across * side * 15
        end = tip + back * (8 * abs(finger - 1.3)) + across * side * 13 * hand.spread
        part(end, root, hand.z * 0.6, hand.z, 7.5, hand.skin)
    part(palm + across * 45 - back * 15, palm + across * 15 + back * 15, hand.z * 0.8, hand.z, 9, hand.skin)
    part(palm - back * 8, palm + back * 22, hand.z, hand.z + 8, 33, hand.skin)
    part(palm + back * 60, palm + back * 420, hand.z + 15, hand.z + 60, 38, hand.sleeve)
    return parts


def capsule(ends: Points, radii: NDArray[np.float64]) -> Points:
    """The outline of a capsule (n × 2) from its two ends (2 × 2) and the radius at each (2)."""
    round_ = np.linspace(0, 2 * np.pi, 20, endpoint=False)
    circle = np.stack([np.cos(round_), np.sin(round_)], axis=1)
    both = np.vstack([ends[0] + circle * radii[0], ends[1] + circle * radii[1]]).astype(np.float32)
    return np.asarray(cv2.convexHull(both), np.float64).reshape(-1, 2)


def _rounded(quad: Points, by: float) -> Points:
    """A quadrilateral with its corners cut off, `by` as a share of its sides."""
    before, after = np.roll(quad, 1, axis=0), np.roll(quad, -1, axis=0)
    cut = np.stack([quad + (before - quad) * by, quad + (after - quad) * by], axis=1)
    return np.asarray(cut.reshape(-1, 2))


def hand_shadow(view: CameraView, reach: NDArray[np.uint8], depth: float) -> NDArray[np.float32]:
    """The share of light (0 to 1) of each pixel under the shadows of hands (`reach`, coarse)."""
    soft = np.asarray(cv2.GaussianBlur(reach, (0, 0), 3.0), np.float32) / 255
    return lighting.enlarged(np.asarray(1 - soft * depth, np.float32), view)
