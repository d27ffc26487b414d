"""One photograph of a frame, rectified: what differs from the empty frame, and what of it has a piece's colour."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame.colours import COLOURS, NONE, Colours, changed, colours_of, evened
from vision.frame.looseness import FIRM, Looseness
from vision.frame.outline_fit import fitted
from vision.frame.piece_search import OF_SIDES, RING, Patch, Values
from vision.frame.shapes import Placed
from vision.frame.view import Flat, FrameView, Mask, wider
from vision.reading import Picture

_EDGE_WEIGHT = 0.5  # what the share of an outline that lies on edges weighs beside how well a piece explains its colour
_MAX_SHADE_DIFFERENCE = 0.12  # of its brightness: what differs more from a front is the side of a piece
_BINS, _LIGHTEST = 60, 5.6  # of the logarithm of brightness, from 0 to a bit more than of 255
_SIDE_AS_FRONT_VALUE = -0.3  # what a side is worth where a front should be
_MIN_EDGE_SHARE = 0.65  # the share of an outline that lies on edges below which it may be off
_MIN_CERTAIN_EDGE_SHARE = 0.75  # the share of an outline that lies on edges from which it is certainly in its place
_SHADOW_WIDTH = 5  # mm round pieces where their shadows lie
_HAND_REACH, _MIN_FINGERS = 25, 60  # mm round a piece that is held, and mm² of fingers that are seen there


@dataclass(frozen=True)
class FramePiece:
    """A piece in the frame: its colour, where it lies, the share of its outline that lies on edges, how loose it is."""

    colour: str
    placed: Placed
    share: float
    loose: Looseness = FIRM

    @property
    def name(self) -> str:
        """As in `circle/red`."""
        return f"{self.placed.shape}/{self.colour}"

    @property
    def is_well_seen(self) -> bool:
        """Whether so much of its outline lies on edges that it is certainly in its place."""
        return self.share >= _MIN_CERTAIN_EDGE_SHARE

    @property
    def is_hardly_seen(self) -> bool:
        """Whether so little of its outline lies on edges that it may lie elsewhere, by a millimetre or more."""
        return self.share < _MIN_EDGE_SHARE

    def may_be_off(self, at: Sequence[float], along: Sequence[float]) -> float:
        """How far (mm, a standard deviation) its outline may be off at a point (mm), along a unit vector."""
        return self.loose.along((at[0] - self.placed.x, at[1] - self.placed.y), along)

    def to_json(self) -> list[str | float]:
        """Shape, colour, x and y (mm), angle (radians), size (mm), share and covariance: what is to be kept of it."""
        placed = self.placed
        numbers = (placed.x, placed.y, placed.angle, placed.size, self.share, *self.loose.covariance)
        return [placed.shape, self.colour, *(float(one) for one in numbers)]

    @classmethod
    def from_json(cls, kept: Sequence[str | float]) -> "FramePiece":
        """The piece of which this was kept."""
        shape, colour, x, y, angle, size, share, *covariance = kept
        placed = Placed(str(shape), float(x), float(y), float(angle), float(size))
        # What an older version has kept says nothing of how loose it is.
        loose = Looseness.from_json(covariance) if covariance else FIRM
        return cls(str(colour), placed, float(share), loose)


@dataclass(frozen=True)
class RectifiedFrame:
    """A photograph with the white balance of the empty frame: `now`, where it differs from that, and its `colours`."""

    view: FrameView
    picture: Picture
    now: Flat
    differs: Mask
    colours: Colours

    @classmethod
    def of(cls, picture: Picture, view: FrameView, empty: Flat, known: Mask) -> "RectifiedFrame":
        """From a picture of the frame that was `empty` before, as far as that is `known`."""
        now = evened(view.rectified(picture), empty)
        return cls(view, picture, now, changed(now, empty) & known, colours_of(now))

    def values(self, colour: str, known: Sequence[FramePiece]) -> Values:
        """Where a piece of a colour may lie; 0 where known pieces or a print hide it.

        A side may be too dark to have a colour: it may lie wherever the picture has changed.
        """
        fronts = [one.placed.outline for one in known]
        own = [self.view.silhouette(one.placed.outline) for one in known if one.colour == colour]
        has_it = self.colours == COLOURS.index(colour)
        front = np.where(has_it, np.where(self.differs, 1.0, 0.0), -1.0)
        side = np.where(self.differs, np.where(has_it, 1.0, 0.0), -1.0)
        value = np.dstack([front, side]).astype(np.float32)
        value[self.view.mask(fronts) | wider(self.view.mask(own), 3)] = 0.0
        return value

    @cached_property
    def _bright(self) -> NDArray[np.float32]:
        """The logarithm of each px's brightness."""
        blue, green, red = cv2.split(self.now)
        return np.asarray(np.log(np.clip(cv2.max(cv2.max(blue, green), red), 1.0, 255.0)), np.float32)

    def fronts(self, value: Values, where: Mask) -> Values:
        """The same values, but for sides of pieces: fronts have one brightness, the commonest `where` they may be."""
        bright = self._bright
        front = value[..., 0]
        found = bright[where & (front > 0)]
        if not len(found):
            return value
        counts, edges = np.histogram(found, _BINS, (0.0, _LIGHTEST))
        about = np.convolve(counts, np.ones(3), "same").argmax()
        middle = np.median(found[np.abs(found - (edges[about] + edges[about + 1]) / 2) < 2 * (edges[1] - edges[0])])
        front = np.where(
            (front > 0) & (np.abs(bright - middle) > _MAX_SHADE_DIFFERENCE), np.float32(_SIDE_AS_FRONT_VALUE), front
        )
        return np.dstack([front, value[..., 1]])

    def patches(self, colour: str, known: Sequence[FramePiece], least: float) -> list[Patch]:
        """Patches of a colour (of `least` mm²) that none of the known pieces explains, the largest first."""
        value = self.values(colour, known)
        opened = cv2.morphologyEx(
            ((value[..., 0] > 0) & ~self.view.above).astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)
        )
        count, labels, stats, middles = cv2.connectedComponentsWithStats(opened)
        found = [
            Patch(
                colour,
                np.asarray(labels == one),
                self.fronts(value, np.asarray(labels == one)),
                (self.view.left + middles[one][0], self.view.top - middles[one][1]),
            )
            for one in range(1, count)
            if stats[one, cv2.CC_STAT_AREA] >= least
        ]
        return sorted(found, key=lambda patch: -patch.area)

    def covered(self, piece: FramePiece) -> float:
        """How much of a piece's front has its colour."""
        front = self.view.mask([piece.placed.outline])
        return float((self.colours[front] == COLOURS.index(piece.colour)).mean()) if front.any() else 0.0

    def explained(self, values: Values, placed: Placed) -> float:
        """How well a piece explains where its colour is: 1 where all of it and nothing round it has its colour.

        What known pieces hide says nothing.
        """
        front = self.view.mask([placed.outline])
        whole = self.view.mask([self.view.silhouette(placed.outline)])
        ring, side = wider(whole, 2 * RING + 1) & ~whole, whole & ~front
        visible = np.count_nonzero(values[front | ring, 0]) + OF_SIDES * np.count_nonzero(values[side, 1])
        worth = values[front, 0].sum() - values[ring, 0].sum() + OF_SIDES * values[side, 1].sum()
        return float(worth / visible) if visible else 0.0

    def rated(self, values: Values, piece: FramePiece) -> float:
        """The score of a piece by colour and edges: colour alone does not separate pieces that touch."""
        return self.explained(values, piece.placed) + _EDGE_WEIGHT * piece.share

    def unexplained(self, pieces: Sequence[FramePiece]) -> float:
        """How many mm² have a colour that no piece explains, or not the colour of the piece that lies there."""
        off = self.differs & (self.colours != NONE) & self.view.inside & ~self.view.above
        for number, colour in enumerate(COLOURS):
            own = [piece.placed.outline for piece in pieces if piece.colour == colour]
            off[wider(self.view.mask([self.view.silhouette(one) for one in own]), 3) & (self.colours == number)] = False
            off[self.view.mask(own) & (self.colours != number)] = True
        return float(off.sum())

    def fitted(self, colour: str, start: Placed, size: tuple[float, float]) -> FramePiece:
        """A piece of a colour, its outline fitted from `start`. `size`: as for `outline_fit.fitted`."""
        fit = fitted(self.picture, self.view, start, size)
        return FramePiece(colour, fit.placed, fit.share, fit.loose)

    def held(self, piece: FramePiece, pieces: Sequence[FramePiece]) -> bool:
        """Whether one of these pieces, which sticks out of the mouth, is in a hand: something is new above it, too."""
        own, *all_of_them = (self.view.silhouette(one.placed.outline) for one in (piece, *pieces))
        near = wider(self.view.mask([own]), 2 * _HAND_REACH + 1) & self.view.above
        ring = near & ~wider(self.view.mask(all_of_them), 2 * _SHADOW_WIDTH + 1)
        return bool((self.differs & ring).sum() > _MIN_FINGERS)

    def foreign(self, pieces: Sequence[FramePiece]) -> Mask:
        """What differs from the empty frame and is no piece, nor the shadow of one."""
        known = wider(
            self.view.mask([self.view.silhouette(one.placed.outline) for one in pieces]), 2 * _SHADOW_WIDTH + 1
        )
        off = (self.differs & self.view.inside & ~known).astype(np.uint8)
        return np.asarray(cv2.erode(off, np.ones((3, 3), np.uint8)) > 0)
