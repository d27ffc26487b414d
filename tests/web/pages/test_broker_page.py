"""The table is shown at a club from the page where the box is set up: the address on a card is pasted there."""

import pytest
from playwright.sync_api import Page, expect

from device.broker import BrokerLink, BrokerSettings
from tests.support.waiting import eventually
from tests.support.web.clubs import CARD, PASSWORD, box, link
from tests.support.web.phones import Phone, in_both_languages, place_of
from web.server.http import WebServer

__all__ = ["box", "link"]


def opened(server: WebServer, phone: Phone) -> Page:
    page = phone.open(server, "/box")
    phone.settle()
    expect(page.locator("#broker form")).to_be_hidden()
    page.locator("#broker-open").click()
    expect(page.locator("#broker form")).to_be_visible()
    page.locator("#broker").scroll_into_view_if_needed()
    return page


@pytest.mark.walk
def test_an_address_is_pasted_and_the_page_tells_how_it_goes(server: WebServer, phone: Phone, link: BrokerLink) -> None:
    page = opened(server, phone)
    state, address, begin, end = (
        page.locator(one) for one in ("#broker-state", "[name=url]", "#broker-on", "#broker-off")
    )
    expect(state).to_have_text("This table is not shown elsewhere.")
    expect(page.locator("[name=names][value=seats]")).to_be_checked()
    expect(end).to_be_hidden()

    address.fill("club.local")
    begin.click()
    expect(page.locator("#toast")).to_contain_text("not the address of a broker")
    expect(address).to_have_value("club.local")
    assert link.settings is None

    address.fill("mqtts://table3:wrong@club.local")
    begin.click()
    expect(state).to_contain_text("does not let “table3” in")  # once it has tried
    address.fill(CARD)
    page.get_by_text("Initials", exact=True).click()
    address.press("Enter")
    expect(state).to_have_text("Connected: the table is shown as “table3”.")
    expect(address).to_have_value("mqtts://table3@club.local")
    assert PASSWORD not in page.content()
    assert link.settings == BrokerSettings(CARD, "initials")

    page.get_by_text("Whole names", exact=True).click()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        begin.click()
    eventually(lambda: link.is_connected)  # again
    expect(state).to_contain_text("Connected")
    assert link.settings == BrokerSettings(CARD, "names")
    link.is_connected = False  # the broker is gone
    expect(state).to_have_text("Connecting …")

    end.click()
    expect(state).to_have_text("This table is not shown elsewhere.")
    expect(address).to_have_value("")
    expect(page.locator("[name=names][value=seats]")).to_be_checked()
    assert link.settings is None


@in_both_languages
def test_it_fits_a_phone_and_a_television(server: WebServer, phone: Phone, link: BrokerLink) -> None:
    link.use(BrokerSettings("mqtts://a-table-with-a-long-name@mosquitto.a-club-with-a-long-name.example", "names"))
    page = opened(server, phone)
    expect(page.locator("#broker-state")).to_contain_text("mosquitto")
    expect(page.locator("[name=names][value=names]")).to_be_checked()
    phone.keep(f"broker-{phone.language}")
    phone.resize("television")
    heading = page.get_by_role("heading", level=3).nth(2)
    assert place_of(heading)["x"] == place_of(page.locator("#broker"))["x"]
    phone.keep(f"broker-{phone.language}")


def test_a_phone_that_is_not_paired_is_asked_for_the_code_first(
    server: WebServer, phone: Phone, link: BrokerLink
) -> None:
    link.use(BrokerSettings(CARD))
    page = phone.unpair().open(server, "/box")
    phone.settle()
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.locator("#broker-open").click()
    expect(page.locator("dialog[open]")).to_contain_text("code")
    expect(page.locator("#broker form")).to_be_hidden()
    assert "table3" not in page.content()
