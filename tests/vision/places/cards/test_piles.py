"""Piles and columns of cards, followed from picture to picture."""

from dataclasses import replace

import pytest

from device.games.profile import likeliest_face
from tests.support.vision.laid_cards import SHORT, card
from vision.cards.common.reading import DetectedCard
from vision.places.cards.pile import MAX_MISSES, Pile

# Pictures of a column one after the other, and after `->` what is told then. In a picture, the lowest card comes first;
# nothing is seen at `-`, and what is seen at `?` cannot be read. Told are faces, `.` where nothing lies, `?2` for a
# place left open for two pictures, and `_` for one at which a card still lies that is hidden.
COLUMNS: dict[str, tuple[str, ...]] = {
    "what one picture misses still lies there, as the card on it proves": ("5 9 2", "5 - 2 -> 5 _ 2 ."),
    "what several pictures do not show is gone": ("5 9", "5 -> 5 ?1 .", "5 -> 5 ?2 .", "5 -> 5 ."),
    "what takes the place of another is not counted beside it": ("5 9", "3x 5 3 -> 5 3 ."),
    "a card missed once another lies farther down may lie under it": (
        "2x 5 1",
        "6x 5 - 4 -> 5 ?6 ?6 .",
        "5 1 4 -> 5 1 4 .",
    ),
    "so may one that was never read": ("2x 5 ?", "5 - 7 -> 5 ?1 ?1 .", "4x 5 - 7 -> 5 ?5 ?5 ."),
    "what cannot be read is the card that was": ("5 9", "? 9 -> _ 9 .", "6 9 -> _ 9 ."),
    "something new may be read in the next picture": ("5 9", "5 9 ? -> 5 9 ?0 ."),
    "of two alike the lower one may be covered": ("6 1 1", "3x 6 - 1 -> 6 _ 1 ."),
    "a new card counts once two pictures show it": ("2x 5", "5 8 -> 5 ?0 .", "5 8 -> 5 8 ."),
    "an arm that one picture shows is no card": ("? ?", " -> .", "2x - 5 -> 5 ."),
    "what is not read below cards that lie there is none": ("2x - 11 11 11", "? 11 11 11 -> 11 11 11 ."),
    "beside the place of a card it may be another that covers it": (
        "12",
        "6x - ? -> ?6 ?6 .",
        "- 12 -> ?7 ?7 .",  # which one it is
        "2x 12 12 -> 12 12 .",
    ),
    "the lower one may be missed when another like it comes": ("11", "2x ? 11 -> _ 11 ."),
    "two that are misread by turns keep their places": ("4x 10 10 9 4", "6x 9 10 10 4 -> 9 10 10 4 ."),
} | {
    f"what {count} pictures misread is one card": (
        "4x 10 10 10 4 4",
        f"{count}x 10 10 9 4 4",
        "3x 10 10 10 4 4 -> 10 10 10 4 4 .",
    )
    for count in (1, 2, 4, 8)
}


def column(picture: str) -> list[DetectedCard]:
    return [card(code, 500.0, 500.0 + 24.0 * at, level=at) for at, code in enumerate(picture.split()) if code != "-"]


def told(pile: Pile) -> str:
    places, left_open = pile.shown("at")
    return " ".join(
        f"?{left_open[place]}" if place in left_open else likeliest_face(places[place]) if place in places else "_"
        for place in (f"at/{at}" for at in range(1, len(pile.kept) + 1))
    )


@pytest.mark.parametrize("pictures", COLUMNS.values(), ids=COLUMNS)
def test_a_column_followed_from_picture_to_picture(pictures: tuple[str, ...]) -> None:
    pile = Pile(is_column=True)
    for step in pictures:
        looks, arrow, after = step.partition("->")
        times, _, picture = looks.rpartition("x ")
        for _ in range(int(times or 1)):
            pile.update(column(picture), SHORT)
        if arrow:
            assert pile.shown("at")[0][f"at/{len(pile.kept) + 1}"] == {"empty": 1.0}
            assert f"{told(pile)} .".strip() == after.strip()


@pytest.mark.parametrize("apart", [0.0, 4.0, 24.0])
def test_of_two_cards_that_are_alike_the_upper_one_is_gone(apart: float) -> None:
    pile = Pile(is_column=True)
    lying = [card("6", 500.0, 476.0), card("1", 500.0, 500.0, level=1), card("1", 502.0, 500.0 + apart, level=2)]
    jittered = [one.moved(2.0, 2.0) for one in lying]
    for seen in (lying, jittered):
        pile.update(seen, SHORT)
    for look in range(1, MAX_MISSES + 1):
        pile.update((lying if look % 2 else jittered)[:2], SHORT)
        assert told(pile) == ("6 1" if look == MAX_MISSES else f"6 1 ?{look}")


def test_of_two_like_cards_the_lower_one_may_have_been_pushed_when_one_is_seen() -> None:
    pile = Pile(is_column=True)
    lower, upper = (card("11", 500.0, 500.0, level=0), card("11", 484.0, 511.0, level=1))
    pushed = lower.moved(-5.0, 16.0)
    unread = replace(pushed, code="?")
    for seen in ([lower, upper], [lower, upper], [pushed], [unread, upper], [pushed, upper], [pushed, upper]):
        pile.update(seen, SHORT)
    assert told(pile) == "11 11"


def test_of_a_pile_the_top_card_counts_once_two_pictures_show_it() -> None:
    pile = Pile()
    for _ in range(2):
        pile.update([card("7", 500, 500)], SHORT)
    assert likeliest_face(pile.shown("at")[0]["at"]) == "7"
    pile.update([card("back", 490, 500)], SHORT)  # the 7 is missed, and a card below it is seen
    assert pile.shown("at") == ({}, {"at": 0})
