"""Finds the cards of which others leave a strip: cascades and fans go on beside each card that was found."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.common.sampling import Part, PlaneView, lightness
from vision.cards.taught.blur import COARSE, SOFT
from vision.cards.taught.judging import strokes
from vision.cards.taught.naming import Found
from vision.cards.taught.taught_cards import TaughtCards

_FARTHEST = 0.42  # of a card's width: how far the next card of a cascade or fan is shifted
_ASIDE = 0.08  # of a card's width, and across
_LIKELY = 0.63  # correlation of an index alone
_MIN_DISTANCE_TO_KNOWN = 0.1  # of a card's width: poses so near to a card that was found are its own
_STROKE_NOISE = 3.0  # levels of strokes that are noise
_EACH = 3  # likely poses beside one card


@dataclass(frozen=True)
class _Window:
    """Where an index is searched for beside a card."""

    shifts: NDArray[np.float64]  # n × 2: of the card, one a pose
    part: Part  # of the card's plane, holds the indices of all poses
    prints: NDArray[np.int64]  # n × print: which of its points make the print of the index of each pose


@dataclass(frozen=True)
class Follower:
    """Looks for cards of a deck beside others."""

    taught: TaughtCards

    def prepare(self) -> None:
        """Works out what takes longer than a picture."""
        _ = self._windows, self._prints

    def beside(
        self, view: PlaneView, corner: int, found: list[Found], known: list[Found]
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Likely cards (n × 4 × 2 on the plane) beside those found, and of which faces; none of those known."""
        cards = np.array([one.card for one in found]).reshape(-1, 4, 2)
        poses, faces = [np.zeros((0, 4, 2))], [np.zeros(0, np.int64)]
        for window in self._windows[corner]:
            fine = lightness(strokes(view.patches(cards, window.part.points), window.part))
            observed = fine.take(window.prints, axis=1)
            count = observed.shape[2]
            power = np.einsum("npk,npk->np", observed, observed) - count * observed.mean(axis=2) ** 2
            power = np.sqrt(np.maximum(power, 0.0)) + _STROKE_NOISE * np.sqrt(count)
            alike = observed @ self._prints[corner].T  # whose means are 0, so that those observed do not count
            scores, shown = alike.max(axis=2) / power, alike.argmax(axis=2)
            for number in np.flatnonzero(scores.max(axis=1) > _LIKELY):
                card = cards[number]
                for pose in self._best(scores[number].copy(), shown[number], window):
                    across, down = card[1] - card[0], (card[3] - card[0]) / view.plane.proportion
                    x, y = window.shifts[pose]
                    poses.append((card + x * across + y * down)[None])
                    faces.append(shown[number, pose : pose + 1])
        likely, of = np.concatenate(poses), self._fronts[np.concatenate(faces)]
        middles = np.array([one.card.mean(axis=0) for one in known]).reshape(-1, 2)
        off = np.linalg.norm(likely.mean(axis=1)[:, None] - middles[None], axis=2)
        free = (off > _MIN_DISTANCE_TO_KNOWN).all(axis=1)
        return likely[free], of[free]

    def _best(self, scores: NDArray[np.float32], shown: NDArray[np.int64], window: _Window) -> list[int]:
        """The likeliest poses of a window, those of one face apart from each other: a 0 of a 10 is much like an 8."""
        chosen: list[int] = []
        while len(chosen) < _EACH and scores.max() > _LIKELY:
            chosen.append(int(scores.argmax()))
            near = np.abs(window.shifts - window.shifts[chosen[-1]]).max(axis=1) < _MIN_DISTANCE_TO_KNOWN
            scores[near & (shown == shown[chosen[-1]])] = 0
        return chosen

    @cached_property
    def _fronts(self) -> NDArray[np.int64]:
        return np.array(self.taught.fronts)

    @cached_property
    def _prints(self) -> dict[int, NDArray[np.float32]]:
        """What is printed as the index of each front, of unit length (fronts × print)."""
        out = {}
        for corner in self.taught.index_corners:
            part, mask = self._index_part(corner)
            prints = lightness(strokes(self.taught.patches(part, SOFT / 2), part))[self._fronts][:, mask]
            prints -= prints.mean(axis=1, keepdims=True)
            out[corner] = prints / np.maximum(np.linalg.norm(prints, axis=1, keepdims=True), 1.0)
        return out

    def _index_part(self, corner: int) -> tuple[Part, NDArray[np.bool_]]:
        """The part of a corner, and which of its points stand for the index: every other one of its print."""
        part = self.taught.corner_part(corner, COARSE)
        high, wide = self.taught.corner_part(corner, COARSE / 2).shape
        mask = self.taught.index_print(corner).reshape(high, wide).astype(np.float32)
        near = cv2.resize(mask, part.shape[::-1], interpolation=cv2.INTER_AREA) > 0.5
        every_other = np.add.outer(*(np.arange(side) for side in near.shape)) % 2 == 0
        return part, (near & every_other).ravel()

    @cached_property
    def _windows(self) -> dict[int, list[_Window]]:
        """The windows beside a card in which the index at a corner is searched for: along its short and long side.

        The card lies on the next one, so that half of an index must lie beside it.
        """
        windows = {}
        for corner in self.taught.index_corners:
            right, down = (-1 if corner in (0, 3) else 1), (-1 if corner < 2 else 1)
            near = np.arange(-_ASIDE, _ASIDE, COARSE)
            across, along = (np.arange(least, _FARTHEST, COARSE) for least in self.taught.index_middle(0))
            windows[corner] = [
                self._window(corner, np.sort(x), np.sort(y)) for x, y in ((near, down * along), (right * across, near))
            ]
        return windows

    def _window(self, corner: int, x: NDArray[np.float64], y: NDArray[np.float64]) -> _Window:
        part, mask = self._index_part(corner)
        rows, columns = part.shape
        step = part.points[columns + 1] - part.points[0]
        shape = (rows + len(y) - 1, columns + len(x) - 1)
        steps = np.stack(np.meshgrid(np.arange(shape[1]), np.arange(shape[0])), axis=-1).reshape(-1, 2)
        whole = Part(part.points[0] + np.array([x[0], y[0]]) + steps * step, shape)
        inside = np.flatnonzero(mask)
        at = inside // columns * whole.shape[1] + inside % columns
        starts = np.arange(len(y))[:, None] * whole.shape[1] + np.arange(len(x))[None]
        shifts = np.stack(np.meshgrid(x[0] + np.arange(len(x)) * step[0], y[0] + np.arange(len(y)) * step[1]), axis=-1)
        return _Window(shifts.reshape(-1, 2), whole, starts.reshape(-1, 1) + at[None])
