"""What stands outside the board is one line of the page and of the television."""

import pytest
from playwright.sync_api import expect

from device.texts import say
from tests.support.web.fake_box import FakeBox
from tests.support.web.phones import NewPhone, place_of
from tests.support.web.tables import played, snapshot_after, table
from web.server.http import WebServer

LINE = 24  # pixels: one line on a phone is lower, two are higher
FIRST_HAND, SECOND_SABRE = 14, 245  # moves of a match; the later moment has as much to tell as any


@pytest.mark.walk
def test_a_line_below_the_prompt_says_what_stands_outside_the_board(
    box: FakeBox, server: WebServer, new_phone: NewPhone
) -> None:
    match = played("jarapon", 4, 3, SECOND_SABRE)
    told = {
        "first-hand": snapshot_after("jarapon", match[:FIRST_HAND]),
        "second-sabre": snapshot_after("jarapon", match),
        "stop": table("stop"),
    }
    for language in ("en", "ja"):
        phone, television = new_phone("phone", language), new_phone("television", language)
        pages = phone.open(server), television.open(server, "/screen")
        for name, snapshot in told.items():
            box.table.tell(snapshot)
            for page in pages:
                expected = " · ".join(say(said, language) for said in snapshot.view.status)
                expect(page.locator("#status")).to_have_text(expected)
            tabs = place_of(pages[0].locator(".tabs"))["y"]
            for part in ("#prompt", "#scores", "#board"):
                place = place_of(pages[0].locator(part))
                assert 0 <= place["y"] <= place["y"] + place["height"] <= tabs, (name, language, part)
            is_one_line = place_of(pages[0].locator("#status"))["height"] < LINE
            assert is_one_line or name == "second-sabre", (name, language)
            phone.keep(f"status-{name}-{language}")
            television.keep(f"status-{name}-{language}")
        box.table.tell(table("reversi"))
        for page in pages:
            expect(page.locator("#status")).to_be_hidden()
