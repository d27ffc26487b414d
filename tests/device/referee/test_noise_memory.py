"""What a memory of earlier readings takes from a reading's evidence, and what it leaves."""

import pytest

from device.referee.evidence import CONTRADICTED, Evidence, NoiseMemory
from engines.vocabulary import BACK, EMPTY, NOTHING

PLACE, LIES = "tile/1", frozenset({BACK})


def settled(known: dict[str, float], faces: frozenset[str], now: dict[str, float], place: str = PLACE):
    """What is left of `now` after the place was known to hold these faces and read as `known`; None: nothing."""
    memory = NoiseMemory()
    memory.keep({place: known}, {place: faces})
    return memory.settled({place: now}, {place: faces}).get(place)


@pytest.mark.parametrize(
    ("known", "now"),
    [
        ({"3": 0.95, EMPTY: 0.05}, {"3": 0.93, EMPTY: 0.07}),  # nothing of the back was ever seen
        ({BACK: 0.4, "3": 0.6}, {BACK: 0.05, "3": 0.95}),  # and this is another reading
        ({BACK: 0.95, EMPTY: 0.05}, {BACK: 0.1, EMPTY: 0.9}),  # seen well, and hardly now
    ],
)
def test_what_an_earlier_reading_does_not_explain_is_evidence(known: dict[str, float], now: dict[str, float]) -> None:
    assert settled(known, LIES, now) == now


@pytest.mark.parametrize(
    ("known", "now"),
    [
        ({BACK: 0.4, "3": 0.6}, {BACK: 0.3, "3": 0.7}),  # taken for another in both
        ({BACK: 0.85, EMPTY: 0.15}, {BACK: 0.1, EMPTY: 0.9}),  # hardly seen from the beginning
        ({BACK: 0.6, "3": 0.4}, {"4": 0.6, "5": 0.4}),  # hazy in both
    ],
)
def test_a_piece_that_was_hard_to_see_before_is_no_evidence(known: dict[str, float], now: dict[str, float]) -> None:
    assert settled(known, LIES, now) is None


def test_a_place_that_looks_as_it_did_when_it_was_known_is_certain() -> None:
    glare = {BACK: 0.6, "3": 0.4}
    assert settled(glare, LIES, glare) == {BACK: 1.0}


def found_again(likely: float) -> bool:
    """Whether a piece counts where one was detected and lost again; `likely`: as the detection is now."""
    memory, nothing = NoiseMemory(), {PLACE: NOTHING}
    for empty in (1.0, 0.2, 1.0):
        memory.settled(places := {PLACE: {EMPTY: empty, BACK: 1 - empty}}, nothing)
        if empty == 1.0:
            memory.keep(places, nothing)
    evidence = Evidence(memory.settled({PLACE: {EMPTY: 1 - likely, BACK: likely}}, nothing))
    return evidence.likelihood(PLACE, NOTHING) < CONTRADICTED


def test_a_detection_where_one_was_lost_counts_only_when_it_is_sure() -> None:
    assert found_again(0.96)
    assert not found_again(0.94)
    assert not found_again(0.6)
