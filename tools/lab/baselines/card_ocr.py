"""General OCR on cards: ranks are read as text, in four turns of the picture; suit signs are no letters."""

import numpy as np

from tools.lab.baselines.base import piece, suppress_overlaps
from tools.lab.baselines.ocr import text_engine, texts_in_turns
from vision.cards.french.symbols import RANKS
from vision.reading import DetectedPiece, Picture

_TO_MIDDLE = (4.2, 6.0)  # heights of a rank, from it to its card's middle: right and down
_MIN_DISTANCE = 3.0  # heights of a rank between two cards' middles
_MISREAD = {
    "IO": "10",
    "1O": "10",
    "lO": "10",
    "l0": "10",
    "I0": "10",
    "0": "Q",
    "O": "Q",
    "S": "5",
    "Z": "2",
    "G": "6",
}


class CardOcr:
    """Reads the ranks in a picture; a card with two visible indices is detected once or twice."""

    def __init__(self) -> None:
        self._engine = text_engine()

    def read(self, picture: Picture) -> list[DetectedPiece]:
        """A piece for each rank, at the middle of its card in a usual print; its face is the rank alone."""
        found, heights = [], []
        for text, confidence, ring in texts_in_turns(self._engine, picture):
            rank = _MISREAD.get(text, text.upper())
            if rank in RANKS:
                right, down = ring[1] - ring[0], ring[3] - ring[0]
                high = float(np.linalg.norm(down))
                across = right / (np.linalg.norm(right) + 1e-9) * high
                found.append(piece(rank, ring.mean(axis=0) + _TO_MIDDLE[0] * across + _TO_MIDDLE[1] * down, confidence))
                heights.append(high)
        return suppress_overlaps(found, _MIN_DISTANCE * float(np.median(heights))) if found else []
