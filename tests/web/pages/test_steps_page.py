"""What is laid out before a game is told on the phone step by step, in Galaxy Jarapon with drawings."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from device.games.listing import GAMES
from device.record.replay import MoveLine
from device.table.snapshot import Snapshot
from device.texts import say
from engines.bots import NAMES
from engines.jarapon import State
from engines.jarapon.wall import STACKS
from engines.messages import message
from tests.support.engines.jarapon import after, dealt, jarapon
from tests.support.web.fake_box import FakeBox
from tests.support.web.phones import NewPhone, Phone, in_both_languages, place_of
from tests.support.web.tables import TABLES, table, view_of_state
from web.server.http import WebServer

LAID = MoveLine(1, 0, message("jarapon.told.build"))
SEATED = after("1 throw 2; 2 throw 5; 3 throw 6; 4 throw 1", jarapon.start(NAMES[:4], {}))


def begun_by(name: str, players: int) -> Snapshot:
    """A game that nobody has moved in yet."""
    return Snapshot(view_of_state(name, GAMES[name].start(NAMES[:players], {})), "still")


def later(state: State) -> Snapshot:
    """Galaxy Jarapon after the first move."""
    return Snapshot(view_of_state("jarapon", state), "still", moves=(LAID,))


def told(page: Page) -> str:
    """All that the page says of what to do."""
    return "".join("".join(page.locator("#prompt, #more-prompts, #step-said").all_inner_texts()).split())


@pytest.mark.walk
@in_both_languages
def test_whoever_sets_up_galaxy_jarapon_sees_a_drawing_of_each_step(
    box: FakeBox, server: WebServer, phone: Phone
) -> None:
    begun = begun_by("jarapon", 4)
    box.table.tell(begun)
    page = phone.open(server)
    drawing, count, onwards = page.locator("#step-drawing"), page.locator("#step-count"), page.locator("#step-next")
    for step, prompt in enumerate(begun.view.prompts[:-1], start=1):
        expect(count).to_have_text(f"{step} / {len(begun.view.prompts) - 1}")
        expect(page.locator("#step-said")).to_contain_text(say(prompt.said, phone.language)[:9])
        expect(drawing.locator(".chip")).to_have_count(19 if step == 1 else 0)
        expect(drawing).to_be_visible()
        phone.keep(f"setting-up-{step}")
        onwards.click()
    expect(page.locator("#steps")).to_be_hidden()
    expect(page.locator("#show-steps")).to_be_focused()

    box.table.tell(later(SEATED))
    for _ in range(3):
        onwards.click()
    built = say(later(SEATED).view.prompts[-1].said, phone.language)
    assert built.startswith(page.locator("#prompt").inner_text().strip())
    expect(drawing.locator("[data-place^=upper]")).to_have_count(STACKS)
    expect(drawing.locator("[data-place^=lower]")).to_have_count(STACKS)
    expect(drawing.locator(".stressed")).to_have_text("Chie")
    phone.keep("walls")


@pytest.mark.walk
@pytest.mark.parametrize(("throws", "lies"), [("3; 4", "top"), ("6; 6", "right")])
def test_the_drawing_counts_the_stacks_from_the_dealers_right_end_to_the_dora(
    box: FakeBox, server: WebServer, phone: Phone, throws: str, lies: str
) -> None:
    """Chie sits at the top; her right end is at the left of the page, and the wall on her left is at the right."""
    first, second = throws.split("; ")
    box.table.tell(later(after(f"build; 3 throw {first}; 3 throw {second}", SEATED)))
    page = phone.open(server)
    drawing = page.locator("#step-drawing")
    pips = int(first) + int(second)
    expect(drawing.locator(".step-count")).to_have_text([str(count) for count in range(1, pips + 1)])
    expect(drawing.locator("[data-place^=upper]")).to_have_count(STACKS - 1)
    dora, middle = place_of(drawing.locator("[data-place=dora] .last")), place_of(drawing)
    x, y = dora["x"] + dora["width"] / 2 - middle["x"], dora["y"] + dora["height"] / 2 - middle["y"]
    assert (y < 0.25 * middle["height"]) is (lies == "top")
    assert (x > 0.75 * middle["width"]) is (lies == "right")
    page.locator("#step-next").click()
    expect(drawing.locator("[data-place=first]")).to_be_visible()


@pytest.mark.walk
@in_both_languages
def test_whoever_calls_pon_sees_how_the_set_shows_whose_discard_it_was(
    box: FakeBox, server: WebServer, phone: Phone
) -> None:
    called = after("1 draw; 1 discard 5; 2 call pon", dealt(players=4))
    box.table.tell(later(called))
    page = phone.open(server)
    widths = [place_of(page.locator(f"#step-drawing [data-place='set/{at}'] .body"))["width"] for at in range(3)]
    assert widths[0] > widths[1] == widths[2]  # from the left
    expect(page.locator("#step-drawing")).to_contain_text("Aya")
    expect(page.locator("#step-said")).to_contain_text({"en": "sideways", "ja": "横向き"}[phone.language])
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator("#step-next")).to_be_hidden()
    phone.keep(f"pon-{phone.language}")
    box.table.tell(replace(later(after("2 pon 5", called)), serial=box.table.snapshot.serial))
    expect(page.locator("#steps")).to_be_hidden()


@pytest.mark.walk
def test_between_two_hands_the_board_stays_and_who_pays_which_chips_is_never_folded(
    box: FakeBox, server: WebServer, phone: Phone
) -> None:
    box.table.tell(table("jarapon"))
    page = phone.open(server)
    paid = [say(prompt.said, "en") for prompt in box.table.snapshot.view.prompts if "chips" in prompt.said.key]
    assert len(paid) == 3
    for sentence in paid:
        expect(page.get_by_text(sentence)).to_be_visible()
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator("#steps")).to_be_hidden()
    page.locator("#show-steps").click()
    expect(page.locator("#step-drawing")).to_be_visible()
    expect(page.locator("#board")).to_be_hidden()


@pytest.mark.walk
def test_before_the_first_move_of_every_game_all_that_is_to_be_done_is_told_a_few_lines_at_a_time(
    box: FakeBox, server: WebServer, new_phone: NewPhone
) -> None:
    players = {"stop": 5, "drop_it": 3, "skip_bo": 4, **{game: count for game, count, *_ in TABLES.values()}}
    for language in ("en", "ja"):
        box.table.tell(begun_by("jarapon", 4))
        page = new_phone("phone", language).open(server)
        expect(page.locator("#step-next")).to_be_visible()  # the script of the steps is there
        for name in GAMES:
            begun = begun_by(name, players[name])
            box.table.tell(replace(begun, serial=box.table.snapshot.serial))
            expect(page.locator("body")).to_have_attribute("data-serial", str(box.table.snapshot.serial))
            said, heights = told(page), []
            while page.locator("#step-next:visible").count():
                heights.append(sum(box["height"] for box in map(place_of, page.locator("#step-said p").all())))
                page.locator("#step-next").click()
                said += told(page)
            heights += [place["height"] for place in map(place_of, page.locator("#more-prompts .also:visible").all())]
            assert max(heights, default=0) < 180, (name, language, heights)
            for prompt in begun.view.prompts:
                missing = [part for part in re.split(r"[\s。、「」]+", say(prompt.said, language)) if part not in said]
                assert missing == [], (name, language)


@pytest.mark.walk
def test_a_table_that_is_laid_asks_for_no_drawings(box: FakeBox, server: WebServer, phone: Phone) -> None:
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    box.table.tell(table("reversi"))
    phone.open(server)
    phone.settle()
    assert "live.js" in asked
    assert not {"steps.js", "walls.js"} & set(asked)
