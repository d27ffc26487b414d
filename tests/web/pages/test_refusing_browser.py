"""What a browser may refuse: to keep anything, to run scripts, to show a script what it has drawn."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.support.web.fake_box import FakeBox
from tests.support.web.phones import PHOTO, Phone
from vision.pictures import decode_picture
from web.server.http import WebServer

# Each as browsers do it: with cookies blocked, in a view of an app that keeps nothing, and where no room is left.
REFUSES_STORAGE = {
    "blocked": "get() { throw new DOMException('denied', 'SecurityError'); }",
    "missing": "value: null",
    "full": "value: { getItem: () => null, setItem() { throw new DOMException('full', 'QuotaExceededError'); } }",
}
PAGES = ("/", "/screen", "/seat", "/hand", "/games", "/moves", "/teach", "/set-up", "/box", "/phones")


def refuse_storage(phone: Phone, how: str) -> None:
    for area in ("localStorage", "sessionStorage"):
        phone.page.add_init_script(f"Object.defineProperty(window, '{area}', {{ {REFUSES_STORAGE[how]} }})")


@pytest.mark.parametrize("how", REFUSES_STORAGE)
def test_a_browser_that_keeps_nothing_shows_the_table_and_keeps_a_seat_until_the_page_is_left(
    box: FakeBox, server: WebServer, phone: Phone, how: str
) -> None:
    refuse_storage(phone, how)
    box.table.lay("f5")
    page = phone.open(server)
    expect(page.locator("#prompt")).to_contain_text("Ben")
    expect(page.locator("#scores .points")).to_have_text(["4", "1"])
    expect(page.locator("#moves li")).to_have_count(1)
    page.locator("#voice").click()
    expect(page.locator("#voice")).to_have_attribute("aria-pressed", "true")
    phone.open(server, "/seat")
    page.get_by_role("button", name="Ben").click()
    expect(page.locator("#my-name")).to_contain_text("Ben")
    box.table.lay("d6")
    expect(page.locator("#last")).to_contain_text("d6")
    expect(page.locator("#my-name")).to_contain_text("Ben")


def test_every_page_runs_in_a_browser_that_keeps_nothing(server: WebServer, phone: Phone) -> None:
    refuse_storage(phone, "blocked")
    for path in PAGES:
        phone.open(server, path)
        phone.settle()
    expect(phone.page.locator("#paired, #not-paired").locator("visible=true")).to_have_count(1)


def test_a_draft_of_the_score_sheet_is_lost_where_nothing_is_kept_and_the_page_says_so(
    full_server: WebServer, phone: Phone
) -> None:
    refuse_storage(phone, "full")
    page = phone.open(full_server, "/sheet")
    expect(page.locator("#rows > li")).not_to_have_count(0)
    page.locator("#heading [name=name]").fill("Ours")
    expect(page.locator("#draft")).to_contain_text("This browser keeps nothing")
    page.locator("#discard").click()
    expect(page.locator("#draft")).to_be_hidden()
    expect(page.locator("#heading [name=name]")).to_have_value("")


def scriptless(browser: Browser, server: WebServer, path: str, locale: str) -> Page:
    page = browser.new_page(java_script_enabled=False, locale=locale)
    page.goto(f"http://127.0.0.1:{server.port}{path}")
    return page


@pytest.mark.parametrize("path", ["/", "/seat", "/screen", "/set-up"])
@pytest.mark.parametrize(("locale", "waits", "needs"), [
    ("en-GB", "This page is waiting for the box", "switched off in this browser"),
    ("ja-JP", "ボックスを待っています", "オフになっています"),
])  # fmt: skip
def test_without_scripts_a_page_says_that_it_waits_and_why_and_nothing_of_the_table(
    server: WebServer, browser: Browser, path: str, locale: str, waits: str, needs: str
) -> None:
    page = scriptless(browser, server, path, locale)
    expect(page.locator("#waiting")).to_be_visible()
    expect(page.locator("#waiting")).to_contain_text(waits)
    assert needs in page.locator("#waiting noscript").inner_html()  # this browser only pretends, and does not draw it
    expect(
        page.get_by_text(re.compile("No move yet|No photograph yet|まだ手は|写真はまだ")).locator("visible=true")
    ).to_have_count(0)
    page.close()


@pytest.mark.parametrize("path", ["/join", "/api", "/nowhere"])
def test_a_page_that_needs_no_scripts_waits_for_nothing(server: WebServer, browser: Browser, path: str) -> None:
    page = scriptless(browser, server, path, "en-GB")
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator("#waiting")).to_have_count(0)
    page.close()


def know_no_modules(route: Route) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text().replace('type="module"', 'type="not known"'))


def know_not_all_words(route: Route) -> None:
    route.fulfill(content_type="text/javascript", body="const stale = no ?word? known;")


def know_not_all_functions(route: Route) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text().replace("state.prompts.at(-1)", "state.prompts.unknown(-1)"))


@pytest.mark.parametrize(("where", "unable"), [
    ("**/", know_no_modules), ("**/live.js", know_not_all_words), ("**/pictures.js", know_not_all_words),
    ("**/live.js", know_not_all_functions),
])  # fmt: skip
def test_a_browser_that_does_not_understand_the_scripts_is_told_so(
    server: WebServer, phone: Phone, where: str, unable: Callable[[Route], None]
) -> None:
    phone.page.route(where, unable)
    page = phone.open(server)
    expect(page.locator("#waiting")).to_be_visible()
    expect(page.locator("#waiting")).to_contain_text("does not work properly in this browser")
    phone.faults.clear()


def test_a_script_that_does_not_arrive_is_said(server: WebServer, phone: Phone) -> None:
    phone.page.route("**/board.js", lambda route: route.abort())
    page = phone.open(server)
    expect(page.locator("#waiting")).to_be_visible()
    expect(page.locator("#waiting")).to_contain_text("has not arrived")


def test_a_page_that_works_stops_waiting(server: WebServer, phone: Phone) -> None:
    for path in PAGES:
        page = phone.open(server, path)
        phone.settle()
        expect(page.locator("#waiting")).to_be_hidden()


# So that nobody is recognised by it, browsers make a canvas noise or white for whoever reads it; or they lack memory.
LYING_CANVAS = {
    "noise is read": """CanvasRenderingContext2D.prototype.getImageData = (x, y, width, height) =>
        new ImageData(Uint8ClampedArray.from({ length: 4 * width * height }, () => 256 * Math.random()), width)""",
    "white is sent": """const { toBlob } = HTMLCanvasElement.prototype;
        HTMLCanvasElement.prototype.toBlob = function (...how) {
          const brush = this.getContext("2d");
          brush.fillStyle = "white";
          brush.fillRect(0, 0, this.width, this.height);
          toBlob.apply(this, how);
        }""",
    "nothing is sent": "HTMLCanvasElement.prototype.toBlob = (done) => done(null)",
    "nothing large is sent": """const { toBlob } = HTMLCanvasElement.prototype;
        HTMLCanvasElement.prototype.toBlob = function (done, ...how) {
          if (this.width > 1000) done(null);
          else toBlob.call(this, done, ...how);
        }""",
    "nothing is drawn": "HTMLCanvasElement.prototype.getContext = () => null",
}
LAST_BITS = """const { getImageData } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.getImageData = function (...part) {
      const read = getImageData.apply(this, part);
      read.data.forEach((value, i) => (read.data[i] = value ^ 1));
      return read;
    }"""


@pytest.mark.parametrize(("canvas", "goes_as_it_is"), [
    *(pytest.param(script, True, id=how) for how, script in LYING_CANVAS.items()),
    pytest.param(LAST_BITS, False, id="nobody sees the difference"),
])  # fmt: skip
def test_a_photograph_goes_as_it_is_where_a_canvas_does_not_give_back_what_is_drawn(
    box: FakeBox, server: WebServer, phone: Phone, monkeypatch: pytest.MonkeyPatch, canvas: str, goes_as_it_is: bool
) -> None:
    read = box.hands.read
    sent: list[bytes] = []
    monkeypatch.setattr(box.hands, "read", lambda photo: (sent.append(photo), read(photo))[1])
    phone.page.add_init_script(f"{{ {canvas} }}")
    page = phone.open(server, "/hand")
    page.locator("#photo").set_input_files(PHOTO)
    expect(page.locator("#read")).to_be_visible()
    assert [photo == PHOTO["buffer"] for photo in sent] == [goes_as_it_is]
    assert decode_picture(sent[0], "photo").std() > 5  # words can be read on it: it is not all white or noise
