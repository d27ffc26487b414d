"""What is known of the sizes of a set's pieces, from those that have been measured."""

from collections.abc import Iterable

import numpy as np

from vision.frame.shapes import USUAL_SIZE, Placed

# Standard deviations of the logarithm of a size: of sets among each other, of shapes of one set, of pieces of a shape.
_OF_SETS, _OF_SHAPES, _OF_PIECES = 0.12, 0.012, 0.003
_FIRST = 0.03  # the first piece may have been measured wrongly by so much; the more there are the less it matters


class Sizes:
    """Sizes of pieces (mm; that of a piece is the radius of the circle that belongs to it), by their shapes.

    >>> sizes = Sizes([Placed("circle", 0.0, 0.0, 0.0, size=21.0)])
    >>> mean, spread = sizes.known("square")
    >>> round(float(np.exp(mean)), 2), spread < sizes.known("square")[1] * 2
    (21.0, True)
    """

    def __init__(self, pieces: Iterable[Placed] = ()) -> None:
        self._measured: dict[str, list[float]] = {}
        self.add(pieces)

    def add(self, pieces: Iterable[Placed]) -> None:
        """Note the sizes of more pieces."""
        for piece in pieces:
            self._measured.setdefault(piece.shape, []).append(float(np.log(piece.size)))

    @property
    def _count(self) -> int:
        return sum(len(sizes) for sizes in self._measured.values())

    def known(self, shape: str) -> tuple[float, float]:
        """What a piece's size is before it is measured: mean and standard deviation of its logarithm."""
        if not self._measured:
            return float(np.log(USUAL_SIZE)), _OF_SETS
        by_shape = {one: float(np.median(sizes)) for one, sizes in self._measured.items()}
        of_set, spread = float(np.median(list(by_shape.values()))), _spread(_OF_SHAPES, self._count)
        own = self._measured.get(shape)
        if own is None:
            return of_set, spread
        own_spread = _spread(_OF_PIECES, self._count)
        share = spread**2 / (spread**2 + own_spread**2)
        return of_set + share * (by_shape[shape] - of_set), own_spread


def _spread(deviation: float, measured: int) -> float:
    """How far another piece may be from the median of so many."""
    return float(np.hypot(deviation * 2**0.5, _FIRST / measured**2))
