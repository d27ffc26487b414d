"""Reads French-suited playing cards in a picture: any deck, at any angle, on any table, without a lesson."""

from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import dist

import numpy as np
from numpy.typing import NDArray

from vision.cards.common.reading import MIN_NAMED_CONFIDENCE, UNSURE, Corner, DetectedCard
from vision.cards.common.turning import read_same_way_round
from vision.cards.french.index_cards import (
    Offset,
    cards_of,
    levels_of,
)
from vision.cards.french.index_clarity import IndexClarity
from vision.cards.french.index_detector import DetectedIndex, detect_beside, detect_indices, suppress_overlaps
from vision.cards.french.index_reader import MIN_CLEAR_PROBABILITY, SUITS, ReadIndex, cut_index, read_indices
from vision.cards.french.pips import do_pips_confirm
from vision.cards.french.symbols import RANKS, Shares, belief_in_alphabets, may_be_a_letter
from vision.cards.french.table import FrenchTable, sided, table_of
from vision.cards.french.without_index import cards_without_index
from vision.quality.levels import Levels
from vision.reading import Picture, Points

_MAX_OFFSETS = 40  # offsets between two indices of one card, from the last pictures, that give the deck's layout
_MAX_INDICES = 120  # indices with clear symbols, from the last pictures, that tell the deck's letters
_MIN_INDEX_PROBABILITY = 0.72  # the probability from which there is an index at all
_ROUNDS = 3  # detections at one spot that are read, at most
_MIN_CONFIDENCE = 0.32  # of a detection: below it an index counts only if it is read with confidence `SURE`
_MIN_AGREEMENT = 0.15  # probability, for each index, that all indices of a card say the same
# Px of a shorter side below which 30 of 340 names were wrong; confidence in one at most
_MAX_TINY_SIDE, _MAX_TINY_CONFIDENCE = 40.0, 0.85
_TWICE_NAMED_FACTOR = 0.25  # of a code's probability that is left if another card has that name: that may be wrong
_MAX_CORNER_DISTANCE = 0.5  # of a card's shorter side, between the corners of two outlines that may be one card
_MIN_KEPT_PROBABILITY = 0.01  # smaller ones are left out
_MAX_SIZE_RATIO, _MAX_SIZE_RATIO_IN_DOUBT = 1.6, 1.2  # between an index's size and what those beside it let expect
_LEVEL_WEIGHT = 0.15  # how much a level table is believed against the sizes of the indices: less than one of these
_MIN_NEIGHBOUR_DISTANCE = 0.8  # of half an index's height, between the middles of two neighbours at least
_TURNED, _ONE_SPOT = -0.8, 0.4  # cosine from which one is upside down; of half an index, between two ranks that are one
_CONTRADICTED = 0.5  # of a code's probability that is left if the card's pips contradict it
_MAX_SAMPLED_INDICES = 12  # indices by which the levels and the colour of the paper are measured


@dataclass(frozen=True)
class _Deck:
    """What the last pictures have shown of a deck."""

    offsets: deque[Offset] = field(default_factory=lambda: deque(maxlen=_MAX_OFFSETS))  # of opposite indices
    indices: deque[ReadIndex] = field(default_factory=lambda: deque(maxlen=_MAX_INDICES))  # with clear symbols


class FrenchReader:
    """Reads pictures of one deck, with the layout and the letters that earlier pictures have shown.

    In a fan no card may show both of its indices; then the picture itself does not show how the deck is printed. Nor
    may it show enough letters to tell in which language they are.
    """

    def __init__(self) -> None:
        self._deck = _Deck()

    def __call__(self, picture: Picture) -> list[DetectedCard]:
        """All cards of which an index can be seen (height × width × 3, BGR)."""
        return read_same_way_round(partial(_read, deck=self._deck), picture)


def read_french_cards(picture: Picture) -> list[DetectedCard]:
    """All cards of one photograph of which an index can be seen (height × width × 3, BGR)."""
    return FrenchReader()(picture)


def _read(picture: Picture, deck: _Deck) -> list[DetectedCard]:
    """The cards; what this picture shows of the deck is added to `deck`."""
    picture, indices_read = _read_evened(picture)
    if not indices_read:
        return []
    clarity = IndexClarity.of(picture, [one.index for one in indices_read])
    indices_read = [clarity.tempered(one.with_any_suit() if one.shows_rank_only else one) for one in indices_read]
    clear = [
        one for one in indices_read if one.index.confidence >= _MIN_CONFIDENCE or one.best[1] >= MIN_CLEAR_PROBABILITY
    ]
    found = [one for one in clear if one.is_index >= _MIN_INDEX_PROBABILITY]
    read = without_overlaps(of_one_size(_in_letters_of(deck, found)))
    if not read:
        return []
    table, paper = table_of(picture, read, deck.offsets), _paper(picture, read)
    joined = _joined(picture, table, paper)
    levels = levels_of(
        [ring for _, ring in joined], [[part for one in own for part in one.index.parts] for own, _ in joined]
    )
    cards = named_cards([own for own, _ in joined], [table.in_picture(ring) for _, ring in joined], levels)
    if any(card.code != UNSURE for card in cards):
        cards += cards_without_index(picture, cards, read, table, paper)
    if clarity.reason is not None:
        return [card.unnamed(clarity.reason) for card in cards]
    return [_witnessed(picture, card, cards, read[0].belief) for card in cards]


def _witnessed(picture: Picture, card: DetectedCard, cards: Sequence[DetectedCard], belief: Shares) -> DetectedCard:
    """The card, in doubt if its pips contradict its number, or do not confirm one that may be a letter of the deck."""
    confirmed = do_pips_confirm(picture, card, cards)
    is_doubtful = confirmed is None and may_be_a_letter(card.code[:-1], belief)
    return _in_doubt(card) if confirmed is False or is_doubtful else card


def _in_letters_of(deck: _Deck, found: Sequence[ReadIndex]) -> list[ReadIndex]:
    """The indices with ranks by the letters of the deck, to which those of this picture are added.

    A card counts once: that it is read in many pictures proves nothing.
    """
    deck.indices.extend(one for one in found if one.symbols[:-1].max() >= MIN_CLEAR_PROBABILITY)
    clearest = {one.printed: one for one in sorted(deck.indices, key=lambda one: one.symbols[:-1].max())}
    belief = belief_in_alphabets({printed: one.symbols[:-1] for printed, one in clearest.items()})
    return [replace(one, belief=belief) for one in found]


def _in_doubt(card: DetectedCard) -> DetectedCard:
    """The card of which it is open whether its index was read rightly."""
    shares = {code: share * _CONTRADICTED for code, share in card.probabilities.items()}
    return replace(card, code=UNSURE, confidence=card.confidence * _CONTRADICTED, probabilities=shares)


def _read_evened(picture: Picture) -> tuple[Picture, list[ReadIndex]]:
    """The picture with the levels of its indices evened, and all indices that can be read in it."""
    read = _read_all(picture)
    if not read:
        return picture, read
    evened = Levels.of(picture, _clearest_crops(picture, read).reshape(-1, 3)).evened(picture)
    return evened, read if evened is picture else _read_all(evened)


def _clearest_crops(picture: Picture, read: Sequence[ReadIndex]) -> NDArray[np.uint8]:
    """The crops of the clearest indices (crops × CROP × CROP × 3)."""
    clearest = sorted(read, key=lambda one: -one.best[1])[:_MAX_SAMPLED_INDICES]
    return np.array([cut_index(picture, one.index.middle, one.index.up) for one in clearest])


def _joined(
    picture: Picture, table: FrenchTable, paper: NDArray[np.float64]
) -> list[tuple[list[ReadIndex], NDArray[np.float64]]]:
    """The cards that the table's indices belong to, each with its outline on the plane."""
    flat = table.flat
    if table.has_four:
        flat = sided(picture, table, paper)
    elif table.is_left:
        flat = [replace(one, right=0.0) for one in flat]
    return cards_of(flat, table.layout)


def _read_all(picture: Picture) -> list[ReadIndex]:
    """All indices that can be read, and those beside small ones that only a larger picture shows."""
    read = _read_once(picture, detect_indices(picture), [])
    return _read_once(picture, detect_beside(picture, [one.index for one in read]), read)


def _read_once(picture: Picture, found: Sequence[DetectedIndex], read: list[ReadIndex]) -> list[ReadIndex]:
    """`read` and what can be read of those found: what is no index hides none, so that the next at its spot is read."""
    for _ in range(_ROUNDS):
        chosen = suppress_overlaps(found, [one.index for one in read])
        if not chosen:
            break
        read = read + [one for one in read_indices(picture, chosen) if one.is_index >= _MIN_INDEX_PROBABILITY]
        found = [one for one in found if not any(one is other for other in chosen)]
    return read


def _paper(picture: Picture, read: Sequence[ReadIndex]) -> NDArray[np.float64]:
    """The colour (BGR) of the cards' paper."""
    lightest = np.percentile(_clearest_crops(picture, read), 75, axis=(1, 2))
    return np.asarray(np.maximum(np.median(lightest, axis=0), 1.0))


def of_one_size(read: Sequence[ReadIndex]) -> list[ReadIndex]:
    """The indices without those far larger or smaller than the most confident beside them: one deck has one size of
    them. A doubtful one of another size is two neighbours in one."""
    confident = [one.index for one in read if one.best[1] >= MIN_CLEAR_PROBABILITY]
    if not confident:
        return list(read)
    size_at = _sizes_by([one.middle for one in confident], [one.half for one in confident])
    out = []
    for one in read:
        difference = abs(float(np.log(one.index.half / size_at(one.index.middle))))
        if difference < np.log(_MAX_SIZE_RATIO if one.best[1] >= MIN_CLEAR_PROBABILITY else _MAX_SIZE_RATIO_IN_DOUBT):
            out.append(one)
    return out


def _sizes_by(spots: Sequence[Points | Corner], sizes: Sequence[float]) -> Callable[[Points], float]:
    """How large a thing of one size appears anywhere in the picture, by how large some do (px): the camera's tilt
    changes sizes evenly."""
    terms = np.column_stack([np.ones(len(spots)), np.array(spots) / 1000])
    logs = np.log(sizes)
    usual = np.abs(logs - np.median(logs)) < np.log(_MAX_SIZE_RATIO)
    known = np.vstack([terms[usual], _LEVEL_WEIGHT * np.eye(3)[1:]])
    fit = np.linalg.lstsq(known, np.append(logs[usual], [0.0, 0.0]), rcond=None)[0]
    return lambda spot: float(np.exp(fit @ [1.0, *(spot / 1000)]))


def without_overlaps(read: Sequence[ReadIndex]) -> list[ReadIndex]:
    """The indices without doubtful ones that lie on a clearer one, since of two neighbours both can be seen; and
    without those that read upside down what is printed in a clearer one: its rank, and the suit above it in a
    cascade."""
    out: list[ReadIndex] = []
    for one in sorted(read, key=lambda one: -one.best[1]):
        if not any(_lies_on(one, clearer) for clearer in out):
            out.append(one)
    return [one for one in read if any(one is other for other in out)]


def _lies_on(one: ReadIndex, clearer: ReadIndex) -> bool:
    """Whether an index is made of what is printed in a clearer one."""
    away = dist(one.index.middle, clearer.index.middle) / clearer.index.half
    if one.best[1] < MIN_CLEAR_PROBABILITY <= clearer.best[1] and away < _MIN_NEIGHBOUR_DISTANCE:
        return True
    if float(one.index.up @ clearer.index.up) >= _TURNED * one.index.half * clearer.index.half:
        return False
    pairs = zip(one.index.parts, clearer.index.parts, strict=True)
    return min(dist(spot, other) for spot, other in pairs) < _ONE_SPOT * clearer.index.half


def named_cards(
    indices: Sequence[Sequence[ReadIndex]], outlines: Sequence[NDArray[np.float64]], levels: Sequence[int]
) -> list[DetectedCard]:
    """The cards that these indices show: what is doubtful is none of those that are named beside it."""
    shares = [shares_of(own) for own in indices]
    cards = without_twins(list(map(_card, indices, shares, outlines, levels)))
    apart = ~_may_be_one(cards)
    others = [frozenset(cards[other].code for other in np.flatnonzero(row)) for row in apart]
    named = list(map(less_named, shares, others))
    return without_twins(list(map(_card, indices, named, outlines, levels)))


def _may_be_one(cards: Sequence[DetectedCard]) -> NDArray[np.bool_]:
    """Which cards (rows) may be which others (columns), seen by both ends of one."""
    rings = np.array([card.corners for card in cards]).reshape(-1, 4, 2)
    sides = np.array([card.shorter_side for card in cards])
    off = np.linalg.norm(np.roll(rings, 2, axis=1)[:, None] - rings, axis=3).max(axis=2)
    return np.asarray(off < _MAX_CORNER_DISTANCE * sides)


def less_named(shares: dict[str, float], elsewhere: frozenset[str]) -> dict[str, float]:
    """The probabilities of a card's codes, those less that are named elsewhere: one deck has each card once.

    Nothing is said where the most probable one is named elsewhere: one of the two names is wrong.

    >>> less_named({"5H": 0.75, "6H": 0.2, "7H": 0.05}, frozenset({"6H"}))["5H"] > 0.88
    True
    """
    if max(shares, key=lambda code: shares[code]) in elsewhere:
        return shares
    left = {code: share * (_TWICE_NAMED_FACTOR if code in elsewhere else 1) for code, share in shares.items()}
    return {code: share * sum(shares.values()) / sum(left.values()) for code, share in left.items()}


def _card(own: Sequence[ReadIndex], shares: dict[str, float], ring: NDArray[np.float64], level: int) -> DetectedCard:
    """The card that its indices show; `shares`: the probability of each code."""
    code = max(shares, key=lambda one: shares[one])
    confidence = shares[code] * max(one.is_index for one in own)
    if float(np.linalg.norm(ring[1] - ring[0])) < _MAX_TINY_SIDE:
        confidence = min(confidence, _MAX_TINY_CONFIDENCE)
    shown = {one: share for one, share in shares.items() if share >= _MIN_KEPT_PROBABILITY}
    return DetectedCard.of(code if confidence >= MIN_NAMED_CONFIDENCE else UNSURE, ring, confidence, shown, level)


def shares_of(own: Sequence[ReadIndex]) -> dict[str, float]:
    """The probability of each code by all indices of a card; where these contradict each other none has much.

    What makes one index look like another one mostly does so with all indices of a card: they do not count in full.
    """
    each = np.array([one.ranks[:-1, None] * one.legible_suits for one in own])
    shares = np.asarray(each.mean(axis=0))
    together = each.prod(axis=0)
    if together.sum() > _MIN_AGREEMENT ** len(own):
        together = together ** (1 / np.sqrt(len(own)))
        shares = together / together.sum()
    return {
        rank + suit: float(shares[row, column]) for row, rank in enumerate(RANKS) for column, suit in enumerate(SUITS)
    }


def without_twins(cards: Sequence[DetectedCard]) -> list[DetectedCard]:
    """The cards, none of them named twice: one deck has each card once, so neither of two is believed."""
    times = Counter(card.code for card in cards if card.code != UNSURE)
    return [replace(card, code=UNSURE) if times[card.code] > 1 else card for card in cards]
