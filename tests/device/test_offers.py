"""What is accepted is what was looked at, also where the box was started again in between."""

from device.offers import Offers
from tests.support.refusals import refused


def test_a_number_from_before_a_restart_accepts_nothing_that_was_shown_after_it() -> None:
    before = Offers[str]().add("the sheet on the table")
    restarted = Offers[str]()
    restarted.add("another sheet")
    with refused("table.other_lesson"):
        restarted.of(before)
