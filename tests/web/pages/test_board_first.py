"""On a phone the whole board is in view at once, with the prompt, what is wrong and the scores."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from device.referee.outcomes import Problem
from engines.messages import message
from tests.support.web.fake_box import FakeBox
from tests.support.web.phones import NewPhone, place_of
from tests.support.web.tables import KEPT, TABLES, played, snapshot_after, table
from web.server.http import WebServer

PHONES = ((360, 740), (390, 844))


@pytest.mark.walk
def test_the_board_the_prompt_and_the_scores_are_in_view_at_once(
    box: FakeBox, server: WebServer, new_phone: NewPhone
) -> None:
    hidden = []
    for language in ("en", "ja"):
        phone = new_phone("phone", language)
        page = phone.open(server)
        for name, (game, players, _, seed) in {**TABLES, **KEPT}.items():
            begun, wrong = snapshot_after(game, played(game, players, seed, 1)), Problem(message("table.no_board"), ())
            for moment, snapshot in {
                "begun": begun,
                "played": table(name),
                "wrong": replace(table(name), problem=wrong),
            }.items():
                box.table.tell(snapshot)
                expect(page.locator("body")).to_have_attribute("data-serial", str(box.table.snapshot.serial))
                for width, height in PHONES:
                    page.set_viewport_size({"width": width, "height": height})
                    phone.settle()
                    tabs = place_of(page.locator(".tabs"))["y"]
                    for part in (
                        "#prompt",
                        "#scores",
                        *["#board"][: page.locator("#board:visible").count()],
                        *["#problem"][: moment == "wrong"],
                    ):
                        place = place_of(page.locator(part))
                        bottom = place["y"] + place["height"]
                        if place["y"] < 0 or bottom > tabs:
                            hidden.append(
                                f"{name} {moment}, {language}, {width}×{height}: {part} to {bottom:.0f} of {tabs:.0f}"
                            )
    assert hidden == [], "\n".join(hidden)
