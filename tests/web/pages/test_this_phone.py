"""What a phone does by itself: it speaks and signals where its owner wants it, and is light or dark as he likes."""

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from device.calls.events import SeatCall
from device.table.snapshot import Choices
from device.voice.engines import Engine
from device.voice.voice import Voice
from engines.messages import message
from tests.support.web.fake_box import FakeBox
from tests.support.web.phones import NewPhone, Phone
from tests.support.web.tables import table
from web.server.http import WebServer

HEARD = """
window.said = []; window.shaken = []; window.tones = [];
Object.defineProperty(window, "speechSynthesis", { value: {
  pending: false, cancel() {}, speak(one) { window.said.push([one.lang, one.text]); } } });
Object.defineProperty(navigator, "vibrate", { value: (pattern) => window.shaken.push(pattern) });
window.AudioContext = class {
  currentTime = 0; destination = {};
  createGain() { return { gain: {}, connect: (to) => to }; }
  createOscillator() {
    const wave = { frequency: {}, connect: (to) => to, stop() {} };
    wave.start = () => window.tones.push(wave.frequency.value);
    return wave;
  }
  resume() {}
};
"""


def listening(phone: Phone, server: WebServer, path: str = "/", seat: str = "") -> Page:
    phone.page.add_init_script(HEARD)
    if seat:
        phone.page.add_init_script(f"localStorage.setItem('seat', '{seat}')")
    page = phone.open(server, path)
    expect(page.locator("body")).to_have_attribute("data-serial", "1")
    return page


def heard(page: Page, what: str = "said") -> Any:
    return page.evaluate(f"window.{what}")


def shown(box: FakeBox, page: Page) -> None:
    expect(page.locator("body")).to_have_attribute("data-serial", str(box.table.snapshot.serial))


def last_heard(box: FakeBox, page: Page) -> str:
    shown(box, page)
    return str(heard(page)[-1][1])


@pytest.mark.parametrize(("path", "language"), [("/", "en"), ("/", "ja"), ("/screen", "ja"), ("/seat", "en")])
def test_who_wants_to_hear_it_is_told_prompts_problems_calls_and_results_in_the_page_s_language(
    box: FakeBox, server: WebServer, path: str, language: str, new_phone: NewPhone
) -> None:
    phone = new_phone("television" if path == "/screen" else "phone", language)
    page = listening(phone, server, path, seat="Aya")
    voice = page.locator("#voice")
    box.table.lay("f5")
    shown(box, page)
    assert (heard(page), heard(page, "tones"), heard(page, "shaken")) == ([], [], [])  # nobody has wanted to hear it
    voice.click()
    expect(voice).to_have_attribute("aria-pressed", "true")
    phone.keep(f"voice-{path.strip('/') or 'live'}-{language}")
    ((spoken, first),) = heard(page)
    assert (spoken, "Ben" in first) == (language, True)
    box.table.lay("d6")
    assert "Aya" in last_heard(box, page)
    box.table.say(message("referee.other_face", places="d4"), "d4")
    assert "d4" in last_heard(box, page)
    count = len(heard(page))
    box.table.tell(box.table.snapshot)
    shown(box, page)
    assert len(heard(page)) == count  # nothing new
    if path == "/":
        call = SeatCall(1, "pon", possible=True, called=True, about=message("table.turned"), choice=None)
        box.table.tell(replace(box.table.snapshot, choices=Choices(calls=(call,))))
        assert last_heard(box, page).startswith("Ben")
    box.table.play_on()
    winner = next(standing.player for standing in box.table.snapshot.view.standings if standing.rank == 1)
    assert box.table.state.players[winner] in last_heard(box, page)
    page.reload()
    expect(voice).to_have_attribute("aria-pressed", "true")  # the choice is kept on this phone
    voice.click()
    page.reload()
    expect(voice).to_have_attribute("aria-pressed", "false")


def test_a_phone_with_a_seat_signals_its_turn_and_any_phone_what_is_wrong(
    box: FakeBox, server: WebServer, new_phone: NewPhone
) -> None:
    phones = [new_phone(), new_phone()]
    pages = [listening(phone, server, seat=seat) for phone, seat in zip(phones, ("Ben", ""), strict=True)]
    for page in pages:
        page.locator("#signals").click()
        page.evaluate("window.tones.length = window.shaken.length = 0")
    box.table.lay("f5")
    for page in pages:
        shown(box, page)
    assert [len(heard(page, "tones")) for page in pages] == [2, 0]
    assert [len(heard(page, "shaken")) for page in pages] == [1, 0]
    box.table.say(message("referee.other_face", places="d4"), "d4")
    for page in pages:
        shown(box, page)
    assert [len(heard(page, "tones")) for page in pages] == [4, 2]


@pytest.mark.parametrize("system", [False, True])
def test_light_and_dark_are_chosen_and_kept(server: WebServer, system: bool, new_phone: NewPhone) -> None:
    phone = new_phone(dark=system)
    page = phone.open(server)
    light, dark = "rgb(247, 243, 234)", "rgb(18, 21, 31)"
    paper = page.locator("body")
    expect(paper).to_have_css("background-color", dark if system else light)
    for wish, colour in (("dark", dark), ("light", light), ("system", dark if system else light)):
        page.locator("#theme").select_option(wish)
        expect(paper).to_have_css("background-color", colour)
        phone.open(server, "/hand")
        expect(paper).to_have_css("background-color", colour)
        phone.keep(f"theme-{wish}-{system}")
        phone.open(server)
        expect(page.locator("#theme")).to_have_value(wish)


def test_the_box_s_own_voice_is_switched_on_set_up(box: FakeBox, server: WebServer, phone: Phone) -> None:
    box.voice = Voice(Engine("stand-in", ("true",), "true"))
    page = phone.open(server, "/box")
    button = page.locator("#box-voice button")
    for is_on in (True, False):
        button.click()
        expect(button).to_have_text(f"Voice: {'on' if is_on else 'off'}")
        expect(button).to_have_attribute("aria-pressed", str(is_on).lower())
        assert box.voice.is_on == is_on
        page.reload()
        expect(button).to_have_text(f"Voice: {'on' if is_on else 'off'}")


def test_a_big_screen_can_be_full(server: WebServer, new_phone: NewPhone) -> None:
    phone = new_phone("television")
    page = phone.open(server, "/screen")
    page.locator("#full").click()
    page.wait_for_function("() => document.fullscreenElement !== null")


def test_the_page_can_be_kept_on_a_home_screen(client: FlaskClient) -> None:
    page = client.get("/?language=ja").text
    assert 'rel="manifest"' in page
    told = client.get("/manifest.webmanifest?language=ja")
    assert told.mimetype == "application/manifest+json"
    assert (told.json["lang"], told.json["display"], told.json["start_url"]) == ("ja", "standalone", "/")
    kinds = [client.get(icon["src"]).mimetype for icon in told.json["icons"]]
    assert kinds == ["image/svg+xml", "image/png", "image/png"]


@pytest.mark.parametrize("path", ["/", "/screen", "/seat", "/hand", "/set-up"])
def test_that_the_sheet_is_a_reconstruction_is_said_once_a_page(
    box: FakeBox, server: WebServer, phone: Phone, path: str
) -> None:
    box.table.tell(table("jarapon"))
    page = phone.open(server, path)
    phone.settle()
    if path == "/hand":
        for number in (4, 4, 4, 4, 4, 4, 7, 7, 7):
            page.locator("#keys button").nth(number - 1).click()
        expect(page.locator("#answer .total")).to_be_visible()
    page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    assert page.locator("main").inner_text().count("our reconstruction") <= 1
    box.table.show_hand([*"444444777"], box.hands.check("4 4 4 4 4 4 7 7 7", "en"))
    if path in ("/", "/screen"):
        expect(page.locator("body")).to_have_attribute("data-serial", str(box.table.snapshot.serial))
        assert page.locator("main").inner_text().count("our reconstruction") <= 1
