"""Hands of Galaxy Jarapon to practise on: nine tiles, and the question which of them to discard (J7-6).

A hand asks something where it does not win, several discards leave eight tiles that wait for one, and these are not
equally good. Tiles of a few numbers come to that far more often than tiles of all numbers.
"""

import random

from engines.hands import in_order
from engines.jarapon.advice import advise
from engines.jarapon.hand import NO_EXTRAS, score_hand
from engines.jarapon.moves import Tiles
from engines.jarapon.shapes import HAND_SIZE
from engines.jarapon.sheet import ScoreSheet
from engines.jarapon.wall import SUPPLY
from engines.vocabulary import NUMBERS, WILD

_MAX_DEALS = 400  # of which a sheet with sets needs about fifteen
_KINDS = (3, 4, 5)  # how many numbers are dealt from


def practice_hand(seed: str, sheet: ScoreSheet) -> Tiles | None:
    """Nine tiles that ask something, always the same ones for a seed and a sheet; None where the sheet has none.

    >>> from engines.jarapon.sheet import parse_sheet
    >>> from engines.jarapon.tiles import PLAIN_TILES
    >>> text = '[sheet]\\nname = "mine"\\n[[hand]]\\nen = "Three Sets"\\ntiles = ["3 x 3 any"]\\npoints = 60'
    >>> " ".join(practice_hand("2026-11-29 0", parse_sheet(text, "mine.toml", PLAIN_TILES)))
    '1 1 1 1 5 9 9 9 wild'
    """
    dealer = random.Random(seed)
    deals = (_dealt(dealer) for _ in range(_MAX_DEALS))
    return next((tiles for tiles in deals if asks(tiles, sheet)), None)


def asks(tiles: Tiles, sheet: ScoreSheet) -> bool:
    """Whether nine tiles do not win, and of the discards after which a tile wins some are better than others."""
    if score_hand(tiles, sheet, NO_EXTRAS):
        return False
    values = {outlook.value for outlook in advise(tiles, sheet).outlooks}
    return len(values - {0}) > 1


def _dealt(dealer: random.Random) -> Tiles:
    """Nine tiles of some numbers and the almighty ones, in order."""
    faces = (*dealer.sample(NUMBERS, dealer.choice(_KINDS)), WILD)
    tiles = dealer.sample([face for face in faces for _ in range(SUPPLY[face])], HAND_SIZE)
    return in_order(tiles)
