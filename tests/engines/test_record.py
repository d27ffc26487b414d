"""Records of a move a line: who plays where nobody, or not everything, is said."""

import pytest

from device.texts import say
from engines import reversi, search, skip_bo
from engines.contract import BadRecord
from engines.options import unnamed
from tests.support.engines.records import read_record


def test_a_record_without_names_says_how_many_play() -> None:
    text = search.write_record(unnamed(3), {}, [])
    assert text == "# players: 3\n"
    assert read_record(search, text) == (("1", "2", "3"), {}, ())


def test_a_record_without_names_or_number_is_of_as_few_as_may_play() -> None:
    assert read_record(search, "turn 1 5") == ((), {}, (search.Turn(1, "5"),))
    assert read_record(skip_bo, skip_bo.write_record((), {"teams": "yes"}, [])) == (unnamed(4), {"teams": "yes"}, ())


def test_names_that_are_numbers_are_kept() -> None:
    assert read_record(search, "# player: 1\n# player: 2\n")[0] == ("1", "2")
    assert read_record(search, "# players: 2\nturn 1 5\n")[0] == ("1", "2")
    assert read_record(reversi, "# players: 2\n")[0] == ("1", "2")


@pytest.mark.parametrize(
    ("headings", "why"),
    [
        ("# players: 9", "9"),
        ("# players: 0", "players"),
        ("# players: many", "players"),
        ("# players: 3\n# player: Aya\n# player: Ben", "3"),
        ("# players: 3\n# teams: yes", "3"),
    ],
)
def test_a_number_of_players_that_cannot_be_is_refused(headings: str, why: str) -> None:
    with pytest.raises(BadRecord) as refused:
        read_record(skip_bo, headings)
    assert refused.value.said.key == "record.bad_heading"
    assert refused.value.because is not None
    assert why in say(refused.value.because, "en")
