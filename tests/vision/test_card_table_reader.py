"""Tables of cards as the box reads them: small cards are looked at nearer."""

from collections.abc import Sequence

import numpy as np
import pytest

from vision.card_table_reader import find_closer
from vision.cards.reading import DetectedCard
from vision.reading import Picture, PictureWarning


def card(code: str, x: float, y: float, short: float = 40.0) -> DetectedCard:
    wide, high = short / 2, 0.7 * short
    return DetectedCard(
        code, ((x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high)), 0.9
    )


class Finder:
    """Finds the same cards in any picture, and a warning; notes how large the pictures were."""

    def __init__(self, *cards: DetectedCard) -> None:
        self.cards, self.shapes = cards, list[tuple[int, ...]]()

    def __call__(self, picture: Picture) -> tuple[Sequence[DetectedCard], Sequence[PictureWarning]]:
        self.shapes.append(picture.shape[:2])
        return self.cards, [PictureWarning("glare", (7, 9))]


def test_small_cards_that_lie_together_are_looked_at_nearer() -> None:
    finder = Finder(card("5H", 500, 400), card("back", 600, 400))
    found, warnings = find_closer(finder, np.zeros((960, 1280, 3), np.uint8))
    whole, part = finder.shapes
    assert whole == (960, 1280)
    assert part[0] < 200 and part[1] < 300
    left, top = np.array(found[0].xy) - finder.cards[0].xy
    assert left > 400 and top > 300  # where that part of the picture begins
    assert warnings == [PictureWarning("glare", (7 + int(left), 9 + int(top)))]


@pytest.mark.parametrize(
    "cards", [[], [card("5H", 500, 400, 90)], [card("5H", 60, 60), card("6H", 1200, 900)]], ids=["no", "large", "far"]
)
def test_a_picture_in_which_nothing_can_be_seen_nearer_is_looked_at_once(cards: list[DetectedCard]) -> None:
    finder = Finder(*cards)
    assert find_closer(finder, np.zeros((960, 1280, 3), np.uint8))[0] == finder.cards
    assert len(finder.shapes) == 1
