"""The shelf of games: one tap plays with whoever played last, two are enough against computer players."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from device.record.corrections import Correction
from device.table import computers
from device.table.events import NewGame
from tests.support.web.kept_box import KeptBox, kept_box, write_game
from tests.support.web.phones import Phone, in_both_languages, place_of
from web.server.http import WebServer

COUNT_TAPS = """addEventListener("click", (event) => {
  if (event.isTrusted) sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1;
}, true)"""


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[KeptBox]:
    monkeypatch.setattr(computers, "PAUSE_S", 0.0)
    write_game(tmp_path, "reversi", [])
    with kept_box(tmp_path) as box:
        yield box


def taps(page: Page) -> int:
    return int(page.evaluate("sessionStorage.taps ?? 0"))


@in_both_languages
def test_a_hand_of_stop_with_four_computers_is_two_taps_away(box: KeptBox, server: WebServer, phone: Phone) -> None:
    phone.context.add_init_script(COUNT_TAPS)
    page = phone.open(server, "/set-up")
    page.locator("[data-game=stop] .main").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text({"en": "Stop is for 5", "ja": "ストップゲームは5人"}[phone.language])
    alone, together = dialog.locator(".main").all()
    expect(together).to_have_text(
        {"en": "Aya, Ben, and 3 computers", "ja": "Aya、Ben、コンピューター3人"}[phone.language]
    )
    phone.keep("shelf-fill")
    alone.click()
    page.wait_for_url("**/seat")
    expect(page.locator("#own-due")).to_be_visible()
    expect(page.locator("#who")).to_be_hidden()
    assert taps(page) == 2
    now = box.table.snapshot
    assert (now.view.game, now.seats.computers) == ("stop", ("", "medium", "medium", "medium", "medium"))
    named = {"en": "Computer {}", "ja": "コンピューター{}"}[phone.language]
    assert now.view.players == ("Aya", *(named.format(number) for number in range(1, 5)))
    # The next evening the same five sit there, and no computer player in a game that somebody lays.
    phone.open(server, "/set-up")
    expect(page.locator("[data-game=stop] .named")).to_contain_text(named.format(4))
    expect(page.locator("[data-game=search] .named")).to_have_text("Aya")


@in_both_languages
def test_one_tap_plays_with_whoever_played_last(box: KeptBox, server: WebServer, phone: Phone) -> None:
    phone.context.add_init_script(COUNT_TAPS)
    page = phone.open(server, "/set-up")
    both = {"en": "Aya and Ben", "ja": "Aya、Ben"}[phone.language]
    expect(page.locator("[data-game=checkers] .named")).to_have_text(both)
    phone.keep("shelf")
    page.locator("[data-game=checkers] .main").click()
    expect(page.locator("#prompt")).to_be_visible()
    assert taps(page) == 1
    assert (box.table.snapshot.view.game, box.table.snapshot.view.players) == ("checkers", ("Aya", "Ben"))


def test_where_somebody_is_missing_whom_no_computer_replaces_names_are_asked_for(
    box: KeptBox, server: WebServer, phone: Phone
) -> None:
    box.do(NewGame("checkers", ("Aya", "Computer 1"), computers=("", "easy")))
    page = phone.open(server, "/set-up")
    form = page.locator("[data-game=drop_it]")
    form.locator(".main").click()
    expect(form.locator(".missing")).to_have_text("1 more name is needed. Please type them here.")
    expect(form.locator("[name=player]").nth(1)).to_be_focused()
    phone.keep("shelf-missing")
    page.keyboard.type("Ben")
    page.keyboard.press("Tab")
    expect(form.locator(".missing")).to_be_hidden()
    form.locator(".main").click()
    expect(page.locator("#scores .name")).to_have_text(["Aya", "Ben"])


def test_empty_seats_are_filled_one_after_the_other_and_a_person_takes_one_back(
    server: WebServer, phone: Phone
) -> None:
    page = phone.open(server, "/set-up?game=skip_bo")
    form = page.locator("[data-game=skip_bo]")
    fields = form.locator("[name=player]")
    for name in ("Computer 1", "Computer 2"):  # beyond those whom the game needs each tap adds one
        form.locator(".fill").click()
        expect(form.locator(".named")).to_contain_text(name)
    fields.nth(1).fill("")
    form.locator(".fill").click()
    expect(fields.nth(1)).to_have_value("Computer 3")
    form.locator("select").nth(1).select_option("")
    expect(fields.nth(1)).to_be_focused()
    expect(fields.nth(1)).to_have_value("")
    expect(form.locator("select").nth(1)).to_be_hidden()


@in_both_languages
def test_before_the_first_move_names_are_tapped_as_people_sit(box: KeptBox, server: WebServer, phone: Phone) -> None:
    box.do(NewGame("jarapon", ("Aya", "Ben", "Chie")))
    page = phone.open(server)
    change = page.locator("#change-seats")
    change.click()
    asked = page.locator("#seats")
    expect(asked.locator("button").first).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(asked.get_by_role("status")).to_contain_text({"en": "after Ben", "ja": "Benさんの次"}[phone.language])
    expect(asked.locator("button:enabled").first).to_be_focused()
    phone.keep("change-seats")
    asked.get_by_role("button", name="Chie").click()
    expect(page.locator("#scores .name")).to_have_text(["Ben", "Chie", "Aya"])
    expect(asked).to_be_hidden()
    change.click()
    asked.locator("button").last.click()
    expect(change).to_be_focused()
    expect(page.locator("#scores .name")).to_have_text(["Ben", "Chie", "Aya"])
    box.do(Correction("insert", 0, "1 throw 5", "test"))
    expect(change).to_be_hidden()


def test_empty_seats_come_last_and_a_computer_player_changes_places_with_people(
    server: WebServer, phone: Phone
) -> None:
    page = phone.open(server, "/set-up?game=jarapon")
    form = page.locator("[data-game=jarapon]")
    form.locator("[name=player]").nth(1).fill("")
    form.locator("[name=player]").nth(3).fill("Dan")
    form.locator(".fill").click()
    form.locator(".order").click()
    for name in ("Dan", "Computer 1"):
        form.locator(".seats-asked").get_by_role("button", name=name).click()
    for seat, name in enumerate(("Dan", "Computer 1", "Aya", "")):
        expect(form.locator("[name=player]").nth(seat)).to_have_value(name)
    expect(form.locator("select:visible")).to_have_count(1)
    expect(form.locator("select").nth(1)).to_have_value("medium")
    phone.keep("shelf-order")


def test_a_game_that_is_being_played_is_told_above_the_others(box: KeptBox, server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/set-up")
    expect(page.locator("main > a.card")).to_have_count(0)
    box.do(Correction("insert", 0, "f5", "test"))
    page.reload()
    phone.follow(page.get_by_role("link", name="On the table now: Galaxy Reversi with Aya and Ben"))
    expect(page.locator("#moves li")).to_have_count(1)


@in_both_languages
def test_the_gear_takes_no_row_of_its_own(server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/set-up")
    heading, gear = (place_of(page.locator(part)) for part in ("h1", ".head .button"))
    assert gear["x"] >= heading["x"] + heading["width"]
    assert min(gear["width"], gear["height"]) >= 44


def test_what_the_box_has_to_be_taught_is_behind_the_gear(server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/set-up")
    expect(page.locator("#meter, #box-voice, #network, #clock")).to_have_count(0)
    page.get_by_role("link", name="The box itself").click()
    for task in ("Teach the tiles", "Where the board lies", "The frame of Drop It", "Score sheet", "Wiring test"):
        expect(page.get_by_role("link", name=task)).to_be_visible()
    for part in ("#meter", "#box-voice", "#own-wifi", "#clock p"):
        expect(page.locator(part)).to_be_visible()
