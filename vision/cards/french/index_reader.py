"""Reads detected indices: rank, suit, and the side of the card at which each is printed.

An index is cut out of the picture, turned upright and scaled to one size, for a network that reads it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.french.index_detector import DetectedIndex
from vision.cards.french.symbols import PRIOR, RANKS, SYMBOLS, Shares, ranks_of
from vision.networks import run_on_many
from vision.reading import Picture

SUITS = ("S", "H", "D", "C")
_SYMBOL, _SUIT, _SIDE, _FINE = slice(27), slice(27, 32), 32, slice(33, 37)  # of what `RankNet` gives
_MAX_NOTHING_REREAD = 0.9  # probability that a crop shows no rank, or no suit, from which it is not read again
_MAX_NOTHING, _MIN_CLEAR = 0.7, 0.93  # beyond these it is certainly none, or certainly read
_MAX_OFF_STRAIGHT, _MIN_CLEAR_AT_ONCE = 0.15, 0.97  # misalignment and clearness of a crop that suffices alone
_MIN_CLEAR_REREAD = 0.4  # a doubtful index that is less clear is not read again
_AUGMENTATIONS = ((0.1, 0.08), (-0.1, 0.08), (0.1, -0.08), (-0.1, -0.08))  # turns and growths of further crops in doubt
_MAX_OFF = 0.6  # a crop that is off by more is not aligned any further
_SHARPEN = 1.1  # the network learned with smoothed labels: its probabilities are too even
_MIN_HIDDEN_SUIT, _MIN_VISIBLE_RANK = 0.25, 0.9  # probabilities from which a suit is hidden though its rank is seen
_LEGIBLE, _SMALL_COST = 20.0, 0.05  # px of an index below which clubs look like spades; temperature a px less
_MIN_SUIT_SHARE = 0.1  # added to the share of every suit where the suit is hidden
MIN_CLEAR_PROBABILITY = 0.88  # of the rank and the suit of an index that is clear
CROP = 48  # px
_CROP_HEIGHTS = 1.5  # the crop's side in heights of the index


@dataclass(frozen=True)
class ReadIndex:
    """An index with probabilities."""

    index: DetectedIndex
    symbols: Shares  # of 26, and none
    suits: Shares  # of 4, and none
    right: float  # of being at the right of its card
    height: float = _LEGIBLE  # px in the picture
    belief: Shares = field(default_factory=lambda: PRIOR)  # of each alphabet that the deck may have

    @cached_property
    def ranks(self) -> Shares:
        """The probabilities of 13 ranks, and none; together less than 1 if the deck may not have such a symbol."""
        return np.append(ranks_of(self.symbols[:-1], self.belief), self.symbols[-1])

    @property
    def legible_suits(self) -> Shares:
        """The probabilities of 4 suits, as far as the index is large enough to tell them."""
        return softened(self.suits[:-1], 1 + _SMALL_COST * max(0.0, _LEGIBLE - self.height))

    @property
    def shows_rank_only(self) -> bool:
        """Whether its rank can be read, and its suit is hidden."""
        return bool(self.suits[-1] > _MIN_HIDDEN_SUIT and self.ranks[:-1].max() > _MIN_VISIBLE_RANK)

    def with_any_suit(self) -> "ReadIndex":
        """The index as one of which the suit cannot be read, though there is one."""
        shares = np.append(self.suits[:-1] + _MIN_SUIT_SHARE, 0.0)
        return replace(self, suits=shares / shares.sum())

    @cached_property
    def best(self) -> tuple[str, float]:
        """The most probable code of a card, and its probability."""
        rank, suit = int(self.ranks[:-1].argmax()), int(self.suits[:-1].argmax())
        return RANKS[rank] + SUITS[suit], float(self.ranks[rank] * self.suits[suit])

    @cached_property
    def printed(self) -> str:
        """The most probable symbol and suit."""
        return SYMBOLS[int(self.symbols[:-1].argmax())] + SUITS[int(self.suits[:-1].argmax())]

    @cached_property
    def is_index(self) -> float:
        """The probability that there is an index at all."""
        return float((1 - self.symbols[-1]) * (1 - self.suits[-1]))


def read_indices(picture: Picture, indices: Sequence[DetectedIndex]) -> list[ReadIndex]:
    """Reads each index from its own crop, and those that may be one again: realigned by the first reading, and with
    test-time augmentation while in doubt."""
    if not indices:
        return []
    first = _logits(picture, indices)
    again = np.flatnonzero(_nothing(first) < _MAX_NOTHING_REREAD)
    if not len(again):
        return []
    logits, off = first[again], np.abs(first[again][:, _FINE]).max(axis=1)
    aligned = [_aligned(indices[int(k)], first[k, _FINE]) for k in again]
    beside = np.flatnonzero((off > _MAX_OFF_STRAIGHT) | (_clearness(logits) < _MIN_CLEAR_AT_ONCE))
    if len(beside):
        second = _logits(picture, [aligned[k] for k in beside])
        logits[beside] = (logits[beside] + second) / 2
        for k, fine in zip(beside, second[:, _FINE], strict=True):
            aligned[k] = _aligned(aligned[k], fine)
    doubtful = np.flatnonzero((_nothing(logits) < _MAX_NOTHING) & (_clearness(logits) < _MIN_CLEAR))
    for known in (2, 2 + len(_AUGMENTATIONS)):  # crops of each so far
        if not len(doubtful):
            break
        further = _augmented_logits(picture, [aligned[k] for k in doubtful])
        logits[doubtful] = (known * logits[doubtful] + further.sum(axis=1)) / (known + len(_AUGMENTATIONS))
        for k, fine in zip(doubtful, further[:, :, _FINE].mean(axis=1), strict=True):
            aligned[k] = _aligned(aligned[k], fine)
        doubtful = doubtful[
            (_clearness(logits[doubtful]) < _MIN_CLEAR) & (_clearness(logits[doubtful]) > _MIN_CLEAR_REREAD)
        ]
    symbols, suits = softmax(logits[:, _SYMBOL] * _SHARPEN), softmax(logits[:, _SUIT] * _SHARPEN)
    right = 1 / (1 + np.exp(-logits[:, _SIDE]))
    rows = zip(aligned, symbols, suits, right, strict=True)
    return [ReadIndex(one, symbol, suit, float(side), 2 * one.half) for one, symbol, suit, side in rows]


def softened(shares: Shares, temperature: float) -> Shares:
    """Probabilities at another temperature; their sum stays."""
    soft = np.maximum(shares, 1e-12) ** (1 / temperature)
    return np.asarray(soft / soft.sum() * shares.sum())


def _augmented_logits(picture: Picture, indices: Sequence[DetectedIndex]) -> Shares:
    """What crops of each index say that are turned and grown a little (indices × augmentations × …)."""
    crops = [_moved(one, turn, size) for one in indices for turn, size in _AUGMENTATIONS]
    logits = _logits(picture, crops).reshape(len(indices), len(_AUGMENTATIONS), -1)
    logits[:, :, _FINE.start + 2 :] += np.array(_AUGMENTATIONS)  # how the index lies as it was, not as it is cut
    return logits


def _nothing(logits: Shares) -> Shares:
    """The probability of each index (rows of logits) that there is no rank, or no suit."""
    return np.asarray(np.maximum(softmax(logits[:, _SYMBOL])[:, -1], softmax(logits[:, _SUIT])[:, -1]))


def _clearness(logits: Shares) -> Shares:
    """The probability of the best rank and suit of each."""
    return np.asarray(softmax(logits[:, _SYMBOL])[:, :-1].max(axis=1) * softmax(logits[:, _SUIT])[:, :-1].max(axis=1))


def _logits(picture: Picture, indices: Sequence[DetectedIndex]) -> Shares:
    return np.asarray(run_on_many("rank", [cut_index(picture, one.middle, one.up) for one in indices]), np.float64)


def _aligned(index: DetectedIndex, fine: Shares) -> DetectedIndex:
    """The index as it lies by what its crop says: moved right and down, turned, and of another size."""
    right, down, turn, size = (float(v) for v in np.clip(fine, -_MAX_OFF, _MAX_OFF))
    return _moved(DetectedIndex(index.at(right, down), index.up, index.confidence), turn, size)


def _moved(index: DetectedIndex, turn: float, size: float) -> DetectedIndex:
    """The index turned clockwise (radians) and grown (logarithm)."""
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return DetectedIndex(index.middle, turned @ index.up * np.exp(size), index.confidence)


def softmax(logits: Shares) -> Shares:
    """Probabilities of rows of logits.

    >>> softmax(np.array([[0.0, 0.0]])).tolist()
    [[0.5, 0.5]]
    """
    grown = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(grown / grown.sum(axis=1, keepdims=True))


def cut_index(picture: Picture, middle: NDArray[np.floating], up: NDArray[np.floating]) -> Picture:
    """The crop (CROP × CROP) about an index at `middle`, `up` from there to the rank's upper edge (2, px each)."""
    step = 2 * _CROP_HEIGHTS / CROP * np.asarray(up, np.float64)  # px of the picture a px of the crop, upwards
    matrix = np.array([[-step[1], -step[0], 0.0], [step[0], -step[1], 0.0]])
    matrix[:, 2] = np.asarray(middle) - matrix[:, :2] @ (np.full(2, (CROP - 1) / 2))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    fine = float(np.hypot(*step))
    if fine > 1.6:  # smaller crops than the picture's: average, so that nothing is left out
        return _averaged(picture, matrix, int(np.ceil(fine)))
    return np.asarray(cv2.warpAffine(picture, matrix, (CROP, CROP), flags=flags, borderMode=cv2.BORDER_REPLICATE))


def _averaged(picture: Picture, matrix: NDArray[np.float64], times: int) -> Picture:
    finer = matrix.copy()
    finer[:, :2] /= times
    finer[:, 2] -= finer[:, :2] @ np.full(2, (times - 1) / 2)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (CROP * times, CROP * times)
    large = cv2.warpAffine(picture, finer, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(large, (CROP, CROP), interpolation=cv2.INTER_AREA))
