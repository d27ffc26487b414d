"""General OCR: the numbers on the tiles are read as text, and so are words that the lesson shows.

It is RapidOCR with the PP-OCRv6 models in its wheel, so nothing is downloaded at run time: `pip install
"jarapon-companion[compare]"`. It cannot read tiles without print, such as backs.
"""

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import cv2
import numpy as np

from engines.messages import Refusal, message
from engines.vocabulary import UNSURE
from tools.lab.baselines.base import TaughtTile, cut, piece, suppress_overlaps
from vision.reading import DetectedPiece, Picture, Points

_TIMES = 2.0  # the picture is enlarged by this factor; by three, a photograph takes more than a minute
_MIN_SCORE = 0.5  # minimum score of a text
_GIVEN_SCALES = (4.0, 10.0)  # px a mm of tiles with given outlines: each reads numbers that the other misses
_MIN_WORD = 4  # letters of a word that is learned from the lesson, such as the wild tile's
_MIN_SIMILARITY = 0.6  # with a learned word, as `difflib` counts
_MISREAD = str.maketrans("lI|ZzSsGbTBgq", "1112255667899")  # letters that a lone number is often taken for
_MIN_DISTANCE = 1.5  # heights of a number's box between two numbers
_QUIET = {
    "Global.log_level": "critical",
    "Global.max_side_len": 9000,  # nothing is shrunk
    "Global.text_score": 0.0,  # `_MIN_SCORE` is applied later
    "Det.limit_side_len": 64,  # small crops are not enlarged
    "EngineConfig.onnxruntime.intra_op_num_threads": 1,
    "EngineConfig.onnxruntime.inter_op_num_threads": 1,
}


class Ocr:
    """Reads numbers and learned words in the picture, turned by quarters, since tiles lie in any orientation."""

    def __init__(self, taught: Sequence[TaughtTile]) -> None:
        self._engine = text_engine()
        self._words: dict[str, str] = {}
        for tile in taught:
            for text, _, _ in _texts(self._engine, cut(tile.picture, tile.corners, _GIVEN_SCALES[0])):
                if len(text) >= _MIN_WORD:
                    self._words[text] = tile.face
        self._offsets = self._learned(taught)

    def read(self, picture: Picture) -> list[DetectedPiece]:
        """Every number and known word, at the middle of the tile that it is printed on."""
        found, heights = [], []
        for face, confidence, ring in self._named_texts(picture):
            heights.append(float(np.linalg.norm(ring[3] - ring[0])))
            offset = self._offsets.get(_kind(face), np.zeros(2))
            found.append(piece(face, ring.mean(axis=0) + offset @ _axes(ring), confidence))
        return suppress_overlaps(found, _MIN_DISTANCE * float(np.median(heights))) if found else []

    def name_faces(self, picture: Picture, rings: Sequence[Points]) -> list[str]:
        """The number or word on each tile, upright or upside down."""
        return [self._face([cut(picture, ring, scale) for scale in _GIVEN_SCALES]) for ring in rings]

    def _face(self, cuts: Sequence[Picture]) -> str:
        texts = [text for crop in cuts for turns in (0, 2) for text in _texts(self._engine, np.rot90(crop, turns))]
        named = [(face, confidence) for text, confidence, _ in texts if (face := self._named(text))]
        return max(named, key=lambda one: one[1])[0] if named else UNSURE

    def _named(self, text: str) -> str | None:
        """The face whose number or word a text is, if any."""
        number = text.translate(_MISREAD)
        if len(text) == 1:
            return number if number in "123456789" else None
        near = get_close_matches(text, self._words, 1, _MIN_SIMILARITY)
        return self._words[near[0]] if near else None

    def _learned(self, taught: Sequence[TaughtTile]) -> dict[str, Points]:
        """Offsets from a text to its tile's middle, learned from the lesson: in heights, along the text's axes."""
        pictures = {id(tile.picture): tile.picture for tile in taught}
        read = {key: self._named_texts(picture) for key, picture in pictures.items()}
        offsets: dict[str, list[Points]] = {}
        for tile in taught:
            own = [one for one in read[id(tile.picture)] if one[0] == tile.face and _inside(tile.corners, one[2])]
            if own:
                ring = max(own, key=lambda one: one[1])[2]  # a 4 upside down looks like another 4, but less
                offset = tile.corners.mean(axis=0) - ring.mean(axis=0)
                offsets.setdefault(_kind(tile.face), []).append(np.linalg.solve(_axes(ring).T, offset))
        return {kind: np.median(some, axis=0) for kind, some in offsets.items()}

    def _named_texts(self, picture: Picture) -> list[tuple[str, float, Points]]:
        """Each face that is read, its score and its text's box (4 × 2 px of the picture, from the text's top left)."""
        return [
            (face, confidence, ring)
            for text, confidence, ring in texts_in_turns(self._engine, picture)
            if (face := self._named(text))
        ]


def text_engine() -> Callable[..., Any]:
    """RapidOCR; raises `Refusal` where it is not installed."""
    try:
        rapidocr = import_module("rapidocr")
    except ModuleNotFoundError as error:
        raise Refusal(message("other_ways.no_ocr")) from error
    engine: Callable[..., Any] = rapidocr.RapidOCR(params=_QUIET)
    return engine


def texts_in_turns(engine: Callable[..., Any], picture: Picture) -> list[tuple[str, float, Points]]:
    """Each text in the picture, enlarged and in four turns, its score and its box (4 × 2 px of the picture, from the
    text's top left)."""
    high, wide = picture.shape[:2]
    large = cv2.resize(picture, None, fx=_TIMES, fy=_TIMES, interpolation=cv2.INTER_CUBIC)
    return [
        (text, confidence, _turned_back(ring / _TIMES, turns, wide, high))
        for turns in range(4)
        for text, confidence, ring in _texts(engine, np.rot90(large, turns))
    ]


def _texts(engine: Callable[..., Any], picture: np.ndarray) -> list[tuple[str, float, Points]]:
    read = engine(np.ascontiguousarray(picture), use_cls=False)
    rows = zip(read.txts or (), read.scores or (), () if read.boxes is None else read.boxes, strict=True)
    return [
        (text.strip(), float(confidence), np.asarray(ring, np.float64))
        for text, confidence, ring in rows
        if confidence >= _MIN_SCORE
    ]


def _inside(outline: Points, ring: Points) -> bool:
    middle = (float(ring[:, 0].mean()), float(ring[:, 1].mean()))
    return cv2.pointPolygonTest(outline.astype(np.float32), middle, False) > 0


def _kind(face: str) -> str:
    """What has the same place on its tile: all numbers do, each word has its own."""
    return "number" if face.isdigit() else face


def _axes(ring: Points) -> Points:
    """A box's right and down (2 × 2 px), both as long as the box is high."""
    down = ring[3] - ring[0]
    right = ring[1] - ring[0]
    return np.stack([right / (np.linalg.norm(right) + 1e-9) * np.linalg.norm(down), down])


def _turned_back(ring: Points, turns: int, wide: int, high: int) -> Points:
    """Points of a picture turned by quarter turns (`np.rot90`) as points of the picture, `wide` × `high` px."""
    x, y = ring.T
    back = ((x, y), (wide - y, x), (wide - x, high - y), (y, high - x))[turns]
    return np.stack(back, axis=1)
