"""What is accepted is what was looked at, also where the box was started again in between."""

import pytest

from device.offers import Offers
from engines.messages import Refusal


def test_a_number_from_before_a_restart_accepts_nothing_that_was_shown_after_it() -> None:
    before = Offers[str]().add("the sheet on the table")
    restarted = Offers[str]()
    restarted.add("another sheet")
    with pytest.raises(Refusal) as refused:
        restarted.of(before)
    assert refused.value.said.key == "table.other_lesson"
