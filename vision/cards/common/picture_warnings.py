"""Finds what people can mend in a picture of cards, by the cards that were read, or by shapes that may be cards.

Bent cards, and marks on them, are not reported: a picture does not show them reliably. A card that is bent so far that
its index cannot be read is `"?"`.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import dist

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.common.reading import MIN_NAMED_CONFIDENCE, UNSURE, Corner, DetectedCard
from vision.cards.common.sampling import straightened
from vision.reading import Picture, PictureWarning, Points

_MIN_TWIN_DISTANCE = 0.5  # of a card's shorter side, between the middles of two cards that show the same
_MIN_INSIDE = 0.6  # share of a card that must be in the picture
_MIN_SHORTER_SIDE = 48.0  # px of a card's shorter side below which suits are confused
_MIN_DETECTED_SIDE = 26.0  # the same below which no index is detected
_MAX_READ_LENGTH = 1280  # px of the longer side of a picture, beyond which readers make it smaller
_MIN_SHAPES = 3  # shapes, from which they are taken for cards
_MIN_CARD_SHARE = 0.055  # of the picture's longer side: smaller shapes may be tiles or squares of a board
_INDEX_SIZE = (0.2, 0.26)  # of a card's sides, from its corner: where its index is
_MAX_OVEREXPOSED_SHARE = 0.35  # overexposed share of an index from which glare explains why it is not read
_OVEREXPOSED = 250  # of 255 in all channels
_MAX_PAPER = 225  # of 255: paper beside which overexposed spots are glare
_MIN_SPOT = 0.03  # of a card's shorter side squared: about the size of an index
_SHAPE_PICTURE_LENGTH = 800  # px of the picture's longer side in which shapes are searched for
_SHAPE_LEVELS = range(
    -30, 51, 20
)  # of 255, about the threshold between dark and bright: cards need not be the brightest
_MIN_SHAPE_SIDE = 14.0  # px of a shape's shorter side
_SHAPE_PROPORTIONS = (1.15, 1.8)  # of the longer to the shorter side, with perspective
_MIN_FILLED = 0.9  # share of the rectangle round it
_VIEW_CORNER = (slice(2, 22), slice(2, 14))  # of that view, where cards have their indices
_MAX_CORNER_SHIFT = 2  # px by which the opposite corner may be off
_MIN_SYMMETRY = 0.6  # correlation of a corner with the opposite one, turned round
_MIN_PRINT = 10.0  # of 255: standard deviation in a corner that is printed
_MAX_SIZE_RATIO = 1.4  # between the sizes of cards of one deck, some of which lie nearer to the camera
_MIN_LIKENESS_OF_ONE_FACE = 0.7  # correlation of two shapes that show the same


def warnings_of(picture: Picture, cards: Sequence[DetectedCard]) -> list[PictureWarning]:
    """What is wrong in a picture (height × width × 3, BGR) that shows these cards, each at its place."""
    doubts = {card.doubt for card in cards if card.doubt is not None}
    if doubts:
        return [PictureWarning(kind) for kind in sorted(doubts)]
    out = [*_twins(cards), *_cut_off(picture, cards), *_small(cards), *_glare(picture, cards)]
    if not any(card.code != UNSURE for card in cards):
        out += _unread_cards(picture)
    return out


def is_cut_off(picture: Picture, card: DetectedCard) -> bool:
    """Whether about half of a card, or more, lies outside the picture."""
    high, wide = picture.shape[:2]
    ring = np.array(card.corners, np.float32)
    frame = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    return bool(cv2.intersectConvexConvex(ring, frame)[0] < _MIN_INSIDE * cv2.contourArea(ring))


def _twins(cards: Sequence[DetectedCard]) -> Iterator[PictureWarning]:
    """Cards that are doubtful only because another one shows the same face, as in two mixed decks.

    Two outlines of the same card do not count.
    """
    same: dict[str, list[DetectedCard]] = defaultdict(list)
    for card in cards:
        if card.code == UNSURE and card.confidence >= MIN_NAMED_CONFIDENCE and card.probabilities:
            same[max(card.probabilities, key=lambda code: card.probabilities[code])].append(card)
    for code, own in same.items():
        if any(dist(one.xy, other.xy) > _MIN_TWIN_DISTANCE * one.shorter_side for one, other in combinations(own, 2)):
            yield from (PictureWarning("twice", _px(card.xy), code) for card in own)


def _cut_off(picture: Picture, cards: Sequence[DetectedCard]) -> Iterator[PictureWarning]:
    high, wide = picture.shape[:2]
    for card in cards:
        if is_cut_off(picture, card):
            x, y = np.clip(card.xy, 0, (wide - 1, high - 1)).tolist()
            yield PictureWarning("cut_off", _px((x, y)))


def _small(cards: Sequence[DetectedCard]) -> Iterator[PictureWarning]:
    """Cards that are too small to be certain."""
    for card in cards:
        if card.code == UNSURE and card.shorter_side < _MIN_SHORTER_SIDE:
            yield PictureWarning("too_small", _px(card.xy))


def _unread_cards(picture: Picture) -> list[PictureWarning]:
    """Why nothing is read though there are cards: they are too small, or of a deck that is not known."""
    shapes = find_shapes(picture)
    if len(shapes) < _MIN_SHAPES:
        return []
    short = float(np.median([shape.short for shape in shapes]))
    if short < _MIN_DETECTED_SIDE * max(_MAX_READ_LENGTH, *picture.shape[:2]) / _MAX_READ_LENGTH:
        kind = "too_small"
    elif short > max(_MIN_SHORTER_SIDE, _MIN_CARD_SHARE * max(picture.shape[:2])) and not show_one_face(shapes):
        kind = "untaught"
    else:
        return []
    return [PictureWarning(kind, _px(shape.corners.mean(axis=0).tolist())) for shape in shapes]


def _glare(picture: Picture, cards: Sequence[DetectedCard]) -> Iterator[PictureWarning]:
    """Where glare may be why a card is not read: on the card itself, or on one that others cover.

    A card that nothing covers can be read by its other index.
    """
    if not cards:
        return
    lost = np.asarray(cv2.inRange(picture, (_OVEREXPOSED,) * 3, (255,) * 3), np.uint8)
    for card in cards:
        at = _index_of(card)
        if card.code == UNSURE and cv2.mean(lost, _mask(picture, [at]))[0] > 255 * _MAX_OVEREXPOSED_SHARE:
            yield PictureWarning("glare", _px(at.mean(axis=0).tolist()))
    spots = _spots(lost, _MIN_SPOT * float(np.median([card.shorter_side for card in cards])) ** 2)
    if not spots or _paper(picture, cards) > _MAX_PAPER:
        return
    for spot in spots:
        on = [card for card in cards if card.covers(np.array(spot))]
        top = max(on, key=lambda card: card.level, default=None)
        if top is not None and top.code != UNSURE and top.is_under(cards):
            yield PictureWarning("glare", _px(spot))


def _index_of(card: DetectedCard) -> Points:
    """Where on a card its index is (4 × 2 px)."""
    ring = np.array(card.corners)
    across, down = _INDEX_SIZE[0] * (ring[1] - ring[0]), _INDEX_SIZE[1] * (ring[3] - ring[0])
    return np.array([ring[0], ring[0] + across, ring[0] + across + down, ring[0] + down])


def _mask(picture: Picture, rings: Sequence[Points]) -> NDArray[np.uint8]:
    """Which pixels of a picture are within one of some outlines."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    for ring in rings:
        cv2.fillConvexPoly(mask, np.rint(ring).astype(np.int32), 255)
    return mask


def _paper(picture: Picture, cards: Sequence[DetectedCard]) -> float:
    """How bright (0 to 255) the cards' paper is."""
    on_cards = _mask(picture, [np.array(card.corners) for card in cards])[::2, ::2] > 0
    return float(np.percentile(picture[::2, ::2][on_cards].min(axis=1), 75)) if on_cards.any() else 0.0


def _spots(lost: NDArray[np.uint8], least: float) -> list[Corner]:
    """The middles (px) of overexposed spots of at least so many px."""
    if cv2.countNonZero(lost) < least:
        return []
    half = cv2.morphologyEx(np.ascontiguousarray(lost[::2, ::2]), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, _, stats, middles = cv2.connectedComponentsWithStats(half)
    large = [at for at in range(1, count) if 4 * stats[at, cv2.CC_STAT_AREA] >= least]
    return [(float(2 * middles[at, 0]), float(2 * middles[at, 1])) for at in large]


def _px(at: Sequence[float]) -> tuple[int, int]:
    return round(at[0]), round(at[1])


@dataclass(frozen=True)
class CardShape:
    """What may be a card."""

    corners: Points  # 4 × 2 px of the picture, a short side first
    view: NDArray[np.float32]  # its rectified patch

    @property
    def short(self) -> float:
        """Its shorter side in px."""
        return _short(self.corners)

    @cached_property
    def strokes(self) -> NDArray[np.float32]:
        """The view without its slow changes."""
        return np.asarray(self.view - cv2.GaussianBlur(self.view, (0, 0), 5))

    @property
    def has_indices(self) -> bool:
        """Whether two opposite corners are printed, and alike when one is turned round."""
        return any(_is_symmetric(strokes) for strokes in (self.strokes, self.strokes[:, ::-1]))


def find_shapes(picture: Picture) -> list[CardShape]:
    """Shapes of one size that may be cards: bright ones, printed point-symmetrically in opposite corners.

    Only cards that nothing touches are found, and not all of these: enough to say that there are cards at all.
    """
    scale = max(1.0, max(picture.shape[:2]) / _SHAPE_PICTURE_LENGTH)
    size = (round(picture.shape[1] / scale), round(picture.shape[0] / scale))
    small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    blue, green, red = cv2.split(cv2.GaussianBlur(small, (0, 0), 0.8))
    pale = cv2.min(blue, cv2.min(green, red))  # paper is bright in all colours, and wood is not
    between, _ = cv2.threshold(pale, 0, 255, cv2.THRESH_OTSU)
    rings: list[Points] = []
    for level in _SHAPE_LEVELS:
        for ring in _rectangles(np.asarray(pale > between + level, np.uint8)):
            away = [np.linalg.norm(ring.mean(axis=0) - other.mean(axis=0)) for other in rings]
            if all(far > _short(ring) / 3 for far in away):
                rings.append(ring)
    shapes = [CardShape((ring + 0.5) * scale - 0.5, _grey(straightened(small, ring))) for ring in rings]
    return _of_one_size([shape for shape in shapes if shape.has_indices])


def show_one_face(shapes: Sequence[CardShape]) -> bool:
    """Whether all shapes show the same, as backs do."""
    flat = [(shape.strokes - shape.strokes.mean()).ravel() for shape in shapes]
    return all(
        float(a @ b) > _MIN_LIKENESS_OF_ONE_FACE * float(np.linalg.norm(a) * np.linalg.norm(b))
        for a, b in combinations(flat, 2)
    )


def _short(ring: Points) -> float:
    return float(np.linalg.norm(ring[1] - ring[0]))


def _rectangles(bright: NDArray[np.uint8]) -> list[Points]:
    """The rectangles of a card's proportion that bright spots fill."""
    found = []
    for contour in cv2.findContours(bright, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
        box = cv2.minAreaRect(contour)
        short, long = sorted(box[1])
        if short < _MIN_SHAPE_SIDE or not _SHAPE_PROPORTIONS[0] < long / short < _SHAPE_PROPORTIONS[1]:
            continue
        if cv2.contourArea(contour) > _MIN_FILLED * short * long:
            ring = np.asarray(cv2.boxPoints(box), np.float64)
            found.append(ring if _short(ring) < _short(ring[1:]) else np.roll(ring, -1, axis=0))
    return found


def _is_symmetric(strokes: NDArray[np.float32]) -> bool:
    """Whether the top left corner is printed as the bottom right one is, turned round."""
    rows, columns = _VIEW_CORNER
    corner = np.ascontiguousarray(strokes[::-1, ::-1][_VIEW_CORNER])
    room = np.ascontiguousarray(strokes[: rows.stop + _MAX_CORNER_SHIFT, : columns.stop + _MAX_CORNER_SHIFT])
    alike = cv2.matchTemplate(room, corner, cv2.TM_CCOEFF_NORMED)
    return bool(corner.std() > _MIN_PRINT and alike.max() > _MIN_SYMMETRY)


def _of_one_size(shapes: Sequence[CardShape]) -> list[CardShape]:
    """Those of about the median size."""
    usual = float(np.median([shape.short for shape in shapes])) if shapes else 0.0
    return [shape for shape in shapes if usual / _MAX_SIZE_RATIO < shape.short < usual * _MAX_SIZE_RATIO]


def _grey(view: Picture) -> NDArray[np.float32]:
    return np.asarray(cv2.cvtColor(view, cv2.COLOR_BGR2GRAY), np.float32)
