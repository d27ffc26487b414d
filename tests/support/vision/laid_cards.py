"""Cards as a reader finds them, laid by hand."""

import numpy as np

from vision.cards.common.reading import DetectedCard

SHORT, LONG = 60.0, 92.0  # px of a card's sides


def card(code: str, x: float, y: float, turn: float = 0.0, level: int = 0) -> DetectedCard:
    """A card whose middle lies there (px), turned clockwise by so many degrees."""
    angle = np.radians(turn)
    along = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    ring = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (SHORT / 2, LONG / 2) @ along + (x, y)
    a, b, c, d = ((float(px), float(py)) for px, py in ring)
    return DetectedCard(code, (a, b, c, d), 1.0, level=level)
