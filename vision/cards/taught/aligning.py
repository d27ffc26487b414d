"""Lays the cards of a lesson exactly on one another: they are cut and printed alike, whatever each one shows."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.common.plane import CardPlane
from vision.cards.common.sampling import Part, PlaneView, along_cards, part_of_card, placed
from vision.reading import Picture

_ROOM = 0.1  # of a card's width around the card
_COARSE, _FINE = 1 / 50, 1 / 100  # of a card's width
# Steps (of the coarse and the fine search) that a card may be off: a frame is printed inside
_COARSE_REACH, _FINE_REACH = 5, 3
_TURNS = np.radians(np.arange(-5.0, 6.0))
_FINE_TURNS = np.radians([-0.6, -0.3, 0.0, 0.3, 0.6])
_HALF_STRENGTH = 12.0  # levels a step: an edge that counts half of the most
_MAX_REFERENCES = 8  # cards that the others are first laid on
_RIM = 0.22  # of the width of a card and its room: where all faces are printed alike

Stack = NDArray[np.float32]  # n × rows × columns × 2: how strong edges down and across are


@dataclass(frozen=True)
class Aligned:
    """Cards (n × 4 × 2 on the `plane`) and how well the rim of each correlates with that of the others (n)."""

    plane: CardPlane
    cards: NDArray[np.float64]
    alike: NDArray[np.float64]


def aligned(picture: Picture, plane: CardPlane, cards: NDArray[np.float64]) -> Aligned:
    """Cards of a lesson (n × 4 × 2 on the plane), a few mm off at first, exactly where their sides are."""
    soft, first = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8), cards
    part = _part(plane.proportion, _COARSE)
    reference = _best_reference(_stack(soft, plane, cards, part))
    cards = _laid_on(reference, soft, plane, cards, part, (_COARSE_REACH, _TURNS))
    for step in (_COARSE, _FINE, _FINE):
        part = _part(plane.proportion, step)
        mean = _stack(soft, plane, cards, part).mean(axis=0)
        cards = _laid_on(mean, soft, plane, cards, part, (_FINE_REACH, _FINE_TURNS))
    cards = _moved(cards, -np.median(_offsets(cards, first, plane.proportion), axis=0)[None], 0.0, plane.proportion)
    return Aligned(plane, cards, _alike(_stack(soft, plane, cards, part)))


def _part(proportion: float, step: float) -> Part:
    return part_of_card(-_ROOM, -_ROOM, 1 + _ROOM, proportion + _ROOM, step)


def _stack(picture: Picture, plane: CardPlane, cards: NDArray[np.float64], part: Part) -> Stack:
    """The edges of cards and of what is around them; a strong one counts little more than a clear one."""
    patches = PlaneView(picture, plane).patches(cards, part.points)
    out = np.empty((len(cards), *part.shape, 2), np.float32)
    for patch, edges in zip(patches.reshape(-1, *part.shape, 3), out, strict=True):
        for n, order in enumerate(((1, 0), (0, 1))):
            blue, green, red = cv2.split(np.abs(cv2.Sobel(patch, cv2.CV_32F, *order, ksize=3, scale=1 / 4)))
            slope = np.maximum(np.maximum(blue, green), red)
            edges[..., n] = slope / (slope + _HALF_STRENGTH)
    return out


def _best_reference(stack: Stack) -> NDArray[np.float32]:
    """The card whose rim correlates best with those of the others."""
    tried = np.unique(np.linspace(0, len(stack) - 1, _MAX_REFERENCES).astype(int))
    rims = [_rim_only(stack[n]) for n in tried]
    scores = [sum(_match(rim, other, _COARSE_REACH)[0] for other in stack) for rim in rims]
    return np.asarray(stack[tried[int(np.argmax(scores))]], np.float32)


def _match(rim: NDArray[np.float32], edges: NDArray[np.float32], far: int) -> tuple[float, float, float]:
    """How well a card's edges lie on the rim of another if shifted by up to `far` steps: correlation, right, down."""
    scores = cv2.matchTemplate(edges, rim[far:-far, far:-far], cv2.TM_CCOEFF_NORMED)
    row, column = np.unravel_index(int(scores.argmax()), scores.shape)
    right, down = float(column - far), float(row - far)
    if 0 < row < scores.shape[0] - 1 and 0 < column < scores.shape[1] - 1:
        right += _peak(*scores[row, column - 1 : column + 2])
        down += _peak(*scores[row - 1 : row + 2, column])
    return float(scores.max()), right, down


def _rim_only(edges: NDArray[np.float32]) -> NDArray[np.float32]:
    """Edges without what is printed in the middle of a card, where its mean is instead."""
    rim = round(edges.shape[1] * _RIM)
    out = edges.copy()
    frame = np.ones(edges.shape[:2], bool)
    frame[rim:-rim, rim:-rim] = False
    out[~frame] = edges[frame].mean(axis=0)
    return out


def _peak(before: float, at: float, after: float) -> float:
    """Where between its neighbours a parabola through three values is greatest."""
    bend = before - 2 * at + after
    return float(np.clip((before - after) / (2 * bend), -0.5, 0.5)) if bend < 0 else 0.0


def _laid_on(
    reference: NDArray[np.float32],
    picture: Picture,
    plane: CardPlane,
    cards: NDArray[np.float64],
    part: Part,
    reach: tuple[int, NDArray[np.float64]],
) -> NDArray[np.float64]:
    """The cards shifted and turned, within a reach (steps, radians), so that their rims lie on that of a reference."""
    (far, turns), rim = reach, _rim_only(reference)
    step = float(part.points[1, 0] - part.points[0, 0])
    turned = [_moved(cards, np.zeros((len(cards), 2)), turn, plane.proportion) for turn in turns]
    stacks = [_stack(picture, plane, some, part) for some in turned]
    out = []
    for n in range(len(cards)):
        matches = [_match(rim, stack[n], far) for stack in stacks]
        best = int(np.argmax([match[0] for match in matches]))
        shift = np.array(matches[best][1:])[None] * step
        out.append(_moved(turned[best][n : n + 1], shift, 0.0, plane.proportion)[0])
    return np.array(out)


def _moved(
    cards: NDArray[np.float64],
    shifts: NDArray[np.float64],
    turn: float,
    proportion: float,
) -> NDArray[np.float64]:
    """Cards shifted (n × 2, along their own axes) and turned about their middles."""
    middle = np.array([0.5, proportion / 2])
    ring = np.array([[0, 0], [1, 0], [1, proportion], [0, proportion]]) - middle
    cosine, sine = np.cos(turn), np.sin(turn)
    local = ring @ np.array([[cosine, sine], [-sine, cosine]]) + middle
    return placed(cards, local + shifts[:, None], proportion)


def _offsets(cards: NDArray[np.float64], first: NDArray[np.float64], proportion: float) -> NDArray[np.float64]:
    """How far cards are from where they were first (n × 2, along their own axes)."""
    return along_cards(cards, (cards - first).mean(axis=1, keepdims=True), proportion)[:, 0]


def _alike(stack: Stack) -> NDArray[np.float64]:
    """The correlation of the rim of each card with the mean of the others' rims."""
    rim = round(stack.shape[2] * _RIM)
    mask = np.ones(stack.shape[1:3], bool)
    mask[rim:-rim, rim:-rim] = False
    rims = stack[:, mask].reshape(len(stack), -1)
    rims = rims - rims.mean(axis=1, keepdims=True)
    rims /= np.maximum(np.linalg.norm(rims, axis=1, keepdims=True), 1e-6)
    total = rims.sum(axis=0)
    others = total - rims
    return np.asarray((rims * others).sum(axis=1) / np.maximum(np.linalg.norm(others, axis=1), 1e-6), np.float64)
