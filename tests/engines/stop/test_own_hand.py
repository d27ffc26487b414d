"""What a player of Stop alone is told of his hand: points, waits and the cost of a pon."""

import pytest

from device.texts import say
from engines import stop
from engines.stop.own_hand import own_notes
from engines.stop.state import State
from tests.support.engines.seats import AYA, BEN, CHIE
from tests.support.engines.stop import WAITING_FOR_5, after, table

PLAIN = "AS 2H 4D 6C 8S 10H QD"  # 41 points, and nothing to wait for
PAIR = "AS 2H 4D 6C 8S 9H 9D"


def notes(state: State, seat: int) -> list[str]:
    """What he is told, by what he may know."""
    return [say(note, "en") for note in own_notes(stop.view(state, seat), seat)]


def test_s18_points_are_those_of_the_own_stop_and_double_for_jokers_in_another_one() -> None:
    assert notes(table({AYA: PLAIN}), AYA) == ["Your hand counts 41 points."]
    said = "Your hand counts 5 points if you call Stop, but 20 if somebody else does: jokers double it."
    assert notes(table({AYA: "AS 4H joker joker"}), AYA) == [said]


@pytest.mark.parametrize(
    ("hand", "ready"),
    [
        (WAITING_FOR_5, ["Your hand is ready for 5, or a joker."]),
        ("2S 2H 9S 9D KS 5H joker", ["Your hand is ready for 5 and K, or a joker."]),
        (PLAIN, []),
    ],
)
def test_s7_a_closed_hand_says_what_it_waits_for(hand: str, ready: list[str]) -> None:
    assert notes(table({AYA: hand}), AYA)[1:] == ready


def test_s9_in_riichi_a_rank_that_he_has_discarded_is_no_wait_unless_the_house_lets_him_draw_it() -> None:
    river = "5S 3C 4C 7C 8C"  # Aya has discarded a five
    ready = "Your hand is ready for 5, or a joker."
    assert notes(table({AYA: WAITING_FOR_5}, river=river), AYA)[1:] == [ready]
    assert notes(table({AYA: WAITING_FOR_5}, river=river, riichi=[AYA]), AYA)[1:] == [
        "Your hand is ready for a joker only."
    ]
    by_house = table({AYA: WAITING_FOR_5}, river=river, riichi=[AYA], options={"own_discards": "ron"})
    assert notes(by_house, AYA)[1:] == [ready]


def test_s5_s6_a_pon_opens_a_closed_hand_and_ends_what_is_doubled() -> None:
    opens, ends = "A pon or kan costs no coins, but opens your hand", "A pon or kan ends the first round and one-shot"
    first = table({BEN: PAIR}, river="9S")
    assert [note.split(":")[0] for note in notes(first, BEN)[1:]] == [opens, ends]
    assert notes(first, AYA) == notes(first, AYA)[:1], "he has discarded it himself"
    later = after(table({CHIE: PAIR}, river="3C 4C 5C 7C 8C", stock="9S"), "draw 9S", "discard 9S")
    assert [note.split(":")[0] for note in notes(later, CHIE)[1:]] == [opens]
    opened = after(table({CHIE: "8S 9H 9D"}, river="3C 4C 5C 7C 8C", stock="9S"), "draw 9S", "discard 9S")
    assert notes(opened, CHIE)[1:] == [], "what is open already costs nothing"


def test_nothing_is_told_of_a_hand_that_is_not_held() -> None:
    assert own_notes(stop.start(("Aya", "Ben", "Chie", "Dan", "Emi"), {}), AYA) == ()
