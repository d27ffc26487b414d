"""One photograph of a frame, rectified: what differs from the empty frame, and what of it has a piece's colour."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drop_it.colours import COLOURS, Colours, changed, colours_of, evened
from vision.drop_it.frame_view import Flat, FrameView, Mask, wider
from vision.drop_it.piece_search import Patch, Values
from vision.drop_it.shapes import Placed
from vision.reading import Picture

_RING = 4  # mm round a piece that should not have its colour
EXPLAINED = 0.75  # how well a piece must explain where its colour is
ON_EDGES = 0.4  # of its outline must lie on edges
_BESIDE = 5  # mm round pieces where their shadows lie


@dataclass(frozen=True)
class SeenPiece:
    """A piece in the frame: its colour, where it lies, and the share of its outline that lies on edges."""

    colour: str
    placed: Placed
    share: float

    @property
    def name(self) -> str:
        """As in `circle/red`."""
        return f"{self.placed.shape}/{self.colour}"


@dataclass(frozen=True)
class Look:
    """A photograph with the white balance of the empty frame: `now`, where it differs from that, and its `colours`."""

    view: FrameView
    picture: Picture
    now: Flat
    differs: Mask
    colours: Colours

    @classmethod
    def at(cls, picture: Picture, view: FrameView, empty: Flat) -> "Look":
        """A look at a picture of the frame that was empty before."""
        now = evened(view.rectified(picture), empty)
        return cls(view, picture, now, changed(now, empty), colours_of(now))

    def values(self, colour: str, known: Sequence[SeenPiece]) -> Values:
        """1 where a piece of a colour may lie, -1 where none can, 0 where known ones or a print hide it."""
        fronts = [one.placed.outline for one in known]
        own = [self.view.silhouette(one.placed.outline) for one in known if one.colour == colour]
        has_it = self.colours == COLOURS.index(colour)
        value = np.where(has_it, np.where(self.differs, 1.0, 0.0), -1.0).astype(np.float32)
        value[self.view.mask(fronts) | wider(self.view.mask(own), 3)] = 0.0
        return value

    def patches(self, colour: str, known: Sequence[SeenPiece], least: float) -> list[Patch]:
        """Patches of a colour (of `least` mm²) that none of the known pieces explains, the largest first."""
        value = self.values(colour, known)
        opened = cv2.morphologyEx((value > 0).astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
        count, labels, stats, middles = cv2.connectedComponentsWithStats(opened)
        found = [
            Patch(
                colour,
                np.asarray(labels == one),
                value,
                (self.view.left + middles[one][0], self.view.top - middles[one][1]),
            )
            for one in range(1, count)
            if stats[one, cv2.CC_STAT_AREA] >= least
        ]
        return sorted(found, key=lambda patch: -patch.area)

    def covered(self, piece: SeenPiece) -> float:
        """How much of a piece's front has its colour."""
        front = self.view.mask([piece.placed.outline])
        return float((self.colours[front] == COLOURS.index(piece.colour)).mean()) if front.any() else 0.0

    def explained(self, values: Values, placed: Placed) -> float:
        """How well a piece explains where its colour is: 1 where all of it and nothing round it has its colour.

        What known pieces hide says nothing, nor does the piece's own side.
        """
        front = self.view.mask([placed.outline])
        whole = self.view.mask([self.view.silhouette(placed.outline)])
        ring = wider(whole, 2 * _RING + 1) & ~whole
        seen = np.count_nonzero(values[front | ring])
        return float((values[front].sum() - values[ring].sum()) / seen) if seen else 0.0

    def foreign(self, pieces: Sequence[SeenPiece]) -> NDArray[np.float64]:
        """What differs from the empty frame and is no piece, nor the shadow of one: n × 2 mm."""
        known = wider(self.view.mask([self.view.silhouette(one.placed.outline) for one in pieces]), 2 * _BESIDE + 1)
        off = (self.differs & self.view.inside & ~known).astype(np.uint8)
        rows, columns = np.nonzero(cv2.erode(off, np.ones((3, 3), np.uint8)))
        return np.column_stack([self.view.left + columns, self.view.top - rows])
