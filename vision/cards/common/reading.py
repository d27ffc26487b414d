"""A card as a picture shows it, whatever is printed on it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import dist

import cv2
import numpy as np

from vision.reading import DetectedPiece, Points

BACK, JOKER, UNSURE = "back", "joker", "?"
MIN_NAMED_CONFIDENCE = 0.94  # confidence from which a French-suited card is named: 6 of 39 from 0.88 on were wrong
SHORT, LONG = 60.5, 88.0  # mm: a card between poker (63×88) and bridge size (57×89)
Corner = tuple[float, float]  # x, y in px


@dataclass(frozen=True)
class DetectedCard:
    """One detected card, its covered part included; px are those of the given picture.

    >>> card = DetectedCard("AS", ((0, 0), (63, 0), (63, 88), (0, 88)), 0.99)
    >>> card.xy, card.shorter_side
    ((31.5, 44.0), 63.0)
    """

    # "AS", "10H", "KC", "joker", of number cards "1" to "12" and "wild", of any card "back", or "?" in doubt
    code: str
    # Of the whole card, from its own top left clockwise; of a card with rotational symmetry from either end
    corners: tuple[Corner, Corner, Corner, Corner]
    confidence: float  # 0 to 1, that `code` is right
    # Of the codes that it may be, where they are known; they sum to 1 at most.
    probabilities: Mapping[str, float] = field(default_factory=dict)
    level: int = 0  # 0 on no other card; a card lies on those of lower levels that its outline overlaps
    doubt: str | None = None  # why a picture's cards are not named, as the kind of a warning

    @classmethod
    def of(
        cls,
        code: str,
        ring: Points,
        confidence: float,
        probabilities: Mapping[str, float] | None = None,
        level: int = 0,
    ) -> "DetectedCard":
        """The card with its corners as an array (4 × 2 px)."""
        a, b, c, d = ((float(x), float(y)) for x, y in ring)
        return cls(code, (a, b, c, d), confidence, probabilities or {}, level)

    @property
    def xy(self) -> Corner:
        """The mean of its corners."""
        return sum(x for x, _ in self.corners) / 4, sum(y for _, y in self.corners) / 4

    @property
    def shorter_side(self) -> float:
        """The length of its shortest side (px)."""
        after = (*self.corners[1:], self.corners[0])
        return min(dist(corner, other) for corner, other in zip(self.corners, after, strict=True))

    def apart(self, other: "DetectedCard") -> float:
        """The distance between the middles of both cards (px)."""
        return dist(self.xy, other.xy)

    def covers(self, spot: Points) -> bool:
        """Whether a point (x, y in px) lies within its outline."""
        return cv2.pointPolygonTest(np.array(self.corners, np.float32), (float(spot[0]), float(spot[1])), False) >= 0

    def middle_part(self, share: float) -> Points:
        """The outline (4 × 2 px) of its middle part, which has that share of each side."""
        ring = np.array(self.corners)
        return np.asarray(ring.mean(axis=0) + share * (ring - ring.mean(axis=0)))

    def is_under(self, cards: Iterable["DetectedCard"], share: float = 1.0) -> bool:
        """Whether one of the cards has a higher level and overlaps its middle part, of that share of each side."""
        part = self.middle_part(share).astype(np.float32)
        return any(
            other.level > self.level and cv2.intersectConvexConvex(part, np.array(other.corners, np.float32))[0] > 0
            for other in cards
        )

    def at(self, to: Callable[[Corner], Corner]) -> "DetectedCard":
        """The same card where `to` takes its corners, in another picture or unit."""
        a, b, c, d = ((float(x), float(y)) for x, y in map(to, self.corners))
        return replace(self, corners=(a, b, c, d))

    def moved(self, right: float, down: float) -> "DetectedCard":
        """The same card so many px away."""
        return self.at(lambda corner: (corner[0] + right, corner[1] + down))

    def unnamed(self, doubt: str) -> "DetectedCard":
        """The same card without a name, and why."""
        return replace(self, code=UNSURE, doubt=doubt)

    def as_piece(self, place: str | None = None) -> DetectedPiece:
        """The card as a piece of a reading."""
        return DetectedPiece(self.code, "flat", self.xy, place, self.confidence, self.probabilities, self.corners)
