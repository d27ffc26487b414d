"""The 36 pieces of Drop It in the order of a game that chance plays."""

import numpy as np

from engines.drop_it.pieces import COLOURS, OF_EACH


def shuffled_pieces(rng: np.random.Generator) -> list[str]:
    """All pieces in any order."""
    pieces = [f"{shape}/{colour}" for colour in COLOURS for shape, count in OF_EACH.items() for _ in range(count)]
    rng.shuffle(pieces)
    return pieces
