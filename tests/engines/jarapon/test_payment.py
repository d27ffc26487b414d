"""Who pays whom what, and who may claim a discard (J7-10, J7-12, J7-20 to J7-25)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.texts import say
from engines.jarapon.claims import Discards, ron_refused
from engines.jarapon.payment import payment, settle


@pytest.mark.parametrize(
    ("players", "ron", "chips", "received"),
    [
        (4, False, 0, 3 * 240),
        (3, False, 0, 2 * 240),
        (2, False, 1, 240 + 10),
        (4, True, 0, 240),
        (4, True, 3, 240 + 30),
    ],
)
def test_j7_20_and_23_everybody_pays_or_the_discarder_and_stakes_go_to_the_winner(
    players: int, ron: bool, chips: int, received: int
) -> None:
    due = payment(240, players, ron, chips)
    assert due.share == 240
    assert due.received == received
    assert (due.discarder, due.each) == ((240, None) if ron else (None, 240))


def test_j7_24_who_has_not_enough_gives_what_he_has_and_the_match_ends() -> None:
    settled = settle(240, [3000, 100, 240])
    assert (settled.paid, settled.left, settled.match_over) == ((240, 100, 240), (2760, 0, 0), True)
    assert not settle(240, [3000, 250]).match_over


@given(st.integers(0, 5000), st.lists(st.integers(0, 5000), max_size=3))
def test_no_force_is_made_or_lost_in_paying(due: int, purses: list[int]) -> None:
    settled = settle(due, purses)
    assert [paid + left for paid, left in zip(settled.paid, settled.left, strict=True)] == purses
    assert all(0 <= paid <= due for paid in settled.paid)


@pytest.mark.parametrize(
    ("tile", "discards", "words"),
    [
        ("5", Discards(own=("1", "5")), "You discarded a 5 yourself in this hand"),
        ("wild", Discards(own=("wild",)), "You discarded an almighty yourself in this hand"),
        ("5", Discards(let_pass=True), "After your riichi you let a winning discard pass"),
        (None, Discards(let_pass=True), "After your riichi you let a winning discard pass"),
        ("wild", Discards(wild_may_be_taken=False), "At this table you may not win on a discarded almighty"),
    ],
)
def test_a_ron_is_refused(tile: str | None, discards: Discards, words: str) -> None:
    refused = ron_refused(tile, discards)
    assert refused is not None
    assert say(refused, "en").startswith(words)
    assert say(refused, "ja")


@pytest.mark.parametrize(
    ("tile", "discards"),
    [
        ("6", Discards(own=("1", "5"))),
        ("wild", Discards(own=("5",))),
        ("5", Discards(own=("wild",))),
        (None, Discards()),
    ],
)
def test_j7_10_and_12_other_waits_stay_open(tile: str | None, discards: Discards) -> None:
    assert ron_refused(tile, discards) is None
