"""On a phone the whole board is in view at once, with the prompt, what is wrong and the scores."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from device.config.players import Badge
from device.referee.outcomes import Problem
from device.table.snapshot import Seats
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


@pytest.mark.walk
def test_no_name_on_a_score_card_is_broken_beside_its_signs(
    box: FakeBox, server: WebServer, new_phone: NewPhone
) -> None:
    page = new_phone("phone", "en").open(server)
    for name in ("Tom", "Grandma", "Alexandra", "Bartholomew", "おばあちゃん"):
        view = box.table.snapshot.view
        standings = tuple(replace(standing, score=64) for standing in view.standings)
        badges = Seats(badges=(Badge("blue", "7"), Badge("green", "8")))
        box.table.tell(
            replace(box.table.snapshot, view=replace(view, players=(name, "Ben"), standings=standings), seats=badges)
        )
        expect(page.locator("#scores .name").first).to_have_text(name)
        assert page.locator("#scores .badge").count() == page.locator("#scores .one-tile").count() == 2
        lines = page.locator("#scores .name").first.evaluate(
            "(name) => { const range = document.createRange(); range.selectNodeContents(name.lastChild);"
            " return new Set([...range.getClientRects()].map(({ top }) => top)).size; }"
        )
        assert lines == 1, name
