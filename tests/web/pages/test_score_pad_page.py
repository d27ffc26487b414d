"""The score pad on a phone: a match of Galaxy Jarapon is kept hand by hand, by taps and from a checked hand."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from device.table.events import Enter, KeepScore
from tests.support.web.kept_box import KeptBox, kept_box, write_game
from tests.support.web.phones import Phone, in_both_languages
from tests.web.pages.test_by_hand_page import begin
from web.server.http import WebServer

NINE = ("1", "1", "1", "4", "4", "4", "8", "8", "8")


@pytest.fixture
def box(tmp_path: Path) -> Iterator[KeptBox]:
    """A match whose first dealer the dice have decided."""
    write_game(tmp_path, "jarapon", ["1 throw 6", "2 throw 5"])
    with kept_box(tmp_path) as box:
        yield box


def tap(page: Page, field: int, *parts: int) -> None:
    """Tap parts of a field, by their numbers."""
    for part in parts:
        page.locator("fieldset.parts").nth(field).locator("button").nth(part).click()


def enter_win(page: Page, winner: int, giver: int) -> None:
    """Enter a hand of three sets, won on a discard; the dora is 9."""
    tap(page, 0, winner)
    tap(page, 1, *(int(tile) - 1 for tile in NINE))
    tap(page, 2, 1 + giver)
    tap(page, 3, 8)
    page.locator(".button.main:visible", has_text=PUT_IN).click()


PUT_IN = "Enter it"


@pytest.mark.walk
@in_both_languages
def test_the_shelf_begins_a_game_of_which_only_the_score_is_kept(box: KeptBox, server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/set-up")
    page.locator("a[href='/by-hand#score']").click()
    expect(page.locator("#only-score")).to_be_checked()
    begin(page, "reversi", "Aya", "Ben")
    expect(page.locator("#board")).to_be_hidden()
    expect(page.locator("#square-hints")).to_be_hidden()
    phone.keep(f"pad-reversi-{phone.language}")
    tap(page, 0, 1)
    page.locator("#entering .button.main").click()
    expect(page.locator("#podium")).to_be_visible()
    expect(page.locator("#scores .winner .name")).to_contain_text("Ben")
    phone.keep(f"pad-over-{phone.language}")
    assert box.table.snapshot.view.over


def test_a_match_goes_over_to_the_pad_and_a_hand_is_entered_and_corrected(
    box: KeptBox, server: WebServer, phone: Phone
) -> None:
    page = phone.open(server)
    page.locator("#keep-score").click()
    expect(page.locator("#next-moves button")).to_have_count(3)
    phone.keep("pad-ways")
    page.locator("#next-moves button").first.click()
    phone.keep("pad-won")
    enter_win(page, winner=0, giver=1)
    expect(page.locator("#scores .points")).to_have_text(["3120", "2880"])
    expect(page.locator("#more-prompts")).to_contain_text("Three Sets")

    page.locator("#correct-last").click()
    page.locator("#other-move").click()
    expect(page.locator("fieldset.parts").nth(1).locator("[aria-pressed=true]")).to_have_count(3)
    phone.keep("pad-correct")
    tap(page, 3, 7)
    page.locator("#result .button.main").click()
    expect(page.locator("#new-scores")).to_contain_text("3120 → 3300")
    phone.keep("pad-weigh")
    page.locator("#do").click()
    expect(page.locator("#move")).to_be_hidden()
    assert [one.score for one in box.table.snapshot.view.standings] == [3300, 2700]


def test_a_checked_hand_is_entered_as_a_win(box: KeptBox, server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/hand")
    for tile in NINE:
        page.locator("#keys button").nth(int(tile) - 1).click()
    page.locator("[name=dora]").select_option("9")
    page.locator("#answer button").click()
    expect(page.locator("#booking fieldset.parts").nth(1).locator("[aria-pressed=true]")).to_have_count(3)
    phone.keep("hand-booking")
    tap(page, 0, 1)
    tap(page, 2, 0)
    page.locator("#booking .button.main").click()
    expect(page.locator("#scores .points")).to_have_text(["2940", "3060"])
    assert not box.table.snapshot.pad


@in_both_languages
def test_cards_that_are_left_are_typed_in_and_corrected(box: KeptBox, server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/by-hand#score")
    begin(page, "skip_bo", "Aya", "Ben", "Chie")
    page.locator("#next-moves button").nth(1).click()
    done, numbers = page.locator("#entering > .button.main"), page.get_by_role("spinbutton")
    expect(numbers).to_have_count(2)
    phone.keep(f"pad-numbers-{phone.language}")
    numbers.last.fill("11")
    for number in ("", "31", "0", "2.5"):
        numbers.first.fill(number)
        expect(done).to_be_disabled()
    numbers.first.fill("4")
    done.click()
    expect(page.locator("#scores .points")).to_have_text(["100", "0", "0"])  # the winner comes first
    page.locator("#correct-last").click()
    page.locator("#other-move").click()
    expect(page.get_by_role("spinbutton").last).to_have_value("11")
    page.get_by_role("spinbutton").last.fill("21")
    page.locator("#result .button.main").click()
    expect(page.locator("#new-scores")).to_contain_text("100 → 150")


def test_results_that_the_rules_exclude_are_refused_in_words(box: KeptBox, server: WebServer, phone: Phone) -> None:
    box.do(KeepScore(True))
    box.do(Enter("nobody won", "test"))
    page = phone.open(server)
    page.locator("#next-moves button").first.click()
    enter_win(page, winner=0, giver=0)
    expect(page.locator("body")).to_contain_text("cannot win on their own discard")
    page.locator("#keep-score").click()
    expect(page.locator("#keep-score")).to_contain_text("Keep only the score")
