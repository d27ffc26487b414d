"""Reads cards, which lie without a sheet: those of one photograph, and those of one table as places of a game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.cards.common.card_memory import CardMemory
from vision.cards.common.picture_warnings import is_cut_off, warnings_of
from vision.cards.common.reading import JOKER, UNSURE, DetectedCard
from vision.places.cards.places import CardPlaces
from vision.quality.cover import Cover
from vision.quality.exposure import pixels_of_field, too_dark
from vision.quality.no_board import reason_for_no_board
from vision.quality.table_top import TableTop
from vision.reading import Picture, PictureWarning, Reading

FindCards: TypeAlias = Callable[[Picture], Sequence[DetectedCard]]  # those of a picture, in its own pixels

_MAX_SMALL = 0.058  # of the picture's longer side: smaller cards are read again, enlarged
_WITHOUT_INDEX = (JOKER, UNSURE)  # without an index: discarded where the picture matches the bare table
_MIN_GAIN, _MARGIN = 1.15, 1.5  # enlargement that is worth a second reading; margin round the cards, in shorter sides


@dataclass(frozen=True)
class CardArrangement:
    """How the cards of a kind of table are laid, and so how they are read."""

    places: Callable[[], CardPlaces]  # makes what names their places
    finder: Callable[[], FindCards] | None = None  # makes what finds those of one table; None where faces are taught


def read_cards(find: FindCards, picture: Picture) -> Reading:
    """The cards that one photograph (height × width × 3, BGR) shows, as a reading without a field and without places.

    >>> [str(warned) for warned in read_cards(lambda _: [], np.zeros((90, 120, 3), np.uint8)).warnings]
    ['too_dark']
    """
    cards = find(picture)
    warnings = warnings_of(picture, cards)
    if not cards and not warnings:
        why = reason_for_no_board(picture)
        warnings = [PictureWarning("no_cards" if why == "no_board" else why)]
    return Reading(None, tuple(card.as_piece() for card in cards), {}, tuple(warnings))


def find_closer(find: FindCards, picture: Picture) -> Sequence[DetectedCard]:
    """The cards of a picture; where they are small and lie close together, those of just that part of it.

    Readers shrink large pictures, and so read a part of one in more detail. A camera may hang higher than need be.
    """
    cards = find(picture)
    part = _part_with_small(cards, picture.shape)
    if part is None:
        return cards
    (left, top), (right, bottom) = part
    return [card.moved(left, top) for card in find(np.ascontiguousarray(picture[top:bottom, left:right]))]


def _part_with_small(cards: Sequence[DetectedCard], shape: Sequence[int]) -> NDArray[np.int64] | None:
    """The part (left and top, right and bottom) of a picture in which small cards lie; None where it is no less."""
    if not cards:
        return None
    short, longer = float(np.median([card.shorter_side for card in cards])), max(shape[:2])
    rings = np.concatenate([np.array(card.corners) for card in cards])
    part = np.array([rings.min(axis=0) - _MARGIN * short, rings.max(axis=0) + _MARGIN * short])
    part = np.clip(np.rint(part).astype(np.int64), 0, (shape[1], shape[0]))
    is_worth_it = short < _MAX_SMALL * longer and (part[1] - part[0]).max() * _MIN_GAIN < longer
    return part if is_worth_it else None


class CardTableReader:
    """Reads pictures of one table; `has_twins`: its deck has faces more than once.

    The whole picture is the table's field. A card of which about half lies outside it is `"?"`. Where the camera or the
    table is pushed, the places move with the cards.

    >>> from vision.places.cards.dealt import dealt_zones
    >>> reader = CardTableReader(lambda picture: [], CardPlaces(dealt_zones))
    >>> reader.read(np.full((90, 120, 3), 128, np.uint8)).places
    {}
    """

    def __init__(self, find: FindCards, places: CardPlaces, has_twins: bool = True) -> None:
        self.places = places
        self._find = find
        self._memory = CardMemory(has_twins)
        self._cover = Cover()
        self._top = TableTop()

    def read(self, picture: Picture) -> Reading:
        """What the picture (height × width × 3, BGR) shows."""
        high, wide = picture.shape[:2]
        field = np.array([[0, 0], [wide - 1, 0], [wide - 1, high - 1], [0, high - 1]], np.float64)
        if too_dark(pixels_of_field(picture, field)):
            return Reading(field, (), {}, (PictureWarning("too_dark"),), laid="cards")
        found = self._memory.complete(picture, find_closer(self._find, picture))
        warnings = warnings_of(picture, found)
        cards = [replace(card, code=UNSURE) if is_cut_off(picture, card) else card for card in found]
        outlines = [np.array(card.corners) for card in cards]
        if self._cover.is_over(picture, outlines):
            pieces = tuple(card.as_piece() for card in cards)
            return Reading(field, pieces, {}, (*warnings, PictureWarning("hand")), laid="cards")
        unread = self._top.unread(picture, outlines)
        cards = [
            card for at, card in enumerate(cards) if card.code not in _WITHOUT_INDEX or at not in self._top.printed
        ]
        cards += [DetectedCard.of(UNSURE, ring, 0.0) for ring in unread]
        placed = self.places.place(cards, wide, self._top.coins, self._top.is_bare)
        if cards and not self.places.zones and not warnings:
            warnings = [PictureWarning("not_laid")]
        pieces = tuple(card.as_piece(name) for card, name in zip(cards, placed.names, strict=True))
        return Reading(
            field, pieces, placed.places, tuple(warnings), placed.left_open, laid="cards", facts=placed.facts
        )
