"""What a player of Galaxy Jarapon alone is told of his hand: waits with their points, and the cost of a pon."""

from device.texts import say
from engines.jarapon import State
from engines.jarapon.own_hand import own_notes
from tests.support.engines.jarapon import SETS, TOUR, after, dealt, jarapon

AYA, BEN = 0, 1
PON = "A pon costs you riichi, and your hand then counts its pon points, mostly half."


def notes(state: State, seat: int) -> list[str]:
    """What he is told, by what he may know."""
    return [say(note, "en") for note in own_notes(jarapon.view(state, seat), seat)]


def test_j7_9_a_ready_hand_says_what_it_waits_for_and_what_each_pays() -> None:
    state = dealt("?", SETS, TOUR)
    said = {seat: notes(state, seat) for seat in (1, 2)}
    for seat, tiles in ((1, ("3", "★")), (2, ("9", "★"))):
        assert all(note.startswith("With ") and note.endswith(" points.") for note in said[seat])
        assert {tile for tile in tiles if any(tile in note.split(" you win")[0] for note in said[seat])} == {*tiles}
    assert notes(dealt("?", "1 1 2 4 5 5 7 8"), BEN) == []


def test_j7_7_a_first_pon_costs_riichi_and_points() -> None:
    state = after("1 draw 4; 1 discard 4", dealt("?", "4 4 1 2 6 7 8 8"))
    assert notes(state, BEN) == [PON]
    assert notes(after("1 draw 5; 1 discard 5", dealt("?", "4 4 1 2 6 7 8 8")), BEN) == []
    padawan = after("1 draw 4; 1 discard 4", dealt("?", "4 4 1 2 6 7 8 8", rules="padawan"))
    assert PON not in notes(padawan, BEN)
    opened = after("2 pon 4; 2 discard 1; 3 draw 8; 3 discard 8", state)
    assert notes(opened, BEN) == [], "the second pon costs nothing more"
