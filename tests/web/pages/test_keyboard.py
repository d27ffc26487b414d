"""The pages by keyboard alone: Tab goes through them as one reads, and it can always be seen where one is."""

from dataclasses import dataclass
from itertools import pairwise

import pytest

from tests.support.web.phones import Phone
from web.server.http import WebServer

MOST_STEPS = 60  # a page with more places to stop at is tried as far as this
PAGES = ("/", "/hand", "/set-up", "/box", "/moves", "/games", "/sheet", "/wiring", "/phones", "/join", "/demo", "/api")
# What has the focus: where it is, how it is called, and whether it shows. A control without looks of its own (a switch
# under its label) may show the focus on what stands beside it or around it.
FOCUS = """() => {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const around = [focused, focused.nextElementSibling, ...(focused.closest("label, .button") ? [focused.closest("label, .button")] : [])];
  const shows = around.some((one) => {
    if (!one) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    const { width, height } = one.getBoundingClientRect();
    return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && width > 8 && height > 8;
  });
  const box = (focused.closest("label") ?? focused).getBoundingClientRect();
  const order = [...document.querySelectorAll("*")].indexOf(focused);
  return {
    order,
    shows,
    name: focused.id || focused.getAttribute("aria-label") || focused.textContent.trim().slice(0, 40) || focused.outerHTML.slice(0, 80),
    inView: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    top: box.top + scrollY, bottom: box.bottom + scrollY, left: box.left,
    isMain: focused.closest("main") !== null,
  };
}"""  # noqa: E501


@dataclass(frozen=True)
class Stop:
    """A place where Tab stops; `top` and `bottom` are px of the page."""

    order: int
    shows: bool
    name: str
    inView: bool  # noqa: N815 — as the script says it
    top: float
    bottom: float
    left: float
    isMain: bool  # noqa: N815


def stops(phone: Phone) -> list[Stop]:
    """Where Tab stops, from the top of a page on; pictures that come into view have come when it is looked at."""
    found: list[Stop] = []
    for _ in range(MOST_STEPS):
        phone.page.keyboard.press("Tab")
        phone.settle()
        told = phone.page.evaluate(FOCUS)
        if told is None or any(stop.order == told["order"] for stop in found):
            break
        found.append(Stop(**told))
    return found


@pytest.mark.parametrize("path", PAGES)
def test_tab_goes_through_a_page_as_one_reads(full_server: WebServer, path: str, phone: Phone) -> None:
    page = phone.open(full_server, path)
    phone.settle()
    found = stops(phone)
    main = [stop for stop in found if stop.isMain]
    assert main, "nothing on the page can be reached"
    assert [stop.name for stop in found if not stop.shows] == [], "it cannot be seen where one is"
    assert [stop.name for stop in found if not stop.inView] == [], "the focus is out of sight"
    assert [stop.order for stop in found] == sorted(stop.order for stop in found), "a tabindex changes the order"
    back = [
        (before.name, after.name)
        for before, after in pairwise(main)
        if after.bottom < before.top and after.left <= before.left  # else it is the next column
    ]
    assert back == [], "the focus jumps up the page"
    assert page.locator("h1, [role=heading], #prompt").count() > 0


def test_a_move_is_struck_without_a_mouse(full_server: WebServer, phone: Phone) -> None:
    page = phone.open(full_server)
    page.locator("#moves button").first.focus()
    page.keyboard.press("Enter")
    page.locator("dialog[open]").wait_for()
    assert page.evaluate("document.activeElement.closest('dialog[open]') !== null"), "the focus goes into the dialog"
    page.keyboard.press("Escape")
    page.locator("dialog[open]").wait_for(state="detached")
    page.wait_for_function("document.activeElement.closest('#moves') !== null")  # and comes back to where it was
