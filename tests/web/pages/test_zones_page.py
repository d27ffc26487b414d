"""Where the cards lie: on a phone, each place is dragged with a finger, or moved with the keyboard."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.vision.card_tables import FACES, lesson
from tests.support.web import laid_box
from tests.support.web.fake_box import app_of
from tests.support.web.phones import NewPhone, held, place_of
from tests.web.api.test_cards_day import DEALT, as_laid
from vision.cards.taught.taught_cards import teach_cards
from web.server.http import open_server


@pytest.mark.walk
def test_a_place_is_dragged_to_its_pile_and_goes_back(tmp_path: Path, new_phone: NewPhone) -> None:
    teach_cards(lesson(), FACES).save(tmp_path / "data" / "cards")
    with (
        laid_box.laid_box(tmp_path, as_laid(DEALT), game="skip_bo") as (box, _),
        open_server(app_of(box), 0) as server,
    ):
        phone = new_phone("phone", "ja")
        page = phone.open(server)
        phone.follow(page.get_by_role("link", name="カードの置き場所"))
        pile = page.get_by_role("slider", name="場札1")
        expect(page.locator("#plan .zone")).to_have_count(15)
        expect(pile).to_be_visible()
        expect(page.locator("#save")).to_be_disabled()
        before = pile.get_attribute("aria-valuetext")
        asked = held(page, "**/api/zones*")
        with page.expect_request("**/api/zones*"):  # the page asks again and again where the cards lie
            pass
        pile.hover()
        page.mouse.down()
        pile.evaluate("one => (one.id = 'held')")
        with page.expect_response("**/api/zones*"):
            asked[0].continue_()
        page.unroute("**/api/zones*")
        phone.settle()
        expect(page.locator("#held")).to_have_attribute("aria-label", "場札1")  # not drawn anew under the finger
        box_of = place_of(pile)
        x, y = box_of["x"] + box_of["width"] / 2, box_of["y"] + box_of["height"] / 2
        page.mouse.move(x + 30, y + 10, steps=3)
        page.mouse.up()
        dragged = pile.get_attribute("aria-valuetext")
        assert dragged != before
        pile.press("ArrowRight")
        assert pile.get_attribute("aria-valuetext") not in (dragged, before)
        page.locator("#save").click()
        expect(page.locator("#toast")).to_contain_text("この場所を見る")
        phone.keep("zones")
        expect(page.locator("#reset")).to_be_enabled()
        page.locator("#reset").click()
        expect(page.locator("#toast")).to_contain_text("提案に戻しました")
        expect(page.locator("#reset")).to_be_disabled()
        phone.assert_fits()
